"""Undo and redo: the last statement of play, as if it had never been, and again."""

import pytest

from companion.record.runner import Outcome, StepRedone, StepUndone
from tests.record.record_texts import TABLE, ends, failure, run

ROLLED = f"{TABLE}Ann rolls 6 2\nAnn buys\n"


def test_undo_leaves_the_table_as_it_was() -> None:
    assert ends(f"{ROLLED}Ben rolls 1 2\nundo\n") == ends(ROLLED)
    assert ends(f"{ROLLED}undo\nundo\n") == ends(TABLE)


def test_redo_does_it_again() -> None:
    assert ends(f"{ROLLED}undo\nundo\nredo\nredo\n") == ends(ROLLED)


def test_a_new_statement_ends_what_could_be_done_again() -> None:
    ends(f"{ROLLED}undo\nAnn declines\nrefuse nothing-to-undo UNDO-1: redo\n")


def test_checks_and_refused_statements_are_not_taken_back() -> None:
    text = f"{ROLLED}undo\n? Ann cash 1500\nrefuse any: Ben rolls 1 2\nredo\n? Ann cash 1400\n"
    assert ends(text) == ends(ROLLED)


def test_opening_throws_are_statements() -> None:
    opening = f"{TABLE}Ann throws 3 4\nBen throws 6 5\nCy throws 2 1\n"
    assert ends(f"{opening}undo\nCy throws 2 1\n") == ends(opening)


@pytest.mark.parametrize("statement", ["undo", "redo"])
def test_with_nothing_done_there_is_nothing_to_take_back(statement: str) -> None:
    ends(f"{TABLE}refuse nothing-to-undo UNDO-1: {statement}\n")
    assert "nothing-to-undo" in failure(f"{TABLE}{statement}\n").holds


def test_after_undo_the_last_statement_is_under_undo_1() -> None:
    ends(f"{ROLLED}? by BUY-1\nundo\n? by UNDO-1\n? not by BUY-1\n")


def test_after_redo_the_clauses_of_what_is_done_again_hold_too() -> None:
    ends(f"{ROLLED}undo\nundo\nredo\n? by UNDO-1\n? by TURN-1\nredo\n? by UNDO-1\n? by BUY-1\n? not by TURN-1\n")


def test_undo_works_after_the_end() -> None:
    game = ends(f"{ROLLED}Bank ends game\n? over\nundo\nBen rolls 1 2\n")
    assert not game.over


def test_what_is_taken_back_is_said() -> None:
    outcomes: list[Outcome] = run(f"{ROLLED}undo\nredo\n")[1]
    back, again = outcomes[-2:]
    assert isinstance(back, StepUndone)
    assert isinstance(again, StepRedone)
    assert back.step == again.step
    assert back.step.what.line.statement == "Ann buys"
