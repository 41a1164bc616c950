"""Where two refusals apply, the one listed first is given.

Each row is a table at which both apply, and the same table with the first put right, at which the second is given:
so the second was there all along. Two codes of a row are in the order of `Code`.
"""

import pytest

from companion.rules.refusal import PRECEDENCE
from tests.kit import refusal
from tests.rules.precedence.lots import LOTS
from tests.rules.precedence.moments import NOT_YOUR_TURN, WRONG_MOMENT
from tests.rules.precedence.money import MONEY
from tests.rules.precedence.owners import DEBT_FIRST, NAMES_AND_OWNERS
from tests.rules.precedence.pair import Pair

PAIRS = [*NOT_YOUR_TURN, *WRONG_MOMENT, *DEBT_FIRST, *NAMES_AND_OWNERS, *MONEY, *LOTS]


def name_of(pair: object) -> str | None:
    if not isinstance(pair, Pair):
        return None
    return f"{pair.first.value} before {pair.second.value}: {type(pair.command).__name__}"


@pytest.mark.parametrize("pair", PAIRS, ids=name_of)
def test_the_refusal_listed_first_is_given(pair: Pair) -> None:
    assert PRECEDENCE[pair.first] < PRECEDENCE[pair.second]
    given = refusal(pair.both, pair.command).code
    without_the_first = refusal(pair.only_second, pair.instead or pair.command).code
    assert (given, without_the_first) == (pair.first, pair.second)
