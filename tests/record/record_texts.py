"""Records for tests, as text: what they end in, where they fail, and what is wrong with them."""

import pytest

from companion.players.dice import seeded_dice
from companion.record.errors import RecordError
from companion.record.parser import Done, parse
from companion.record.runner import Failed, Outcome, Runner
from companion.record.statements import StatedAct
from companion.rules.state import Game

TABLE = "players Ann Ben Cy\n"


def run(text: str) -> tuple[Game, list[Outcome]]:
    """The table at the end of a record, which must hold."""
    record = parse(text)
    runner = Runner(record, seeded_dice(record.header.seed))
    outcomes = list(runner.play())
    return runner.game, outcomes


def ends(text: str) -> Game:
    return run(text)[0]


def failure(text: str) -> Failed:
    with pytest.raises(Failed) as caught:
        run(text)
    return caught.value


def wrong(text: str | bytes) -> RecordError:
    with pytest.raises(RecordError) as caught:
        parse(text, "a.game")
    return caught.value


def act(statement: str, head: str = TABLE) -> StatedAct:
    """What one statement is read into."""
    done = parse(f"{head}{statement}\n").statements[0]
    assert isinstance(done, Done)
    return done.act
