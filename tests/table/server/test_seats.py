"""Seats that nobody has: in the game in play, in any game, and for devices that were paired for another one."""

from pathlib import Path

import pytest

from companion.rules.commands import Roll
from companion.table.messages.message import PROTOCOL
from companion.table.messages.requests import OpenPairing, Pair
from companion.table.messages.wire import Goodbye, Hello, Snapshot, Welcome
from companion.table.server.roles import MAX_SEATS
from tests.table.room import Room
from tests.table.server.test_pairing import Door

ZOE, NOBODY = 2, 3
NOT_IN_THIS_GAME = "Nobody is player 4 in this game: it is played by Ann, [red] and Zoë."
NEVER = "Nobody is player 9: at most 8 can play."


@pytest.fixture
def room() -> Room:
    """No game is in play yet."""
    return Room()


@pytest.fixture
def door(tmp_path: Path) -> Door:
    return Door(tmp_path)


def said_hello(room: Room, hello: Hello) -> list[object]:
    connection = room.dispatcher.connect()
    room.say(connection, hello)
    return list(room.sent(connection))


@pytest.mark.parametrize("seat", [0, ZOE])
def test_everybody_who_plays_is_welcome(room: Room, seat: int) -> None:
    room.begin()
    assert [type(one) for one in said_hello(room, Hello(PROTOCOL, "player", seat))] == [Welcome, Snapshot]


def test_a_seat_that_nobody_has_is_refused(room: Room) -> None:
    room.begin()
    assert said_hello(room, Hello(PROTOCOL, "player", NOBODY)) == [Goodbye(NOT_IN_THIS_GAME)]
    assert said_hello(room, Hello(PROTOCOL, "player", 10**30)) == [
        Goodbye(f"Nobody is player {10**30 + 1:,}: at most 8 can play.")
    ]


def test_before_a_game_begins_every_seat_may_be_somebodys(room: Room) -> None:
    assert isinstance(said_hello(room, Hello(PROTOCOL, "player", MAX_SEATS - 1))[0], Welcome)
    assert said_hello(room, Hello(PROTOCOL, "player", MAX_SEATS)) == [Goodbye(NEVER)]


def test_a_game_with_fewer_players_tells_who_has_no_seat(room: Room) -> None:
    zoe, nobody, watching = room.greeted("player", ZOE), room.greeted("player", NOBODY), room.greeted("viewer")
    room.begin()
    assert room.sent(nobody) == [Goodbye(NOT_IN_THIS_GAME)]
    for connection in (zoe, watching):
        assert [type(one) for one in room.sent(connection)] == [Snapshot]


def test_a_paired_device_watches_a_game_in_which_it_has_no_seat(room: Room, door: Door) -> None:
    room.dispatcher.pairings = door.pairings
    device = door.ask(Pair(door.open(OpenPairing("player", NOBODY)), "phone")).devices[0].id
    early = room.dispatcher.connect()
    hello = Hello(PROTOCOL, "viewer", device=device)
    room.say(early, hello)
    room.sent(early)
    room.begin()
    assert [type(one) for one in room.sent(early)] == [Snapshot]
    welcome, *_ = said_hello(room, hello)
    assert isinstance(welcome, Welcome)
    assert (welcome.role, welcome.seat) == ("player", NOBODY)
    answer = room.give(early, "a", Roll(NOBODY, ()))
    assert (answer.outcome, answer.message) == ("refused", "There is no such player.")


def test_no_code_is_made_for_a_seat_that_no_game_has(door: Door) -> None:
    reply = door.ask(OpenPairing("player", MAX_SEATS))
    assert (reply.done, reply.message) == (False, NEVER)
    assert door.pairings.view().code == ""
    assert door.ask(OpenPairing("player", MAX_SEATS - 1)).done
