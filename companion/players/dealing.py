"""Deals between automatic players: one asks for what completes a group, the other weighs it."""

from companion.players.judgement import RESERVE, asking_price, completes, missing, value
from companion.rules.commands import AcceptDeal, AnyCommand, OfferDeal, RejectDeal
from companion.rules.deeds import DEEDS, GROUP_DEEDS, STREET_GROUPS, Deed
from companion.rules.ids import BANK, PlayerId
from companion.rules.matters import Goods, Offer
from companion.rules.state import Game


def propose(game: Game, player: PlayerId) -> OfferDeal | None:
    """The first deal that brings a street group closer to this player and that the other side would take."""
    for group in STREET_GROUPS:
        wanted = missing(game, player, GROUP_DEEDS[group])
        if 0 < len(wanted) < len(GROUP_DEEDS[group]):
            for deed in wanted:
                offer = _ask_for(game, player, deed)
                if offer is not None:
                    return offer
    return None


def _ask_for(game: Game, player: PlayerId, deed: Deed) -> OfferDeal | None:
    owner = game.titles[deed.id].owner
    if owner == BANK or not _is_entitled(game, player, owner, deed):
        return None
    gives = _payment(game, player, owner, asking_price(game, owner, deed))
    return None if gives is None else OfferDeal(player, owner, gives, Goods(deeds=(deed.id,)))


def _is_entitled(game: Game, player: PlayerId, owner: PlayerId, deed: Deed) -> bool:
    """Deeds move towards whoever has more of the group, so that no deal is ever undone by another."""
    if any(game.titles[sister].buildings for sister in deed.sisters):
        return False
    return (game.held(player, deed.group), owner) > (game.held(owner, deed.group), player)


def _payment(game: Game, player: PlayerId, owner: PlayerId, price: int) -> Goods | None:
    """A deed the owner has use for, if there is one, and cash for the rest."""
    swap = next((deed for deed in game.deeds_of(player) if _would_swap(game, player, owner, deed)), None)
    deeds, worth = ((swap.id,), value(game, owner, swap)) if swap else ((), 0)
    cash = max(price - worth, 0)
    return Goods(deeds, cash) if cash <= game.players[player].cash - RESERVE else None


def _would_swap(game: Game, player: PlayerId, owner: PlayerId, deed: Deed) -> bool:
    if game.titles[deed.id].mortgaged or any(game.titles[sister].buildings for sister in deed.sisters):
        return False
    return completes(game, owner, deed) and not game.holds_group(player, deed.group)


def answer(game: Game, offer: Offer) -> AnyCommand:
    """Taken if what comes is worth what goes."""
    given = sum(asking_price(game, offer.to, DEEDS[deed]) for deed in offer.gets.deeds)
    gained = offer.gives.cash + sum(value(game, offer.to, DEEDS[deed]) for deed in offer.gives.deeds)
    fits = gained >= given + offer.gets.cash
    return AcceptDeal(offer.to) if fits else RejectDeal(offer.to)
