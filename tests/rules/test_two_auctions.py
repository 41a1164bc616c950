"""An auction may wait behind another: a bankruptcy in its midst brings deeds of its own to auction first.

Only a debt to the Bank that comes up during an auction leads there, so it is set up here instead of played.
"""

from companion.rules import unfold
from companion.rules.commands import AnyCommand, Bid, GoBankrupt, PassBid
from companion.rules.ids import BANK, PlayerId
from companion.rules.pending_steps import Auction, Debt
from companion.rules.reasons import Reason
from companion.rules.state import Game
from tests.kit import ANN, BEN, CY, because, deed, game, refusal

READING, BALTIC = deed("Reading"), deed("Baltic")


def table(bidder: PlayerId) -> Game:
    """Baltic is up at 5 for this bidder, and Cy cannot pay the Bank."""
    debt = Debt(CY, BANK, 50, ("DEAL-4",), Reason("mortgage-kept", READING, sums=(100,)))
    waiting = Auction(BALTIC, high=5, bidder=bidder)
    owns, mortgaged = {"Cy": ["Reading"]}, ["Reading"]
    return game(cash={"Cy": 0}, owns=owns, mortgaged=mortgaged, thrown=True, pending=(debt, waiting))


def play(before: Game, *commands: AnyCommand) -> Game:
    for command in commands:
        before = unfold(before, command).game
    return before


def test_a_bid_is_made_in_the_auction_that_is_open_and_not_in_the_one_behind_it() -> None:
    after = play(table(BEN), GoBankrupt(CY), Bid(ANN, 7))
    assert after.pending == (
        Auction(READING, high=7, bidder=ANN),
        Auction(BALTIC, high=5, bidder=BEN, passed=(CY,)),
    )


def test_who_passes_in_one_auction_may_still_win_the_other() -> None:
    after = play(table(BEN), GoBankrupt(CY), Bid(ANN, 7), PassBid(BEN))
    assert after.titles[READING].owner == ANN
    assert after.pending == (Auction(BALTIC, high=5, bidder=BEN, passed=(CY,)),)
    after = play(after, PassBid(ANN))
    assert after.titles[BALTIC].owner == BEN
    assert [player.cash for player in after.players] == [1493, 1495, 0]


def test_who_leaves_takes_the_highest_bid_along() -> None:
    after = play(table(CY), GoBankrupt(CY))
    assert after.pending == (Auction(READING), Auction(BALTIC, passed=(CY,)))


def test_who_leaves_is_out_of_both() -> None:
    debt = Debt(CY, BANK, 50, ("TAX-3",), because("Luxury Tax"))
    both = game(cash={"Cy": 0}, thrown=True, pending=(debt, Auction(READING), Auction(BALTIC)))
    assert play(both, GoBankrupt(CY)).pending == (Auction(READING, passed=(CY,)), Auction(BALTIC, passed=(CY,)))


def test_who_has_left_can_bid_in_neither() -> None:
    after = play(table(BEN), GoBankrupt(CY))
    assert refusal(after, Bid(CY, 1)).message == "Cy is out of the game."
