"""What is accepted is offered, where random games seldom come to it."""

from companion.rules import decide, legal_commands
from companion.rules.commands import AnyCommand, OfferDeal, PayTax, Roll, SellSeveral
from companion.rules.pending_steps import HOTEL, Auction, Goods
from companion.rules.state import Game
from tests.choices import is_offered
from tests.kit import ANN, BEN, CY, deed, game, play, refusal


def require_offered(table: Game, command: AnyCommand) -> None:
    decide(table, command)
    assert is_offered(legal_commands(table), command)


def test_a_debtor_may_make_an_offer_while_one_is_open_that_nobody_can_answer() -> None:
    baltic, oriental = deed("Baltic Avenue"), deed("Oriental Avenue")
    table = game(owns={"Ann": ["Baltic Avenue"], "Ben": ["Oriental Avenue"]}, cash={"Ann": 20})
    offered = OfferDeal(BEN, CY, Goods(deeds=(oriental,)), Goods(cash=50))
    table = play(table, offered, Roll(ANN, (1, 3)), PayTax(ANN, percent=False))
    require_offered(table, OfferDeal(ANN, BEN, Goods(deeds=(baltic,)), Goods(cash=200)))
    assert not is_offered(legal_commands(table), offered)


def test_all_buildings_of_a_group_may_be_named_though_the_bank_lacks_houses_for_its_hotels() -> None:
    lots = deed("Mediterranean Avenue"), deed("Baltic Avenue")
    hotels = {"Mediterranean Avenue": 5, "Baltic Avenue": 5}
    table = game(owns={"Ann": ["brown"]}, buildings=hotels, bank_houses=2)
    require_offered(table, SellSeveral(ANN, tuple(lot for lot in lots for _ in range(5))))


def test_one_building_may_go_where_the_highest_bidder_needs_the_lots_of_the_others() -> None:
    """Ann's bid for a hotel needs Baltic with its four houses: they stay, but a hotel beside them may go."""
    hotel, houses = deed("Mediterranean Avenue"), deed("Baltic Avenue")
    table = game(
        owns={"Ann": ["brown"]},
        buildings={"Mediterranean Avenue": 5, "Baltic Avenue": 4},
        pending=(Auction(building=HOTEL, high=60, bidder=ANN),),
        thrown=True,
    )
    require_offered(table, SellSeveral(ANN, (hotel,)))
    assert "no lot left" in refusal(table, SellSeveral(ANN, (hotel,) * 5 + (houses,) * 4)).message
