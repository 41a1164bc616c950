"""Where callers are served: who may say what when, and one effect and one answer to an id."""

import pytest

from companion.journal.codec import digest
from companion.play.acts import Act, Rename, Undo
from companion.rules.commands import BuyDeed, CorrectCash, EndTurn, Roll
from companion.table.messages.message import PROTOCOL, RoleName
from companion.table.messages.requests import ListGames
from companion.table.messages.wire import (
    Answer,
    Ask,
    FromClient,
    Goodbye,
    Hello,
    Moved,
    Reply,
    Resync,
    Snapshot,
    Welcome,
)
from tests.table.evening import id_of, move
from tests.table.room import Room, give_line, room

__all__ = ["room"]
ANN, BEN = range(2)
ROLL = Roll(ANN, (1, 2))


# Hello


def test_hello_is_answered_with_a_welcome_and_a_snapshot(room: Room) -> None:
    connection = room.dispatcher.connect()
    room.say(connection, Hello(PROTOCOL, "viewer"))
    welcome, snapshot = room.sent(connection)
    assert isinstance(welcome, Welcome)
    assert (welcome.version, welcome.app, welcome.restarted) == (PROTOCOL, "0.1.0", "The table was restarted at 20:14.")
    assert len(welcome.board.spaces) == 40
    assert isinstance(snapshot, Snapshot)
    assert snapshot.view is not None
    assert (snapshot.number, snapshot.view.game, snapshot.trouble) == (0, room.disk.game, "")


@pytest.mark.parametrize("first", [Ask("a", ListGames()), Resync()], ids=repr)
def test_nothing_is_heard_before_a_hello(room: Room, first: FromClient) -> None:
    connection = room.dispatcher.connect()
    room.say(connection, first)
    assert room.sent(connection) == [Goodbye("Say hello first, and once.")]
    assert room.host.asked == []


def test_no_command_is_taken_before_a_hello(room: Room) -> None:
    connection = room.dispatcher.connect()
    room.dispatcher.hear(connection, give_line("a", ROLL))
    assert room.sent(connection) == [Goodbye("Say hello first, and once.")]
    assert room.host.session is not None
    assert room.host.session.number == 0


def test_who_has_not_said_hello_hears_nothing(room: Room) -> None:
    silent, banker = room.dispatcher.connect(), room.greeted()
    room.give(banker, "a", ROLL)
    room.dispatcher.changed()
    assert room.sent(silent) == []


@pytest.mark.parametrize(
    ("hello", "why"),
    [
        (Hello(PROTOCOL + 1, "banker"), "This table speaks version 1, not 2: update the older program."),
        (Hello(0, "viewer"), "This table speaks version 1, not 0: update the older program."),
        (Hello(PROTOCOL, "player"), "Only players have seats."),
        (Hello(PROTOCOL, "banker", 0), "Only players have seats."),
        (Hello(PROTOCOL, "viewer", 2), "Only players have seats."),
    ],
    ids=repr,
)
def test_a_hello_that_will_not_do(room: Room, hello: Hello, why: str) -> None:
    connection = room.dispatcher.connect()
    room.say(connection, hello)
    assert room.sent(connection) == [Goodbye(why)]
    assert connection.is_leaving


def test_hello_is_said_once(room: Room) -> None:
    connection = room.greeted("viewer")
    room.say(connection, Hello(PROTOCOL, "banker"))
    assert room.sent(connection) == [Goodbye("Say hello first, and once.")]
    assert connection.role == "viewer"


def test_who_is_to_leave_is_not_heard_any_more(room: Room) -> None:
    connection = room.greeted()
    room.dispatcher.hear(connection, b"{")
    room.dispatcher.hear(connection, give_line("a", ROLL))
    assert room.host.session is not None
    assert room.host.session.number == 0


# Roles


