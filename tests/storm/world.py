"""The world of one storm: a disk, a process that dies and is restarted, clients and a clock, all from one seed."""

import hashlib
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Protocol

from companion.journal import Journal, JournalDamaged, JournalError, JournalUnavailable
from companion.journal.backup import backups
from companion.journal.database import DATABASE
from companion.journal.restore import restore_backup
from companion.journal.tape import TAPE
from companion.play.acts import Start
from companion.players.automatic import AutomaticTable
from companion.players.dice import RandomDice
from companion.players.seeded_random import SeededRandom
from companion.table.games.past import MemoryLimits
from companion.table.games.session import Session, SessionDeps
from companion.table.server.dispatcher import Dispatcher
from tests.storm.broken import LawBroken, must
from tests.storm.client import Post, StormClient
from tests.storm.furniture import Furniture
from tests.storm.gestures import ClumsyHands
from tests.storm.hand_watch import HandWatch
from tests.storm.laws import HONEST, SILENT, Left, Witness
from tests.storm.medium import read_line
from tests.storm.process import APP, TableProcess, TableWiring
from tests.storm.torn_disk import PowerCut, TornDisk
from tests.storm.weather import Odds, Restarter, Weather, draw_odds

FALLS_OVER = "the table never falls over"
BOARD_FIRST = "no new roll until the question about the board is answered"
CLEAN = "after a clean stop there is nothing to repair"
EVENING_MS = 1_795_000_000_000
FORGETFUL = MemoryLimits(moves=15, milestone_every=6, at_once=3)  # every second storm is a very long game


class Ruined(Exception):
    """A lying disk has kept nothing to go on with, and the journal said so."""


class Actor(Protocol):
    """Anything that acts in a storm: clients, hands, the weather, the post."""

    def step(self, world: "StormWorld") -> None:
        """Act once, or do nothing."""


