"""Auctions: of a deed nobody bought, of a bankrupt player's deeds, and of a scarce house or hotel."""

from collections.abc import Iterator

from companion.rules.building import lots_for, lowest_price
from companion.rules.commands import AuctionBuilding, Bid, CloseAuction, Legal, Needs, PassBid, SellLotTo
from companion.rules.debt import charge
from companion.rules.deeds import GROUP_DEEDS, STREET_GROUPS
from companion.rules.editions import FirstBid
from companion.rules.events import BidMade, BidPassed, Decision, DeedConveyed, Noted, StepClosed, StepOpened
from companion.rules.ids import BANK, DeedId, PlayerId
from companion.rules.pending_steps import HOTEL, HOUSE, Auction, AuctionsDue, Placing
from companion.rules.phrases import has_too_little
from companion.rules.reasons import Reason
from companion.rules.refusal import Code, Refusal
from companion.rules.state import HOTEL_LEVEL, Game
from companion.rules.turn_checks import from_jail, open_of_kind, require_in, whats_open


def open_auction(decision: Decision, deed: DeedId, clauses: tuple[str, ...]) -> None:
    """The Bank auctions a deed at once, if anybody may bid.  [BUY-2, BANKRUPT-3]"""
    if not decision.game.rules.auctions:
        decision.emit(Noted((*clauses, "HOUSE-1"), BANK, Reason("no-auctions", deed)))
    elif not bidders(decision.game, Auction(deed)):
        decision.emit(Noted((*clauses, "AUCTION-3"), BANK, Reason("nobody-may-bid", deed)))
    else:
        decision.emit(StepOpened(clauses, Auction(deed)))


def bidders(game: Game, auction: Auction) -> tuple[PlayerId, ...]:
    """Everybody who may still bid, the highest bidder included."""
    return tuple(
        player for player in game.still_in() if player not in auction.passed and _may_bid(game, auction, player)
    )


def may_buy(game: Game, player: PlayerId) -> bool:
    """One house rule keeps everybody from buying and bidding before passing GO."""
    return game.rules.first_lap_buying or game.players[player].lapped


def _may_bid(game: Game, auction: Auction, player: PlayerId) -> bool:
    if auction.building:
        return bool(lots_for(game, player, auction.building))
    return may_buy(game, player)


def require_lot_for_bid(auction: Auction, after: Game) -> None:
    """The highest bidder for a scarce building keeps a lot to put it on while the auction waits.  [STOCK-2]"""
    if not auction.building or auction.bidder == BANK:
        return
    if auction in after.pending and not lots_for(after, auction.bidder, auction.building):
        who, what = after.name(auction.bidder), auction.building
        why = f"{who} has the highest bid for the {what} and would have no lot left to put it on."
        raise Refusal(Code.WRONG_MOMENT, "STOCK-2", why)


def least_bid(auction: Auction) -> int:
    return max(auction.least, auction.high + 1)


def decide_bid(decision: Decision, command: Bid | SellLotTo) -> None:
    game, player, amount = decision.game, command.player, command.amount
    auction = _require_bidder(game, player)
    least, cash = least_bid(auction), game.players[player].cash
    if amount < least:
        clauses: tuple[str, ...] = ("STOCK-2", "AUCTION-1") if auction.building else ("AUCTION-1",)
        raise Refusal(Code.BID_TOO_LOW, clauses, f"The next bid is {game.money(least)} or more.")
    if amount > cash:
        why = f"{game.name(player)} bids {game.money(amount)} and {has_too_little(game, cash, amount)}"
        raise Refusal(Code.BID_OVER_CASH, "AUCTION-2", why)
    clauses = ("AUCTION-1", "AUCTION-2", *from_jail(game, player))
    decision.emit(BidMade(clauses, player, amount))


def decide_pass(decision: Decision, command: PassBid) -> None:
    game = decision.game
    auction = _require_bidder(game, command.player)
    if command.player == auction.bidder:
        raise Refusal(Code.WRONG_MOMENT, "AUCTION-3", f"{game.name(command.player)} holds the highest bid.")
    decision.emit(BidPassed(("AUCTION-3",), command.player))


def decide_close(decision: Decision, _: CloseAuction) -> None:
    _close(decision, _require_auction(decision.game))


def decide_sell_to(decision: Decision, command: SellLotTo) -> None:
    decide_bid(decision, command)
    _close(decision, _require_auction(decision.game))


def _require_auction(game: Game) -> Auction:
    auction = game.pending[0] if game.pending else None
    if not isinstance(auction, Auction):
        raise Refusal(Code.WRONG_MOMENT, ("AUCTION-3", "BUY-2"), f"There is no auction now: {whats_open(game)}.")
    return auction


def _require_bidder(game: Game, player: PlayerId) -> Auction:
    auction = _require_auction(game)
    require_in(game, player, ("AUCTION-3",))
    if player in auction.passed:
        raise Refusal(Code.WRONG_MOMENT, "AUCTION-3", f"{game.name(player)} has passed and is out of this auction.")
    if not _may_bid(game, auction, player):
        clauses = ("STOCK-2",) if auction.building else ("BUY-2", "HOUSE-1")
        raise Refusal(Code.NOT_FOR_SALE, clauses, f"{game.name(player)} may not bid here.")
    return auction


