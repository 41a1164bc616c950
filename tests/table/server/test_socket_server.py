"""The socket around the dispatcher: no client can harm the others, whatever it does."""

import asyncio
import gc
import logging
import socket
import warnings
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec
import pytest

from companion.notify import LogLimit
from companion.play.acts import Act, RecordedMove
from companion.rules.commands import BuyDeed, CorrectCash, Roll
from companion.table.client import Client, LinkDown, LinkUp, ServerEvent
from companion.table.messages.changes import HeardView
from companion.table.messages.message import MAX_LINE_BYTES, PROTOCOL, Message, RoleName
from companion.table.messages.requests import ListGames
from companion.table.messages.wire import (
    Answer,
    Ask,
    FromTable,
    Goodbye,
    Hello,
    Moved,
    Reply,
    Snapshot,
    Trouble,
    Welcome,
    decode_from_table,
    encode,
)
from companion.table.server import socket_server as service_module
from companion.table.server.connection import MAX_WAITING
from companion.table.server.socket_server import FULL, MAX_CONNECTIONS, MAX_UNSENT_BYTES, SocketServer
from tests.journal.conftest import closed_in_the_end
from tests.table.evening import id_of, move
from tests.table.fake_table import in_loop
from tests.table.memory_table import MemoryTable, give_line

__all__ = ["closed_in_the_end"]
ANN = 0
NOTHING_WAITED_FOR, FOR_EVER = 0.02, 600.0  # seconds
HELLO_S, AT_ONCE_S = 5.0, 20.0


@pytest.fixture(autouse=True)
def every_error_is_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that was logged a moment ago, by another test."""
    monkeypatch.setattr(LogLimit, "filter", lambda *_: True)


class Open:
    """A table in memory, with a socket."""

    def __init__(self, memory_table: MemoryTable, server: SocketServer, path: Path) -> None:
        self.memory_table = memory_table
        self.server = server
        self.path = path
        self.connections: list[RawClient] = []

    def client(self, role: RoleName = "banker", seat: int = -1) -> Client:
        return Client(self.path, role, seat)

    async def raw(self) -> "RawClient":
        self.connections.append(RawClient(*await asyncio.open_unix_connection(self.path, limit=4 * MAX_LINE_BYTES)))
        return self.connections[-1]

    async def greeted(self, role: RoleName = "banker") -> "RawClient":
        connection = await self.raw()
        connection.say(Hello(PROTOCOL, role))
        assert isinstance(await connection.next(), Welcome)
        assert isinstance(await connection.next(), Snapshot)
        return connection


class RawClient:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._heard = HeardView()
        self.writer = writer

    def say(self, *messages: Message) -> None:
        self.writer.write(b"".join(map(encode, messages)))

    async def next(self) -> FromTable:
        return self._heard.hear(decode_from_table(await self._reader.readuntil()))

    async def rest(self) -> list[FromTable]:
        """Everything until the table hangs up."""
        return [self._heard.hear(decode_from_table(line)) for line in (await self._reader.read()).splitlines()]

    async def answer(self) -> Answer:
        while not isinstance(message := await self.next(), Answer):
            pass
        return message

    async def give(self, id: str, act: Act) -> Answer:
        self.writer.write(give_line(id, act))
        return await self.answer()

    async def leave(self) -> None:
        self.writer.transport.abort()
        with suppress(OSError):
            await self.writer.wait_closed()


@asynccontextmanager
async def opened(tmp_path: Path, *, probe_s: float = 60, hello_s: float = 60) -> AsyncIterator[Open]:
    memory_table = MemoryTable()
    path = tmp_path / "table.sock"
    server = SocketServer(memory_table.dispatcher, path, probe_s=probe_s, hello_s=hello_s)
    memory_table.begin(server.news)
    await server.start()
    made = Open(memory_table, server, path)
    try:
        yield made
    finally:
        for connection in made.connections:
            await connection.leave()
        await server.stop("Good night.")


async def until(holds: Callable[[], bool]) -> None:
    """The deadline of the test is that of the loop."""
    while not holds():
        await asyncio.sleep(0)


def later_by(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Without waiting on the clock of the loop."""
    loop = asyncio.get_running_loop()
    now = loop.time
    monkeypatch.setattr(loop, "time", lambda: now() + seconds)


async def told(client: Client, count: int) -> list[ServerEvent]:
    return [await anext(client) for _ in range(count)]