class StormWorld:
    def __init__(self, seed: int, disk: type[TornDisk] = TornDisk) -> None:
        self.seed = seed
        self._lives = 0
        self._trace = hashlib.sha256()
        self._was_cut = self._goes_back = self._was_clean = False
        self.rng = SeededRandom(f"storm {seed}")
        self.odds: Odds = draw_odds(self.rng)
        self.tally: Counter[str] = Counter()
        self.tick = 0
        self.clock_ms = EVENING_MS
        self.passed_ms = 0  # by a clock that never jumps
        self.furniture = Furniture(self.rng)
        self.hand_watch = HandWatch(self.furniture)
        self.ending = "cut"  # how the process ends if it ends inside an operation
        self.disk = disk(self.rng, self.odds.model, "storm")
        self.process: TableProcess | None = None
        self._witness: Witness | None = None
        self.table = AutomaticTable(RandomDice.from_seed(f"{seed}/table"))
        self.post = Post()
        self.clumsy_hands = ClumsyHands()
        self.clients: list[StormClient] = []
        self.actors: list[Actor] = [Weather(), Restarter(), self.post, self.clumsy_hands]

    # For actors

    @property
    def session(self) -> Session:
        assert self.process is not None
        return self.process.session

    @property
    def dispatcher(self) -> Dispatcher:
        assert self.process is not None
        return self.process.dispatcher

    @property
    def witness(self) -> Witness:
        assert self._witness is not None
        return self._witness

    def begin(self, process: TableProcess) -> None:
        self.process, self._witness = process, Witness(self.disk, process.session)

    def note(self, what: bytes | str) -> None:
        self._trace.update(what if isinstance(what, bytes) else what.encode())
        self._trace.update(b"\n")

    @property
    def trace(self) -> str:
        return self._trace.hexdigest()

    def end(self) -> None:
        """Counted up, and nothing left open."""
        self.disk.kill()
        if self._witness is not None:
            self.tally["moves"] = len(self._witness.course) + self._witness.lost
            self.tally["lost by lying disks"] = self._witness.lost
        self.tally["acts by hand"] = self.hand_watch.laws.acts

    def new_process(self, start: Start | None = None) -> TableProcess:
        """With new dice."""
        self._lives += 1
        dice = RandomDice.from_seed(f"{self.seed}/life {self._lives}")
        limits = FORGETFUL if self.seed % 2 else MemoryLimits()
        deps = SessionDeps(dice, lambda: self.clock_ms, APP, limits=limits)
        attend = partial(self.hand_watch.attend, self)
        return TableProcess(self.disk, deps, start, TableWiring(self.furniture, attend, f"hands-{self._lives}"))

    def pass_ms(self, ms: int) -> None:
        self.clock_ms += ms
        self.passed_ms += ms

    # The process

    def hear(self, client: StormClient, line: bytes, id: str = "") -> None:
        """A line arrives at the table."""
        self.note(line)
        self.witness.delivered[id] += 1
        number, controller = len(self.witness.course), self.process.controller if self.process is not None else None
        is_board_asked = controller is not None and bool(controller.prompts().questions)
        must_wait = is_board_asked and id not in self.witness.doubtful
        self.works(lambda process: process.dispatcher.hear(client.connection, line), id)
        if must_wait:
            for made in self.witness.course[number:]:  # others in there were made before and only found now
                written = read_line(made.text)
                kind = written.body["act"]["type"] if written is not None and made.id == id else ""
                must(kind not in ("Roll", "Throw"), BOARD_FIRST, f"a screen gave {kind}")
        self.hand_watch.note_moves(self.witness, number)

    def probe(self) -> None:
        self.works(lambda process: process.dispatcher.probe())

    def look(self) -> None:
        """The table looks at its board, as it does now and then."""
        controller = self.process.controller if self.process is not None else None
        if controller is not None:
            self.works(lambda _: controller.look())

    def works(self, call: Callable[[TableProcess], None], given: str = "") -> None:
        """The process does something, watched. It may die of it."""
        process = self.process
        if process is None:
            return
        before = self.witness.before(process.session)
        try:
            call(process)
        except PowerCut:
            self.witness.died(before, process.session, given)
            self.crash()
            return
        except LawBroken:
            raise
        except Exception as error:
            raise LawBroken(FALLS_OVER, f"{type(error).__name__}: {error}") from error
        self.witness.after(before, process.session, given)

    def crash(self) -> None:
        """Only the disk survives: as the operating system has it, or as a power cut leaves it."""
        self.note(self.ending)
        self.process, self._was_clean = None, False
        if self.ending == "kill":
            self.tally["kills"] += 1
            self.disk.kill()
        else:
            self.tally["cuts"] += 1
            self._was_cut = True
            self.disk.power_cut()

    def stop(self) -> None:
        """Somebody puts the game away."""
        if self.process is None:
            return
        self.note("stop")
        self.dispatcher.close("The game is put away.")
        for client in self.clients:
            client.read(self)
        try:
            self._was_clean = not self.session.trouble
            self.session.close()
        except PowerCut:
            self.crash()
        except JournalError:
            self._was_clean = False
        self.process = None
        self.disk.kill()

    def start(self) -> None:
        """A new process on the same disk."""
        if self.rng.happens(self.odds.rot) and self.witness.are_both_whole():
            name = self.rng.choice((TAPE, DATABASE))  # one copy rots while the other is whole
            self.tally["rotten copies"] += 1
            self._was_clean = False
            self.note(f"rot {name}")
            self.disk.rot(name)
        left = self.witness.left()
        try:
            process = self.new_process()
        except PowerCut:
            self.crash()
        except JournalDamaged as damaged:
            self._repair(damaged)
        except JournalError as error:
            raise LawBroken(FALLS_OVER, f"the game cannot be opened: {error}") from error
        else:
            self._take_over(process, left)

    def _take_over(self, process: TableProcess, left: Left) -> None:
        session = process.session
        self.note(f"start {session.number} {session.trouble} {session.report}")
        self.tally["starts"] += 1
        self.tally["mended"] += not session.report.is_sound
        if self._goes_back:
            self.witness.went_back(session)
        else:
            self.witness.restarted(session, left, may_lose=self._may_lose())
        if self._was_clean and not session.trouble:
            report = session.report
            # What a liar has lost, and the name of a backup still tells of, is said until somebody accepts it.
            is_told = not report.is_whole and self.odds.model == "liar"
            must(report.found == ((report.verdict,) if is_told else ()) and not report.done, CLEAN, f"{report}")
        self.process = process
        self._was_clean = self._goes_back = False
        if not session.trouble:
            self._was_cut = False

    def _may_lose(self) -> bool:
        return self.odds.model == "liar" and self._was_cut

    def _repair(self, damaged: JournalDamaged) -> None:
        """What a person does who is told of damage: go on after the last sound move, or go back to a backup."""
        must(self._may_lose(), HONEST, str(damaged))
        self.note(str(damaged))
        self.tally["repairs"] += 1
        sound = damaged.from_number - 1
        self._goes_back |= sound < 0  # even if that is cut off
        try:
            if sound < 0:
                self._restore_newest_backup()
                return
            journal = Journal.repair(self.disk)
            saved = journal.last_number
            journal.close()
            must(saved >= sound, SILENT, f"of {sound} sound moves {saved} were kept")
        except PowerCut:
            self.crash()
        except JournalUnavailable:
            self.disk.kill()

    def _restore_newest_backup(self) -> None:
        for backup in reversed(backups(self.disk)):
            with suppress(JournalDamaged):
                restore_backup(self.disk, backup.name, force=True)
                return
        raise Ruined