def close_if_done(decision: Decision, auction: Auction) -> None:
    """Closes the auction when all but the highest bidder have passed, or all without a bid."""
    left = bidders(decision.game, auction)
    if not left or left == (auction.bidder,):
        _close(decision, auction)


def _close(decision: Decision, auction: Auction) -> None:
    decision.emit(StepClosed(("AUCTION-3",), auction))
    if auction.bidder == BANK:
        code = f"no-bid-for-{auction.building}" if auction.building else "no-bid"
        decision.emit(Noted(("AUCTION-3",), BANK, Reason(code, auction.deed)))
    elif auction.building:
        why = Reason(f"highest-bid-{auction.building}")
        decision.emit(StepOpened(("STOCK-2",), Placing(auction.bidder, auction.building)))
        charge(decision, auction.bidder, BANK, auction.high, ("STOCK-2", "AUCTION-3"), why)
    else:
        why = Reason("highest-bid", auction.deed)
        charge(decision, auction.bidder, BANK, auction.high, ("AUCTION-3", "BUY-2"), why)
        decision.emit(DeedConveyed(("AUCTION-3",), auction.deed, auction.bidder))


def open_next_auction(decision: Decision, due: AuctionsDue) -> None:
    """The deeds of a bankrupt player, one after the other in board order.  [BANKRUPT-3, BANKRUPT-4]"""
    clauses = ("BANKRUPT-3", "BANKRUPT-4")
    decision.emit(StepClosed(clauses, due))
    first, rest = due.deeds[0], due.deeds[1:]
    if rest:
        decision.emit(StepOpened(clauses, AuctionsDue(rest)))
    open_auction(decision, first, clauses)


def decide_auction_building(decision: Decision, command: AuctionBuilding) -> None:
    """Allowed when two or more players have room for more than the Bank has left.  [STOCK-1, STOCK-2]"""
    game, building = decision.game, command.building
    if game.pending:
        raise Refusal(Code.WRONG_MOMENT, "STOCK-2", f"Not now: {whats_open(game)}.")
    left = game.hotels_left() if building == HOTEL else game.houses_left()
    if left < 1 and not game.rules.unlimited_buildings:
        code = Code.NO_HOTELS if building == HOTEL else Code.NO_HOUSES
        raise Refusal(code, ("STOCK-1", "STOCK-2"), f"The Bank has no {game.board.names[building]} left to auction.")
    wanted = [count for count in (room(game, player, building) for player in game.still_in()) if count]
    if game.rules.unlimited_buildings or len(wanted) < 2 or sum(wanted) <= left:
        why = f"No shortage: the Bank has {left} and there is room for {sum(wanted)}."
        raise Refusal(Code.NO_SHORTAGE, "STOCK-2", why)
    if building == HOTEL and not game.rules.scarce_hotels:
        why = f"This book auctions scarce {game.board.words.houses}, not {game.board.words.hotels}."
        raise Refusal(Code.NOT_IN_EDITION, "STOCK-2", why)
    least = lowest_price(game, building) if game.rules.scarce_first_bid is FirstBid.DEED_PRICE else 1
    decision.emit(StepOpened(("STOCK-2",), Auction(building=building, least=least)))


def room(game: Game, player: PlayerId, building: str) -> int:
    """How many such buildings this player's complete, unmortgaged groups could still take, whatever the cash."""
    full, count = game.rules.houses_for_hotel, 0
    for group in STREET_GROUPS:
        titles = [game.titles[deed] for deed in GROUP_DEEDS[group]]
        if any(title.owner != player or title.mortgaged for title in titles):
            continue
        levels = [title.buildings for title in titles]
        if building == HOUSE:
            count += sum(full - level for level in levels if level < HOTEL_LEVEL)
        elif min(levels) >= full:  # hotels can be wanted only where every lot has its houses
            count += levels.count(full)
    return count


def candidates(game: Game) -> Iterator[Legal]:
    for auction in open_of_kind(game, Auction):
        least = least_bid(auction)
        for player in game.still_in():
            cash = game.players[player].cash
            yield Legal(Bid(player, least), Needs.AMOUNT, least, cash)
            yield Legal(PassBid(player))
            yield Legal(SellLotTo(player, least), Needs.AMOUNT, least, cash)
        yield Legal(CloseAuction())
    if game.pending or game.rules.unlimited_buildings:
        return
    complete = [lots for lots in map(GROUP_DEEDS.__getitem__, STREET_GROUPS) if _is_one_owners(game, lots)]
    if len({game.titles[lots[0]].owner for lots in complete}) > 1:
        lots = sum(map(len, complete))
        if game.houses_left() < lots * game.rules.houses_for_hotel:
            yield Legal(AuctionBuilding(HOUSE))
        if game.hotels_left() < lots:
            yield Legal(AuctionBuilding(HOTEL))


def _is_one_owners(game: Game, lots: tuple[DeedId, ...]) -> bool:
    owner = game.titles[lots[0]].owner
    return owner != BANK and game.holds_all(owner, lots)
