"""Saying yes to what is open on the screen: who may, what is done, and what is only shown."""

import pytest
from msgspec.structs import replace

from companion.rules.cards import Deck
from companion.rules.commands import (
    AnyCommand,
    Bid,
    Build,
    BuyDeed,
    ChooseSteps,
    ClaimRent,
    DeclineDeed,
    EndTurn,
    KeepMortgage,
    Mortgage,
    OfferDeal,
    PassBid,
    PayFine,
    PayTax,
    RejectDeal,
    Roll,
    Settle,
    Throw,
    UseJailCard,
)
from companion.rules.pending_steps import BusChoice, Buying, CardDue, Goods, TaxChoice
from companion.rules.state import Game
from companion.table.gestures.context import Do, Show, after_act
from companion.table.gestures.interpret import interpret
from companion.table.gestures.sheet import QUESTION, deed_sheet, question_sheet
from hardware.signals import (
    Signal,
)
from tests.kit import ANN, BEN, CY, deed, game, play
from tests.table.gestures.contexts import NOW, card, context, press
from tests.table.gestures.states import (
    AUCTION,
    BUYING,
    CLAIMABLE,
    CONFIRM,
    OFFERED,
    ORIENTAL,
    READING,
    STATES,
    TAKEN_OVER,
    VERMONT,
    GestureState,
    at,
    came_to,
    done,
    opening,
    owing,
    speedy,
)

BARE = game(owns={"Ann": ["light-blue"], "Ben": ["brown"]})
BUILD = Build(ANN, ORIENTAL)


@pytest.mark.parametrize("signal", [CONFIRM, card(ANN), press("seat-1")])
def test_the_highlighted_move_of_the_sheet_is_done_and_the_deed_stays_open(signal: Signal) -> None:
    met = context(BARE, deed_sheet(BARE, ORIENTAL))
    still = replace(deed_sheet(play(BARE, BUILD), ORIENTAL), highlighted=-1)
    assert interpret(signal, met) == Do(BUILD, ANN)
    assert after_act(met, BUILD, play(BARE, BUILD), NOW).sheet == still


def test_another_move_of_the_sheet_can_be_highlighted() -> None:
    table = game(pending=BUYING, thrown=True)
    sheet = at(question_sheet(table), DeclineDeed(ANN))
    assert interpret(CONFIRM, context(table, sheet)) == Do(DeclineDeed(ANN), ANN)


@pytest.mark.parametrize(
    ("table", "sheet", "act"),
    [
        (game(jailed={"Ann": 0}), QUESTION, PayFine(ANN)),
        (game(jailed={"Ann": 0}, jail_cards={"Ann": 1}), QUESTION, UseJailCard(ANN)),
        (game(pending=(TaxChoice(ANN),), thrown=True), QUESTION, PayTax(ANN, percent=False)),
        (game(pending=(TaxChoice(ANN),), thrown=True), QUESTION, PayTax(ANN, percent=True)),
        (owing(ANN, 20, owns={"Ann": ["Reading"]}), QUESTION, Mortgage(ANN, READING)),
        (game(thrown=True), QUESTION, EndTurn(ANN)),
        (TAKEN_OVER, QUESTION, KeepMortgage(BEN, READING)),
        (OFFERED, QUESTION, RejectDeal(BEN)),
        (speedy(BusChoice(ANN, (1, 5))), ORIENTAL, ChooseSteps(ANN, 6)),
        (game(pending=BUYING, thrown=True), ORIENTAL, BuyDeed(ANN)),
    ],
)
def test_what_is_shown_and_highlighted_is_done_by_the_next_press(table: Game, sheet: int, act: AnyCommand) -> None:
    shown = question_sheet(table) if sheet == QUESTION else deed_sheet(table, sheet)
    told = interpret(CONFIRM, context(table, at(shown, act)))
    assert isinstance(told, Do)
    assert (told.act, told.first) == (act, ())


