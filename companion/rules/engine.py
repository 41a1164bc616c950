"""The engine: a command becomes events, or is refused. Pure, and told everything."""

from collections.abc import Callable, Iterable
from typing import Any

from companion.rules.auction import (
    close_if_done,
    decide_auction_building,
    decide_bid,
    decide_close,
    decide_pass,
    decide_sell_to,
    open_next_auction,
)
from companion.rules.bankruptcy import decide_bankrupt, decide_retire
from companion.rules.building import (
    decide_build,
    decide_place,
    decide_sell,
    decide_sell_group,
    give_up_placing,
)
from companion.rules.commands import (
    AcceptDeal,
    AnyCommand,
    AuctionBuilding,
    Bid,
    Build,
    BuyDeed,
    CallTime,
    ChooseSteps,
    ClaimRent,
    CloseAuction,
    Command,
    CorrectCash,
    CorrectDeed,
    CorrectPlace,
    DealDeeds,
    DeclineDeed,
    DrawCard,
    EndGame,
    EndTurn,
    GoBankrupt,
    KeepMortgage,
    Mortgage,
    MoveTo,
    OfferDeal,
    PassBid,
    PayFine,
    PayTax,
    PlaceBuilding,
    Redeem,
    RejectDeal,
    RetirePlayer,
    Roll,
    SellBuilding,
    SellGroup,
    SellLotTo,
    SetHouseRule,
    Settle,
    Throw,
    UseJailCard,
    WithdrawDeal,
)
from companion.rules.correction import (
    decide_correct_cash,
    decide_correct_deed,
    decide_correct_place,
    decide_house_rule,
)
from companion.rules.debt import decide_settle
from companion.rules.decision import Decision
from companion.rules.draw import decide_draw
from companion.rules.ending import decide_end_game, decide_time
from companion.rules.events import Event, Events
from companion.rules.jail import decide_fine, decide_jail_card
from companion.rules.mortgage import decide_keep, decide_mortgage, decide_redeem
from companion.rules.move import advance_to_property, walk_at_last
from companion.rules.opening import decide_deal
from companion.rules.pending_steps import Auction, AuctionsDue, Placing, SpeedAdvance, TurnEnds, WaitingMove
from companion.rules.purchase import decide_buy, decide_decline
from companion.rules.refusal import Code, Refusal
from companion.rules.rent import decide_claim
from companion.rules.state import Game
from companion.rules.tax import decide_tax
from companion.rules.trade import decide_accept, decide_offer, decide_reject, decide_withdraw
from companion.rules.turn import decide_choose, decide_end, decide_move_to, decide_roll, decide_throw, end_turn_at_last
from companion.rules.validate_command import require_known

_DECISIONS: dict[type[Command], Callable[[Decision, Any], None]] = {
    Roll: decide_roll,
    Throw: decide_throw,
    EndTurn: decide_end,
    BuyDeed: decide_buy,
    DeclineDeed: decide_decline,
    Bid: decide_bid,
    PassBid: decide_pass,
    CloseAuction: decide_close,
    SellLotTo: decide_sell_to,
    DrawCard: decide_draw,
    PayTax: decide_tax,
    PayFine: decide_fine,
    UseJailCard: decide_jail_card,
    ChooseSteps: decide_choose,
    MoveTo: decide_move_to,
    ClaimRent: decide_claim,
    Build: decide_build,
    SellBuilding: decide_sell,
    SellGroup: decide_sell_group,
    Mortgage: decide_mortgage,
    Redeem: decide_redeem,
    KeepMortgage: decide_keep,
    OfferDeal: decide_offer,
    AcceptDeal: decide_accept,
    RejectDeal: decide_reject,
    WithdrawDeal: decide_withdraw,
    Settle: decide_settle,
    GoBankrupt: decide_bankrupt,
    AuctionBuilding: decide_auction_building,
    PlaceBuilding: decide_place,
    DealDeeds: decide_deal,
    CallTime: decide_time,
    CorrectCash: decide_correct_cash,
    CorrectPlace: decide_correct_place,
    CorrectDeed: decide_correct_deed,
    RetirePlayer: decide_retire,
    EndGame: decide_end_game,
    SetHouseRule: decide_house_rule,
}
_STEPS: dict[type, Callable[[Decision, Any], None]] = {
    WaitingMove: walk_at_last,
    SpeedAdvance: advance_to_property,
    AuctionsDue: open_next_auction,
    TurnEnds: end_turn_at_last,
    Placing: give_up_placing,
    Auction: close_if_done,
}


def decide(game: Game, command: AnyCommand) -> Events:
    """The events this command brings about. Raises Refusal; then nothing has happened."""
    return tuple(unfold(game, command).events)


def unfold(game: Game, command: AnyCommand) -> Decision:
    """As `decide`, with the game after the events at hand."""
    if game.over:
        raise Refusal(Code.GAME_OVER, "WIN-1", "The game is over.")
    require_known(game, command)
    decision = Decision(game)
    _DECISIONS[type(command)](decision, command)
    if decision.game.agenda:
        _take_steps(decision)
    return decision


def _take_steps(decision: Decision) -> None:
    """What follows by itself, until something waits for somebody."""
    told = -1
    while decision.game.agenda and len(decision.events) > told:
        told = len(decision.events)
        first = decision.game.agenda[0]
        if type(first) in _STEPS:
            _STEPS[type(first)](decision, first)


def evolve(game: Game, events: Iterable[Event]) -> Game:
    for event in events:
        game = event.apply(game)
    return game
