"""Two refusals at one table, and the same table with the first put right; and what many of these tables have."""

from typing import NamedTuple

from companion.rules import Code
from companion.rules.commands import (
    AnyCommand,
    OfferDeal,
)
from companion.rules.pending_steps import Buying, Debt, Goods
from companion.rules.state import Game
from tests.kit import ANN, BEN, CY, because, deed

BALTIC, ORIENTAL, VERMONT, READING = deed("Baltic"), deed("Oriental"), deed("Vermont"), deed("Reading")
ANN_OWES = Debt(ANN, BEN, 300, ("RENT-1",), because("Oriental Avenue, no houses"))
BEN_OWES = Debt(BEN, CY, 300, ("RENT-1",), because("Oriental Avenue, no houses"))
BEN_BUYS = (Buying(BEN, READING),)  # it waits for Ben, and Ann may do nothing
BLUES = {"Ann": ["light-blue"]}
BENS_BLUES = {"Ben": ["light-blue"]}
TWO_BLUES = {"Ann": ["Oriental", "Vermont"]}
SHORTAGE = {"Ann": ["light-blue"], "Ben": ["pink"]}
WANT_HOTELS = {"light-blue": 4, "pink": 4}


class Pair(NamedTuple):
    first: Code
    second: Code
    both: Game
    only_second: Game
    command: AnyCommand
    instead: AnyCommand | None = None  # the command itself put right, where the fault is in it


def offer(*, deeds: tuple[int, ...] = (), cash: int = 0, jail_cards: int = 0, to: int = BEN) -> OfferDeal:
    return OfferDeal(ANN, to, Goods(deeds, cash, jail_cards), Goods())
