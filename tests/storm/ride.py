"""One storm from its first move to the calm after it: faults, then none, and then the game must go on."""

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.journal import JournalError
from companion.journal.database import DATABASE
from companion.journal.tape import TAPE
from companion.play.acts import Undo
from companion.players.dice import RandomDice
from tests.storm.broken import LawBroken, must
from tests.storm.client import Client
from tests.storm.damage import Ruined
from tests.storm.opening import opening
from tests.storm.screen import MISTAKE, Screen
from tests.storm.torn_disk import PowerCut, TornDisk
from tests.storm.weather import OPERATIONS
from tests.storm.wishes import certain
from tests.storm.world import World

STEPS = 80
MOVES_AFTER = 12
LIVELY = "when the faults stop, the next good command is served"
CALM: dict[str, Any] = {
    "kill": 0.0, "cut": 0.0, "full": 0.0, "unsynced": 0.0, "clock": 0.0, "rot": 0.0, "stop": 0.0, "late": 0.0,
    "twice": 0.0, "stale": 0.0, "die": 0.0, "slow": 0.0, "hands": 0,
}  # fmt: skip
CALM_DISK: dict[str, Any] = {
    "model": "honest", "kill": 0.0, "cut": 0.0, "full": 0.0, "unsynced": 0.0, "rot": 0.0, "stop": 0.04, "hands": 10,
}  # fmt: skip


class Ridden(Struct, frozen=True):
    """What became of one seed. `broken` names the law and what was found; empty if all held."""

    seed: int
    trace: str
    tally: dict[str, int]
    broken: str = ""


def ride(seed: int, steps: int = STEPS, disk: type[TornDisk] = TornDisk, *, calm_disk: bool = False) -> Ridden:
    """The same seed and steps are the same storm, in any process. On a calm disk there are many more gestures."""
    world, broken = World(seed, disk), ""
    if calm_disk:
        world.odds = replace(world.odds, **CALM_DISK)
    try:
        _ride(world, steps)
    except Ruined:
        world.tally["ruined"] += 1
    except LawBroken as law:
        broken = str(law)
    except Exception as error:
        broken = f"the storm itself failed: {type(error).__name__}: {error}"
    world.end()
    return Ridden(seed, world.trace, dict(world.tally), broken)


def _ride(world: World, steps: int) -> None:
    _begin(world)
    _seat(world)
    for _ in range(steps):
        world.tick += 1
        world.pass_ms(world.rng.randint(1, 4_000))
        for actor in world.actors:
            actor.step(world)
    _calm(world)
    _press_on(world)
    _play_on(world)
    _put_away(world)


# The beginning


def _begin(world: World) -> None:
    """A cut in the middle of it leaves a game without a move, or none; nobody was told of either."""
    start = opening(world.rng, RandomDice.from_seed(f"{world.seed}/start"))
    if world.rng.happens(0.2) and world.odds.cut:
        world.disk.cut_in(world.rng.randint(1, OPERATIONS))
    while world.house is None:
        try:
            is_there = world.disk.exists(TAPE) or world.disk.exists(DATABASE)
            world.begin(world.new_house(None if is_there else start))
        except PowerCut:
            world.crash()
        except JournalError as error:
            must(world.odds.model == "liar", LIVELY, f"the game cannot be begun: {error}")
            raise Ruined from error


def _seat(world: World) -> None:
    """A banker, some players, and somebody who only watches."""
    rng = world.rng
    world.clients.append(Client("banker", "banker", -1, 0.9, Screen(world.witness)))
    for seat in range(len(world.session.game.players)):
        if rng.happens(0.5):
            world.clients.append(Client(f"seat{seat}", "player", seat, 0.25, Screen(world.witness)))
    if rng.happens(0.3):
        world.clients.append(Client("watcher", "viewer", -1, 0.1, Screen(world.witness)))
    world.actors += world.clients


# The calm


def _calm(world: World) -> None:
    world.note("calm")
    world.odds = replace(world.odds, **CALM)
    world.disk.full = world.disk.fsync_fails = False
    world.disk.cut_in(0)
    for _ in range(5):  # what a liar has ruined may need to be repaired more than once
        if world.house is None:
            world.start()
    must(world.house is not None, LIVELY, "the table does not start")
    world.probe()
    must(not world.session.trouble, LIVELY, f"there is still trouble: {world.session.trouble}")
    world.post.lose_all()
    for client in world.clients:
        _catch_up(world, client)


def _catch_up(world: World, client: Client) -> None:
    for _ in range(3):  # it may have to read a farewell first
        if not client.is_linked(world):
            client.link(world)
        client.read(world)
    shown, session = client.screen, world.session
    must(shown.number == session.number, LIVELY, f"{client.name} is at {shown.number}, the game at {session.number}")
    must(shown.trouble == session.trouble, LIVELY, f"{client.name} was told of {shown.trouble!r}")


def _press_on(world: World) -> None:
    """Everything is plugged in and let go of: then a press is felt."""
    fingers = world.fingers
    for gesture in (fingers.step, fingers.let_go, fingers.find, fingers.rest):
        gesture(world)
    fingers.press(world, "confirm")
    must(world.by_hand.touches.is_told("confirm"), LIVELY, "a press is not felt")


def _play_on(world: World) -> None:
    """Whatever each of them asks is answered, and the Banker can play on."""
    for client in world.clients:
        _ask(world, client, b'{"type":"EndTurn","player":%d}' % max(client.seat, 0))
    banker = world.clients[0]
    for _ in range(MOVES_AFTER):
        world.fingers.settle(world)
        number, game = world.session.number, world.session.game
        act = msgspec.json.encode(Undo() if game.over else certain(game, world.table, world.rng))
        _ask(world, banker, act)
        must(world.session.number == number + 1, LIVELY, f"move {number + 1} was not made: {act!r}")
    for client in world.clients:
        _catch_up(world, client)


def _ask(world: World, client: Client, act: bytes) -> None:
    id = client.give(world, act)
    world.post.step(world)
    client.read(world)
    must(client.is_answered(id), LIVELY, f"{client.name} was not answered")


def _put_away(world: World) -> None:
    """Put away and taken up again, it is the same game, and there is nothing to mend."""
    world.stop()
    world.start()
    must(world.house is not None, LIVELY, "the table does not start again")
    world.fingers.step(world)
    must(not world.disk.names("reports"), MISTAKE, "a report of a mistake was saved")