@pytest.mark.parametrize(
    "state", [state for state in STATES if str(state.confirm).startswith("shows")], ids=lambda state: state.name
)
def test_a_choice_of_ways_takes_two_presses(state: GestureState) -> None:
    shown = interpret(CONFIRM, context(state.table))
    assert isinstance(shown, Show)
    told = interpret(CONFIRM, context(state.table, shown.sheet))
    assert isinstance(told, Do)
    assert shown.sheet.move is not None
    assert told.act == shown.sheet.move.command


def test_anybody_elses_money_is_politely_refused() -> None:
    sheet = deed_sheet(BARE, deed("Baltic"))
    assert came_to(interpret(CONFIRM, context(BARE, sheet))) == (
        "refused: Build a house on Baltic Avenue (-$50): that is Ben's to do, with Ben's own card or seat button, "
        "or by the Banker."
    )
    assert came_to(interpret(card(BEN), context(BARE, sheet))) == done(Build(BEN, deed("Baltic")), BEN)


def test_rent_is_asked_for_by_its_owner_and_not_by_the_confirm_button() -> None:
    sheet = deed_sheet(CLAIMABLE, ORIENTAL)
    assert "that is Ben's to do" in came_to(interpret(CONFIRM, context(CLAIMABLE, sheet)))
    assert came_to(interpret(card(BEN), context(CLAIMABLE, sheet))) == done(ClaimRent(BEN), BEN)


def test_a_card_never_does_what_is_highlighted_for_another() -> None:
    sheet = deed_sheet(BARE, ORIENTAL)
    told = interpret(card(BEN), context(BARE, sheet))
    assert came_to(told) == "read: Ben has $1,500. Ann, roll the dice."


def test_a_card_moves_the_highlight_to_its_players_move_on_the_deed_and_then_does_it() -> None:
    start = game(owns={"Ann": ["Reading"]})
    table = play(start, OfferDeal(ANN, BEN, Goods((READING,)), Goods(cash=50)))
    shown = interpret(card(ANN), context(table, deed_sheet(table, READING)))
    assert came_to(shown) == "shows Reading Railroad: Mortgage Reading Railroad (+$100)"
    assert isinstance(shown, Show)
    assert came_to(interpret(card(ANN), context(table, shown.sheet))) == done(Mortgage(ANN, READING), ANN)


def test_an_auction_goes_on_while_somebody_looks_at_a_deed() -> None:
    table = game(pending=(AUCTION,), owns={"Cy": ["Reading"]}, thrown=True)
    sheet = deed_sheet(table, READING)
    told = interpret(card(BEN), context(table, sheet))
    assert came_to(told) == done(Bid(BEN, 10), BEN)
    still = after_act(context(table, sheet), Bid(BEN, 10), play(table, Bid(BEN, 10)), NOW).sheet
    assert still is not None
    assert still.deed == READING


def test_in_an_auction_the_confirm_button_asks_for_a_card_on_the_deeds_sheet_too() -> None:
    table = game(pending=(AUCTION,), thrown=True)
    told = interpret(CONFIRM, context(table, deed_sheet(table, ORIENTAL)))
    assert came_to(told).endswith("Bid with your own card or seat button. To pass, press cancel first.")


def test_in_an_auction_nobody_else_raises_a_players_cash() -> None:
    table = game(pending=(AUCTION,), owns={"Ann": ["Electric"], "Cy": ["Reading"]}, thrown=True)
    for owner, name, id in ((ANN, "Ann", deed("Electric")), (CY, "Cy", READING)):
        sheet = deed_sheet(table, id)
        assert f"that is {name}'s to do" in came_to(interpret(CONFIRM, context(table, sheet)))
        assert came_to(interpret(card(owner), context(table, sheet))) == done(Mortgage(owner, id), owner)


def test_nobody_confirms_another_players_pass() -> None:
    table = game(pending=(AUCTION,), thrown=True)
    sheet = at(question_sheet(table), PassBid(ANN))
    assert "that is Ann's to do" in came_to(interpret(CONFIRM, context(table, sheet)))
    assert came_to(interpret(card(ANN), context(table, sheet))) == done(PassBid(ANN), ANN)


def test_a_debt_is_paid_by_the_debtors_card_while_another_deed_is_open() -> None:
    table = owing(BEN, owns={"Ann": ["Reading"]})
    assert came_to(interpret(card(BEN), context(table, deed_sheet(table, READING)))) == done(Settle(BEN), BEN)


