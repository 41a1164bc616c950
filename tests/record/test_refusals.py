"""Refusals: with their code and clause, leaving everything as it was, the weightiest first."""

import pytest

from companion.record.runner import RefusedAsExpected
from tests.record.record_texts import TABLE, ends, failure, run

GROUP = f"{TABLE}given Ann owns Oriental, Vermont, Connecticut\ngiven turn Ann\n"
IN_DEBT = """players Ann Ben
given Ann owns Boardwalk, Park Place
given Ben cash 10
given Ben owns Reading
given Ben at Pennsylvania Avenue
given turn Ben
Ben rolls 2 3
"""


@pytest.mark.parametrize("refuse", ["uneven", "any", "uneven BUILD-2", "any BUILD-2", "Uneven build-2"])
def test_a_refusal_is_expected_by_code_and_clause(refuse: str) -> None:
    game, outcomes = run(f"{GROUP}Ann builds Oriental\nrefuse {refuse}: Ann builds Oriental\n")
    assert game == ends(f"{GROUP}Ann builds Oriental\n")
    assert isinstance(outcomes[-1], RefusedAsExpected)
    assert outcomes[-1].refusal.code.value == "uneven"


def test_another_code_fails() -> None:
    failed = failure(f"{GROUP}Ann builds Oriental\nrefuse no-cash: Ann builds Oriental\n")
    assert (failed.line.number, failed.expected) == (5, "refused no-cash")
    assert failed.holds.startswith("refused uneven BUILD-2")


def test_another_clause_fails() -> None:
    failed = failure(f"{GROUP}Ann builds Oriental\nrefuse uneven BUILD-3: Ann builds Oriental\n")
    assert failed.expected == "refused uneven BUILD-3"


def test_a_statement_that_is_accepted_after_all_fails() -> None:
    failed = failure(f"{GROUP}refuse uneven: Ann builds Oriental\n")
    assert (failed.expected, failed.holds) == ("refused uneven", "accepted")


def test_an_unexpected_refusal_fails() -> None:
    failed = failure(f"{GROUP}Ann builds Reading\n")
    assert failed.expected == "accepted"
    assert failed.holds.startswith("refused ")


@pytest.mark.parametrize("dice", ["6", "1 5 3", "3 4 bus", "1 2 3 4"])
def test_the_wrong_number_of_dice_is_a_refusal(dice: str) -> None:
    ends(f"{TABLE}refuse bad-dice: Ann rolls {dice}\nrefuse bad-dice: Ann throws {dice}\n")


def test_a_card_of_the_other_deck_or_in_a_hand_is_a_refusal() -> None:
    due = f"{TABLE}given Ben jail cards 1\ngiven turn Ann\nAnn rolls 3 4\n"
    ends(f"{due}refuse wrong-moment: Ann draws chest/doctor\nrefuse wrong-moment: Ann draws chance/jail-free\n")


def test_a_name_in_doubt_is_a_refusal() -> None:
    ends(f"{GROUP}refuse unknown-name BUILD-1: Ann builds Nowhere\nrefuse ambiguous-name: Ann mortgages Penn\n")
    ends(f"{GROUP}refuse unknown-name: Ann offers Ben: Nowhere for 5\n")
    ends(f"{GROUP}refuse unknown-name: Ann sells all purple\nrefuse ambiguous-name: Bank corrects Ann at Chance: why\n")


def test_what_is_weightier_than_the_name_comes_first() -> None:
    ends(f"{GROUP}refuse not-your-turn: Ben moves to Nowhere\n")
    ends(f"{GROUP}refuse wrong-moment: Ann keeps Nowhere\nrefuse wrong-moment: Ann places Penn\n")
    ends(f"{TABLE}Ann rolls 6 2\nrefuse wrong-moment: Ben builds Nowhere\n")
    ends(f"{IN_DEBT}? open debt Ben\nrefuse debt-first: Ben builds Nowhere\n")
    ends(f"{TABLE}Bank ends game\nrefuse game-over: Ann builds Nowhere\nrefuse game-over: Ann mortgages Penn\n")


def test_what_is_lighter_than_the_name_comes_after_it() -> None:
    """Most deeds are not Ann's at all, and those that are cannot be built on twice."""
    ends(f"{GROUP}given Ann cash 0\nrefuse unknown-name: Ann builds Nowhere\n")
    ends(f"{IN_DEBT}refuse unknown-name: Ben mortgages Nowhere\n")


def test_an_ambiguous_name_is_weighed_by_what_it_could_mean() -> None:
    """Any Pennsylvania is the wrong answer here; an unknown name could have been the right one."""
    taken = """players Ann Ben
given Ann owns Reading
given Reading mortgaged
given turn Ann
Ann offers Ben: Reading for 5
Ben accepts
? open interest Ben Reading
"""
    ends(f"{taken}refuse wrong-moment: Ben keeps Penn\nrefuse unknown-name: Ben keeps Nowhere\nBen keeps Reading\n")