def correction(number: int) -> CorrectCash:
    return CorrectCash(ANN, 1 if number % 2 else -1, "x" * 200)


# Served


@in_loop
async def test_everybody_sees_the_same_numbered_moves(tmp_path: Path) -> None:
    async with opened(tmp_path) as table, table.client() as banker, table.client("viewer") as viewer:
        for client in (banker, viewer):
            up, welcome, snapshot = await told(client, 3)
            assert (up, type(welcome), type(snapshot)) == (LinkUp(), Welcome, Snapshot)
        for number in range(1, 31):
            answer = await banker.give(msgspec.json.encode(move(number).act), id_of(number))
            assert answer == Answer(id_of(number), "done", number)
        seen = [await told(client, 30) for client in (banker, viewer)]
        assert [message.number for message in seen[0] if isinstance(message, Moved)] == list(range(1, 31))
        assert seen[0] == seen[1]


@in_loop
async def test_many_lines_at_once_are_all_answered_in_order(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        connection = await table.greeted("viewer")
        count = 10 * MAX_WAITING
        connection.say(*(Ask(f"q{number}", ListGames()) for number in range(count)))
        replies = [await connection.next() for _ in range(count)]
        assert [reply.id for reply in replies if isinstance(reply, Reply)] == [f"q{number}" for number in range(count)]


@in_loop
async def test_a_client_that_sends_everything_and_then_listens_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_module, "FAREWELL_S", FOR_EVER)  # it must not be needed
    async with opened(tmp_path) as table:
        connection = await table.raw()
        connection.say(Hello(PROTOCOL, "banker"), Ask("q", ListGames()))
        connection.writer.write_eof()
        kinds = [type(message) for message in await connection.rest()]
        assert kinds == [Welcome, Snapshot, Reply]


