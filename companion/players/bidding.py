"""Auctions among automatic players: whoever values the lot most and has the cash gets it."""

from companion.players.judgement import RESERVE, value
from companion.rules.auction import bidders, least_bid
from companion.rules.building import lots_for
from companion.rules.commands import AnyCommand, Bid, CloseAuction, PassBid
from companion.rules.deeds import DEEDS
from companion.rules.ids import PlayerId
from companion.rules.matters import Auction
from companion.rules.state import Game


def answer_auction(game: Game, auction: Auction) -> AnyCommand:
    """The first who does not hold the highest bid raises it or passes."""
    least = least_bid(auction)
    for player in bidders(game, auction):
        if player == auction.bidder:
            continue
        limit = min(_limit(game, auction, player), game.players[player].cash)
        if limit < least:
            return PassBid(player)
        return Bid(player, max(least, (auction.high + limit + 1) // 2))
    return CloseAuction()


def _limit(game: Game, auction: Auction, player: PlayerId) -> int:
    spare = game.players[player].cash - RESERVE // 2
    if auction.building:
        return min(spare, max(lot.house_cost for lot in lots_for(game, player, auction.building)))
    return min(spare, value(game, player, DEEDS[auction.deed]))
