"""Looking back: the books are those that were played, whatever was taken back, and nobody waits long for them."""

from itertools import pairwise
from pathlib import Path

import pytest

from companion.journal import RealDisk
from companion.play.acts import RecordedMove, Redo, Rename, Start, Undo
from companion.rules.clauses import CLAUSES
from companion.rules.commands import BuyDeed, CorrectCash, CorrectPlace, EndTurn, Mortgage, PayTax, Roll
from companion.rules.state import Game
from companion.rules.worth import end_worth
from companion.table.games.session import Session
from companion.table.messages.requests import ReadHistory, ReadLog
from companion.table.messages.views import HistoryView, LogLine
from companion.table.messages.wire import Reply
from companion.table.views import history
from companion.table.views.history import GameHistory, LookingBack, log_page
from companion.table.views.log import concerned
from tests.kit import ANN, ATLANTIC, BEN, CY, deed, game
from tests.table.evening import begun, move, usual_deps
from tests.table.memory_table import MemoryTable

LONG = 400  # acts of an evening


def played(disk_folder: Path, start: Game, *acts: object) -> Session:
    session = Session.create(RealDisk(disk_folder / "20261116-2041-aa"), Start(start), usual_deps())
    for number, act in enumerate(acts):
        session.give(f"act-{number}", act)  # type: ignore[arg-type]
    return session


def evening(folder: Path, acts: int = LONG) -> Session:
    """With something taken back, done again or renamed now and then."""
    session = begun(RealDisk(folder / "20261116-2041-aa"))
    for number in range(1, acts + 1):
        session.give(f"act-{number}", move(number).act)
    return session


def changes_of(view: HistoryView, clause: str) -> tuple[int, ...]:
    return next(reason.changes for reason in view.reasons if reason.clause == clause)


def is_sound(view: HistoryView) -> bool:
    """Every row sums to nothing, and what was there with what was paid is what is there."""
    rows = [view.opening, *(reason.changes for reason in view.reasons), view.balance]
    added = tuple(map(sum, zip(view.opening, *(reason.changes for reason in view.reasons), strict=True)))
    return not any(map(sum, rows)) and added == view.balance


# The books


def test_what_was_paid_is_booked_by_its_reason(tmp_path: Path) -> None:
    session = played(tmp_path, game(), Roll(ANN, (2, 4)), BuyDeed(ANN), Roll(BEN, (2, 4)), CorrectCash(CY, 7, "found"))
    view = GameHistory(session.timeline).view()
    assert view.opening == (1_500, 1_500, 1_500, -4_500, 0)
    assert changes_of(view, "BUY-1") == (-100, 0, 0, 100, 0)
    assert changes_of(view, "RENT-1") == (6, -6, 0, 0, 0)
    assert view.balance == (1_406, 1_494, 1_507, -4_407, 0)
    assert {reason.title for reason in view.reasons} == {
        CLAUSES[reason.clause].title(ATLANTIC) for reason in view.reasons
    }
    assert is_sound(view)


def test_the_pot_has_an_account(tmp_path: Path) -> None:
    table = game(options={"free-parking-pot": True}, at={"Ann": 36}, electronic=True)
    view = GameHistory(played(tmp_path, table, Roll(ANN, (1, 1))).timeline).view()
    assert view.balance[-1] == 75
    assert is_sound(view)


def test_what_was_taken_back_is_not_in_the_books_and_comes_again(tmp_path: Path) -> None:
    session = played(tmp_path, game(), Roll(ANN, (2, 4)), BuyDeed(ANN))
    books = GameHistory(session.timeline)
    bought = books.view()
    session.give("undo", Undo())
    assert "BUY-1" not in {reason.clause for reason in books.view().reasons}
    assert is_sound(books.view())
    session.give("redo", Redo())
    assert books.view().reasons == bought.reasons
    assert books.view().number == 4


@pytest.mark.parametrize("acts", [1, 50, 233, LONG])
def test_the_books_of_an_evening_are_sound_at_any_moment(tmp_path: Path, acts: int) -> None:
    view = GameHistory(evening(tmp_path, acts).timeline).view()
    assert is_sound(view)
    assert acts < LONG or len(view.reasons) > 10


# The turns


def test_cash_and_worth_stand_at_the_end_of_every_turn(tmp_path: Path) -> None:
    oriental = deed("Oriental")
    acts = (Roll(ANN, (2, 4)), BuyDeed(ANN), EndTurn(ANN), Roll(BEN, (2, 4)), Mortgage(ANN, oriental))
    points = GameHistory(played(tmp_path, game(), *acts).timeline).view().points
    assert [point.turn for point in points] == [0, 1, 2]
    assert points[0].cash == points[0].worth == (1_500, 1_500, 1_500)
    assert points[1].cash == (1_400, 1_500, 1_500)
    assert points[1].worth == (1_500, 1_500, 1_500)
    assert points[2].cash == (1_456, 1_494, 1_500)
    assert points[2].worth == (1_506, 1_494, 1_500)  # a mortgaged deed counts half


def test_a_turn_that_was_taken_back_is_no_turn(tmp_path: Path) -> None:
    session = played(tmp_path, game(), Roll(ANN, (2, 4)), BuyDeed(ANN), Roll(BEN, (1, 2)))
    books = GameHistory(session.timeline)
    assert [point.turn for point in books.view().points] == [0, 1, 2]
    session.give("undo", Undo())
    assert [point.turn for point in books.view().points] == [0, 1]


def test_who_is_out_has_no_money_any_more(tmp_path: Path) -> None:
    table = game(bankrupt=["Cy"])
    assert GameHistory(played(tmp_path, table).timeline).view().points[-1].cash == (1_500, 1_500, None)


