"""Saying no: what cancel highlights is taken by the next confirmation, and a press too many gives nothing away."""

import pytest
from msgspec.structs import replace

from companion.play.acts import Undo
from companion.rules.commands import (
    AnyCommand,
    Bid,
    BuyDeed,
    ChooseSteps,
    CloseAuction,
    DeclineDeed,
    GoBankrupt,
    Mortgage,
    PassBid,
    PayFine,
    PayTax,
    Redeem,
    RejectDeal,
    SellGroup,
    Settle,
    WithdrawDeal,
)
from companion.rules.deeds import Group
from companion.rules.pending_steps import Auction, BusChoice, Debt, TaxChoice
from companion.rules.state import Game
from companion.table.gestures.buttons import cancel_order
from companion.table.gestures.context import (
    ChoicePrompt,
    Do,
    GestureContext,
    MoveHighlight,
    Notice,
    OfferedChoice,
    Show,
)
from companion.table.gestures.interpret import interpret
from companion.table.gestures.sheet import question_sheet
from hardware.signals import Signal
from tests.kit import ANN, BEN, CY, because, game, play
from tests.table.gestures.contexts import NOW, card, context, press
from tests.table.gestures.states import (
    AUCTION,
    BUYING,
    BY,
    CANCEL,
    CONFIRM,
    DICE,
    ELECTRIC,
    OFFERED,
    READING,
    STATES,
    TAKEN_OVER,
    GestureState,
    came_to,
    done,
    owing,
    speedy,
)

MAY_BUY = game(pending=BUYING, thrown=True)
AUCTIONED = game(pending=(AUCTION,), thrown=True)
BROKE = owing(ANN, 20)
LATER = NOW + 5_000


def walked(table: Game, act: AnyCommand) -> GestureContext:
    """Cancel is pressed until this act is highlighted."""
    met = context(table)
    for _ in range(50):
        meant = interpret(CANCEL, met)
        assert isinstance(meant, MoveHighlight), f"cancel never comes to {act}"
        met = replace(met, sheet=meant.sheet, shown_at_ms=meant.at_ms)
        if meant.sheet.move is not None and meant.sheet.move.command == act:
            return met
    raise AssertionError


# Taking it


@pytest.mark.parametrize(
    ("table", "act", "signal"),
    [
        (MAY_BUY, DeclineDeed(ANN), press("confirm", LATER)),
        (MAY_BUY, DeclineDeed(ANN), card(ANN, LATER)),
        (OFFERED, RejectDeal(BEN), press("confirm", LATER)),
        (OFFERED, RejectDeal(BEN), press("seat-2", LATER)),
        (OFFERED, WithdrawDeal(ANN), card(ANN, LATER)),
        (AUCTIONED, PassBid(ANN), card(ANN, LATER)),
        (AUCTIONED, PassBid(CY), press("seat-3", LATER)),
        (game(pending=(TaxChoice(ANN),), thrown=True), PayTax(ANN, percent=True), press("confirm", LATER)),
        (game(jailed={"Ann": 0}, jail_cards={"Ann": 1}), PayFine(ANN), press("confirm", LATER)),
        (speedy(BusChoice(ANN, (1, 5))), ChooseSteps(ANN, 5), press("confirm", LATER)),
        (TAKEN_OVER, Redeem(BEN, READING), card(BEN, LATER)),
        (owing(ANN, 20, owns={"Ann": ["Electric", "Reading"]}), Mortgage(ANN, ELECTRIC), card(ANN, LATER)),
    ],
)
def test_what_cancel_highlights_is_taken_like_anything_highlighted(
    table: Game, act: AnyCommand, signal: Signal
) -> None:
    owner = act.player  # type: ignore[union-attr]
    assert came_to(interpret(signal, walked(table, act))) == done(act, owner)


@pytest.mark.parametrize("state", [state for state in STATES if state.cancels], ids=lambda state: state.name)
def test_nothing_is_given_away_by_a_press_before_it_can_be_read(state: GestureState) -> None:
    """By the confirm button or by any card, within a second of the highlight's move."""
    meant = interpret(CANCEL, context(state.table))
    assert isinstance(meant, MoveHighlight)
    met = context(state.table, meant.sheet, shown_at_ms=NOW)
    assert interpret(press("confirm", NOW + 999), met) == Show(meant.sheet)
    for seat in (ANN, BEN, CY):
        told = interpret(card(seat, NOW + 999), met)
        assert not isinstance(told, Do) or isinstance(told.act, Bid | Settle | BuyDeed)


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)
def test_cancel_itself_does_nothing_however_often_it_is_pressed(state: GestureState) -> None:
    met = context(state.table)
    for _ in range(5):
        meant = interpret(CANCEL, met)
        assert not isinstance(meant, Do)
        met = replace(met, sheet=meant.sheet if isinstance(meant, MoveHighlight) else None)


def test_a_changed_sheet_is_shown_again_before_cancel_moves_on() -> None:
    met = walked(MAY_BUY, DeclineDeed(ANN))
    now = replace(met, game=AUCTIONED)
    assert interpret(CANCEL, now) == Show(question_sheet(AUCTIONED))


# Auctions


