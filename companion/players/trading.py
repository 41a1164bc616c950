"""How automatic players trade: the deals they propose and accept, their bids, and what they sell to pay a debt."""

from collections.abc import Sequence

from companion.players.judgement import asking_price, completes, value
from companion.players.temperament import Temperament
from companion.rules.auction import bidders, least_bid
from companion.rules.building import lots_for
from companion.rules.commands import (
    AcceptDeal,
    AnyCommand,
    Bid,
    CloseAuction,
    GoBankrupt,
    Mortgage,
    OfferDeal,
    PassBid,
    RejectDeal,
    SellBuilding,
    SellGroup,
    Settle,
)
from companion.rules.deeds import GROUP_DEEDS, STREET_GROUPS, Deed
from companion.rules.ids import BANK, DeedId, PlayerId
from companion.rules.pending_steps import Auction, Debt, Goods, Offer
from companion.rules.state import HOTEL_LEVEL, Game
from companion.rules.worth import could_raise

_STREETS = tuple(GROUP_DEEDS[group] for group in STREET_GROUPS)


def propose_deal(game: Game, player: PlayerId, temper: Temperament) -> OfferDeal | None:
    """The first deal that brings the player closer to a street group and that a steady player would accept."""
    titles = game.titles
    for group in _STREETS:
        wanted = [deed for deed in group if titles[deed].owner != player]
        if 0 < len(wanted) < len(group):
            for deed in wanted:
                offer = _ask_for(game, player, game.board.deeds[deed], temper.reserve)
                if offer is not None:
                    return offer
    return None


def _ask_for(game: Game, player: PlayerId, deed: Deed, reserve: int) -> OfferDeal | None:
    """Pay with a deed that the owner has use for, if there is one, and with cash for the rest."""
    owner = game.titles[deed.id].owner
    if owner == BANK or game.has_buildings(deed.sisters):
        return None
    # A deed goes only to whoever has more of its group, so that no deal is ever reversed by another.
    if (game.held(player, deed.group), owner) <= (game.held(owner, deed.group), player):
        return None
    given: tuple[DeedId, ...] = ()
    cash = asking_price(game, owner, deed)
    for own in game.deeds_of(player):
        is_free = not game.titles[own.id].mortgaged and not game.has_buildings(own.sisters)
        if is_free and completes(game, owner, own) and not game.holds_group(player, own.group):
            given, cash = (own.id,), max(cash - value(game, owner, own), 0)
            break
    if cash > game.players[player].cash - reserve:
        return None
    return OfferDeal(player, owner, Goods(given, cash), Goods(deeds=(deed.id,)))


def answer_deal(game: Game, offer: Offer, temper: Temperament) -> AnyCommand:
    """Accept if what comes in is worth what goes out."""
    deeds = game.board.deeds
    given = sum(asking_price(game, offer.to, deeds[deed], temper) for deed in offer.gets.deeds)
    gained = offer.gives.cash + sum(value(game, offer.to, deeds[deed], temper) for deed in offer.gives.deeds)
    return AcceptDeal(offer.to) if gained >= given + offer.gets.cash else RejectDeal(offer.to)


def answer_auction(game: Game, auction: Auction, tempers: Sequence[Temperament]) -> AnyCommand:
    """The first bidder who does not have the highest bid raises it or passes."""
    least = least_bid(auction)
    for player in bidders(game, auction):
        if player == auction.bidder:
            continue
        cash, temper = game.players[player].cash, tempers[player]
        if auction.building:
            worth = max(lot.house_cost for lot in lots_for(game, player, auction.building))
        else:
            worth = value(game, player, game.board.deeds[auction.deed], temper)
        limit = min(cash - temper.reserve // 2, worth)
        if limit < least:
            return PassBid(player)
        return Bid(player, max(least, (auction.high + limit + 1) // 2))
    return CloseAuction()


def answer_debt(game: Game, debt: Debt) -> AnyCommand:
    """Pay, raise cash, or give up."""
    player = debt.debtor
    if game.players[player].cash >= debt.amount:
        return Settle(player)
    held = game.deeds_of(player)
    if could_raise(game, player, held) < debt.amount:
        return GoBankrupt(player)
    return raise_cash(game, player, held)


def idle_deeds(game: Game, deeds: Sequence[Deed]) -> list[Deed]:
    """Those that can be mortgaged as they are."""
    titles = game.titles
    return [deed for deed in deeds if not titles[deed.id].mortgaged and not game.has_buildings(deed.sisters)]


def raise_cash(game: Game, player: PlayerId, held: tuple[Deed, ...]) -> AnyCommand:
    """Of the player's deeds, mortgage the one that earns least; if none is left, sell a building from the cheapest
    group.
    """
    idle = idle_deeds(game, held)
    if idle:
        single = [deed for deed in idle if not game.holds_all(player, deed.sisters)]
        return Mortgage(player, min(single or idle, key=lambda deed: deed.price).id)
    built = [deed for deed in held if game.titles[deed.id].buildings]
    cheapest = min(built, key=lambda deed: (deed.house_cost, -game.steps(deed.id)))
    tallest = max(cheapest.sisters, key=game.steps)
    is_hotel = game.titles[tallest].buildings == HOTEL_LEVEL
    if is_hotel and not game.rules.unlimited_buildings and game.houses_left() < game.rules.houses_for_hotel:
        return SellGroup(player, game.board.deeds[tallest].group)  # no houses are left to replace the hotel
    return SellBuilding(player, tallest)