@pytest.mark.parametrize(
    ("role", "seat", "act", "why"),
    [
        ("viewer", -1, Roll(ANN, ()), "This screen only watches."),
        ("viewer", -1, Undo(), "This screen only watches."),
        ("player", BEN, Roll(ANN, ()), "That is another player's to do."),
        ("player", ANN, Roll(ANN, (6, 6)), "Only the Banker may say what fell or was drawn."),
        ("player", ANN, Undo(), "Only the Banker may do that."),
        ("player", ANN, Rename(ANN, "Anna"), "Only the Banker may do that."),
        ("player", ANN, CorrectCash(ANN, 100, "please"), "Only the Banker may do that."),
    ],
)
def test_what_is_forbidden_changes_nothing(room: Room, role: RoleName, seat: int, act: Act, why: str) -> None:
    connection = room.greeted(role, seat)
    assert room.host.session is not None
    before = digest(room.host.session.game)
    assert room.give(connection, "a", act) == Answer("a", "forbidden", message=why)
    assert digest(room.host.session.game) == before
    assert room.give(room.greeted(), "a", ROLL) == Answer("a", "done", 1), "the id is not used up"


def test_a_player_plays(room: Room) -> None:
    assert room.give(room.greeted("player", ANN), "a", Roll(ANN, ())) == Answer("a", "done", 1)


@pytest.mark.parametrize(("role", "seat"), [("viewer", -1), ("player", ANN)])
def test_only_the_banker_asks_about_games(room: Room, role: RoleName, seat: int) -> None:
    connection = room.greeted(role, seat)
    room.say(connection, Ask("q", ListGames()))
    assert room.sent(connection) == [Reply("q", done=False, message="Only the Banker may ask that.")]
    assert room.host.asked == []


def test_the_host_answers_the_banker(room: Room) -> None:
    connection = room.greeted()
    room.say(connection, Ask("q", ListGames()))
    assert room.sent(connection) == [Reply("q", done=True)]
    assert room.host.asked == [Ask("q", ListGames())]


# One effect, one answer


def test_the_same_id_is_one_effect_and_the_same_answer(room: Room) -> None:
    connection, other = room.greeted(), room.greeted()
    room.dispatcher.hear(connection, give_line("a", ROLL))
    room.dispatcher.hear(connection, give_line("a", ROLL))
    told = room.sent(connection)
    assert [type(message) for message in told] == [Moved, Answer, Answer]
    assert told[1] == told[2] == Answer("a", "done", 1)
    assert room.give(other, "a", BuyDeed(ANN)) == Answer("a", "done", 1), "whoever sends it, and whatever it says"
    assert room.host.session is not None
    assert room.host.session.number == 1


def test_the_same_id_is_the_same_answer_after_a_restart(room: Room) -> None:
    for number in range(1, 6):
        room.give(room.greeted(), id_of(number), move(number).act)
    session = room.restart()
    connection = room.greeted()
    for number in range(1, 6):
        assert room.give(connection, id_of(number), move(number).act) == Answer(id_of(number), "done", number)
    assert session.number == 5
    assert digest(session.game) == digest(move(5).after)


def test_a_refused_id_stays_refused(room: Room) -> None:
    connection = room.greeted()
    refused = room.give(connection, "early", EndTurn(ANN))
    assert (refused.outcome, refused.number) == ("refused", 0)
    assert refused.message
    assert refused.code
    assert refused.clauses
    room.give(connection, "a", ROLL)
    room.give(connection, "b", BuyDeed(ANN))
    assert room.give(connection, "early", EndTurn(ANN)) == refused
    assert room.give(connection, "late", EndTurn(ANN)).outcome == "done"


def test_a_mistake_of_ours_is_told_and_changes_nothing(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a bug")

    connection = room.greeted()
    monkeypatch.setattr("companion.play.timeline.decide_move", broken)
    answer = room.give(connection, "a", ROLL)
    assert answer.outcome == "mistake"
    assert "our mistake" in answer.message
    assert "a bug" not in answer.message
    monkeypatch.undo()
    assert room.give(connection, "a", ROLL) == answer
    assert room.give(connection, "b", ROLL) == Answer("b", "done", 1)
