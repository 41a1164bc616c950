"""Real dice by signals alone: the token shows the roll, and people only say whether it was doubles."""

import pytest

from companion.play.whose_turn import WalkedToken, due_to_roll, may_lead
from companion.rules import unfold
from companion.rules.commands import ClaimRent, Roll
from companion.rules.ids import PlayerId
from companion.rules.state import Game
from companion.table.gestures.context import Do, GestureContext, MoveHighlight, Show
from companion.table.gestures.interpret import interpret
from companion.table.gestures.sheet import THROWN, throw_sheet
from companion.table.gestures.tags import JailTag
from hardware.signals import Signal
from tests.kit import ANN, BEN, game
from tests.table.gestures.contexts import NOW, card, context, press, tag
from tests.table.gestures.states import CANCEL, CLAIMABLE, CONFIRM, DICE, came_to, done, opening
from tests.table.positions import moments

JAILED = game(jailed={"Ann": 0})
SPEEDY = game("platinum-2010", variants=["speed"], lapped=["Ann"])


def fallen(table: Game, steps: int, seat: PlayerId = ANN) -> list[tuple[str, tuple[int, ...]]]:
    sheet = throw_sheet(table, WalkedToken(seat, steps) if steps else None)
    acts = [(move.label, move.command) for move in sheet.moves] if sheet is not None else []
    assert all(isinstance(act, Roll) and act.player == seat for _, act in acts)
    return [(label, act.dice) for label, act in acts if isinstance(act, Roll)]


@pytest.mark.parametrize(
    ("steps", "faces"),
    [
        (2, [(1, 1)]),
        (3, [(1, 2)]),
        (4, [(1, 3), (2, 2)]),
        (5, [(2, 3)]),
        (6, [(2, 4), (3, 3)]),
        (7, [(3, 4)]),
        (8, [(3, 5), (4, 4)]),
        (9, [(4, 5)]),
        (10, [(4, 6), (5, 5)]),
        (11, [(5, 6)]),
        (12, [(6, 6)]),
    ],
)
def test_how_the_dice_may_have_fallen_doubles_last(steps: int, faces: list[tuple[int, int]]) -> None:
    said = {False: f"{steps}, no doubles", True: f"{steps} with doubles"}
    assert fallen(game(), steps) == [(said[one == other], (one, other)) for one, other in faces]


@pytest.mark.parametrize(
    ("table", "steps", "expected"),
    [
        (JAILED, 0, [("No doubles: Ann stays in Jail", (1, 2))]),
        (JAILED, 6, [("6 with doubles: out of Jail", (3, 3)), ("No doubles: Ann stays in Jail", (1, 2))]),
        (game(jailed={"Ann": 2}), 6, [("6, no doubles", (2, 4)), ("6 with doubles: out of Jail", (3, 3))]),
        (game(jailed={"Ann": 2}), 5, [("5, no doubles", (2, 3))]),
        (game(jailed={"Ann": 2}), 0, []),
        (game(doubles=2), 6, [("6, no doubles", (2, 4)), ("6 with doubles: the third time, to Jail", (3, 3))]),
        (game(), 0, []),
        (SPEEDY, 6, []),
    ],
)
def test_in_jail_after_doubles_and_where_the_board_cannot_tell(
    table: Game, steps: int, expected: list[tuple[str, tuple[int, int]]]
) -> None:
    assert fallen(table, steps) == expected


def test_another_players_way_says_nothing_of_the_throw_that_is_due() -> None:
    assert throw_sheet(game(), WalkedToken(BEN, 6)) is None


def test_the_sheet_says_who_went_how_far_and_where() -> None:
    sheet = throw_sheet(game(at={"Ann": 35}), WalkedToken(ANN, 6))
    assert sheet is not None
    assert (sheet.deed, sheet.text) == (THROWN, "Ann went 6 on to Mediterranean Avenue: is that the roll?")
    stays = throw_sheet(JAILED, None)
    assert stays is not None
    assert stays.text == "Ann is in Jail and has rolled. If it was doubles, move the token."


def test_at_any_moment_what_is_proposed_is_a_throw_that_the_rules_take() -> None:
    proposed = 0
    for table in moments()[::5]:
        seat = due_to_roll(table)
        for steps in range(13) if seat is not None else ():
            if seat is not None and (not steps or may_lead(table, seat, steps)):
                for _, dice in fallen(table, steps, seat):
                    unfold(table, Roll(seat, dice))
                    proposed += 1
    assert proposed > 1_000


