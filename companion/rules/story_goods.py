"""What is said about what changes hands: money, deeds, buildings, bids, deals and rent."""

from collections.abc import Callable
from typing import Any

from companion.rules.deeds import DEEDS
from companion.rules.events import (
    BidMade,
    BidPassed,
    BuildingsRemoved,
    Built,
    DeedConveyed,
    DeedMortgaged,
    Event,
    JailCardMoved,
    MortgageLifted,
    OfferClosed,
    OfferMade,
    Paid,
    RentClaimed,
    RentIncurred,
    RentLapsed,
)
from companion.rules.ids import POT
from companion.rules.phrases import buildings, goods, money, sentence, way_out
from companion.rules.state import KEY, Game


def _paid(game: Game, event: Paid) -> str:
    payer, payee = game.name(event.payer), game.name(event.payee)
    if event.payer == POT:
        said = f"{payee} took {money(event.amount)} from the pot"
    elif event.payee == POT:
        said = f"{payer} paid {money(event.amount)} into the pot"
    else:
        said = f"{payer} paid {payee} {money(event.amount)}"
    return f"{sentence(said)} {sentence(event.why)}".rstrip()


def _deed_conveyed(game: Game, event: DeedConveyed) -> str:
    name = DEEDS[event.deed].name
    return f"{name} now belongs to {game.name(event.owner)}."


def _deed_mortgaged(_: Game, event: DeedMortgaged) -> str:
    return f"{DEEDS[event.deed].name} is now mortgaged."


def _mortgage_lifted(_: Game, event: MortgageLifted) -> str:
    return f"{DEEDS[event.deed].name} is free of its mortgage."


def _stands(_: Game, event: Built | BuildingsRemoved) -> str:
    return f"{DEEDS[event.deed].name} now has {buildings(event.buildings)}."


def _jail_card_moved(game: Game, event: JailCardMoved) -> str:
    thing = way_out(event.card)
    if event.giver < 0:
        return f"{game.name(event.receiver)} keeps {thing}."
    if event.receiver >= 0:
        return f"{game.name(event.giver)} gave {game.name(event.receiver)} {thing}."
    back = "back with the others" if event.card == KEY else "back under its deck"
    return f"{game.name(event.giver)} put {thing} {back}."


def _bid_made(game: Game, event: BidMade) -> str:
    return f"{game.name(event.player)} bid {money(event.amount)}."


def _bid_passed(game: Game, event: BidPassed) -> str:
    return f"{game.name(event.player)} bids no more."


def _offer_made(game: Game, event: OfferMade) -> str:
    offer = event.offer
    return (
        f"{game.name(offer.player)} offers {game.name(offer.to)} {goods(game, offer.gives)} "
        f"for {goods(game, offer.gets)}."
    )


_OUTCOMES = {
    "accepted": "{to} accepted {player}'s offer.",
    "rejected": "{to} said no to {player}'s offer.",
    "withdrawn": "{player} took the offer to {to} back.",
    "lapsed": "{player}'s offer to {to} no longer stands.",
}


def _offer_closed(game: Game, event: OfferClosed) -> str:
    offer = event.offer
    return _OUTCOMES[event.outcome].format(player=game.name(offer.player), to=game.name(offer.to))


def _rent_incurred(game: Game, event: RentIncurred) -> str:
    rent = event.rent
    owner, payer, deed = game.name(rent.owner), game.name(rent.payer), DEEDS[rent.deed].name
    if rent.factor:
        return f"{owner} may ask {payer} for rent: {rent.factor} times a throw of the dice for {deed}."
    return f"{owner} may ask {payer} for {money(rent.amount)} rent. {sentence(rent.why)}".rstrip()


def _rent_claimed(game: Game, event: RentClaimed) -> str:
    rent = event.rent
    return f"{game.name(rent.owner)} asked {game.name(rent.payer)} for the rent of {DEEDS[rent.deed].name}."


def _rent_lapsed(game: Game, event: RentLapsed) -> str:
    rent = event.rent
    return (
        f"{game.name(rent.owner)} did not ask in time: "
        f"{game.name(rent.payer)} pays no rent for {DEEDS[rent.deed].name}."
    )


GOODS_TELLERS: dict[type[Event], Callable[[Game, Any], str]] = {
    Paid: _paid,
    DeedConveyed: _deed_conveyed,
    DeedMortgaged: _deed_mortgaged,
    MortgageLifted: _mortgage_lifted,
    Built: _stands,
    BuildingsRemoved: _stands,
    JailCardMoved: _jail_card_moved,
    BidMade: _bid_made,
    BidPassed: _bid_passed,
    OfferMade: _offer_made,
    OfferClosed: _offer_closed,
    RentIncurred: _rent_incurred,
    RentClaimed: _rent_claimed,
    RentLapsed: _rent_lapsed,
}
