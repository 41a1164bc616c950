"""The oracle: a command brings exactly the events that the rules ask for."""

from collections.abc import Callable
from typing import Any

from companion.rules import commands as asked
from companion.rules.commands import AnyCommand, Command
from companion.rules.events import Events
from companion.rules.pending_steps import (
    Auction,
    AuctionsDue,
    PendingStep,
    Placing,
    SpeedAdvance,
    TurnEnds,
    WaitingMove,
)
from companion.rules.state import Game
from tests.oracle import auctions, cards, estates, goods, turns
from tests.oracle.case import Case, Disagreement
from tests.oracle.landing import advance_with_mr_m, put_up
from tests.oracle.ledger import conserve, recount

__all__ = ["Disagreement", "agree"]


def agree(
    before: Game, command: AnyCommand, events: Events, after: Game, each: Callable[[Game], None] | None = None
) -> None:
    """Raises Disagreement unless the rules, read once more, ask for exactly these events. `each` sees every state."""
    case = Case(before, command, go_on)
    _COMMANDS[type(command)](case, command)
    for event in events:
        case.hear(event)
        conserve(case.game)
        if each:
            each(case.game)
    case.close()
    recount(before, events, after)


def go_on(case: Case, step: PendingStep) -> None:
    """What follows when a step that waits for nobody comes first."""
    match step:
        case WaitingMove():
            turns.leave_and_walk(case, step)
        case SpeedAdvance():
            advance_with_mr_m(case, step.player)
        case AuctionsDue():
            first, *rest = sorted(step.deeds)  # in board order  [BANKRUPT-3]
            if rest:
                case.expect_step(AuctionsDue(tuple(rest)))
            put_up(case, first)
        case TurnEnds():
            turns.pass_turn(case)
        case Placing():
            auctions.give_up(case, step)
        case Auction():
            auctions.fall_by_itself(case, step)


def _silent(_: Case, __: Command) -> None:
    return


_COMMANDS: dict[type[Command], Callable[[Case, Any], None]] = {
    asked.Roll: turns.roll,
    asked.Throw: turns.throw,
    asked.EndTurn: turns.end_turn,
    asked.DrawCard: cards.draw,
    asked.PayTax: turns.pay_tax,
    asked.PayFine: turns.pay_fine,
    asked.UseJailCard: turns.use_jail_card,
    asked.ChooseSteps: turns.choose_steps,
    asked.MoveTo: turns.move_to,
    asked.BuyDeed: goods.buy,
    asked.DeclineDeed: goods.decline,
    asked.DealDeeds: goods.deal_out,
    asked.Bid: auctions.bid,
    asked.PassBid: auctions.pass_bid,
    asked.CloseAuction: auctions.close_auction,
    asked.SellLotTo: auctions.sell_lot_to,
    asked.AuctionBuilding: auctions.auction_building,
    asked.PlaceBuilding: auctions.place_building,
    asked.Build: goods.build,
    asked.SellBuilding: goods.sell_building,
    asked.SellGroup: goods.sell_group,
    asked.BuildSeveral: goods.build_several,
    asked.SellSeveral: goods.sell_several,
    asked.Mortgage: goods.mortgage,
    asked.Redeem: goods.redeem,
    asked.KeepMortgage: goods.keep_mortgage,
    asked.OfferDeal: goods.offer_deal,
    asked.AcceptDeal: goods.accept_deal,
    asked.RejectDeal: _silent,
    asked.WithdrawDeal: _silent,
    asked.ClaimRent: goods.claim_rent,
    asked.Settle: estates.settle,
    asked.GoBankrupt: estates.go_bankrupt,
    asked.RetirePlayer: estates.retire,
    asked.EndGame: estates.end_game,
    asked.CallTime: estates.end_game,
    asked.CorrectCash: estates.correct_cash,
    asked.SetCash: estates.set_cash,
    asked.MoveMoney: estates.move_money,
    asked.CorrectJailCards: estates.correct_jail_cards,
    asked.CorrectPlace: estates.correct_place,
    asked.CorrectDeed: estates.correct_deed,
    asked.SetHouseRule: estates.set_house_rule,
}