# Saying it


def by_hand(table: Game, steps: int, *, is_open: bool = True, seat: PlayerId = ANN, **others: object) -> GestureContext:
    walked = WalkedToken(seat, steps) if steps else None
    return context(table, throw_sheet(table, walked) if is_open else None, walked=walked, dice="hand", **others)


@pytest.mark.parametrize("signal", [CONFIRM, card(ANN), press("seat-1")])
def test_a_confirmation_takes_the_way_as_the_throw(signal: Signal) -> None:
    assert interpret(signal, by_hand(game(), 6)) == Do(Roll(ANN, (2, 4)), ANN)


def test_cancel_says_doubles_and_then_that_it_was_no_throw() -> None:
    doubles = interpret(CANCEL, by_hand(game(), 6))
    assert came_to(doubles) == "moves on in the roll: 6 with doubles"
    assert isinstance(doubles, MoveHighlight)
    met = context(game(), doubles.sheet, walked=WalkedToken(ANN, 6), dice="hand")
    assert interpret(CONFIRM, met) == Do(Roll(ANN, (3, 3)), ANN)
    assert came_to(interpret(CANCEL, met)) == "Close"


@pytest.mark.parametrize("signal", [CONFIRM, DICE, card(ANN)])
def test_if_it_was_closed_the_next_press_only_shows_it_again(signal: Signal) -> None:
    assert came_to(interpret(signal, by_hand(game(), 6, is_open=False))) == "shows the roll: 6, no doubles"


def test_nobody_elses_card_takes_the_throw() -> None:
    assert came_to(interpret(card(BEN), by_hand(game(), 6))).startswith("read: Ben has $1,500.")


def test_the_next_players_throw_ends_the_turn_as_ever() -> None:
    assert interpret(card(BEN), by_hand(game(thrown=True), 6, seat=BEN)) == Do(Roll(BEN, (2, 4)), BEN)


def test_as_the_token_goes_on_the_older_proposal_is_not_taken() -> None:
    old = throw_sheet(game(), WalkedToken(ANN, 5))
    met = context(game(), old, walked=WalkedToken(ANN, 6), dice="hand")
    for signal in (CONFIRM, card(ANN), CANCEL):
        assert came_to(interpret(signal, met)) == "shows the roll: 6, no doubles"


def test_if_the_token_is_back_the_proposal_is_not_taken() -> None:
    met = context(game(), throw_sheet(game(), WalkedToken(ANN, 5)), dice="hand")
    assert came_to(interpret(CONFIRM, met)).startswith("shows the question")


def test_what_has_just_come_up_is_not_taken() -> None:
    for signal in (CONFIRM, card(ANN)):
        assert isinstance(interpret(signal, by_hand(game(), 6, shown_at_ms=NOW - 999)), Show)
        assert isinstance(interpret(signal, by_hand(game(), 6, shown_at_ms=NOW - 1_000)), Do)


def test_no_throw_is_taken_while_the_board_is_in_question() -> None:
    for signal in (CONFIRM, card(ANN), DICE):
        told = came_to(interpret(signal, by_hand(game(), 6, is_board_asked=True)))
        assert told.startswith("refused: First the question about the board")


def test_in_jail_the_dice_button_says_that_it_was_no_doubles() -> None:
    shown = interpret(DICE, by_hand(JAILED, 0, is_open=False))
    assert came_to(shown) == "shows the roll: No doubles: Ann stays in Jail"
    assert isinstance(shown, Show)
    assert interpret(CONFIRM, context(JAILED, shown.sheet, dice="hand")) == Do(Roll(ANN, (1, 2)), ANN)


def test_a_rent_that_is_open_is_asked_for_before_the_throw_ends_the_time_for_it() -> None:
    met = by_hand(CLAIMABLE, 6, seat=BEN)
    assert came_to(interpret(card(BEN), met)) == done(ClaimRent(BEN), BEN)


def test_a_player_who_just_begins_needs_no_throw_for_the_start() -> None:
    assert interpret(CONFIRM, by_hand(opening(), 6)) == Do(Roll(ANN, (2, 4)), ANN)


def test_a_way_out_of_jail_is_used_whatever_the_token_does() -> None:
    table = game(jailed={"Ann": 0}, jail_cards={"Ann": 1})
    assert "UseJailCard" in came_to(interpret(tag(JailTag("chance")), by_hand(table, 6)))
