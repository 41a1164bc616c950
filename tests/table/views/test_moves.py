"""The moves of the last game are kept until the next one is asked for: nobody is shown the moves of another game."""

from companion.rules import unfold
from companion.rules.commands import BuyDeed, Needs, OfferDeal, Roll
from companion.rules.pending_steps import Auction, Goods
from companion.rules.state import Game
from companion.table.views.moves import move_views
from tests.kit import ANN, BEN, CY, DI, deed, game, play
from tests.table.gestures.states import ORIENTAL


def labels(table: Game) -> list[str]:
    return [move.label for move in move_views(table)]


def test_the_moves_of_a_game_are_worked_out_once() -> None:
    table = game()
    assert move_views(table) is move_views(table)


def test_after_a_move_there_are_others() -> None:
    table = game()
    assert labels(table)[0] == "Roll"
    landed = unfold(table, Roll(ANN, (1, 2))).game
    assert labels(landed)[0] == "Buy Baltic Avenue for $60"
    bought = unfold(landed, BuyDeed(ANN)).game
    assert "Mortgage Baltic Avenue (+$30)" in labels(bought)


def test_a_game_that_is_gone_back_to_has_its_own_again() -> None:
    table = game()
    first = labels(table)
    labels(unfold(table, Roll(ANN, (1, 2))).game)
    assert labels(table) == first


def test_a_game_that_looks_the_same_but_for_cash_has_its_own() -> None:
    rich, poor = game(cash={"Ann": 900}), game(cash={"Ann": 30})
    assert next(move.least for move in move_views(rich) if move.needs == "change") == -900
    assert next(move.least for move in move_views(poor) if move.needs == "change") == -30


def test_nobody_is_asked_to_go_over_their_own_bid_before_the_hammer_could_fall() -> None:
    bidding = game(pending=(Auction(ORIENTAL, high=59, bidder=BEN),), thrown=True)
    order = [(move.seat, move.label) for move in move_views(bidding)]
    assert order[0] == (ANN, "Bid $60")
    assert order.index((CY, "Pass")) < order.index((BEN, "Bid $60"))


def test_a_deal_is_an_answer_only_to_the_one_it_was_offered_to() -> None:
    """And no answer of another moment is kept for it. A debtor's deal makes way for an idle one, and answers none."""
    table = game(
        players=("Ann", "Ben", "Cy", "Di"),
        owns={"Ann": ["Oriental"], "Ben": ["dark-blue"], "Cy": ["Baltic"], "Di": ["Mediterranean"]},
        buildings={"dark-blue": 3},
        cash={"Ann": 10},
        at={"Ann": 33},
    )
    offered = play(table, OfferDeal(CY, DI, Goods(deeds=(deed("Baltic"),)), Goods(cash=5)))
    owing = play(offered, Roll(ANN, (2, 4)))

    def menus(now: Game) -> set[tuple[int, str]]:
        return {(move.seat, move.menu) for move in move_views(now) if move.needs == Needs.GOODS.value}

    assert (ANN, "deal") in menus(owing)
    assert menus(offered) == {(DI, "answer")}
    assert {menu for _, menu in menus(table)} == {"deal"}
