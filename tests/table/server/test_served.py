"""A table in a process of its own, and its clients: many, slow, silent, and three that play a whole game."""

import resource
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, suppress
from pathlib import Path

import pytest

from companion.play.acts import Act, Undo
from companion.rules.commands import BuyDeed, EndGame, EndTurn, Roll
from companion.table.client import Client
from companion.table.messages.message import MAX_LINE_BYTES, RoleName
from companion.table.messages.requests import ExportGame
from companion.table.messages.views import MoveView, View
from companion.table.messages.wire import Goodbye, Moved, NewSetup, Snapshot
from companion.table.server.socket_server import FULL, MAX_CONNECTIONS
from tests.table.fake_table import in_loop
from tests.table.running_table import RunningTable, SocketClient, correct, first_snapshot, give, told

ANN = 0
ROLL, BUY = Roll(ANN, (1, 2)), BuyDeed(ANN)
MAX_MEMORY_BYTES = 4_000_000  # bytes; the news sent in that time is larger


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def table(data: Path) -> Iterator[RunningTable]:
    with RunningTable(data) as running:
        yield running


@in_loop
async def test_two_clients_see_the_same_numbered_moves(table: RunningTable) -> None:
    table.begin()
    async with Client(table.socket, "banker") as banker, Client(table.socket, "viewer") as viewer:
        for client in (banker, viewer):
            await first_snapshot(client)
        acts: tuple[Act, ...] = (ROLL, BUY, EndTurn(ANN), Undo(), EndTurn(ANN))
        for number, act in enumerate(acts, 1):
            assert (await give(banker, act)).number == number
        seen = [await told(client, 5) for client in (banker, viewer)]
        assert [message.number for message in seen[1] if isinstance(message, Moved)] == [1, 2, 3, 4, 5]
        assert seen[0] == seen[1]


@in_loop
async def test_another_game_is_shown_to_everybody(table: RunningTable) -> None:
    async with Client(table.socket, "banker") as banker, Client(table.socket, "viewer") as viewer:
        for client in (banker, viewer):
            empty = (await first_snapshot(client))[1]
            assert isinstance(empty, Snapshot)
            assert (empty.number, empty.view) == (0, None)
        assert table.begin("Ann", "Ben", "Cy").done
        (new,) = await told(banker, 1)
        assert isinstance(new, NewSetup), "and the Banker's screens hear what the next game starts from"
        assert [player.name for player in new.setup.usual.players] == ["Ann", "Ben", "Cy"]
        for client in (banker, viewer):
            (snapshot,) = await told(client, 1)
            assert isinstance(snapshot, Snapshot)
            assert snapshot.view is not None
            assert [player.name for player in snapshot.view.players] == ["Ann", "Ben", "Cy"]
        assert (await give(banker, ROLL)).number == 1


def test_one_client_too_many_is_told_so(table: RunningTable) -> None:
    with ExitStack() as stack:
        for _ in range(MAX_CONNECTIONS):
            stack.enter_context(SocketClient(table.socket).greeted("viewer"))
        one_more = stack.enter_context(SocketClient(table.socket))
        assert one_more.rest() == [Goodbye(FULL)]


def test_a_client_that_sends_a_megabyte_is_hung_up_on(table: RunningTable) -> None:
    table.begin()
    with SocketClient(table.socket).greeted() as connection, SocketClient(table.socket).greeted() as other:
        with suppress(ConnectionError):  # the table does not wait for the rest
            connection.say(b"x" * 1_000_000 + b"\n")
        assert connection.rest() == [Goodbye(f"A line has at most {MAX_LINE_BYTES} bytes.")]
        correct(other, range(1, 2))
    assert table.end().said == "", "and nothing was worth a word in the log"


def test_a_silent_client_is_hung_up_on_in_time(table: RunningTable) -> None:
    """The one slow test here: it takes the five seconds that a client has to say hello."""
    with SocketClient(table.socket) as silent:
        assert silent.rest() == [Goodbye("Say hello first, and at once.")]


@pytest.mark.long_run
def test_a_client_that_never_reads_costs_the_table_no_memory(table: RunningTable) -> None:
    table.begin()
    with SocketClient(table.socket).greeted("viewer") as slow, SocketClient(table.socket).greeted() as banker:
        correct(banker, range(1, 101))
        before = _resident(table)
        correct(banker, range(101, 601))
        assert _resident(table) - before < MAX_MEMORY_BYTES
        seen = [slow.next()]
        while not isinstance(seen[-1], Snapshot):
            seen.append(slow.next())
        assert seen[-1].number == 600
        assert len(seen) < 300, "most of the moves were never kept"


def _resident(table: RunningTable) -> int:
    pages = int(Path(f"/proc/{table.process.pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize()


# A whole short game


class Seat:
    """A client in one role, which knows only what it is sent."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.seen: list[int] = []
        self.view: View | None = None

    async def hear(self, number: int) -> View:
        """Reads up to this move."""
        while not self.seen or self.seen[-1] < number:
            message = await anext(self.client)
            if isinstance(message, Moved | Snapshot):
                self.seen.append(message.number)
                self.view = message.view
        assert self.view is not None
        return self.view


@in_loop
async def test_a_whole_short_game_is_played_in_three_roles(table: RunningTable) -> None:
    table.begin("Ann", "Ben")
    roles: tuple[tuple[RoleName, int], ...] = (("banker", -1), ("player", ANN), ("viewer", -1))
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(Client(table.socket, *role)) for role in roles]
        banker, ann, viewer = map(Seat, clients)
        number = await _play(banker, ann, viewer)
        views = [await seat.hear(number) for seat in (banker, ann, viewer)]
    assert views[0] == views[1] == views[2]
    assert views[0].over
    assert views[0].winners
    for seat in (banker, ann, viewer):
        assert seat.seen == list(range(number + 1))
    record = table.ask(ExportGame())
    assert record.done
    assert "Ann rolls" in record.text


async def _play(banker: Seat, ann: Seat, viewer: Seat, moves_most: int = 60) -> int:
    """Ann plays herself, the Banker plays for Ben; then time is up. Returns the number of the last move."""
    number, by_ann = 0, 0
    while number < moves_most:
        view = await banker.hear(number)
        move = _next_move(view)
        assert (await viewer.client.give(move.act)).outcome == "forbidden"
        if move.seat == ANN:
            by_ann += 1
        else:
            assert (await ann.client.give(move.act)).outcome == "forbidden"
        answer = await (ann if move.seat == ANN else banker).client.give(move.act)
        assert answer.outcome == "done", (move, answer)
        assert answer.number == number + 1
        number += 1
    assert by_ann > 10
    assert (await give(ann.client, EndGame())).outcome == "forbidden"
    return (await give(banker.client, EndGame())).number


def _next_move(view: View) -> MoveView:
    """The first move of the player the table waits for, or else of anybody."""
    ready = [move for move in view.moves if not move.needs and not move.banker and move.seat >= 0]
    assert ready, view
    return next((move for move in ready if move.seat == view.prompt_seat), ready[0])