def test_only_the_player_who_passes_can_say_so() -> None:
    met = walked(AUCTIONED, PassBid(BEN))
    told = came_to(interpret(press("confirm", LATER), met))
    assert told.startswith("refused: Ben passes: that is Ben's to do")
    assert came_to(interpret(card(ANN, LATER), met)) == (
        "refused: This asks whether Ben passes. Press cancel until it asks Ann, or until it closes, to bid."
    )
    assert isinstance(interpret(press("seat-3", NOW + 1), met), Notice)
    assert came_to(interpret(card(ANN, LATER), replace(met, sheet=None))) == done(Bid(ANN, 10), ANN)


def test_the_hammer_is_the_bankers() -> None:
    sheet = question_sheet(game(pending=(Auction(READING, high=20, bidder=BEN),), thrown=True))
    assert CloseAuction() in [move.command for move in sheet.moves]
    assert [sheet.moves[at].command for at in cancel_order(sheet)] == [PassBid(ANN), PassBid(CY)]


def test_when_all_but_one_have_passed_it_is_sold() -> None:
    now = play(AUCTIONED, Bid(BEN, 10), PassBid(ANN), PassBid(CY))
    assert (now.titles[AUCTION.deed].owner, now.pending) == (BEN, ())


# Bankruptcy

ASKED = (
    "Ann: Go bankrupt (-$20)? Ben gets $20 in cash, all there is. Ann is out of the game. "
    "Yes: Ann's own card or seat button. No: cancel."
)
OFFER = ChoicePrompt(ASKED, (OfferedChoice("Go bankrupt (-$20)", GoBankrupt(ANN)),))


@pytest.mark.parametrize("signal", [press("confirm", LATER), card(ANN, LATER), press("seat-1", LATER)])
def test_nobody_goes_bankrupt_before_hearing_what_that_means(signal: Signal) -> None:
    assert interpret(signal, walked(BROKE, GoBankrupt(ANN))) == OFFER


def test_a_whole_group_is_sold_only_after_the_question() -> None:
    table = game(
        owns={"Ann": ["Oriental", "Vermont", "Connecticut"]},
        buildings={"Oriental": 1, "Vermont": 1, "Connecticut": 1},
        pending=(Debt(ANN, BEN, 100, BY, because("Oriental Avenue, no houses")),),
        cash={"Ann": 20},
        thrown=True,
    )
    sell = SellGroup(ANN, Group.LIGHT_BLUE)
    met = walked(table, sell)
    asked = interpret(card(ANN, LATER), met)
    assert isinstance(asked, ChoicePrompt)
    assert [choice.does for choice in asked.choices] == [sell]
    assert "Every building of the group goes back to the Bank for $75." in asked.text
    assert interpret(card(ANN, LATER), replace(met, notice=asked, shown_at_ms=NOW - 5_000)) == Do(sell, ANN)
    assert not isinstance(interpret(card(BEN, LATER), replace(met, notice=asked)), Do)


def test_bankruptcy_takes_the_debtors_own_card_or_button() -> None:
    met = replace(walked(BROKE, GoBankrupt(ANN)), notice=OFFER)
    for yes in (card(ANN, LATER), press("seat-1", LATER)):
        assert interpret(yes, met) == Do(GoBankrupt(ANN), ANN)
    assert came_to(interpret(press("confirm", LATER), met)).startswith(
        "refused: Go bankrupt (-$20): that is Ann's to do"
    )
    for other in (card(BEN, LATER), press("seat-3", LATER), press("dice", LATER), CANCEL):
        assert not isinstance(interpret(other, met), Do)


def test_a_second_tap_at_once_is_no_yes() -> None:
    met = replace(walked(BROKE, GoBankrupt(ANN)), notice=OFFER, shown_at_ms=NOW)
    assert interpret(card(ANN, NOW + 999), met) == OFFER
    assert interpret(card(ANN, NOW + 1_000), met) == Do(GoBankrupt(ANN), ANN)


def test_a_bankruptcy_says_who_gets_everything() -> None:
    table = game(pending=(Debt(ANN, -1, 100, BY, because("Income Tax")),), cash={"Ann": 20}, thrown=True)
    asked = interpret(card(ANN, LATER), walked(table, GoBankrupt(ANN)))
    assert isinstance(asked, ChoicePrompt)
    assert "The Bank gets $20 in cash" in asked.text


def test_as_long_as_money_can_be_raised_nobody_is_bankrupt() -> None:
    sheet = question_sheet(owing(ANN, 20, owns={"Ann": ["Reading"]}))
    assert not any(isinstance(sheet.moves[at].command, GoBankrupt) for at in cancel_order(sheet))


# What is offered


def test_an_undo_that_is_offered_is_taken_by_confirm_alone_whatever_else_is_open() -> None:
    undo = ChoicePrompt("Take back the last move: Ann rolls 1 2?", (OfferedChoice("Take it back", Undo(3)),))
    for sheet in (None, question_sheet(MAY_BUY)):
        met = context(MAY_BUY, sheet, notice=undo, is_board_asked=True)
        assert interpret(CONFIRM, met) == Do(Undo(3), -1)
        assert came_to(interpret(card(ANN), met)) == done(BuyDeed(ANN), ANN)
        assert isinstance(interpret(DICE, met), Notice)


def test_an_undo_can_be_offered_after_the_end() -> None:
    over = replace(game(), over=True, throw_due=False, winners=(BEN,))
    undo = ChoicePrompt("Take back the last move: Bank ends the game?", (OfferedChoice("Take it back", Undo(3)),))
    assert interpret(CONFIRM, context(over, notice=undo)) == Do(Undo(3), -1)
