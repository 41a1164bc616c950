"""The records that come with the project hold, and can be told."""

from pathlib import Path

import pytest

from companion.players.dice import chance_of
from companion.record import Runner, load
from companion.record.runner import Held
from companion.record.tale import tale

GAMES = sorted(Path(__file__).parents[1].glob("games/**/*.game"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_record_holds(path: Path) -> None:
    record = load(path)
    outcomes = list(Runner(record, chance_of(record.header.seed)).play())
    assert any(isinstance(outcome, Held) for outcome in outcomes), "a record without a check shows nothing"


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_record_can_be_told(path: Path) -> None:
    record = load(path)
    assert "How everyone stands" in list(tale(record, chance_of(record.header.seed), 80))
