"""News for every client: each move once and in order, trouble when it comes and goes, and another game."""

from pathlib import Path

from companion.play.acts import Start, Undo
from companion.players.seeded_random import SeededRandom
from companion.rules.commands import Bid, BuyDeed, CorrectCash, Roll
from companion.table.games.game_clock import MINUTE_MS, GameClock
from companion.table.games.session import Session
from companion.table.messages.message import PROTOCOL
from companion.table.messages.views import View
from companion.table.messages.wire import Answer, Goodbye, Hello, Moved, Resync, Snapshot, Trouble, decode_from_table
from companion.table.server.connection import MAX_WAITING, Connection
from companion.table.server.dispatcher import LOG_MOVES
from hardware.clock import HandClock
from tests.kit import game
from tests.storm.torn_disk import TornDisk
from tests.table.evening import id_of, move, usual_deps
from tests.table.memory_table import MemoryTable, give_line, memory_table, numbers

__all__ = ["memory_table"]
ANN, BEN = range(2)
ROLL = Roll(ANN, (1, 2))


# Moves


def test_everybody_hears_of_every_move_once_and_in_order(memory_table: MemoryTable) -> None:
    banker, others = memory_table.greeted(), [memory_table.greeted("viewer"), memory_table.greeted("player", BEN)]
    for number in range(1, 31):
        assert memory_table.give(banker, id_of(number), move(number).act).number == number
    for connection in others:
        told = memory_table.sent(connection)
        assert numbers(told) == [("Moved", number) for number in range(1, 31)]
        assert all(isinstance(message, Moved) and message.log for message in told)


def test_an_overrun_is_exactly_one_snapshot_and_then_the_following_numbers(memory_table: MemoryTable) -> None:
    banker, slow = memory_table.greeted(), memory_table.greeted("viewer")
    for number in range(1, MAX_WAITING + 10):
        memory_table.give(banker, id_of(number), move(number).act)
    (snapshot,) = memory_table.sent(slow)
    assert isinstance(snapshot, Snapshot)
    assert snapshot.number == MAX_WAITING + 9
    assert {line.number for line in snapshot.log} <= set(range(snapshot.number - LOG_MOVES + 1, snapshot.number + 1))
    for number in range(MAX_WAITING + 10, MAX_WAITING + 13):
        memory_table.give(banker, id_of(number), move(number).act)
    assert numbers(memory_table.sent(slow)) == [
        ("Moved", number) for number in range(MAX_WAITING + 10, MAX_WAITING + 13)
    ]


def test_a_client_that_missed_something_asks_for_a_snapshot(memory_table: MemoryTable) -> None:
    banker, viewer = memory_table.greeted(), memory_table.greeted("viewer")
    memory_table.give(banker, "a", ROLL)
    memory_table.say(viewer, Resync())
    assert numbers(memory_table.sent(viewer)) == [("Snapshot", 1)]
    memory_table.give(banker, "b", BuyDeed(ANN))
    assert numbers(memory_table.sent(viewer)) == [("Moved", 2)]


def shown(table: MemoryTable, connection: Connection) -> View | None:
    """What a screen shows that has heard everything."""
    last = [told for told in table.sent(connection) if isinstance(told, Moved | Snapshot)][-1]
    return last.view


def whole(table: MemoryTable, connection: Connection) -> View | None:
    """What the table shows now to such a screen."""
    told = decode_from_table(table.dispatcher.snapshot(connection.audience))
    assert isinstance(told, Snapshot)
    return told.view


def test_a_screen_shows_what_is_true_after_the_time_was_up(tmp_path: Path) -> None:
    """Which moves come first changes without a move, so the next one is a change of something else."""
    table, clock = MemoryTable(), HandClock(5_000_000)
    table.dispatcher.game_clock = glass = GameClock(tmp_path, clock.now_ms)
    start = Start(game(variants=["timed"]), minutes=1)
    table.host.session = Session.create(table.disk, start, usual_deps(), table.dispatcher.news)
    banker, viewer, late = table.greeted(), table.greeted("viewer"), table.greeted("viewer")
    table.give(banker, "a", CorrectCash(ANN, 5, "found"))
    before = shown(table, viewer)
    clock.pass_ms(MINUTE_MS)
    glass.look(table.host.session)
    table.dispatcher.changed()
    assert before is not None
    assert shown(table, viewer) == whole(table, viewer) != before
    for number in range(3):
        table.give(banker, f"b{number}", CorrectCash(ANN, 5 + number, "found"))
        assert shown(table, viewer) == whole(table, viewer)
    assert shown(table, late) == whole(table, late)


def test_a_phone_that_was_away_while_the_game_was_restored_shows_what_is_true() -> None:
    """It comes back at a number that it knows, of another course of the same game."""
    table = MemoryTable()
    table.begin()
    banker = table.greeted()

    def phone() -> Connection:
        made = table.greeted("player", BEN)
        made.device = "phone"
        table.say(made, Resync())
        return made

    def play(by: int) -> None:
        for number in range(3):
            table.give(banker, f"{by}-{number}", CorrectCash(ANN, by, "found"))

    first = phone()
    assert shown(table, first) == whole(table, first)
    play(by=5)
    table.dispatcher.leave(first)
    table.disk = TornDisk(SeededRandom(1), game="20261116-2041-aa")
    table.begin()
    play(by=50)
    again = phone()
    assert shown(table, again) == whole(table, again)
    table.give(banker, "last", CorrectCash(ANN, 3 * 5 - 3 * 50, "lost"))  # as much as when it went away
    assert shown(table, again) == whole(table, again)


