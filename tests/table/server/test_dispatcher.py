"""Serving clients: who may say what when, and one effect and one answer for each id."""

import pytest

from companion.journal.codec import digest
from companion.play.acts import Act, Rename, Undo
from companion.rules.commands import BuyDeed, CorrectCash, EndTurn, Roll
from companion.table.messages.message import PROTOCOL, RoleName
from companion.table.messages.requests import KeepBoard, ListBoards, ListGames, Request, ShowBoard
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
from tests.table.memory_table import MemoryTable, give_line, memory_table

__all__ = ["memory_table"]
ANN, BEN = range(2)
ROLL = Roll(ANN, (1, 2))


# Hello


def test_hello_is_answered_with_a_welcome_and_a_snapshot(memory_table: MemoryTable) -> None:
    connection = memory_table.dispatcher.connect()
    memory_table.say(connection, Hello(PROTOCOL, "viewer"))
    welcome, snapshot = memory_table.sent(connection)
    assert isinstance(welcome, Welcome)
    assert (welcome.version, welcome.app, welcome.restarted) == (PROTOCOL, "0.1.0", "The table was restarted at 20:14.")
    assert len(welcome.board.spaces) == 40
    assert isinstance(snapshot, Snapshot)
    assert snapshot.view is not None
    assert (snapshot.number, snapshot.view.game, snapshot.trouble) == (0, memory_table.disk.game, "")


@pytest.mark.parametrize("first", [Ask("a", ListGames()), Resync()], ids=repr)
def test_nothing_is_heard_before_a_hello(memory_table: MemoryTable, first: FromClient) -> None:
    connection = memory_table.dispatcher.connect()
    memory_table.say(connection, first)
    assert memory_table.sent(connection) == [Goodbye("Say hello first, and once.")]
    assert memory_table.host.asked == []


def test_no_command_is_accepted_before_a_hello(memory_table: MemoryTable) -> None:
    connection = memory_table.dispatcher.connect()
    memory_table.dispatcher.hear(connection, give_line("a", ROLL))
    assert memory_table.sent(connection) == [Goodbye("Say hello first, and once.")]
    assert memory_table.host.session is not None
    assert memory_table.host.session.number == 0


def test_a_client_hears_nothing_before_its_hello(memory_table: MemoryTable) -> None:
    silent, banker = memory_table.dispatcher.connect(), memory_table.greeted()
    memory_table.give(banker, "a", ROLL)
    memory_table.dispatcher.changed()
    assert memory_table.sent(silent) == []


@pytest.mark.parametrize(
    ("hello", "why"),
    [
        (
            Hello(PROTOCOL + 1, "banker"),
            f"This table speaks version {PROTOCOL}, not {PROTOCOL + 1}: update the older program.",
        ),
        (Hello(0, "viewer"), f"This table speaks version {PROTOCOL}, not 0: update the older program."),
        (Hello(PROTOCOL, "player"), "Only players have seats."),
        (Hello(PROTOCOL, "banker", 0), "Only players have seats."),
        (Hello(PROTOCOL, "viewer", 2), "Only players have seats."),
    ],
    ids=repr,
)
def test_a_bad_hello_is_refused(memory_table: MemoryTable, hello: Hello, why: str) -> None:
    connection = memory_table.dispatcher.connect()
    memory_table.say(connection, hello)
    assert memory_table.sent(connection) == [Goodbye(why)]
    assert connection.is_leaving


def test_hello_is_said_once(memory_table: MemoryTable) -> None:
    connection = memory_table.greeted("viewer")
    memory_table.say(connection, Hello(PROTOCOL, "banker"))
    assert memory_table.sent(connection) == [Goodbye("Say hello first, and once.")]
    assert connection.role == "viewer"


def test_a_leaving_client_is_no_longer_heard(memory_table: MemoryTable) -> None:
    connection = memory_table.greeted()
    memory_table.dispatcher.hear(connection, b"{")
    memory_table.dispatcher.hear(connection, give_line("a", ROLL))
    assert memory_table.host.session is not None
    assert memory_table.host.session.number == 0


# Roles