@in_loop
async def test_a_client_that_leaves_is_forgotten(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with opened(tmp_path) as table:
        stays, goes, breaks = [await table.greeted() for _ in range(3)]
        await goes.leave()
        breaks.writer.write(b'{"type":"Give","id"')
        breaks.writer.transport.abort()
        await until(lambda: len(table.memory_table.dispatcher.connections) == 1)
        assert await stays.give("a", Roll(ANN, (1, 2))) == Answer("a", "done", 1)
    assert caplog.records == []


# Not served


@in_loop
async def test_a_client_of_another_version_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.table.client.client.PROTOCOL", PROTOCOL + 1)
    why = f"This table speaks version {PROTOCOL}, not {PROTOCOL + 1}: update the older program."
    async with opened(tmp_path) as table, table.client() as client:
        assert await told(client, 1) == [LinkDown(why)]


@pytest.mark.parametrize("said", [b"", b'{"type":"Hello",'], ids=["nothing", "half a hello"])
@in_loop
async def test_a_client_that_says_no_hello_is_hung_up_on(
    tmp_path: Path, said: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_module, "FAREWELL_S", FOR_EVER)
    async with opened(tmp_path, hello_s=NOTHING_WAITED_FOR) as table:
        connection = await table.raw()
        connection.writer.write(said)
        assert await connection.rest() == [Goodbye("Say hello first, and at once.")]


@in_loop
async def test_a_client_may_be_silent_after_its_hello(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path, hello_s=HELLO_S) as table:
        silent, waiting = await table.greeted("viewer"), await table.raw()
        await until(lambda: len(table.memory_table.dispatcher.connections) == 2)
        await asyncio.sleep(0)  # the server listens from the next turn of the loop
        later_by(monkeypatch, HELLO_S)
        assert [type(message) for message in await waiting.rest()] == [Goodbye]
        assert (await (await table.greeted()).give("a", Roll(ANN, (1, 2)))).number == 1
        assert isinstance(await silent.next(), Moved)


@pytest.mark.parametrize("length", [MAX_LINE_BYTES + 1, 1_000_000])
@pytest.mark.parametrize("end", [b"\n", b""], ids=["a line", "no end"])
@in_loop
async def test_a_client_that_sends_too_long_a_line_is_hung_up_on(
    tmp_path: Path, length: int, end: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_module, "FAREWELL_S", FOR_EVER)  # until all of it is read
    async with opened(tmp_path) as table:
        connection, other = await table.greeted(), await table.greeted()
        connection.writer.write(b"x" * length + end)
        assert await connection.rest() == [Goodbye(f"A line has at most {MAX_LINE_BYTES} bytes.")]
        assert await other.give("a", Roll(ANN, (1, 2))) == Answer("a", "done", 1)


@in_loop
async def test_a_line_may_be_as_long_as_the_limit(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        connection = await table.greeted()
        line = b'{"type":"Ask","id":"q","request":{"type":"ListGames"}}'
        connection.writer.write(line + b" " * (MAX_LINE_BYTES - len(line)) + b"\n")
        assert await connection.next() == Reply("q", done=True)


@in_loop
async def test_one_client_too_many_is_told_so_and_has_room_when_one_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_module, "FAREWELL_S", FOR_EVER)
    async with opened(tmp_path) as table:
        connections = [await table.greeted("viewer") for _ in range(MAX_CONNECTIONS)]
        one_more = await table.raw()
        one_more.say(Hello(PROTOCOL, "viewer"))
        assert await one_more.rest() == [Goodbye(FULL)]
        await connections.pop().leave()
        await until(lambda: len(table.memory_table.dispatcher.connections) == MAX_CONNECTIONS - 1)
        connections.append(await table.greeted())
        assert (await connections[-1].give("a", Roll(ANN, (1, 2)))).number == 1


# Too slow


@in_loop
async def test_a_client_that_reads_nothing_costs_little_and_gets_a_snapshot_later(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        slow, viewer, banker = [await table.greeted(role) for role in ("viewer", "viewer", "banker")]
        slow.writer.transport.pause_reading()  # type: ignore[attr-defined]
        made, count = 0, 400
        for number in range(1, count + 1):
            assert (await banker.give(f"c{number}", correction(number))).number == number
            moved = await viewer.next()
            assert isinstance(moved, Moved)
            assert moved.number == number
            made += len(encode(moved))
        assert made > 20 * MAX_UNSENT_BYTES
        slow.writer.transport.resume_reading()  # type: ignore[attr-defined]
        seen = [await slow.next()]
        while not isinstance(seen[-1], Snapshot):
            seen.append(await slow.next())
        assert seen[-1].number == count
        before = [message.number for message in seen[:-1] if isinstance(message, Moved)]
        assert before == list(range(1, len(seen)))
        assert sum(len(encode(message)) for message in seen) < made / 4, "most of it was never kept"
        await banker.give("next", correction(1))
        following = await slow.next()
        assert isinstance(following, Moved)
        assert following.number == count + 1


@in_loop
async def test_a_client_that_asks_and_never_reads_is_hung_up_on_and_holds_nobody_up(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        greedy, other = await table.greeted(), await table.greeted()
        table.memory_table.host.text = "x" * 20_000
        greedy.writer.transport.pause_reading()  # type: ignore[attr-defined]
        greedy.say(*(Ask(f"q{number}", ListGames()) for number in range(500)))
        assert await other.give("a", Roll(ANN, (1, 2))) == Answer("a", "done", 1)
        await until(lambda: len(table.memory_table.dispatcher.connections) == 1)
        assert len(table.memory_table.host.asked) < 500
        assert await other.give("b", BuyDeed(ANN)) == Answer("b", "done", 2)


# Our own mistakes


@in_loop
async def test_a_mistake_of_ours_ends_one_connection_and_is_one_line_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(tmp_path) as table:
        connection, other = await table.greeted(), await table.greeted()
        table.memory_table.host.fails_with = ValueError("something\nin two lines")
        connection.say(Ask("q", ListGames()))
        (goodbye,) = await connection.rest()
        assert isinstance(goodbye, Goodbye)
        assert goodbye.why.startswith("That was our mistake")
        assert "lines" not in goodbye.why
        table.memory_table.host.fails_with = None
        other.say(Ask("q", ListGames()))
        assert await other.next() == Reply("q", done=True)
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert record.exc_info is None
    message = record.getMessage()
    assert message.startswith("While answering a question: ValueError in memory_table.py:")
    assert message.endswith(": something in two lines")


@in_loop
async def test_a_mistake_in_the_link_itself_is_logged_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(tmp_path) as table:
        connection, other = await table.greeted(), await table.greeted()
        with monkeypatch.context() as patch:
            patch.setattr("companion.table.server.socket_server.attempt", _broken)
            connection.say(Ask("q", ListGames()))
            assert await connection.rest() == []
        assert await other.give("a", Roll(ANN, (1, 2))) == Answer("a", "done", 1)
    (record,) = caplog.records
    assert record.getMessage().startswith("While talking to a client: RuntimeError in test_socket_server.py:")


@in_loop
async def test_a_game_that_cannot_be_shown_ends_the_connections_that_ask_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(tmp_path) as table:
        banker, viewer = await table.greeted(), await table.greeted("viewer")
        monkeypatch.setattr("companion.table.server.dispatcher.game_view", _broken)
        assert await banker.give("a", Roll(ANN, (1, 2))) == Answer("a", "done", 1), "it is saved all the same"
        for connection in (banker, viewer):
            (goodbye,) = await connection.rest()
            assert isinstance(goodbye, Goodbye)
            assert goodbye.why.startswith("That was our mistake")
        monkeypatch.undo()
        again = await table.greeted()
        assert await again.give("a", Roll(ANN, (1, 2))) == Answer("a", "done", 1)
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == [
        "While telling of a move",
        "While showing the game",
        "While showing the game",
    ]


def _broken(*_: object) -> None:
    raise RuntimeError("a bug")


@in_loop
async def test_probing_the_disk_goes_on_after_a_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(tmp_path, probe_s=0) as table:
        with monkeypatch.context() as patch:
            patch.setattr(table.memory_table.dispatcher, "probe", _broken)
            await until(lambda: len(caplog.records) >= 2)
        viewer = await table.greeted("viewer")
        table.memory_table.host.session, table.memory_table.host.trouble = None, "The game is damaged."
        assert await viewer.next() == Trouble("The game is damaged.")


# Trouble


@in_loop
async def test_the_disk_is_probed_by_itself(tmp_path: Path) -> None:
    async with opened(tmp_path, probe_s=NOTHING_WAITED_FOR) as table:
        banker, viewer = await table.greeted(), await table.greeted("viewer")
        table.memory_table.disk.full = True
        assert (await banker.give("a", Roll(ANN, (1, 2)))).outcome in ("not-saved", "unknown")
        trouble = await viewer.next()
        assert isinstance(trouble, Trouble)
        assert "no space left" in trouble.why
        table.memory_table.disk.full = False
        while (message := await viewer.next()) != Trouble(""):
            assert isinstance(message, Moved)
        assert (await banker.give("a", Roll(ANN, (1, 2)))).outcome == "done"


# The end


@in_loop
async def test_every_client_is_told_when_it_stops_and_none_is_waited_for(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        connections = [await table.greeted(), await table.greeted("viewer"), await table.raw()]
        slow = await table.greeted("viewer")
        slow.writer.transport.pause_reading()  # type: ignore[attr-defined]
        for number in range(1, 200):
            await connections[0].give(f"c{number}", correction(number))
        loop = asyncio.get_running_loop()
        started = loop.time()
        await table.server.stop("Good night.")
        assert loop.time() - started < AT_ONCE_S
        assert not table.path.exists()
        for connection in connections:
            assert (await connection.rest())[-1] == Goodbye("Good night.")


@pytest.mark.parametrize("steps", range(6))
def test_who_comes_while_the_table_stops_is_hung_up_on(tmp_path: Path, steps: int) -> None:
    """However far the connection was made: nothing is left open, so nothing is left to the garbage collector."""
    came = socket.socket(socket.AF_UNIX)

    @in_loop
    async def stop() -> None:
        async with opened(tmp_path) as table:
            came.connect(str(table.path))
            for _ in range(steps):
                await asyncio.sleep(0)

    with came, warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", ResourceWarning)
        stop()
        gc.collect()
    assert told == []


def test_the_socket_server_sends_the_news_of_the_dispatcher(tmp_path: Path) -> None:
    memory_table = MemoryTable()
    server = SocketServer(memory_table.dispatcher, tmp_path / "table.sock")
    heard: list[RecordedMove] = []
    memory_table.begin(lambda taken: (heard.append(taken), server.news(taken)))  # type: ignore[func-returns-value, arg-type]
    viewer = memory_table.greeted("viewer")
    memory_table.give(memory_table.greeted(), "a", Roll(ANN, (1, 2)))
    assert [message.number for message in memory_table.sent(viewer) if isinstance(message, Moved)] == [1]
    assert [taken.number for taken in heard] == [1]