def test_a_changed_sheet_is_shown_again_before_anything_is_done() -> None:
    old = deed_sheet(BARE, ORIENTAL)
    now = play(BARE, Build(ANN, VERMONT))
    for signal in (CONFIRM, card(ANN), card(BEN)):
        assert interpret(signal, context(now, old)) == Show(deed_sheet(now, ORIENTAL))


def test_what_came_up_while_a_deed_was_open_is_shown_before_it_is_bought() -> None:
    now = game(pending=BUYING, thrown=True)
    old = deed_sheet(game(), ORIENTAL)
    for signal in (CONFIRM, card(ANN)):
        assert came_to(interpret(signal, context(now, old))) == "shows Oriental Avenue: Buy Oriental Avenue for $100"


def test_a_sheet_without_a_likely_move_waits_for_a_choice() -> None:
    table = game(owns={"Ben": ["Reading"]})
    bare = interpret(CONFIRM, context(table, deed_sheet(table, ORIENTAL)))
    dear = game(pending=BUYING, cash={"Ann": 60}, thrown=True)
    assert came_to(bare).endswith("Its price is $100. Nothing can be done with it now.")
    assert came_to(interpret(CONFIRM, context(dear, deed_sheet(dear, ORIENTAL)))).endswith("Choose on the screen.")


def test_what_only_the_banker_may_do_is_done_on_the_screen() -> None:
    table = game(pending=(replace(AUCTION, high=59, bidder=BEN),), thrown=True)
    labels = [move.label for move in question_sheet(table).moves]
    sheet = replace(question_sheet(table), highlighted=labels.index("Sold to Ben for $59"))
    told = came_to(interpret(CONFIRM, context(table, sheet)))
    assert told == "refused: Sold to Ben for $59: only the Banker may do that, on the screen."


def test_a_card_is_never_drawn_by_choosing_it_with_a_button() -> None:
    table = game(pending=(CardDue(ANN, Deck.CHANCE),), thrown=True)
    sheet = replace(question_sheet(table), highlighted=0)
    assert "only the Banker may do that" in came_to(interpret(CONFIRM, context(table, sheet)))


def test_a_throw_that_is_highlighted_is_thrown_like_any_other() -> None:
    table = opening()
    sheet = at(question_sheet(table), Throw(BEN, ()))
    assert interpret(CONFIRM, context(table, sheet)) == Do(Throw(BEN, ()), BEN)
    assert "One roll at a time: Ben" in came_to(interpret(CONFIRM, context(table, sheet, thrown_at_ms=NOW - 1)))


def test_a_press_too_soon_after_an_act_only_shows_what_came_up() -> None:
    table = game(pending=BUYING, thrown=True)
    for ms_ago, told in (
        (0, Show(question_sheet(table))),
        (999, Show(question_sheet(table))),
        (1_000, Do(BuyDeed(ANN), ANN)),
    ):
        assert interpret(CONFIRM, context(table, done_at_ms=NOW - ms_ago)) == told
        assert interpret(card(ANN), context(table, done_at_ms=NOW - ms_ago)) == told
        is_open = context(table, question_sheet(table), done_at_ms=NOW - ms_ago)
        assert interpret(press("seat-1"), is_open) == told, "and another tap in that second takes nothing either"


# Players who are not there


def test_the_card_of_an_empty_seat_is_refused() -> None:
    for signal in (card(5), press("seat-6")):
        assert came_to(interpret(signal, context(game()))) == "refused: Nobody sits in seat 6 in this game."


def test_a_player_who_is_out_of_the_game_cannot_act() -> None:
    table = game(bankrupt=["Ben"])
    assert came_to(interpret(card(BEN), context(table))) == "refused: Ben is out of the game."


def test_an_answer_comes_before_a_claim_and_a_claim_before_the_end_of_the_turn() -> None:
    rents = replace(CLAIMABLE, players=CLAIMABLE.players, turn=BEN, turn_number=CLAIMABLE.turn_number + 1)
    assert came_to(interpret(card(BEN), context(rents))) == done(ClaimRent(BEN), BEN)
    asked = replace(rents, pending=(Buying(BEN, VERMONT),), turn_throws=1)
    assert came_to(interpret(card(BEN), context(asked))) == done(BuyDeed(BEN), BEN)


