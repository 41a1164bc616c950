"""Tables for a console under test, with no socket between. The dispatcher, the session and the journal are real."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from msgspec import Raw

from companion.journal import RealDisk
from companion.play.acts import Act, RecordedMove, Start
from companion.players.dice import SeededDice
from companion.players.seeded_random import SeededRandom
from companion.rules.state import Game
from companion.table.client import LinkDown, LinkUp, ServerEvent, new_id
from companion.table.games.library import GameLibrary
from companion.table.games.session import Session, SessionDeps
from companion.table.messages.changes import HeardView
from companion.table.messages.message import PROTOCOL, RoleName
from companion.table.messages.requests import ExplainAmounts, ExplainClauses, HistoryRequest, Request, ShowSetup
from companion.table.messages.setup import Usual
from companion.table.messages.wire import Answer, Ask, Give, Hello, Reply, Working, decode_from_table, encode
from companion.table.server.dispatcher import Dispatcher
from companion.table.views.history import LookingBack
from companion.table.views.setup_sheet import setup_sheet
from tests.storm.torn_disk import TornDisk
from tests.table.evening import move
from tests.table.evening import start as evening_start
from tests.table.memory_table import YesHost

GAME = "20261116-2041-aa"
Told = Callable[[Working], None]
AT_MS = 1_795_000_000_000


class InMemoryTable:
    """A link to a game that stands as a test wants it, with levers to let it fail. The real table decides."""

    def __init__(
        self,
        start: Game | None,
        *acts: Act,
        role: RoleName = "banker",
        seat: int = -1,
        restarted: str = "",
        title: str = "",
        seed: int = 1,
        dice: Literal["", "button", "hand"] = "",
        takes_stale: bool = False,
    ) -> None:
        self.role: RoleName = role
        self.seat = seat
        self.path = Path("nowhere/table.sock")
        self.given: list[bytes] = []
        self.done: list[bytes] = []  # of what was given
        self._takes_stale = takes_stale
        self.asked: list[Request] = []
        self.reply = Reply("", done=True)
        self.answer: Answer | None = None  # instead of the table's own
        self.after_give: Act | None = None  # somebody else's, before its answer arrives
        self.host = YesHost()
        self._dice: Literal["", "button", "hand"] = dice
        self.dispatcher = Dispatcher(self.host, "0.1.0", restarted)
        self._hear: Callable[[ServerEvent], object] = lambda _: None
        self._answers: dict[str, Answer] = {}
        self._replies: dict[str, Reply] = {}
        self._deps = SessionDeps(SeededDice(seed), lambda: AT_MS, "0.1.0")
        if start is not None:
            self.begin(start, *acts, title=title)

    def begin(self, start: Game, *acts: Act, title: str = "", game: str = GAME) -> Session:
        session = Session.create(
            TornDisk(SeededRandom(1), game=game), Start(start, title, dice=self._dice), self._deps, self.dispatcher.news
        )
        self.host.session = session
        for number, act in enumerate(acts):
            session.give(f"before-{number}", act)
        self.dispatcher.changed()
        return session

    # The link

    async def run(self, hear: Callable[[ServerEvent], object]) -> None:
        self._hear = hear
        self.come_back()
        await asyncio.Event().wait()

    def come_back(self) -> None:
        self._heard = HeardView()
        self._connection = self.dispatcher.connect()
        self._hear(LinkUp())
        self.dispatcher.hear(self._connection, encode(Hello(PROTOCOL, self.role, self.seat)))
        self.tell()

    def fall(self, why: str = "The table hung up.") -> None:
        self._hear(LinkDown(why))

    def tell(self) -> None:
        """Passes on everything that the table has to say."""
        for line in iter(lambda: self._connection.next_line(self.dispatcher.snapshot), b""):
            match self._heard.hear(decode_from_table(line)):
                case Answer(id) as answer:
                    self._answers[id] = answer
                case Reply(id) as reply:
                    self._replies[id] = reply
                case message:
                    self._hear(message)  # type: ignore[arg-type]

    async def give(self, act: bytes, *, seen: int = -1) -> Answer:
        self.given.append(act)
        if self.answer is not None:
            return self.answer
        id = new_id()
        self.dispatcher.hear(self._connection, encode(Give(id, Raw(act), seen=-1 if self._takes_stale else seen)))
        self.tell()
        if self.after_give is not None:
            self.act(self.after_give)
            self.after_give = None
        answer = self._answers.pop(id)
        if answer.outcome == "done":
            self.done.append(act)
        return answer

    async def ask(self, request: Request, *, working: Told = lambda _: None) -> Reply:  # noqa: ARG002, for the slow one
        self.asked.append(request)
        if isinstance(request, ExplainAmounts):
            return LookingBack().answer(self.host.session.timeline if self.host.session is not None else None, request)
        return self._replied(request) if isinstance(request, ExplainClauses) else self.reply

    def _replied(self, request: Request) -> Reply:
        """From the real dispatcher."""
        id = new_id()
        self.dispatcher.hear(self._connection, encode(Ask(id, request)))
        self.tell()
        return self._replies.pop(id)

    async def signal(self, lever: bytes) -> Answer:
        raise AssertionError(f"there are no levers on this table: {lever!r}")

    async def decide(self, question: int, *, board_is_right: bool) -> Answer:
        raise AssertionError(f"no question was asked at this table: {question} {board_is_right}")

    def act(self, act: Act) -> None:
        """Somebody else's move."""
        assert self.host.session is not None
        self.host.session.give(new_id(), act)
        self.tell()


