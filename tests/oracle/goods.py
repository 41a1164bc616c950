"""Buying, auctions, buildings, mortgages and deals: what each of these commands must bring."""

from collections import Counter

from companion.rules.commands import (
    AcceptDeal,
    Build,
    BuildSeveral,
    BuyDeed,
    ClaimRent,
    DealDeeds,
    DeclineDeed,
    KeepMortgage,
    Mortgage,
    OfferDeal,
    Redeem,
    SellBuilding,
    SellGroup,
    SellSeveral,
)
from companion.rules.pending_steps import Auction, Buying, Dealing, Debt, Goods, Interest, Offer
from companion.rules.state import Game
from tests.oracle.case import Case
from tests.oracle.facts import closed, money
from tests.oracle.landing import put_up
from tests.oracle.prints import print_of
from tests.oracle.sums import (
    book_of,
    building_worth,
    deal_of,
    height,
    heights,
    houses_before_hotel,
    may_build_on,
    mortgage_value,
    one_more,
    sisters,
    stock,
    tenth,
)
from tests.oracle.tables import BANK, GROUPS, HOTEL

# Buying and dealing out


def buy(case: Case, command: BuyDeed) -> None:
    """BUY-1."""
    offered = case.game.pending[0]
    assert isinstance(offered, Buying)
    case.require(offered.player == command.player, "BUY-1: another player's choice")
    case.expect(closed(offered))
    case.expect(money(command.player, BANK, print_of(case.game).lots[offered.deed].price, "BUY-1"))
    case.expect(("DeedConveyed", offered.deed, command.player))


def decline(case: Case, command: DeclineDeed) -> None:
    """BUY-2."""
    offered = case.game.pending[0]
    assert isinstance(offered, Buying)
    case.require(offered.player == command.player, "BUY-1: another player's choice")
    case.expect(closed(offered))
    put_up(case, offered.deed)


def deal_out(case: Case, command: DealDeeds) -> None:
    """SHORT-1, TIMED-2."""
    count, is_paid, clause = deal_of(case.game)
    dealing = next(step for step in case.game.pending if isinstance(step, Dealing))
    waiting = tuple(seat for seat in dealing.waiting if seat != command.player)
    case.require(len(set(command.deeds)) == count, f"{clause}: {count} deeds each")
    case.expect(closed(dealing))
    if waiting:
        case.expect(("opened", Dealing(waiting)))
    for lot in command.deeds:
        case.expect(("DeedConveyed", lot, command.player))
        if is_paid:
            case.expect(money(command.player, BANK, print_of(case.game).lots[lot].price, clause))


# Buildings


def build(case: Case, command: Build) -> None:
    """BUILD-1 to BUILD-6, STOCK-1."""
    game, lot = case.game, command.deed
    is_hotel = height(game, lot) == houses_before_hotel(game)
    case.require(may_build_on(game, command.player, lot), "BUILD-1, 2, 3 or 5")
    case.require(stock(game)[is_hotel] > 0 or game.rules.unlimited_buildings, "STOCK-1: none left")
    case.require(_is_time(game, command.player, book_of(game).build_when), "BUILD-6: not now")
    case.expect(money(command.player, BANK, print_of(game).lots[lot].house, "BUILD-4" if is_hotel else "BUILD-1"))
    case.expect(("Built", lot, one_more(game, lot)))


def _is_time(game: Game, player: int, when: str) -> bool:
    between = game.turn_throws == 0 and "between" in when
    return when == "any time" or player == game.turn or between