@pytest.mark.parametrize(
    ("role", "seat", "act", "why"),
    [
        ("viewer", -1, Roll(ANN, ()), "This screen only watches."),
        ("viewer", -1, Undo(), "This screen only watches."),
        ("player", BEN, Roll(ANN, ()), "That is another player's to do."),
        ("player", ANN, Roll(ANN, (6, 6)), "Only the Banker may enter a roll or a card."),
        ("player", ANN, Undo(), "Only the Banker may do that."),
        ("player", ANN, Rename(ANN, "Anna"), "Only the Banker may do that."),
        ("player", ANN, CorrectCash(ANN, 100, "please"), "Only the Banker may do that."),
    ],
)
def test_what_is_forbidden_changes_nothing(
    memory_table: MemoryTable, role: RoleName, seat: int, act: Act, why: str
) -> None:
    connection = memory_table.greeted(role, seat)
    assert memory_table.host.session is not None
    before = digest(memory_table.host.session.game)
    assert memory_table.give(connection, "a", act) == Answer("a", "forbidden", message=why)
    assert digest(memory_table.host.session.game) == before
    assert memory_table.give(memory_table.greeted(), "a", ROLL) == Answer("a", "done", 1), "the id is not used up"


def test_a_player_plays(memory_table: MemoryTable) -> None:
    assert memory_table.give(memory_table.greeted("player", ANN), "a", Roll(ANN, ())) == Answer("a", "done", 1)


@pytest.mark.parametrize(("role", "seat"), [("viewer", -1), ("player", ANN)])
@pytest.mark.parametrize("request_", [ListGames(), ListBoards(), ShowBoard("london"), KeepBoard("Ours", "london")])
def test_only_the_banker_asks_about_games_and_boards(
    memory_table: MemoryTable, role: RoleName, seat: int, request_: Request
) -> None:
    connection = memory_table.greeted(role, seat)
    memory_table.say(connection, Ask("q", request_))
    assert memory_table.sent(connection) == [Reply("q", done=False, message="Only the Banker may ask that.")]
    assert memory_table.host.asked == []


def test_the_host_answers_the_banker(memory_table: MemoryTable) -> None:
    connection = memory_table.greeted()
    memory_table.say(connection, Ask("q", ListGames()))
    assert memory_table.sent(connection) == [Reply("q", done=True)]
    assert memory_table.host.asked == [Ask("q", ListGames())]


# One effect, one answer


def test_the_same_id_is_one_effect_and_the_same_answer(memory_table: MemoryTable) -> None:
    connection, other = memory_table.greeted(), memory_table.greeted()
    memory_table.dispatcher.hear(connection, give_line("a", ROLL))
    memory_table.dispatcher.hear(connection, give_line("a", ROLL))
    told = memory_table.sent(connection)
    assert [type(message) for message in told] == [Moved, Answer, Answer]
    assert told[1] == told[2] == Answer("a", "done", 1)
    assert memory_table.give(other, "a", BuyDeed(ANN)) == Answer("a", "done", 1), (
        "whoever sends it, and whatever it says"
    )
    assert memory_table.host.session is not None
    assert memory_table.host.session.number == 1


def test_the_same_id_is_the_same_answer_after_a_restart(memory_table: MemoryTable) -> None:
    for number in range(1, 6):
        memory_table.give(memory_table.greeted(), id_of(number), move(number).act)
    session = memory_table.restart()
    connection = memory_table.greeted()
    for number in range(1, 6):
        assert memory_table.give(connection, id_of(number), move(number).act) == Answer(id_of(number), "done", number)
    assert session.number == 5
    assert digest(session.game) == digest(move(5).after)


def test_a_refused_id_stays_refused(memory_table: MemoryTable) -> None:
    connection = memory_table.greeted()
    refused = memory_table.give(connection, "early", EndTurn(ANN))
    assert (refused.outcome, refused.number) == ("refused", 0)
    assert refused.message
    assert refused.code
    assert refused.clauses
    memory_table.give(connection, "a", ROLL)
    memory_table.give(connection, "b", BuyDeed(ANN))
    assert memory_table.give(connection, "early", EndTurn(ANN)) == refused
    assert memory_table.give(connection, "late", EndTurn(ANN)).outcome == "done"


def test_a_mistake_of_ours_is_reported_and_changes_nothing(
    memory_table: MemoryTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a bug")

    connection = memory_table.greeted()
    monkeypatch.setattr("companion.play.timeline.decide_move", broken)
    answer = memory_table.give(connection, "a", ROLL)
    assert answer.outcome == "mistake"
    assert "our mistake" in answer.message
    assert "a bug" not in answer.message
    monkeypatch.undo()
    assert memory_table.give(connection, "a", ROLL) == answer
    assert memory_table.give(connection, "b", ROLL) == Answer("b", "done", 1)
