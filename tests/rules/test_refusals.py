"""Every way the engine says no: the position, the command, the sentence for people, and the clauses it rests on.

Which refusal wins where two apply is in `test_precedence`.
"""

import pytest

from companion.rules import Code, Needs, legal_commands
from companion.rules.commands import Mortgage
from companion.rules.pending_steps import HOUSE, Auction
from tests.kit import ANN, deed, game, refusal
from tests.rules.refused.buildings import BUILDINGS
from tests.rules.refused.case import Case
from tests.rules.refused.dealings import DEALINGS
from tests.rules.refused.moments import MOMENTS
from tests.rules.refused.names import NAMES
from tests.rules.refused.purchases import PURCHASES

CASES = [*MOMENTS, *NAMES, *PURCHASES, *BUILDINGS, *DEALINGS]
# Deeds named in words, and what is taken back, belong to the record; the engine knows numbers and single commands.
OF_THE_RECORD = {Code.AMBIGUOUS_NAME, Code.NOTHING_TO_UNDO}


def name_of(case: object) -> str | None:
    return f"{case.code.value}-{type(case.command).__name__}" if isinstance(case, Case) else None


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_the_engine_says_no_and_why(case: Case) -> None:
    refused = refusal(case.game, case.command)
    assert (refused.code, refused.message, refused.clauses) == (case.code, case.words, case.clauses)


def test_every_refusal_the_engine_can_give_is_in_the_table() -> None:
    assert {case.code for case in CASES} == set(Code) - OF_THE_RECORD


def test_the_codes_stand_in_the_order_of_their_precedence() -> None:
    assert [code.value for code in Code] == [
        "not-your-turn", "wrong-moment", "debt-first", "game-over", "unknown-name", "ambiguous-name", "bad-dice",
        "not-owner", "not-for-sale", "no-cash", "bid-too-low", "bid-over-cash", "incomplete-group", "uneven",
        "group-mortgaged", "group-has-buildings", "no-houses", "no-hotels", "no-shortage", "nothing-to-sell",
        "already-mortgaged", "not-mortgaged", "not-in-jail", "no-jail-card", "fine-too-late", "must-throw",
        "rent-window-closed", "no-rent-due", "can-still-pay", "bad-offer", "nothing-to-undo", "not-in-edition",
    ]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_what_is_refused_is_not_offered(case: Case) -> None:
    assert case.command not in [one.command for one in legal_commands(case.game) if one.needs is Needs.NOTHING]


def test_the_lot_of_a_building_that_was_bid_for_is_not_offered_for_a_mortgage() -> None:
    bid_for = Auction(deed=-1, building=HOUSE, high=100, bidder=ANN)
    lone = game(owns={"Ann": ["brown"]}, pending=(bid_for,))
    assert refusal(lone, Mortgage(ANN, deed("Baltic"))).clauses == ("STOCK-2",)
    assert not [one for one in legal_commands(lone) if isinstance(one.command, Mortgage)]
