"""One storm: a disk, a process that dies and is started again, clients, and a clock, all drawn from one seed."""

import hashlib
from collections import Counter
from collections.abc import Callable

from companion.journal import JournalDamaged, JournalError, JournalUnavailable
from companion.journal.database import DATABASE
from companion.journal.tape import TAPE
from companion.play.acts import Act, Start
from companion.players.automatic import AutomaticTable
from companion.players.dice import RandomDice
from companion.players.seeded_random import SeededRandom
from companion.table.games.session import Session, SessionDeps
from companion.table.server.dispatcher import Dispatcher
from tests.storm.actor import Actor
from tests.storm.broken import LawBroken, must
from tests.storm.by_hand import ByHand
from tests.storm.client import Client
from tests.storm.damage import goes_back, put_right
from tests.storm.fingers import Fingers
from tests.storm.furniture import Furniture
from tests.storm.house import APP, House, Table
from tests.storm.laws import HONEST, Left, Witness
from tests.storm.medium import read_line
from tests.storm.odds import Odds, draw_odds
from tests.storm.post import Post
from tests.storm.torn_disk import PowerCut, TornDisk
from tests.storm.weather import Keeper, Weather

FALLS_OVER = "the table never falls over"
BOARD_FIRST = "no new throw until the question about the board is answered"
CLEAN = "after a clean stop there is nothing to mend"
EVENING_MS = 1_795_000_000_000


class World:
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
        self.by_hand = ByHand(self.furniture)
        self.ending = "cut"  # how the process ends if it ends inside an operation
        self.disk = disk(self.rng, self.odds.model, "storm")
        self.house: House | None = None
        self._witness: Witness | None = None
        self.table = AutomaticTable(RandomDice.from_seed(f"{seed}/table"))
        self.post = Post()
        self.fingers = Fingers()
        self.clients: list[Client] = []
        self.actors: list[Actor] = [Weather(), Keeper(), self.post, self.fingers]

    # For actors

    @property
    def session(self) -> Session:
        assert self.house is not None
        return self.house.session

    @property
    def desk(self) -> Dispatcher:
        assert self.house is not None
        return self.house.desk

    @property
    def witness(self) -> Witness:
        assert self._witness is not None
        return self._witness

    def begin(self, house: House) -> None:
        self.house, self._witness = house, Witness(self.disk, house.session)

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
        self.tally["acts by hand"] = self.by_hand.touches.acts

    def means(self) -> SessionDeps:
        """A new process has new dice."""
        self._lives += 1
        return SessionDeps(RandomDice.from_seed(f"{self.seed}/life {self._lives}"), lambda: self.clock_ms, APP)

    def new_house(self, start: Start | None = None) -> House:
        means = self.means()
        return House(self.disk, means, start, Table(self.furniture, self._attend, f"hands-{self._lives}"))

    def _attend(self, id: str, act: Act) -> None:
        self.by_hand.attend(self, id, act)

    def pass_ms(self, ms: int) -> None:
        self.clock_ms += ms
        self.passed_ms += ms

    # The process

    def hear(self, client: Client, line: bytes, id: str = "") -> None:
        """A line arrives at the table."""
        self.note(line)
        self.witness.delivered[id] += 1
        number, is_held = len(self.witness.course), self._is_board_asked() and id not in self.witness.doubtful
        self.works(lambda house: house.desk.hear(client.caller, line), id)
        if is_held:
            self._check_held(id, number)
        self.by_hand.note_moves(self.witness, number)

    def _is_board_asked(self) -> bool:
        hands = self.house.hands if self.house is not None else None
        return hands is not None and bool(hands.at_hand().questions)

    def _check_held(self, id: str, number: int) -> None:
        """What was given while a question about the board was open; older moves may only be found out by it."""
        for made in self.witness.course[number:]:
            written = read_line(made.text)
            kind = written.body["act"]["type"] if written is not None and made.id == id else ""
            must(kind not in ("Roll", "Throw"), BOARD_FIRST, f"a screen gave {kind}")

    def probe(self) -> None:
        self.works(lambda house: house.desk.probe())

    def look(self) -> None:
        """As the table does now and then."""
        hands = self.house.hands if self.house is not None else None
        if hands is not None:
            self.works(lambda _: hands.look())

    def works(self, call: Callable[[House], None], given: str = "") -> None:
        """Something the process does, watched. It may be the end of it."""
        house = self.house
        if house is None:
            return
        before = self.witness.before(house.session)
        try:
            call(house)
        except PowerCut:
            self.witness.died(before, house.session, given)
            self.crash()
            return
        except LawBroken:
            raise
        except Exception as error:
            raise LawBroken(FALLS_OVER, f"{type(error).__name__}: {error}") from error
        self.witness.after(before, house.session, given)

    def crash(self) -> None:
        """Nothing of the process survives but the disk: as the operating system has it, or as a power cut leaves it."""
        self.note(self.ending)
        self.house, self._was_clean = None, False
        if self.ending == "kill":
            self.tally["kills"] += 1
            self.disk.kill()
        else:
            self.tally["cuts"] += 1
            self._was_cut = True
            self.disk.power_cut()

    def stop(self) -> None:
        """As when somebody puts the game away."""
        if self.house is None:
            return
        self.note("stop")
        self.desk.close("The game is put away.")
        for client in self.clients:
            client.read(self)
        try:
            self._was_clean = not self.session.trouble
            self.session.close()
        except PowerCut:
            self.crash()
        except JournalError:
            self._was_clean = False
        self.house = None
        self.disk.kill()

    def start(self) -> None:
        """A new process on the same disk."""
        self._rot()
        left = self.witness.left()
        try:
            house = self.new_house()
        except PowerCut:
            self.crash()
        except JournalDamaged as damaged:
            self._mend(damaged)
        except JournalError as error:
            raise LawBroken(FALLS_OVER, f"the game cannot be opened: {error}") from error
        else:
            self._open(house, left)

    def _rot(self) -> None:
        """One copy, while the other is whole."""
        if self.rng.happens(self.odds.rot) and self.witness.are_both_whole():
            name = self.rng.choice((TAPE, DATABASE))
            self.tally["rotten copies"] += 1
            self._was_clean = False
            self.note(f"rot {name}")
            self.disk.rot(name)

    def _open(self, house: House, left: Left) -> None:
        session = house.session
        self.note(f"start {session.number} {session.trouble} {session.report}")
        self.tally["starts"] += 1
        self.tally["mended"] += not session.report.is_sound
        if self._goes_back:
            self.witness.went_back(session)
        else:
            self.witness.restarted(session, left, may_lose=self._may_lose())
        if self._was_clean and not session.trouble:
            must(session.report.is_sound, CLEAN, f"{session.report}")
        self.house = house
        self._was_clean = self._goes_back = False
        if not session.trouble:
            self._was_cut = False

    def _may_lose(self) -> bool:
        return self.odds.model == "liar" and self._was_cut

    def _mend(self, damaged: JournalDamaged) -> None:
        must(self._may_lose(), HONEST, str(damaged))
        self.note(str(damaged))
        self.tally["repairs"] += 1
        self._goes_back |= goes_back(damaged)  # also if that is cut off
        try:
            put_right(self.disk, damaged)
        except PowerCut:
            self.crash()
        except JournalUnavailable:
            self.disk.kill()
