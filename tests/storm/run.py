"""One storm from its first move to the calm after it, when the game must go on; and many storms on several cores."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.journal import JournalError
from companion.journal.database import DATABASE
from companion.journal.tape import TAPE
from companion.play.acts import Undo
from companion.players.dice import RandomDice
from companion.players.simulate import run_in_processes
from tests.storm.broken import LawBroken, must
from tests.storm.client import StormClient
from tests.storm.client_acts import certain
from tests.storm.opening import opening
from tests.storm.screen import MISTAKE, ClientScreen
from tests.storm.torn_disk import PowerCut, TornDisk
from tests.storm.weather import OPERATIONS
from tests.storm.world import Ruined, StormWorld

STEPS = 80
MOVES_AFTER = 12
BATCH = 5
LIVELY = "when the faults stop, the next good command is served"
CALM: dict[str, Any] = {
    "kill": 0.0, "cut": 0.0, "full": 0.0, "unsynced": 0.0, "clock": 0.0, "rot": 0.0, "stop": 0.0, "late": 0.0,
    "twice": 0.0, "stale": 0.0, "die": 0.0, "slow": 0.0, "hands": 0,
}  # fmt: skip
CALM_DISK: dict[str, Any] = {
    "model": "honest", "kill": 0.0, "cut": 0.0, "full": 0.0, "unsynced": 0.0, "rot": 0.0, "stop": 0.04, "hands": 10,
}  # fmt: skip


class StormResult(Struct, frozen=True):
    """What became of one seed. `broken` names the law and what was found; empty if all held."""

    seed: int
    trace: str
    tally: dict[str, int]
    broken: str = ""


class StormTotals:
    """Totals over storms. They are only ever added up, so the order does not matter."""

    def __init__(self) -> None:
        self._traces = 0
        self.storms = 0
        self.counted: Counter[str] = Counter()
        self.broken: list[StormResult] = []

    def add(self, result: StormResult) -> None:
        self.storms += 1
        self.counted.update(result.tally)
        one = hashlib.sha256(f"{result.seed} {result.trace}".encode()).digest()
        self._traces = (self._traces + int.from_bytes(one[:8], "big")) % 2**64
        if result.broken:
            self.broken.append(result)

    @property
    def trace(self) -> str:
        """One trace for all the storms."""
        return f"{self._traces:016x}"


def run_storms(seeds: range, steps: int, jobs: int = 1, *, calm_disk: bool = False) -> Iterator[StormResult]:
    """As they come in; with one job, in order."""
    if jobs == 1 or len(seeds) <= BATCH:
        yield from (run_storm(seed, steps, calm_disk=calm_disk) for seed in seeds)
        return
    batches = (seeds[start : start + BATCH] for start in range(0, len(seeds), BATCH))
    for results in run_in_processes(partial(_run_batch, steps=steps, calm_disk=calm_disk), batches, jobs):
        yield from results


def _run_batch(seeds: range, steps: int, calm_disk: bool) -> list[StormResult]:
    return [run_storm(seed, steps, calm_disk=calm_disk) for seed in seeds]


def run_storm(
    seed: int, steps: int = STEPS, disk: type[TornDisk] = TornDisk, *, calm_disk: bool = False
) -> StormResult:
    """The same seed and steps are the same storm, in any process. On a calm disk there are many more gestures."""
    world, broken = StormWorld(seed, disk), ""
    if calm_disk:
        world.odds = replace(world.odds, **CALM_DISK)
    try:
        _begin(world)
        _seat_clients(world)
        for _ in range(steps):
            world.tick += 1
            world.pass_ms(world.rng.randint(1, 4_000))
            for actor in world.actors:
                actor.step(world)
        _calm_down(world)
        _play_on(world)
        _put_away(world)
    except Ruined:
        world.tally["ruined"] += 1
    except LawBroken as law:
        broken = str(law)
    except Exception as error:
        broken = f"the storm itself failed: {type(error).__name__}: {error}"
    world.end()
    return StormResult(seed, world.trace, dict(world.tally), broken)


def _begin(world: StormWorld) -> None:
    """A power cut in the middle leaves a game without a move, or none; nobody was told of either."""
    start = opening(world.rng, RandomDice.from_seed(f"{world.seed}/start"))
    if world.rng.happens(0.2) and world.odds.cut:
        world.disk.cut_in(world.rng.randint(1, OPERATIONS))
    while world.process is None:
        try:
            is_there = world.disk.exists(TAPE) or world.disk.exists(DATABASE)
            world.begin(world.new_process(None if is_there else start))
        except PowerCut:
            world.crash()
        except JournalError as error:
            must(world.odds.model == "liar", LIVELY, f"the game cannot be begun: {error}")
            raise Ruined from error


def _seat_clients(world: StormWorld) -> None:
    """A banker, some players, and somebody who only watches."""
    rng = world.rng
    world.clients.append(StormClient("banker", "banker", -1, 0.9, ClientScreen(world.witness)))
    for seat in range(len(world.session.game.players)):
        if rng.happens(0.5):
            world.clients.append(StormClient(f"seat{seat}", "player", seat, 0.25, ClientScreen(world.witness)))
    if rng.happens(0.3):
        world.clients.append(StormClient("watcher", "viewer", -1, 0.1, ClientScreen(world.witness)))
    world.actors += world.clients


def _calm_down(world: StormWorld) -> None:
    """The faults stop: the table starts, every screen catches up, and a press is felt again."""
    world.note("calm")
    world.odds = replace(world.odds, **CALM)
    world.disk.full = world.disk.fsync_fails = False
    world.disk.cut_in(0)
    for _ in range(5):  # what a liar has ruined may need to be repaired more than once
        if world.process is None:
            world.start()
    must(world.process is not None, LIVELY, "the table does not start")
    for _ in range(2):  # the first checks moves that were not read at opening, the second mends them
        world.probe()
    must(not world.session.trouble, LIVELY, f"there is still trouble: {world.session.trouble}")
    must(not world.session.report.unchecked, LIVELY, f"there is still something to check: {world.session.report}")
    world.witness.require_tape()
    world.post.lose_all()
    for client in world.clients:
        _catch_up(world, client)
    hands = world.clumsy_hands
    for gesture in (hands.step, hands.let_go, hands.find, hands.rest):
        gesture(world)
    hands.press(world, "confirm")
    must(world.hand_watch.laws.is_told("confirm"), LIVELY, "a press is not felt")


def _catch_up(world: StormWorld, client: StormClient) -> None:
    for _ in range(3):  # it may have to read a farewell first
        if not client.is_linked(world):
            client.link(world)
        client.read(world)
    shown, session = client.screen, world.session
    must(shown.number == session.number, LIVELY, f"{client.name} is at {shown.number}, the game at {session.number}")
    must(shown.trouble == session.trouble, LIVELY, f"{client.name} was told of {shown.trouble!r}")


def _play_on(world: StormWorld) -> None:
    """Every client is answered, and the Banker can play on."""
    for client in world.clients:
        _give(world, client, b'{"type":"EndTurn","player":%d}' % max(client.seat, 0))
    for _ in range(MOVES_AFTER):
        world.clumsy_hands.settle(world)
        number, game = world.session.number, world.session.game
        act = msgspec.json.encode(Undo() if game.over else certain(game, world.table, world.rng))
        _give(world, world.clients[0], act)
        must(world.session.number == number + 1, LIVELY, f"move {number + 1} was not made: {act!r}")
    for client in world.clients:
        _catch_up(world, client)


def _give(world: StormWorld, client: StormClient, act: bytes) -> None:
    id = client.give(world, act)
    world.post.step(world)
    client.read(world)
    must(client.is_answered(id), LIVELY, f"{client.name} was not answered")


def _put_away(world: StormWorld) -> None:
    """Put away and resumed, it is the same game, and nothing needs repair."""
    world.stop()
    world.start()
    must(world.process is not None, LIVELY, "the table does not start again")
    world.clumsy_hands.step(world)
    must(not world.disk.names("reports"), MISTAKE, "a report of a mistake was saved")
