"""Which tokens the game has moved: from where, by which way, and only the last move of each."""

from companion.play.acts import Act, Redo, Rename, Undo
from companion.rules.cards import Deck
from companion.rules.commands import DrawCard, EndTurn, Roll
from companion.rules.pending_steps import CardDue
from companion.rules.state import Game
from companion.table.gestures.whereabouts import (
    WAY_MAX,
    ExpectedMove,
    ExpectedMoves,
    move_of,
    moved_by,
    moved_in,
    still_counting,
)
from tests.kit import ANN, BEN, CY, DI, game
from tests.table.positions import made


def after(start: Game, *acts: Act) -> ExpectedMoves:
    """The moves, when each act came a second after the one before."""
    moves: ExpectedMoves = ()
    for number, taken in enumerate(made(start, *acts), 1):
        moves = moved_by(moves, taken, 1_000 * number)
    return moves


def test_a_throw_moves_a_token_from_where_it_stood() -> None:
    assert after(game(at={"Ann": 5}), Roll(ANN, (1, 2))) == (ExpectedMove(ANN, 5, (5,), 1_000, 1),)


def test_what_moves_no_token_changes_nothing() -> None:
    assert after(game(jailed={"Ann": 0}), Roll(ANN, (1, 2)), EndTurn(ANN), Rename(BEN, "Bea")) == ()


def test_after_doubles_the_way_begins_where_the_turn_began() -> None:
    moves = after(game(), Roll(ANN, (5, 5)), Roll(ANN, (4, 6)))
    assert moves == (ExpectedMove(ANN, 10, (0, 10), 2_000, 1),)


def test_the_next_turn_begins_a_new_way() -> None:
    start = game(players=("Ann", "Ben"))
    moves = after(start, Roll(ANN, (4, 6)), Roll(BEN, (4, 6)), Roll(ANN, (4, 6)))
    assert moves == (ExpectedMove(BEN, 0, (0,), 2_000, 1), ExpectedMove(ANN, 10, (10,), 3_000, 2))


def test_the_way_to_jail_leads_over_go_to_jail() -> None:
    assert after(game(at={"Ann": 27}), Roll(ANN, (1, 2))) == (ExpectedMove(ANN, 27, (27, 30), 1_000, 1),)


def test_a_card_leads_on_from_where_it_was_drawn() -> None:
    due = game(at={"Ann": 7}, agenda=(CardDue(ANN, Deck.CHANCE),), thrown=True)
    assert after(due, DrawCard(ANN, "chance/back-three")) == (ExpectedMove(ANN, 7, (7,), 1_000, 1),)


def test_the_latest_to_move_comes_last() -> None:
    moves = after(game(), Roll(ANN, (4, 6)), Roll(BEN, (5, 5)), Roll(BEN, (4, 6)))
    assert [move.seat for move in moves] == [ANN, BEN]
    moves = after(game(turn="Cy"), Roll(CY, (4, 6)), Roll(ANN, (4, 6)))
    assert [move.seat for move in moves] == [CY, ANN]
    assert move_of(moves, CY) == moves[0]
    assert move_of(moves, BEN) is None


def test_an_undo_moves_it_back_and_a_redo_on_again() -> None:
    start = game(at={"Ann": 5})
    assert after(start, Roll(ANN, (2, 3)), Undo()) == (ExpectedMove(ANN, 10, (5, 10), 2_000, 1),)
    assert after(start, Roll(ANN, (2, 3)), Undo(), Redo())[0].start == 5


def test_a_way_does_not_grow_without_end() -> None:
    moves: ExpectedMoves = (ExpectedMove(ANN, 0, tuple(range(20, 20 + WAY_MAX)), 0, 1),)
    (taken,) = made(game(at={"Ann": 5}), Roll(ANN, (2, 3)))
    assert moved_by(moves, taken, 1)[0].way == (*range(21, 20 + WAY_MAX), 5)


def test_a_game_that_goes_on_knows_where_tokens_may_have_been_left() -> None:
    history = made(game(), Roll(ANN, (4, 6)), Roll(BEN, (4, 6)))
    assert moved_in(history, 77) == (ExpectedMove(ANN, 0, (0,), 77, 1), ExpectedMove(BEN, 0, (0,), 77, 1))


def test_moves_of_who_is_out_or_was_never_here_do_not_count() -> None:
    moves = tuple(ExpectedMove(seat, 0, (0,), 0) for seat in (ANN, BEN, CY, DI))
    assert [move.seat for move in still_counting(moves, game(bankrupt=("Ben",)))] == [ANN, CY]
