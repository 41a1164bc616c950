"""The dice button rolls for the player who is due, and never twice by impatience."""

import pytest

from companion.play.acts import Undo
from companion.rules.commands import (
    BuyDeed,
    EndTurn,
    Roll,
    Throw,
)
from companion.rules.state import Game
from companion.table.gestures.context import Do, GestureContext, Notice, Show, after_act
from companion.table.gestures.interpret import interpret
from companion.table.gestures.sheet import Sheet
from tests.kit import ANN, BEN, CY, game, play
from tests.table.gestures.contexts import NOW, card, context, press
from tests.table.gestures.states import BUYING, CONFIRM, DICE, STATES, UTILITY, came_to, opening


def thrown(table: Game, ms_ago: int, sheet: Sheet | None = None, **others: object) -> GestureContext:
    return context(table, sheet, thrown_at_ms=NOW - ms_ago, **others)


IMPATIENT = {
    "the next player's": game(thrown=True),
    "the same player's after doubles": game(doubles=1),
    "the next player's after a way to Jail": play(game(at={"Ann": 25}), Roll(ANN, (1, 4))),
    "the first turn's after the rolls for the start": play(
        opening(), Throw(ANN, (1, 2)), Throw(BEN, (3, 4)), Throw(CY, (1, 1))
    ),
    "one for a utility": UTILITY,
}
every_throw = pytest.mark.parametrize("table", IMPATIENT.values(), ids=IMPATIENT.keys())


@every_throw
def test_an_impatient_second_press_throws_nothing(table: Game) -> None:
    for ms_ago, seconds in ((0, 4), (1, 4), (1_000, 3), (3_001, 1), (3_999, 1)):
        told = came_to(interpret(DICE, thrown(table, ms_ago)))
        assert told.startswith("refused: One roll at a time: ")
        assert f"may roll in {seconds} s, or when the token has arrived." in told


@every_throw
def test_the_next_throw_is_taken_after_four_seconds_or_arrival_or_the_end_of_the_turn(table: Game) -> None:
    for met in (
        context(table),
        thrown(table, 4_000),
        thrown(table, 1, is_arrived=True),
        thrown(table, 1, is_turn_ended=True),
        thrown(table, -1_000_000),
    ):
        assert isinstance(interpret(DICE, met), Do)


def test_rolling_for_the_start_needs_only_a_short_wait() -> None:
    """Everybody rolls, one after the other: the next is never the one who rolled last."""
    for table, seat in (
        (play(opening(), Throw(ANN, (1, 2))), BEN),
        (play(opening(), Throw(ANN, (3, 4)), Throw(BEN, (3, 4)), Throw(CY, (1, 2))), ANN),
    ):
        assert interpret(DICE, thrown(table, 1_000)) == Do(Throw(seat, ()), seat)
        told = came_to(interpret(DICE, thrown(table, 999)))
        assert told.startswith(f"refused: One roll at a time: {table.name(seat)} may roll in 1 s")


def test_the_wait_names_the_player_who_throws_next() -> None:
    assert "Ben may roll in 4 s" in came_to(interpret(DICE, thrown(game(thrown=True), 500)))


def test_nothing_is_thrown_while_the_board_is_in_question_whatever_else_holds() -> None:
    for state in STATES:
        if not isinstance(state.dice, str):
            told = came_to(interpret(DICE, context(state.table, is_board_asked=True, is_arrived=True)))
            assert told.startswith("refused: First the question about the board")


def test_the_confirm_button_answers_no_other_question_while_the_board_is_in_question() -> None:
    table = game(pending=BUYING, thrown=True)
    told = interpret(CONFIRM, context(table, is_board_asked=True))
    assert came_to(told).startswith("refused: First the question about the board")


def test_a_players_own_card_still_counts_while_the_board_is_in_question() -> None:
    table = game(pending=BUYING, thrown=True)
    assert interpret(card(ANN), context(table, is_board_asked=True)) == Do(BuyDeed(ANN), ANN)


@pytest.mark.parametrize(
    ("table", "label"),
    [
        (game(), "Enter your roll"),
        (game(thrown=True), "Enter your roll"),
        (game(jailed={"Ann": 2}), "Roll for doubles (real dice)"),
        (UTILITY, "Roll for the rent (real dice)"),
        (opening(), "Roll to see who goes first (real dice)"),
        (opening(variants=["short"]), "Which deeds did Ann get?"),
    ],
)
def test_with_real_dice_the_button_opens_what_people_fill_in(table: Game, label: str) -> None:
    shown = interpret(DICE, thrown(table, 1, dice="hand"))
    assert came_to(shown) == f"shows the question: {label}"
    assert isinstance(shown, Show)
    told = interpret(CONFIRM, context(table, shown.sheet, dice="hand"))
    assert came_to(told) == f"refused: {label}: it still has to be filled in, on the screen."


def test_with_real_dice_nobody_is_sent_to_the_button() -> None:
    told = interpret(CONFIRM, context(game(), dice="hand"))
    assert came_to(told) == (
        "your-turn: Ann, roll the dice. Move the token if the board feels it, or enter the roll on the screen."
    )
    jailed = interpret(CONFIRM, context(game(jailed={"Ann": 0}, cash={"Ann": 0}), dice="hand"))
    assert came_to(jailed).endswith("Doubles: move the token. No doubles: press the dice button.")


def test_with_real_dice_there_is_no_throw_where_none_is_due() -> None:
    told = interpret(DICE, context(game(pending=BUYING, thrown=True), dice="hand"))
    assert came_to(told) == "refused: No roll now. Ann may buy Oriental Avenue for $100."


# The context after an act


def test_a_throw_starts_the_wait_and_the_end_of_the_turn_ends_it() -> None:
    start = game()
    threw = after_act(
        context(start, is_arrived=True, is_turn_ended=True), Roll(ANN, ()), play(start, Roll(ANN, (4, 6))), NOW
    )
    assert threw.must_wait_ms(NOW + 1) == 3_999
    assert threw.game is not None
    ended = after_act(threw, EndTurn(ANN), play(threw.game, EndTurn(ANN)), NOW + 1)
    assert ended.must_wait_ms(NOW + 2) == 0
    assert ended.is_just_done(NOW + 1_000)
    assert not ended.is_just_done(NOW + 1_001)


def test_a_turn_that_passes_by_itself_does_not_end_the_wait() -> None:
    start = game(at={"Ann": 25})
    jailed = after_act(context(start), Roll(ANN, ()), play(start, Roll(ANN, (1, 4))), NOW)
    assert jailed.game is not None
    assert jailed.game.turn == BEN
    assert isinstance(interpret(press("dice", NOW + 300), jailed), Notice)
    assert isinstance(interpret(press("dice", NOW + 4_000), jailed), Do)


def test_a_throw_taken_back_can_be_thrown_again_at_once() -> None:
    start = game()
    threw = after_act(context(start), Roll(ANN, ()), play(start, Roll(ANN, (4, 6))), NOW)
    undone = after_act(threw, Undo(1), start, NOW + 1)
    assert interpret(press("dice", NOW + 2), undone) == Do(Roll(ANN, ()), ANN)