def sell_building(case: Case, command: SellBuilding) -> None:
    """SELL-1, SELL-2, SHORT-8."""
    game, lot = case.game, command.deed
    full, is_hotel = houses_before_hotel(game), game.titles[lot].buildings == HOTEL
    case.require(height(game, lot) == max(heights(game, lot)) > 0, "SELL-1: unevenly")
    case.require(game.titles[lot].owner == command.player, "SELL-1: another player's")
    in_stock = stock(game)[0] >= full or game.rules.unlimited_buildings
    case.require(not is_hotel or in_stock, "SELL-2: too few houses to step down to")
    case.require(_may_sell(game, command.player), "SELL-1: not now")
    case.expect(("BuildingsRemoved", lot, full if is_hotel else height(game, lot) - 1))
    case.expect(money(BANK, command.player, print_of(game).lots[lot].house // 2, "SELL-2" if is_hotel else "SELL-1"))


def _may_sell(game: Game, player: int) -> bool:
    """By the book's hours; always to pay, to buy or to bid."""
    needs_cash = game.pending and isinstance(game.pending[0], Debt | Buying | Auction | Interest)
    return bool(needs_cash) or _is_time(game, player, book_of(game).sell_when)


def sell_group(case: Case, command: SellGroup) -> None:
    """SELL-2, SELL-3: all of a group at once."""
    game, lots = case.game, GROUPS[command.group.value]
    case.require(all(game.titles[lot].owner == command.player for lot in lots), "SELL-1: another player's")
    case.require(_may_sell(game, command.player), "SELL-1: not now")
    take_down(case, lots)
    case.expect(money(BANK, command.player, sum(half_worth(game, lot) for lot in lots), "SELL-2"))


def build_several(case: Case, command: BuildSeveral) -> None:
    """BUILD-1 to BUILD-6, STOCK-1: what stands there afterwards is even, and paid for building by building."""
    game, full = case.game, houses_before_hotel(case.game)
    stands = {lot: height(game, lot) + count for lot, count in Counter(command.deeds).items()}
    case.require(bool(stands) and max(stands.values()) <= full + 1, "BUILD-5: nothing above a hotel")
    case.require(_is_time(game, command.player, book_of(game).build_when), "BUILD-6: not now")
    for lot, top in stands.items():
        after = [stands.get(sister, height(game, sister)) for sister in sisters(lot)]
        titles = [game.titles[sister] for sister in sisters(lot)]
        case.require(max(after) - min(after) <= 1, "BUILD-2: unevenly")
        owned = all(title.owner == command.player and not title.mortgaged for title in titles)
        case.require(owned, "BUILD-1 or BUILD-3")
        for level in range(height(game, lot) + 1, top + 1):
            clause = "BUILD-4" if level > full else "BUILD-1"
            case.expect(money(command.player, BANK, print_of(game).lots[lot].house, clause))
            case.expect(("Built", lot, HOTEL if level > full else level))
    houses = sum(min(top, full) * (top <= full) - height(game, lot) % (full + 1) for lot, top in stands.items())
    hotels = sum((top > full) - (height(game, lot) > full) for lot, top in stands.items())
    is_there = houses <= stock(game)[0] and hotels <= stock(game)[1]
    case.require(is_there or game.rules.unlimited_buildings, "STOCK-1: none left")


def sell_several(case: Case, command: SellSeveral) -> None:
    """SELL-1 to SELL-3."""
    game, full = case.game, houses_before_hotel(case.game)
    goes = Counter(command.deeds)
    case.require(_may_sell(game, command.player), "SELL-1: not now")
    for group in GROUPS.values():
        named = [lot for lot in group if goes[lot]]
        if named and all(goes[lot] == height(game, lot) for lot in group):
            take_down(case, group)
            case.expect(money(BANK, command.player, sum(half_worth(game, lot) for lot in group), "SELL-2"))
            continue
        after = [height(game, lot) - goes[lot] for lot in group]
        case.require(not named or 0 <= min(after) >= max(after) - 1, "SELL-1: unevenly")
        for lot in named:
            case.require(game.titles[lot].owner == command.player, "SELL-1: another player's")
            for level in range(height(game, lot), height(game, lot) - goes[lot], -1):
                case.expect(("BuildingsRemoved", lot, level - 1))
                clause = "SELL-2" if level > full else "SELL-1"
                case.expect(money(BANK, command.player, print_of(game).lots[lot].house // 2, clause))


def take_down(case: Case, lots: tuple[int, ...]) -> None:
    for lot in lots:
        if case.game.titles[lot].buildings:
            case.expect(("BuildingsRemoved", lot, 0))


def half_worth(game: Game, lot: int) -> int:
    return building_worth(game, lot) // 2


# Mortgages


def mortgage(case: Case, command: Mortgage) -> None:
    """MORT-1, MORT-2."""
    game, lot = case.game, command.deed
    lots = (lot,) if book_of(game).lone_lot_mortgaged else sisters(lot)
    case.require(not any(game.titles[bare].buildings for bare in lots), "MORT-1: buildings")
    case.require(game.titles[lot].owner == command.player, "MORT-4: another player's")
    case.require(not game.titles[lot].mortgaged, "MORT-2: mortgaged already")
    case.expect(("DeedMortgaged", lot))
    case.expect(money(BANK, command.player, mortgage_value(game, lot), "MORT-2"))


def redeem(case: Case, command: Redeem) -> None:
    """MORT-3, or at once on receiving the deed.  [DEAL-4, BANKRUPT-2]"""
    lot, player, value = command.deed, command.player, mortgage_value(case.game, command.deed)
    case.require(case.game.titles[lot].mortgaged, "MORT-3: not mortgaged")
    case.require(case.game.titles[lot].owner == player, "MORT-4: another player's")
    clause = _interest_clause(case.game, player, lot)
    case.expect(money(player, BANK, value + tenth(value), clause or "MORT-3"))
    case.expect(("MortgageLifted", lot))
    if clause:
        case.expect(("InterestAnswered", player, lot))


def keep_mortgage(case: Case, command: KeepMortgage) -> None:
    """DEAL-4, BANKRUPT-2."""
    clause = _interest_clause(case.game, command.player, command.deed)
    case.require(bool(clause), "DEAL-4: no interest is due")
    case.expect(("InterestAnswered", command.player, command.deed))
    case.expect(money(command.player, BANK, tenth(mortgage_value(case.game, command.deed)), clause))


def _interest_clause(game: Game, player: int, lot: int) -> str:
    for step in game.pending:
        if isinstance(step, Interest) and (player, lot) in step.owed:
            return step.clauses[0]
    return ""


# Deals


def offer_deal(case: Case, command: OfferDeal) -> None:
    """DEAL-1, DEAL-2."""
    for side, owner in ((command.gives, command.player), (command.gets, command.to)):
        case.require(all(case.game.titles[lot].owner == owner for lot in side.deeds), "DEAL-1: not theirs to give")
        built = (case.game.titles[sister].buildings for lot in side.deeds for sister in sisters(lot))
        case.require(not any(built), "DEAL-2: buildings in the group")
        cards = list(case.game.players[owner].jail_cards)
        case.require(len(cards) >= side.jail_cards >= len(side.decks), "DEAL-1: more cards than there are")
        case.require(all(side.decks.count(deck) <= cards.count(deck) for deck in side.decks), "DEAL-1: not that card")
    moves = command.gives.deeds or command.gets.deeds or command.gives.jail_cards or command.gets.jail_cards
    case.require(bool(moves), "BANK-2: cash alone is a loan")
    before = case.game.offer
    if before is not None and (before.to, before.player) == (command.player, command.to):
        case.expect(("OfferClosed", before, "countered"))
    case.expect(("OfferMade", Offer(command.player, command.to, command.gives, command.gets)))


def accept_deal(case: Case, _: AcceptDeal) -> None:
    """DEAL-1, DEAL-4."""
    offer = case.game.offer
    assert offer is not None
    case.expect(("OfferClosed", offer, "accepted"))
    _hand_over(case, offer.player, offer.to, offer.gives)
    _hand_over(case, offer.to, offer.player, offer.gets)
    got = [(offer.to, lot) for lot in offer.gives.deeds] + [(offer.player, lot) for lot in offer.gets.deeds]
    expect_interest(case, got, "DEAL-4")


def _hand_over(case: Case, giver: int, receiver: int, goods: Goods) -> None:
    if goods.cash:
        case.expect(money(giver, receiver, goods.cash, "DEAL-1"))
    for lot in goods.deeds:
        case.expect(("DeedConveyed", lot, receiver))
    held = list(case.game.players[giver].jail_cards)  # those that are named, then that of Chance
    for card in goods.decks:
        held.remove(card)
    for card in (*goods.decks, *sorted(held)[: goods.jail_cards - len(goods.decks)]):
        case.expect(("JailCardMoved", card, giver, receiver))


def expect_interest(case: Case, got: list[tuple[int, int]], clause: str) -> None:
    owed = frozenset((owner, lot) for owner, lot in got if case.game.titles[lot].mortgaged)
    if owed:
        case.expect(("interest", owed, clause))


# Rents that are asked for


def claim_rent(case: Case, command: ClaimRent) -> None:
    """RENT-6."""
    for rent in case.game.rents:
        asked = rent.owner == command.player and command.payer in (None, rent.payer)
        if asked and not rent.lapsed:
            case.expect(("RentClaimed", rent))
            if rent.factor:
                case.expect(("throw for", rent.payer, rent.owner, rent.deed, rent.factor, rent.clauses[0]))
            else:
                case.expect(money(rent.payer, rent.owner, rent.amount, rent.clauses[0]))