def test_the_worth_of_who_chooses_the_tax_is_hidden_until_it_is_chosen(tmp_path: Path) -> None:
    session = played(tmp_path, game(turn="Ben"), Roll(BEN, (1, 3)))
    books = GameHistory(session.timeline)
    view = books.view()
    assert view.hidden == (BEN,)
    assert all(point.worth[BEN] is None and point.worth[ANN] == 1_500 for point in view.points)
    assert view.points[-1].cash[BEN] == 1_500  # which lies open on the table
    session.give("paid", PayTax(BEN, percent=True))
    assert books.view().hidden == ()
    assert books.view().points[-1].worth[BEN] == end_worth(session.game, BEN)


def test_an_earlier_share_stays_in_the_books_while_that_player_chooses_again(tmp_path: Path) -> None:
    again = CorrectPlace(BEN, 0, "once more")
    session = played(tmp_path, game(turn="Ben"), Roll(BEN, (2, 2)), PayTax(BEN, percent=True), again)
    books = GameHistory(session.timeline)
    session.give("again", Roll(BEN, (1, 3)))
    assert books.view().hidden == (BEN,)
    assert changes_of(books.view(), "TAX-1")[BEN] == -150
    session.give("chosen", PayTax(BEN, percent=False))
    assert changes_of(books.view(), "TAX-1")[BEN] == -350


def test_a_long_game_is_thinned_and_keeps_its_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    books = GameHistory(evening(tmp_path).timeline)
    whole = books.view().points
    monkeypatch.setattr(history, "MAX_POINTS", 20)
    thin = books.view().points
    assert len(thin) <= 21
    assert (thin[0], thin[-1]) == (whole[0], whole[-1])
    assert all(one.turn < other.turn for one, other in pairwise(thin))
    assert set(thin) < set(whole)


# Once, and again after a restart


def test_what_came_since_is_read_and_nothing_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = evening(tmp_path, 60)
    booked: list[int] = []
    book = GameHistory._book

    def counted(self: GameHistory, taken: RecordedMove, sign: int) -> None:
        booked.append(taken.number)
        book(self, taken, sign)

    monkeypatch.setattr(GameHistory, "_book", counted)
    looking_back = LookingBack()
    for number in (61, 62):
        looking_back.answer(session.timeline, ReadHistory())
        session.give(f"act-{number}", move(number).act)
    looking_back.answer(session.timeline, ReadHistory())
    # An undo books the move that it takes back, and a redo the one that it does again.
    about = [getattr(taken.events[0], "number", taken.number) for taken in session.timeline.moves]
    assert len(about) == 62
    assert booked == about


def test_a_resumed_game_has_the_same_past(tmp_path: Path) -> None:
    session = evening(tmp_path, 120)
    looking_back = LookingBack()
    before = looking_back.answer(session.timeline, ReadHistory())
    session.close()
    again = Session(RealDisk(tmp_path / "20261116-2041-aa"), usual_deps())
    assert looking_back.answer(again.timeline, ReadHistory()) == before
    assert before.history is not None
    assert before.history.number == 120


# The log, by pages


def test_the_whole_log_is_reached_page_by_page(tmp_path: Path) -> None:
    moves = evening(tmp_path, 200).moves
    pages: list[tuple[LogLine, ...]] = []
    before = 0
    while True:
        log, before = log_page(moves, before, seat=-1)
        pages.insert(0, log)
        if not before:
            break
    numbers = [line.number for log in pages for line in log]
    assert len(pages) == 4
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(1, 201))


def test_a_players_log_is_what_concerns_that_player(tmp_path: Path) -> None:
    acts = (Roll(ANN, (2, 4)), BuyDeed(ANN), Roll(BEN, (2, 4)), CorrectCash(CY, 7, "found"), Rename(BEN, "Bea"))
    session = played(tmp_path, game(), *acts, Undo())
    assert [concerned(taken, session.moves) for taken in session.moves] == [{0}, {0}, {0, 1}, {2}, {1}, {2}]
    log, earlier = log_page(session.moves, 0, CY)
    assert ({line.number for line in log}, earlier) == ({4, 6}, 0)


def test_whoever_owns_the_lot_is_concerned(tmp_path: Path) -> None:
    session = played(tmp_path, game(owns={"Ben": ["brown"]}), Mortgage(BEN, deed("Baltic")))
    assert BEN in concerned(session.moves[0], session.moves)


def test_a_page_that_is_not_there_is_empty(tmp_path: Path) -> None:
    moves = evening(tmp_path, 5).moves
    assert log_page(moves, 1, seat=-1) == ((), 0)
    assert log_page(moves, 999, seat=-1) == log_page(moves, 0, seat=-1)
    assert log_page(moves, -3, seat=-1) == log_page(moves, 0, seat=-1)


# Who asks


def test_without_a_game_there_is_nothing_to_look_back_at() -> None:
    said = Reply("", done=False, message="No game is in play: start or resume one.")
    assert LookingBack().answer(None, ReadHistory()) == said


def test_nobody_has_that_seat(tmp_path: Path) -> None:
    reply = LookingBack().answer(evening(tmp_path, 1).timeline, ReadLog(seat=7))
    assert reply == Reply("", done=False, message="There is no such player in this game.")


def test_every_screen_may_look_back() -> None:
    memory_table = MemoryTable()
    memory_table.begin()
    connection = memory_table.greeted("viewer")
    memory_table.dispatcher.hear(connection, b'{"type":"Ask","id":"q","request":{"type":"ReadHistory"}}\n')
    assert memory_table.sent(connection) == [Reply("q", done=True)]  # as the host of this room answers everything
