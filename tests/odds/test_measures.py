"""The long measurements print the tables of docs/odds.md; here with few games, of which they say nothing."""

import re

import pytest

from tests.docs.documents import ROOT
from tests.odds import calibration
from tests.players import tournament

Captured = pytest.CaptureFixture[str]


def heads(text: str) -> list[str]:
    """The first rows of all tables."""
    return re.findall(r"^(\|.*\|)\n\|---", text, flags=re.MULTILINE)


def test_odds_are_compared_with_what_came_true(capsys: Captured) -> None:
    assert calibration.main(["--games", "16", "--play-outs", "4", "--jobs", "2"]) == 0
    out = capsys.readouterr().out
    judged = [calibration.judge_game(number, 4) for number in range(2)]
    assert all(sum(one.told for one in game) == pytest.approx(1) for game in judged), "chances add up"
    assert all(sum(one.came for one in game) == pytest.approx(1) for game in judged), "and so does what came"
    assert "Brier score" in out
    assert set(heads(out)) <= set(heads((ROOT / "docs" / "odds.md").read_text()))


def test_a_row_of_the_reliability_table_is_what_was_told_and_what_came() -> None:
    judged = [calibration.Judged(0.32, 1.0, True)] * 3 + [calibration.Judged(0.34, 0.0, True)] * 7
    assert "| 30 to 40% | 10 | 33.4% | 30.0% | 10.8 to 60.3% |" in calibration.reliability(judged)


def test_temperaments_play_against_each_other(capsys: Captured) -> None:
    assert tournament.main(["--games", "4", "--jobs", "2"]) == 0
    assert set(heads(capsys.readouterr().out)) <= set(heads((ROOT / "docs" / "odds.md").read_text()))
