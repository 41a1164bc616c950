"""What is accepted is offered, where random games seldom come to it."""

from companion.rules import decide, legal_commands
from companion.rules.commands import AnyCommand, OfferDeal, PayTax, Roll, SellSeveral
from companion.rules.pending_steps import Goods
from companion.rules.state import Game
from tests.choices import is_offered
from tests.kit import ANN, BEN, CY, deed, game, play


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
