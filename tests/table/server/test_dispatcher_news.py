"""What everybody hears: every move once and in order, trouble when it comes and goes, and another game."""

from companion.play.acts import Undo
from companion.rules.commands import Bid, BuyDeed, Roll
from companion.table.messages.message import PROTOCOL
from companion.table.messages.wire import Answer, Goodbye, Hello, Moved, Resync, Snapshot, Trouble, decode_from_table
from companion.table.server.connection import MAX_WAITING
from companion.table.server.dispatcher import LOG_MOVES
from tests.table.evening import id_of, move
from tests.table.room import Room, give_line, numbers, room

__all__ = ["room"]
ANN, BEN = range(2)
ROLL = Roll(ANN, (1, 2))


# Moves


def test_everybody_hears_of_every_move_once_and_in_order(room: Room) -> None:
    banker, others = room.greeted(), [room.greeted("viewer"), room.greeted("player", BEN)]
    for number in range(1, 31):
        assert room.give(banker, id_of(number), move(number).act).number == number
    for connection in others:
        told = room.sent(connection)
        assert numbers(told) == [("Moved", number) for number in range(1, 31)]
        assert all(isinstance(message, Moved) and message.log for message in told)


def test_an_overrun_is_exactly_one_snapshot_and_then_the_following_numbers(room: Room) -> None:
    banker, slow = room.greeted(), room.greeted("viewer")
    for number in range(1, MAX_WAITING + 10):
        room.give(banker, id_of(number), move(number).act)
    (snapshot,) = room.sent(slow)
    assert isinstance(snapshot, Snapshot)
    assert snapshot.number == MAX_WAITING + 9
    assert {line.number for line in snapshot.log} <= set(range(snapshot.number - LOG_MOVES + 1, snapshot.number + 1))
    for number in range(MAX_WAITING + 10, MAX_WAITING + 13):
        room.give(banker, id_of(number), move(number).act)
    assert numbers(room.sent(slow)) == [("Moved", number) for number in range(MAX_WAITING + 10, MAX_WAITING + 13)]


def test_who_missed_something_asks_for_a_snapshot(room: Room) -> None:
    banker, viewer = room.greeted(), room.greeted("viewer")
    room.give(banker, "a", ROLL)
    room.say(viewer, Resync())
    assert numbers(room.sent(viewer)) == [("Snapshot", 1)]
    room.give(banker, "b", BuyDeed(ANN))
    assert numbers(room.sent(viewer)) == [("Moved", 2)]


def test_an_undo_says_what_to_put_back(room: Room) -> None:
    banker = room.greeted()
    room.give(banker, "a", ROLL)
    room.give(banker, "b", BuyDeed(ANN))
    room.dispatcher.hear(banker, give_line("c", Undo()))
    moved = room.sent(banker)[0]
    assert isinstance(moved, Moved)
    assert moved.number == 3
    assert len(moved.put_back) == 1
    assert "Baltic" in moved.put_back[0]


def test_who_has_left_hears_nothing_and_may_leave_twice(room: Room) -> None:
    banker, viewer = room.greeted(), room.greeted("viewer")
    room.dispatcher.leave(viewer)
    room.dispatcher.leave(viewer)
    room.give(banker, "a", ROLL)
    assert room.sent(viewer) == []
    assert room.dispatcher.connections == [banker]


def test_everybody_is_told_why_the_table_closes(room: Room) -> None:
    connections = [room.dispatcher.connect(), room.greeted(), room.greeted("viewer")]
    room.give(connections[1], "a", ROLL)
    room.dispatcher.close("Good night.")
    assert [room.sent(connection) for connection in connections] == [[Goodbye("Good night.")]] * 3


# Trouble


def test_trouble_is_told_when_it_comes_and_when_it_goes(room: Room) -> None:
    banker, viewer = room.greeted(), room.greeted("viewer")
    room.give(banker, "a", ROLL)
    room.sent(viewer)
    room.disk.full = True
    answer = room.give(banker, "b", BuyDeed(ANN))
    assert answer.outcome in ("not-saved", "unknown")
    (trouble,) = room.sent(viewer)
    assert isinstance(trouble, Trouble)
    assert "no space left" in trouble.why
    assert room.give(banker, "c", BuyDeed(ANN)).outcome == "not-saved"
    room.dispatcher.probe()
    assert room.sent(viewer) == [], "told once"
    assert _snapshot(room).trouble == trouble.why
    room.disk.full = False
    room.dispatcher.probe()
    told = room.sent(viewer)
    assert told[-1] == Trouble("")
    assert _snapshot(room).trouble == ""


def test_what_the_disk_had_after_all_is_news_when_it_is_back(room: Room) -> None:
    banker, viewer = room.greeted(), room.greeted("viewer")
    room.disk.fsync_fails = True
    answers = [room.give(banker, id_of(number), move(number).act) for number in range(1, 6)]
    room.disk.fsync_fails = False
    room.dispatcher.probe()
    assert room.host.session is not None
    told = numbers(room.sent(viewer))
    assert told == [("Moved", number) for number in range(1, room.host.session.number + 1)]
    done = [answer.number for answer in answers if answer.outcome == "done"]
    assert done == [number for number in done if ("Moved", number) in told]
    for answer in answers:
        again = room.give(banker, answer.id, move(int(answer.id.removeprefix("tap-"))).act)
        assert answer.outcome != "done" or again == answer


def _snapshot(room: Room) -> Snapshot:
    decoded = decode_from_table(room.dispatcher.snapshot())
    assert isinstance(decoded, Snapshot)
    return decoded


# No game


def test_without_a_game_there_is_nothing_to_do() -> None:
    room = Room()
    connection = room.dispatcher.connect()
    room.say(connection, Hello(PROTOCOL, "banker"))
    assert room.sent(connection)[1:] == [Snapshot(0, None)]
    answer = room.give(connection, "a", Bid(ANN, 10))
    assert answer == Answer("a", "refused", code="no-game", message="No game is in play: start or resume one.")
    room.dispatcher.probe()
    assert room.sent(connection) == []


def test_why_there_is_no_game_is_told() -> None:
    room = Room()
    viewer = room.greeted("viewer")
    room.host.trouble = "Game 1 is damaged from move 7 on."
    room.dispatcher.probe()
    assert room.sent(viewer) == [Trouble("Game 1 is damaged from move 7 on.")]
    room.say(viewer, Resync())
    assert room.sent(viewer) == [Snapshot(0, None, trouble="Game 1 is damaged from move 7 on.")]


def test_another_game_is_a_new_snapshot_for_everybody() -> None:
    room = Room()
    viewers = [room.greeted("viewer"), room.greeted("player", ANN)]
    room.begin()
    for viewer in viewers:
        (snapshot,) = room.sent(viewer)
        assert isinstance(snapshot, Snapshot)
        assert snapshot.view is not None
        assert snapshot.view.game == room.disk.game
    room.give(room.greeted(), "a", ROLL)
    room.host.session = None
    room.dispatcher.changed()
    assert room.sent(viewers[0]) == [Snapshot(0, None)], "the move before is no news any more"
