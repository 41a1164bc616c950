"""Seats that nobody has, in the game in play and in any game."""

from pathlib import Path

import pytest

from companion.table.messages.message import PROTOCOL
from companion.table.messages.requests import OpenPairing
from companion.table.messages.wire import Goodbye, Hello, Snapshot, Welcome
from companion.table.server.connection import MAX_SEATS
from tests.table.memory_table import MemoryTable
from tests.table.server.test_pairing import PairingTable

ZOE, NOBODY = 2, 3
NOT_IN_THIS_GAME = "Nobody is player 4 in this game: it is played by Ann, [red] and Zoë."
NEVER = "Nobody is player 9: at most 8 can play."


@pytest.fixture
def memory_table() -> MemoryTable:
    """No game is in play yet."""
    return MemoryTable()


@pytest.fixture
def door(tmp_path: Path) -> PairingTable:
    return PairingTable(tmp_path)


def said_hello(memory_table: MemoryTable, hello: Hello) -> list[object]:
    connection = memory_table.dispatcher.connect()
    memory_table.say(connection, hello)
    return list(memory_table.sent(connection))


@pytest.mark.parametrize("seat", [0, ZOE])
def test_everybody_who_plays_is_welcome(memory_table: MemoryTable, seat: int) -> None:
    memory_table.begin()
    assert [type(one) for one in said_hello(memory_table, Hello(PROTOCOL, "player", seat))] == [Welcome, Snapshot]


def test_a_seat_that_nobody_has_is_refused(memory_table: MemoryTable) -> None:
    memory_table.begin()
    assert said_hello(memory_table, Hello(PROTOCOL, "player", NOBODY)) == [Goodbye(NOT_IN_THIS_GAME)]
    assert said_hello(memory_table, Hello(PROTOCOL, "player", 10**30)) == [
        Goodbye(f"Nobody is player {10**30 + 1:,}: at most 8 can play.")
    ]


def test_before_a_game_begins_every_seat_may_be_somebodys(memory_table: MemoryTable) -> None:
    assert isinstance(said_hello(memory_table, Hello(PROTOCOL, "player", MAX_SEATS - 1))[0], Welcome)
    assert said_hello(memory_table, Hello(PROTOCOL, "player", MAX_SEATS)) == [Goodbye(NEVER)]


def test_a_game_with_fewer_players_tells_who_has_no_seat(memory_table: MemoryTable) -> None:
    zoe, nobody, watching = (
        memory_table.greeted("player", ZOE),
        memory_table.greeted("player", NOBODY),
        memory_table.greeted("viewer"),
    )
    memory_table.begin()
    assert memory_table.sent(nobody) == [Goodbye(NOT_IN_THIS_GAME)]
    for connection in (zoe, watching):
        assert [type(one) for one in memory_table.sent(connection)] == [Snapshot]


def test_no_code_is_made_for_a_seat_that_no_game_has(door: PairingTable) -> None:
    reply = door.ask(OpenPairing("player", MAX_SEATS))
    assert (reply.done, reply.message) == (False, NEVER)
    assert door.pairings.view().code == ""
    assert door.ask(OpenPairing("player", MAX_SEATS - 1)).done
