"""Games in the middle of something: from whole games of automatic players, and from random legal moves."""

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from companion.play.acts import Act, RecordedMove, Start
from companion.play.timeline import Timeline
from companion.players.dice import SeededDice
from companion.rules.state import Game
from companion.rules.turn_checks import open_steps
from tests.choices import Script
from tests.journeys import Step, any_options, any_table, journey
from tests.kit import EVERY_GAME
from tests.players.games import setting, steps

SEED = 3
_CLAIMED = 540  # from this seed on owners must ask for their rent


def made(start: Game, *acts: Act) -> list[RecordedMove]:
    """The acts as a session would have recorded them."""
    timeline = Timeline(Start(start), SeededDice(1))
    for number, act in enumerate(acts, 1):
        timeline.apply(act, timeline.plan(act), f"tap-{number}", 1_000 * number)
    return timeline.moves[:]


def whole_games() -> Iterator[Iterator[Step]]:
    """Two games of every edition and variant, with two to six players; in the second rent must be asked for."""
    for number in range(len(EVERY_GAME)):
        for first in (0, _CLAIMED):
            yield steps(setting(first + number + len(EVERY_GAME) * (number % 5), SEED))


@lru_cache(maxsize=1)
def moments() -> tuple[Game, ...]:
    """Many states of these games, among them every kind of pending step that came up."""
    return tuple(game for walk in (*whole_games(), *_walks()) for game in _looked_at(walk))


def _looked_at(walk: Iterator[Step]) -> Iterator[Game]:
    steps = set[type]()
    for at, step in enumerate(walk):
        kinds = {type(step) for step in open_steps(step.before)} - steps
        steps |= kinds
        if kinds or at < 10 or at % 47 == 0:
            yield step.before


def _walks() -> Iterator[Iterator[Step]]:
    """Random legal commands: also what automatic players never do."""
    for number, rules in enumerate(EVERY_GAME):
        choose = Script(Random(f"{SEED}/{number}").randbytes(2_000))
        yield journey(any_table(any_options(rules, choose), choose), choose, 40)
