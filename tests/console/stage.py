"""A table for a console under test: the real desk, session and journal without a socket, and levers to let it fail."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec
from msgspec import Raw
from textual.pilot import Pilot

from companion.console.app import ConsoleApp
from companion.console.link import Link
from companion.console.themes import FELT
from companion.console.widgets.buttons import MoveButton
from companion.play.acts import Act, Start
from companion.players.dice import SeededDice
from companion.players.seeded_random import SeededRandom
from companion.rules.state import Game
from companion.table.client import LinkDown, LinkUp, ServerEvent, new_id
from companion.table.games.session import Session, SessionDeps
from companion.table.messages.message import PROTOCOL, RoleName
from companion.table.messages.requests import Explain, Reckon, Request
from companion.table.messages.wire import Answer, Ask, Give, Hello, Reply, decode_from_table, encode
from companion.table.server.dispatcher import Dispatcher
from companion.table.views.history import LookingBack
from tests.console.quick import is_quiet, paint
from tests.deadline import DEADLINE_S as DEADLINE_S
from tests.storm.torn_disk import TornDisk
from tests.table.room import SmallHost

GAME = "20261116-2041-aa"
AT_MS = 1_795_000_000_000
ROUNDS_MOST = 8
SMALL, LANDSCAPE, PORTRAIT, LARGE = (80, 24), (91, 25), (57, 40), (160, 50)
TABLETS = (LANDSCAPE, (106, 30), (73, 24), PORTRAIT, (66, 49))


class Stage:
    """A link to a game that stands as a test wants it. Everything given is decided by the real table."""

    def __init__(
        self,
        start: Game | None,
        *acts: Act,
        role: RoleName = "banker",
        seat: int = -1,
        restarted: str = "",
        title: str = "",
        seed: int = 1,
    ) -> None:
        self.role: RoleName = role
        self.seat = seat
        self.given: list[bytes] = []
        self.asked: list[Request] = []
        self.reply = Reply("", done=True)
        self.answer: Answer | None = None  # instead of the table's own
        self.host = SmallHost()
        self.dispatcher = Dispatcher(self.host, "0.1.0", restarted)
        self._hear: Callable[[ServerEvent], object] = lambda _: None
        self._answers: dict[str, Answer] = {}
        self._replies: dict[str, Reply] = {}
        self._deps = SessionDeps(SeededDice(seed), lambda: AT_MS, "0.1.0")
        if start is not None:
            self.begin(start, *acts, title=title)

    def begin(self, start: Game, *acts: Act, title: str = "", game: str = GAME) -> Session:
        session = Session.create(
            TornDisk(SeededRandom(1), game=game), Start(start, title), self._deps, self.dispatcher.news
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
        self._connection = self.dispatcher.connect()
        self._hear(LinkUp())
        self.dispatcher.hear(self._connection, encode(Hello(PROTOCOL, self.role, self.seat)))
        self.tell()

    def fall(self, why: str = "The table hung up.") -> None:
        self._hear(LinkDown(why))

    def tell(self) -> None:
        """Everything that the table has to say."""
        for line in iter(lambda: self._connection.next_line(self.dispatcher.snapshot), b""):
            match decode_from_table(line):
                case Answer(id) as answer:
                    self._answers[id] = answer
                case Reply(id) as reply:
                    self._replies[id] = reply
                case message:
                    self._hear(message)  # type: ignore[arg-type]

    async def give(self, act: bytes) -> Answer:
        self.given.append(act)
        if self.answer is not None:
            return self.answer
        id = new_id()
        self.dispatcher.hear(self._connection, encode(Give(id, Raw(act))))
        self.tell()
        return self._answers.pop(id)

    async def ask(self, request: Request) -> Reply:
        self.asked.append(request)
        if isinstance(request, Reckon):
            return LookingBack().answer(self.host.session.timeline if self.host.session is not None else None, request)
        return self._replied(request) if isinstance(request, Explain) else self.reply

    def _replied(self, request: Request) -> Reply:
        """By the real desk."""
        id = new_id()
        self.dispatcher.hear(self._connection, encode(Ask(id, request)))
        self.tell()
        return self._replies.pop(id)

    async def signal(self, lever: bytes) -> Answer:
        raise AssertionError(f"there are no levers on this stage: {lever!r}")

    async def decide(self, question: int, *, board_is_right: bool) -> Answer:
        raise AssertionError(f"no question was asked on this stage: {question} {board_is_right}")

    def act(self, act: Act) -> None:
        """Somebody else's move."""
        assert self.host.session is not None
        self.host.session.give(new_id(), act)
        self.tell()


def console(link: Link, *, is_touch: bool = False, settle_s: float = 0) -> ConsoleApp:
    """In the usual colours, whatever terminal the tests run on."""
    app = ConsoleApp(link, is_touch=is_touch, settle_s=settle_s)
    app.theme = FELT.name
    return app


@asynccontextmanager
async def shown(
    stage: Stage, size: tuple[int, int] = SMALL, *, is_touch: bool = False
) -> AsyncIterator[tuple[ConsoleApp, Pilot[None]]]:
    """The console on this stage, with its first snapshot on the screen."""
    app = console(stage, is_touch=is_touch)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        yield app, pilot


async def settled(pilot: Pilot[None]) -> None:
    """Everything that was pressed is given, answered and painted: twice in a row nothing is under way any more."""
    quiet = 0
    for _ in range(ROUNDS_MOST):
        before = tasks()
        await pilot.pause(0)
        quiet = quiet + 1 if is_quiet(pilot.app) and tasks() == before else 0
        if quiet == 2:
            break
    paint(pilot.app.screen)


def tasks() -> set[asyncio.Task[object]]:
    """A worker that has just begun, or come to its end, is something under way."""
    return {task for task in asyncio.all_tasks() if not task.cancelling()}


async def until(holds: Callable[[], bool]) -> None:
    """For what another process, or Textual's own workers, bring about in their own time."""
    async with asyncio.timeout(DEADLINE_S):
        while not holds():
            await asyncio.sleep(0.02)


async def press(pilot: Pilot[None], *keys: str) -> None:
    """One after the other, each with all that comes of it."""
    for key in keys:
        await pilot.press(key)
        await settled(pilot)


async def typed(pilot: Pilot[None], words: str) -> None:
    await pressed_quickly(pilot, *words)


async def pressed_quickly(pilot: Pilot[None], *keys: str) -> None:
    """With only a breath after each: for letters, and for going down a list."""
    await pilot.press(*keys)
    await settled(pilot)


async def click(pilot: Pilot[None], selector: str) -> None:
    """What is not to be seen cannot be clicked, and that is an error."""
    assert await pilot.click(selector)
    await settled(pilot)


def last(stage: Stage) -> dict[str, object]:
    """What was given last."""
    return msgspec.json.decode(stage.given[-1], type=dict[str, object])


def picture(app: ConsoleApp) -> list[str]:
    """What stands on the screen, a line each."""
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip) for strip in strips]


def text_of(app: ConsoleApp) -> str:
    return "\n".join(picture(app))


def words(app: ConsoleApp) -> str:
    """The same, however it is broken into lines."""
    return " ".join(text_of(app).split())


def labels(app: ConsoleApp) -> list[str]:
    """On the buttons of the moment."""
    return [button.offer.label for button in app.screen.query(MoveButton) if button.offer]
