"""Auctions of deeds and of scarce buildings: who may bid, when the hammer falls, and what it must bring."""

from companion.rules.commands import AuctionBuilding, Bid, CloseAuction, PassBid, PlaceBuilding, SellLotTo
from companion.rules.pending_steps import Auction, Placing
from companion.rules.state import Game
from tests.oracle.case import Case
from tests.oracle.facts import closed, money, noted
from tests.oracle.landing import may_bid
from tests.oracle.prints import print_of
from tests.oracle.sums import (
    book_of,
    everybody,
    height,
    houses_before_hotel,
    lots_to_build,
    one_more,
    sisters,
    stock,
)
from tests.oracle.tables import BANK


def bid(case: Case, command: Bid) -> None:
    """AUCTION-1, AUCTION-2."""
    _require_bid(case, _auction(case), command)
    case.expect(("BidMade", command.player, command.amount), _fall_if_alone)


def pass_bid(case: Case, command: PassBid) -> None:
    case.expect(("BidPassed", command.player), _fall_if_alone)


def close_auction(case: Case, _: CloseAuction) -> None:
    _fall(case, _auction(case))


def sell_lot_to(case: Case, command: SellLotTo) -> None:
    _require_bid(case, _auction(case), command)
    case.expect(("BidMade", command.player, command.amount), lambda now: _fall(now, _auction(now)))


def _require_bid(case: Case, auction: Auction, command: Bid | SellLotTo) -> None:
    enough = max(auction.least, auction.high + 1) <= command.amount <= case.game.players[command.player].cash
    case.require(enough, "AUCTION-2: too low, or more than the cash")


def _auction(case: Case) -> Auction:
    auction = case.game.pending[0]
    assert isinstance(auction, Auction)
    return auction


def _fall_if_alone(case: Case) -> None:
    """The hammer falls when nobody is left who could bid against the highest."""
    if not _rivals(case, _auction(case)):
        _fall(case, _auction(case))


def _rivals(case: Case, auction: Auction) -> set[int]:
    return set(bidders(case, auction)) - {auction.bidder, *auction.passed}


def fall_by_itself(case: Case, auction: Auction) -> None:
    """Whoever was left to bid has lost the lots for it."""
    case.require(not _rivals(case, auction), "AUCTION-3: somebody may still bid")
    _knock_down(case, auction)


def bidders(case: Case, auction: Auction) -> list[int]:
    if auction.building:
        return [seat for seat in everybody(case.game) if lots_to_build(case.game, seat, auction.building)]
    return may_bid(case)


def _fall(case: Case, auction: Auction) -> None:
    case.expect(closed(auction))
    _knock_down(case, auction)


def _knock_down(case: Case, auction: Auction) -> None:
    """AUCTION-3, STOCK-2."""
    winner = auction.bidder
    if winner == BANK:
        case.expect(noted(BANK, "AUCTION-3"))
    elif auction.building:
        case.expect(money(winner, BANK, auction.high, "STOCK-2"))
        case.expect(("opened", Placing(winner, auction.building)))
    else:
        case.expect(money(winner, BANK, auction.high, "AUCTION-3"))
        case.expect(("DeedConveyed", auction.deed, winner))


def give_up(case: Case, step: Placing) -> None:
    """Bought, and the lots were lost while bidding or paying."""
    lots = lots_to_build(case.game, step.player, step.building)
    case.require(not lots, "STOCK-2: the building can still be placed")
    case.expect(noted(step.player, "STOCK-2"))


def auction_building(case: Case, command: AuctionBuilding) -> None:
    """STOCK-2: fewer in the Bank than two or more players have room for."""
    game, book, is_hotel = case.game, book_of(case.game), command.building == "hotel"
    wanted = {seat: lots_to_build(game, seat, command.building) for seat in everybody(game)}
    lots = [lot for wants in wanted.values() for lot in wants]
    case.require(book.hotels_auctioned or not is_hotel, "STOCK-2: hotels are not auctioned")
    case.require(sum(bool(wants) for wants in wanted.values()) > 1, "STOCK-2: fewer than two players want one")
    case.require(0 < stock(game)[is_hotel] < _room(game, lots, is_hotel), "STOCK-2: no shortage")
    least = min(print_of(game).lots[lot].house for lot in lots) if book.first_bid_is_price else 1
    case.expect(("auction", -1, command.building, least, 0, BANK, ()))


def _room(game: Game, lots: list[int], is_hotel: bool) -> int:
    """How many more would fit: hotels on the lots that are ready, houses on all of their groups."""
    if is_hotel:
        return len(lots)
    built_on = {sister for lot in lots for sister in sisters(lot)}
    return sum(max(houses_before_hotel(game) - height(game, lot), 0) for lot in built_on)


def place_building(case: Case, command: PlaceBuilding) -> None:
    placing = case.game.pending[0]
    assert isinstance(placing, Placing)
    fits = command.deed in lots_to_build(case.game, command.player, placing.building)
    case.require(fits, "BUILD-2: not on this lot")
    case.expect(closed(placing))
    case.expect(("Built", command.deed, one_more(case.game, command.deed)))