class DiskTable(InMemoryTable):
    """Its game is on a disk, and one can look back at it."""

    def __init__(self, folder: Path, start: Game, *acts: Act, dice: Literal["", "button", "hand"] = "") -> None:
        self._folder = folder
        self._looking_back = LookingBack()
        super().__init__(start, *acts, dice=dice)

    def begin(self, start: Game, *acts: Act, title: str = "", game: str = GAME) -> Session:
        disk = RealDisk(self._folder / game)
        self.host.session = Session.create(disk, Start(start, title, dice=self._dice), self._deps, self.dispatcher.news)
        for number, act in enumerate(acts):
            self.host.session.give(f"before-{number}", act)
        self.dispatcher.changed()
        return self.host.session

    def resume(self) -> None:
        """As another table would, from the disk alone."""
        assert self.host.session is not None
        self.host.session.close()
        self.host.session = Session(RealDisk(self._folder / GAME), self._deps, self.dispatcher.news)
        self.dispatcher.changed()
        self.tell()

    async def ask(self, request: Request, *, working: Told = lambda _: None) -> Reply:  # noqa: ARG002, as above
        if isinstance(request, HistoryRequest):
            timeline = self.host.session.timeline if self.host.session is not None else None
            return self._looking_back.answer(timeline, request)
        if isinstance(request, ShowSetup) and self.host.session is not None:
            parts = setup_sheet(self.host.session.game, self.host.session.start)
            return Reply("", done=True, parts=parts)
        return await super().ask(request)


class LibraryTable(InMemoryTable):
    """With a real library of games on a disk. `close` it, or the folder stays locked."""

    def __init__(self, folder: Path, usual: Usual | None = None) -> None:
        super().__init__(None)
        self._now_ms = AT_MS
        deps = SessionDeps(SeededDice(1), self._tick, "0.1.0")
        self.library = GameLibrary(folder, deps, self._news, self._changed, usual or Usual())
        self.dispatcher = Dispatcher(self.library, "0.1.0")
        self.dispatcher.usual = lambda: self.library.usual
        self.dispatcher.usual_board = lambda: self.library.usual_board
        self.dispatcher.printed_board = lambda: self.library.printed_board
        self.library.setup_changed = self.dispatcher.tell_setup

    def _tick(self) -> int:
        self._now_ms += 1_000
        return self._now_ms

    def _news(self, taken: RecordedMove) -> None:
        self.dispatcher.news(taken)

    def _changed(self) -> None:
        self.dispatcher.changed()

    @property
    def session(self) -> Session:
        assert self.library.session is not None
        return self.library.session

    def close(self) -> None:
        self.library.close()

    async def ask(self, request: Request, *, working: Told = lambda _: None) -> Reply:  # noqa: ARG002, as above
        self.asked.append(request)
        return self._replied(request)


def evening(folder: Path, acts: int) -> DiskTable:
    """Three automatic players, with an undo, a redo or a rename now and then."""
    return DiskTable(folder, evening_start().game, *(move(number).act for number in range(1, acts + 1)))