def test_an_undo_says_what_to_put_back(memory_table: MemoryTable) -> None:
    banker = memory_table.greeted()
    memory_table.give(banker, "a", ROLL)
    memory_table.give(banker, "b", BuyDeed(ANN))
    memory_table.dispatcher.hear(banker, give_line("c", Undo()))
    moved = memory_table.sent(banker)[0]
    assert isinstance(moved, Moved)
    assert moved.number == 3
    assert len(moved.board_fixes) == 1
    assert "Baltic" in moved.board_fixes[0]


def test_a_client_that_left_hears_nothing_and_may_leave_twice(memory_table: MemoryTable) -> None:
    banker, viewer = memory_table.greeted(), memory_table.greeted("viewer")
    memory_table.dispatcher.leave(viewer)
    memory_table.dispatcher.leave(viewer)
    memory_table.give(banker, "a", ROLL)
    assert memory_table.sent(viewer) == []
    assert memory_table.dispatcher.connections == [banker]


def test_every_client_is_told_why_the_table_closes(memory_table: MemoryTable) -> None:
    connections = [memory_table.dispatcher.connect(), memory_table.greeted(), memory_table.greeted("viewer")]
    memory_table.give(connections[1], "a", ROLL)
    memory_table.dispatcher.close("Good night.")
    assert [memory_table.sent(connection) for connection in connections] == [[Goodbye("Good night.")]] * 3


# Trouble


def test_trouble_is_reported_when_it_comes_and_when_it_goes(memory_table: MemoryTable) -> None:
    banker, viewer = memory_table.greeted(), memory_table.greeted("viewer")
    memory_table.give(banker, "a", ROLL)
    memory_table.sent(viewer)
    memory_table.disk.full = True
    answer = memory_table.give(banker, "b", BuyDeed(ANN))
    assert answer.outcome in ("not-saved", "unknown")
    (trouble,) = memory_table.sent(viewer)
    assert isinstance(trouble, Trouble)
    assert "no space left" in trouble.why
    assert memory_table.give(banker, "c", BuyDeed(ANN)).outcome == "not-saved"
    memory_table.dispatcher.probe()
    assert memory_table.sent(viewer) == [], "told once"
    assert _snapshot(memory_table).trouble == trouble.why
    memory_table.disk.full = False
    memory_table.dispatcher.probe()
    told = memory_table.sent(viewer)
    assert told[-1] == Trouble("")
    assert _snapshot(memory_table).trouble == ""


def test_what_the_disk_had_after_all_is_news_when_it_is_back(memory_table: MemoryTable) -> None:
    banker, viewer = memory_table.greeted(), memory_table.greeted("viewer")
    memory_table.disk.fsync_fails = True
    answers = [memory_table.give(banker, id_of(number), move(number).act) for number in range(1, 6)]
    memory_table.disk.fsync_fails = False
    memory_table.dispatcher.probe()
    assert memory_table.host.session is not None
    told = numbers(memory_table.sent(viewer))
    assert told == [("Moved", number) for number in range(1, memory_table.host.session.number + 1)]
    done = [answer.number for answer in answers if answer.outcome == "done"]
    assert done == [number for number in done if ("Moved", number) in told]
    for answer in answers:
        again = memory_table.give(banker, answer.id, move(int(answer.id.removeprefix("tap-"))).act)
        assert answer.outcome != "done" or again == answer


def _snapshot(memory_table: MemoryTable) -> Snapshot:
    decoded = decode_from_table(memory_table.dispatcher.snapshot())
    assert isinstance(decoded, Snapshot)
    return decoded


# No game


def test_without_a_game_there_is_nothing_to_do() -> None:
    memory_table = MemoryTable()
    connection = memory_table.dispatcher.connect()
    memory_table.say(connection, Hello(PROTOCOL, "banker"))
    assert memory_table.sent(connection)[1:] == [Snapshot(0, None)]
    answer = memory_table.give(connection, "a", Bid(ANN, 10))
    assert answer == Answer("a", "refused", code="no-game", message="No game is in play: start or resume one.")
    memory_table.dispatcher.probe()
    assert memory_table.sent(connection) == []


def test_the_snapshot_says_why_there_is_no_game() -> None:
    memory_table = MemoryTable()
    viewer = memory_table.greeted("viewer")
    memory_table.host.trouble = "Game 1 is damaged from move 7 on."
    memory_table.dispatcher.probe()
    assert memory_table.sent(viewer) == [Trouble("Game 1 is damaged from move 7 on.")]
    memory_table.say(viewer, Resync())
    assert memory_table.sent(viewer) == [Snapshot(0, None, trouble="Game 1 is damaged from move 7 on.")]


def test_another_game_is_a_new_snapshot_for_everybody() -> None:
    memory_table = MemoryTable()
    viewers = [memory_table.greeted("viewer"), memory_table.greeted("player", ANN)]
    memory_table.begin()
    for viewer in viewers:
        (snapshot,) = memory_table.sent(viewer)
        assert isinstance(snapshot, Snapshot)
        assert snapshot.view is not None
        assert snapshot.view.game == memory_table.disk.game
    memory_table.give(memory_table.greeted(), "a", ROLL)
    memory_table.host.session = None
    memory_table.dispatcher.changed()
    assert memory_table.sent(viewers[0]) == [Snapshot(0, None)], "the move before is no news any more"
