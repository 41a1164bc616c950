"""A refusal: the position, the command, the sentence for people and its clauses; and positions that many start from."""

from typing import NamedTuple

from companion.rules import Code
from companion.rules.commands import (
    AnyCommand,
    OfferDeal,
    Roll,
)
from companion.rules.pending_steps import Auction, Buying, Debt, Goods
from companion.rules.state import Game
from tests.kit import ANN, BEN, CY, because, deed, game, play


class Case(NamedTuple):
    code: Code
    game: Game
    command: AnyCommand
    words: str
    clauses: tuple[str, ...]


MEDITERRANEAN, BALTIC, ORIENTAL, VERMONT = deed("Mediterranean"), deed("Baltic"), deed("Oriental"), deed("Vermont")
READING, BOARDWALK, PARK_PLACE, ELECTRIC = deed("Reading"), deed("Boardwalk"), deed("Park"), deed("Electric")
RENT_OWED = Debt(ANN, BEN, 300, ("RENT-1",), because("Oriental Avenue, no houses"))
BLUES = {"Ann": ["light-blue"]}
CITY = {"Ann": ["light-blue", "pink", "orange", "red", "yellow"]}
SHORTAGE = {"Ann": ["light-blue"], "Ben": ["pink"]}

fresh = game()
thrown = game(thrown=True)
in_debt = game(cash={"Ann": 10}, owns={"Ann": ["Reading"]}, pending=(RENT_OWED,))
buying = game(pending=(Buying(ANN, ORIENTAL),), thrown=True)
bidding = game(cash={"Cy": 30}, pending=(Auction(ORIENTAL, high=20, bidder=BEN, passed=(CY,)),), thrown=True)
jailed = game(jailed={"Ann": 0})
offered = play(game(owns={"Ann": ["Reading"]}), OfferDeal(ANN, BEN, Goods((READING,)), Goods(cash=150)))
claimed = play(game(options={"rent": "claim"}, owns={"Ben": ["Oriental"]}), Roll(ANN, (2, 4)))
