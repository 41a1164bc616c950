"""Auctions: of a deed nobody bought, of a bankrupt's deeds, and of a scarce house or hotel."""

from companion.rules.building import has_lot_for, lowest_price
from companion.rules.commands import AuctionBuilding, Bid, CloseAuction, PassBid, SellLotTo
from companion.rules.debt import charge
from companion.rules.deeds import DEEDS
from companion.rules.editions import FirstBid
from companion.rules.events import BidMade, BidPassed, DeedConveyed, MatterClosed, MatterOpened, Noted
from companion.rules.happening import Happening
from companion.rules.ids import BANK, DeedId, PlayerId
from companion.rules.matters import HOUSE, Auction, AuctionsDue, Placing
from companion.rules.moments import from_jail, require_in, whats_open
from companion.rules.phrases import has_too_little, money
from companion.rules.refusal import Code, Refusal
from companion.rules.shortage import require_shortage
from companion.rules.state import Game


def open_auction(happening: Happening, deed: DeedId, clauses: tuple[str, ...]) -> None:
    """The Bank auctions a deed at once, where anybody may bid.  [BUY-2, BANKRUPT-3]"""
    name = DEEDS[deed].name
    if not happening.game.rules.auctions:
        happening.tell(Noted((*clauses, "HOUSE-1"), BANK, f"{name} stays with the Bank: no auctions at this table"))
    elif not bidders(happening.game, Auction(deed)):
        happening.tell(Noted((*clauses, "AUCTION-3"), BANK, f"{name} stays with the Bank: nobody may bid"))
    else:
        happening.tell(MatterOpened(clauses, Auction(deed)))


def bidders(game: Game, auction: Auction) -> tuple[PlayerId, ...]:
    """Everybody who may still bid, the highest bidder included."""
    return tuple(
        player for player in game.still_in() if player not in auction.passed and _may_bid(game, auction, player)
    )


def _may_bid(game: Game, auction: Auction, player: PlayerId) -> bool:
    if auction.building:
        return has_lot_for(game, player, auction.building)
    return game.rules.first_lap_buying or game.players[player].lapped


def least_bid(auction: Auction) -> int:
    return max(auction.least, auction.high + 1)


def decide_bid(happening: Happening, command: Bid | SellLotTo) -> None:
    game = happening.game
    _require_bid(game, command.player, command.amount)
    clauses = ("AUCTION-1", "AUCTION-2", *from_jail(game, command.player))
    happening.tell(BidMade(clauses, command.player, command.amount))


def decide_pass(happening: Happening, command: PassBid) -> None:
    game = happening.game
    auction = _require_bidder(game, command.player)
    if command.player == auction.bidder:
        raise Refusal(Code.WRONG_MOMENT, "AUCTION-3", f"{game.name(command.player)} holds the highest bid.")
    happening.tell(BidPassed(("AUCTION-3",), command.player))


def decide_close(happening: Happening, _: CloseAuction) -> None:
    _close(happening, _require_auction(happening.game))


def decide_sell_to(happening: Happening, command: SellLotTo) -> None:
    decide_bid(happening, command)
    _close(happening, _require_auction(happening.game))


def _require_auction(game: Game) -> Auction:
    auction = game.agenda[0] if game.agenda else None
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


def _require_bid(game: Game, player: PlayerId, amount: int) -> None:
    auction = _require_bidder(game, player)
    least, cash = least_bid(auction), game.players[player].cash
    if amount < least:
        clauses = ("STOCK-2", "AUCTION-1") if auction.building else ("AUCTION-1",)
        raise Refusal(Code.BID_TOO_LOW, clauses, f"The next bid is {money(least)} or more.")
    if amount > cash:
        why = f"{game.name(player)} bids {money(amount)} and {has_too_little(cash, amount)}"
        raise Refusal(Code.BID_OVER_CASH, "AUCTION-2", why)


def close_if_done(happening: Happening, auction: Auction) -> None:
    """Closed when all but the highest bidder have passed, or all without a bid."""
    left = bidders(happening.game, auction)
    if not left or left == (auction.bidder,):
        _close(happening, auction)


def _close(happening: Happening, auction: Auction) -> None:
    happening.tell(MatterClosed(("AUCTION-3",), auction))
    if auction.bidder == BANK:
        lot = f"a {auction.building}" if auction.building else DEEDS[auction.deed].name
        happening.tell(Noted(("AUCTION-3",), BANK, f"no bid: the Bank keeps {lot}"))
    elif auction.building:
        why = f"a scarce {auction.building}, highest bid"
        happening.tell(MatterOpened(("STOCK-2",), Placing(auction.bidder, auction.building)))
        charge(happening, auction.bidder, BANK, auction.high, ("STOCK-2", "AUCTION-3"), why)
    else:
        why = f"{DEEDS[auction.deed].name}, highest bid"
        charge(happening, auction.bidder, BANK, auction.high, ("AUCTION-3", "BUY-2"), why)
        happening.tell(DeedConveyed(("AUCTION-3",), auction.deed, auction.bidder))


def open_next_auction(happening: Happening, due: AuctionsDue) -> None:
    """The deeds handed in by a bankrupt, one after the other in board order.  [BANKRUPT-3, BANKRUPT-4]"""
    clauses = ("BANKRUPT-3", "BANKRUPT-4")
    happening.tell(MatterClosed(clauses, due))
    first, rest = due.deeds[0], due.deeds[1:]
    if rest:
        happening.tell(MatterOpened(clauses, AuctionsDue(rest)))
    open_auction(happening, first, clauses)


def decide_auction_building(happening: Happening, command: AuctionBuilding) -> None:
    game = happening.game
    if game.agenda:
        raise Refusal(Code.WRONG_MOMENT, "STOCK-2", f"Not now: {whats_open(game)}.")
    require_shortage(game, command.building)
    least = lowest_price(game, command.building) if game.rules.scarce_first_bid is FirstBid.DEED_PRICE else 1
    happening.tell(MatterOpened(("STOCK-2",), Auction(building=command.building or HOUSE, least=least)))