# The sheet after an act


@pytest.mark.parametrize(
    ("before", "act", "stays"),
    [
        (BARE, BUILD, True),
        (BARE, Mortgage(ANN, VERMONT), True),
        (BARE, Roll(ANN, (1, 2)), False),
        (replace(BARE, throw_due=False, turn_throws=1), EndTurn(ANN), False),
        (game(pending=BUYING, thrown=True), BuyDeed(ANN), False),
    ],
)
def test_a_deeds_sheet_stays_open_for_work_on_it_and_not_for_a_throw_or_another_turn(
    before: Game, act: AnyCommand, stays: bool
) -> None:
    now = play(before, act)
    sheet = after_act(context(before, deed_sheet(before, ORIENTAL)), act, now, NOW).sheet
    assert (sheet is not None) == stays
    if sheet is not None:
        assert sheet.moves == deed_sheet(now, ORIENTAL).moves


def test_a_question_is_closed_by_any_act() -> None:
    assert after_act(context(BARE, question_sheet(BARE)), BUILD, play(BARE, BUILD), NOW).sheet is None


def test_no_press_too_many_sells_what_was_just_built() -> None:
    """Look, build, and two impatient presses more."""
    now, met = BARE, context(BARE, deed_sheet(BARE, ORIENTAL))
    first = interpret(CONFIRM, met)
    assert isinstance(first, Do)
    now = play(now, BUILD)
    met = after_act(met, first.act, now, NOW)
    assert isinstance(interpret(press("confirm", NOW + 500), met), Show)
    for too_many in (press("confirm", NOW + 5_000), card(ANN, NOW + 5_000)):
        told = came_to(interpret(too_many, met))
        assert told == "refused: Build evenly: another lot of the group has fewer than Oriental Avenue."


def test_a_tap_too_many_after_a_mortgage_pays_nothing_off_and_ends_no_turn() -> None:
    table = game(owns={"Ann": ["Reading"]}, thrown=True)
    now = play(table, Mortgage(ANN, READING))
    met = after_act(context(table, deed_sheet(table, READING)), Mortgage(ANN, READING), now, NOW)
    for too_many in (press("confirm", NOW + 5_000), card(ANN, NOW + 5_000)):
        assert came_to(interpret(too_many, met)) == (
            "refused: Reading Railroad is Ann's and mortgaged. Choose on the screen."
        )


def test_another_players_card_is_not_told_about_a_deed_that_is_not_theirs() -> None:
    now = play(BARE, BUILD)
    met = after_act(context(BARE, deed_sheet(BARE, ORIENTAL)), BUILD, now, NOW)
    assert came_to(interpret(card(BEN), met)).startswith("read: Ben has $1,500.")


@pytest.mark.parametrize(
    ("table", "raised", "takes"),
    [
        (owing(ANN, 20, owns={"Ann": ["Reading"]}), Mortgage(ANN, READING), Settle(ANN)),
        (
            game(pending=BUYING, cash={"Ann": 60}, owns={"Ann": ["Reading"]}, thrown=True),
            Mortgage(ANN, READING),
            BuyDeed(ANN),
        ),
        (
            game(pending=(AUCTION,), cash={"Ann": 0}, owns={"Ann": ["Reading"]}, thrown=True),
            Mortgage(ANN, READING),
            Bid(ANN, 10),
        ),
    ],
    ids=["a debt", "a purchase", "an auction"],
)
def test_once_money_is_raised_what_waits_for_it_comes_up_again(
    table: Game, raised: AnyCommand, takes: AnyCommand
) -> None:
    met = context(table, deed_sheet(table, READING))
    assert came_to(interpret(card(ANN), met)) == done(raised, ANN)
    met = after_act(met, raised, play(table, raised), NOW)
    assert met.sheet is None
    assert came_to(interpret(card(ANN, NOW + 2_000), met)) == done(takes, ANN)
