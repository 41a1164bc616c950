"""A client that reconnects for ever, and sends a command again until it is answered."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sized
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, TypeVar

import msgspec
from msgspec import Raw

from companion.table.client.link import (
    HUNG_UP,
    LinkDown,
    LinkLost,
    LinkUp,
    ServerEvent,
    new_id,
    next_message,
    opened,
    why_not,
)
from companion.table.messages.changes import HeardView, NotKnown
from companion.table.messages.message import MAX_LINE_BYTES, PROTOCOL, RoleName
from companion.table.messages.requests import Request
from companion.table.messages.wire import (
    Answer,
    AnswerQuestion,
    Ask,
    Beat,
    CancelAsk,
    Changed,
    FromTable,
    Give,
    Goodbye,
    Hello,
    Moved,
    NewSetup,
    Pairing,
    Reply,
    Resync,
    Seated,
    Signal,
    Snapshot,
    TablePrompts,
    Trouble,
    Welcome,
    Working,
    decode_from_client,
    encode,
)

MAX_UNANSWERED = 32  # commands, and questions, waiting for the table; it hangs up on a client that does not read
MAX_UNSENT_BYTES = 1024 * 1024  # bytes the table has not read yet
PAUSES_S = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)  # before reconnecting; the last one for ever
WELCOME_S = 5.0
NO_LINK = "There is no link to the table now. Try again when it is back."
ENDED = "The link to the table was ended here."
Sleep = Callable[[float], Awaitable[None]]
T = TypeVar("T")


class _Given(NamedTuple):
    line: bytes
    game: str  # the one in play then
    answers: list["asyncio.Future[Answer]"]


_NOT_GIVEN = _Given(b"", "", [])


class Client:
    """Use `async with`, then read it with `async for`. Answers are returned by `give` alone.

    It reconnects for ever. A command that nobody waits for any more is not sent again.
    """

    def __init__(
        self,
        path: Path,
        role: RoleName,
        seat: int = -1,
        name: str = "",
        *,
        device: str = "",
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._path = path
        self._hello = Hello(PROTOCOL, role, seat, name, device)
        self._sleep = sleep
        self._inbox = Inbox()
        self._writer: asyncio.StreamWriter | None = None  # once the snapshot has come
        self._failures = 0
        self._given: dict[str, _Given] = {}
        self._asked: dict[str, asyncio.Future[Reply]] = {}
        self._working: dict[str, Callable[[Working], None]] = {}
        self._by_hand: dict[str, asyncio.Future[Answer]] = {}
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Client":
        self._task = asyncio.create_task(self._keep_linked())
        self._task.add_done_callback(self._end)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def _end(self, _: "asyncio.Task[None]") -> None:
        """Nobody may wait for ever, even after a mistake of ours."""
        self._writer = None
        self._inbox.more.set()
        self._lose_questions(ENDED)
        self._lose_commands(list(self._given), ENDED)

    # Reading

    @property
    def is_up(self) -> bool:
        return self._writer is not None

    def refresh(self) -> None:
        """Asks for another snapshot."""
        self._write(encode(Resync()))

    def __aiter__(self) -> AsyncIterator[ServerEvent]:
        return self

    async def __anext__(self) -> ServerEvent:
        while (told := self._inbox.take()) is None:
            if self._has_ended():
                raise StopAsyncIteration
            if self._inbox.needs_snapshot():
                self._write(encode(Resync()))
            await self._inbox.more.wait()
        return told

    # Acting

    async def give(
        self,
        act: Raw | bytes,
        id: str | None = None,
        *,
        game: str | None = None,
        seen: int = -1,
        offer: int = 0,
        beat: int = 0,
    ) -> Answer:
        """Raises ValueError for something that is no command, and LinkLost if it will never be answered.

        Without a `game` it is meant for the one that was heard of last. The rest is as in the message `Give`.
        """
        id = id or new_id()
        game = self._inbox.game if game is None else game
        line = _line(Give(id, _compact(act), game, seen, offer, beat))
        if self._has_ended():
            raise LinkLost(ENDED)
        _require_room(self._given)
        given = self._given.setdefault(id, _Given(line, game, []))
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        given.answers.append(answer)
        self._write(line)
        try:
            return await answer
        finally:
            given.answers.remove(answer)
            if not given.answers and self._given.get(id) is given:
                del self._given[id]

    async def ask(
        self,
        request: Request,
        *,
        game: str | None = None,
        beat: int = 0,
        working: Callable[[Working], None] = lambda _: None,
    ) -> Reply:
        """Sent once. Raises LinkLost if the link is or goes down, and ValueError for something that is no question.

        `working` hears how far a question is that takes long; to cancel the waiting is to cancel the question.
        """
        if self._writer is None:
            raise LinkLost(NO_LINK)
        _require_room(self._asked)
        question = Ask(new_id(), request, beat, game)
        line = _line(question)
        self._asked[question.id] = asyncio.get_running_loop().create_future()
        self._working[question.id] = working
        self._write(line)
        try:
            return await self._asked[question.id]
        except asyncio.CancelledError:
            self._write(encode(CancelAsk(question.id)))
            raise
        finally:
            del self._working[question.id]
            self._asked.pop(question.id, None)

    async def signal(self, lever: bytes) -> Answer:
        """Pulls a lever of a simulated table, as in `hardware.levers`. Raises as `ask` does."""
        return await self._once(Signal(new_id(), _compact(lever)))

    async def decide(self, question: int, *, board_is_right: bool, beat: int = 0) -> Answer:
        """Answers a question about the sensed board. Raises as `ask` does."""
        return await self._once(AnswerQuestion(new_id(), question, board_is_right, beat))

    async def _once(self, message: Signal | AnswerQuestion) -> Answer:
        """A press or a tap is never sent again: a second one would count twice."""
        if self._writer is None:
            raise LinkLost(NO_LINK)
        _require_room(self._by_hand)
        line = _line(message)
        self._by_hand[message.id] = asyncio.get_running_loop().create_future()
        self._write(line)
        try:
            return await self._by_hand[message.id]
        finally:
            self._by_hand.pop(message.id, None)

    def _has_ended(self) -> bool:
        return self._task is None or self._task.done()

    def _write(self, line: bytes) -> None:
        """A table that reads nothing any more is stuck: give up the link."""
        if self._writer is None:
            return
        self._writer.write(line)
        if self._writer.transport.get_write_buffer_size() > MAX_UNSENT_BYTES:
            self._writer.transport.abort()

    # The link

    async def _keep_linked(self) -> None:
        while True:
            why = await self._link()
            self._writer = None
            self._inbox.link_down(why)
            self._lose_questions(why)
            self._failures += 1
            await self._sleep(PAUSES_S[min(self._failures, len(PAUSES_S)) - 1])

    async def _link(self) -> str:
        """Stays connected until the link is lost, and returns the reason."""
        try:
            reader, writer = await opened(self._path)
        except OSError as error:
            return why_not(error, self._path)
        try:
            writer.write(encode(self._hello))
            async with asyncio.timeout(WELCOME_S):
                welcome = await next_message(reader)
            if isinstance(welcome, Goodbye):
                return welcome.why
            if not isinstance(welcome, Welcome):
                return "Something listens there that is not a table."
            self._inbox.link_up(welcome)
            while True:
                self._hear(await next_message(reader))
                if self._writer is None and self._inbox.is_current:
                    self._writer = writer
                    self._give_again()
                await asyncio.sleep(0)  # many lines may have come at once: let the reader keep up
        except TimeoutError:
            return "The table does not answer."
        except LinkLost as lost:
            return str(lost)
        except OSError:
            return HUNG_UP
        finally:
            writer.close()

    def _hear(self, message: FromTable) -> None:
        match message:
            case Goodbye(why):
                raise LinkLost(why)
            case Answer(id) if id in self._by_hand:
                _settle(self._by_hand[id], message)
            case Answer(id):
                for answer in self._given.pop(id, _NOT_GIVEN).answers:
                    _settle(answer, message)
            case Reply(id) if id in self._asked:
                _settle(self._asked[id], message)
            case Working(id) if id in self._working:
                self._working[id](message)
            case Welcome() | Reply() | Working():
                pass  # nobody waits for it
            case _ if self._inbox.tell(message):
                self._write(encode(Resync()))
        if not self._given:  # otherwise a command of ours may be what makes the table hang up
            self._failures = 0

    def _give_again(self) -> None:
        """Only to the game it was meant for."""
        game = self._inbox.game
        lost = [id for id, given in self._given.items() if given.game not in ("", game)]
        self._lose_commands(lost, "The game it was meant for is not in play any more: look there whether it was done.")
        for given in self._given.values():
            self._write(given.line)

    def _lose_commands(self, ids: list[str], why: str) -> None:
        for id in ids:
            for answer in self._given.pop(id).answers:
                _settle(answer, LinkLost(why))

    def _lose_questions(self, why: str) -> None:
        lost = LinkLost(f"{why} Whether it was done will be seen when the table is back.")
        for reply in self._asked.values():
            _settle(reply, lost)
        for answer in self._by_hand.values():
            _settle(answer, lost)


def _settle(future: "asyncio.Future[T]", result: T | LinkLost) -> None:
    if future.done():
        return
    if isinstance(result, LinkLost):
        future.set_exception(result)
    else:
        future.set_result(result)


def _line(message: Give | Ask | Signal | AnswerQuestion) -> bytes:
    """Raises ValueError for a message that would make the table hang up every time."""
    line = encode(message)
    if len(line) > MAX_LINE_BYTES:
        raise ValueError(f"The table takes at most {MAX_LINE_BYTES} bytes at once, and this has {len(line)}.")
    decode_from_client(line)
    return line


def _compact(act: Raw | bytes) -> Raw:
    try:
        return Raw(msgspec.json.format(bytes(act), indent=-1))
    except (msgspec.DecodeError, RecursionError) as error:
        raise ValueError(f"That is not a command: {error}.") from None


def _require_room(waiting: Sized) -> None:
    if len(waiting) >= MAX_UNANSWERED:
        raise LinkLost(f"{MAX_UNANSWERED} of these wait for the table already: wait until it has answered.")


MAX_UNREAD = 128  # messages waiting to be read here


Told = NewSetup | Seated | Snapshot | Moved | Changed | TablePrompts | Pairing | Beat | Trouble


class Inbox:
    """Every move once and in order, or else a snapshot. Never more than MAX_UNREAD messages."""

    def __init__(self) -> None:
        self._unread: deque[ServerEvent] = deque()
        self._number: int | None = None  # of the last move; without it a snapshot must come first
        self._heard = HeardView()
        self._down = ""
        self._is_overrun = False
        self.more = asyncio.Event()
        self.game = ""

    @property
    def is_current(self) -> bool:
        return self._number is not None

    def link_up(self, welcome: Welcome) -> None:
        self._number, self._down, self._is_overrun = None, "", False
        self._put(LinkUp())
        self._put(welcome)

    def link_down(self, why: str) -> None:
        """Said once for each reason."""
        if why != self._down:
            self._down = why
            self._put(LinkDown(why))

    def tell(self, told: Told) -> bool:
        """Is a snapshot needed?"""
        if isinstance(told, Moved | Changed) and (self._number is None or told.number <= self._number):
            return False  # a snapshot is on its way, or has covered this
        try:
            message = self._heard.whole(told) if isinstance(told, Changed) else told
        except NotKnown:
            self._number = None
            return True
        match message:
            case Snapshot(number, view):
                self._number, self.game = number, view.game if view else ""
            case Moved(number):
                assert self._number is not None
                self._number = number if number == self._number + 1 else None
                if self._number is None:
                    return True
            case TablePrompts() if self._number is None:
                return False  # the snapshot on its way includes it
        if isinstance(message, Snapshot | Moved):
            self._heard.note(message)
        self._put(message)
        return False

    def _put(self, message: ServerEvent) -> None:
        if len(self._unread) >= MAX_UNREAD:
            seat = next((one for one in reversed(self._unread) if isinstance(one, Seated)), None)
            of_link = (LinkUp, LinkDown, Welcome, NewSetup)
            kept = [one for one in self._unread if isinstance(one, of_link) or one is seat]
            self._unread = deque(kept[-4:])  # older ones add nothing
            self._is_overrun = True
        if not (self._is_overrun and isinstance(message, Snapshot | Moved | TablePrompts | Pairing | Beat | Trouble)):
            self._unread.append(message)
        self.more.set()

    def take(self) -> ServerEvent | None:
        if self._unread:
            return self._unread.popleft()
        self.more.clear()
        return None

    def needs_snapshot(self) -> bool:
        """Everything was read, and some messages were dropped. True only once."""
        if not self._is_overrun:
            return False
        self._is_overrun, self._number = False, None
        return True
