"""The records that come with the project can all be told. That they hold is tested with the rules."""

from pathlib import Path

import pytest

from companion.players.dice import seeded_dice
from companion.record.parser import load
from companion.record.story import story

GAMES = sorted(Path(__file__).parents[1].glob("games/**/*.game"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_record_can_be_told(path: Path) -> None:
    record = load(path)
    assert "How everyone stands" in list(story(record, seeded_dice(record.header.seed), 80))
