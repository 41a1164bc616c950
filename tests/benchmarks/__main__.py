"""Runs every benchmark, prints a table, and fails if a ratio misses its budget."""

import sys
from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter
from typing import NamedTuple

from companion.rules import unfold
from companion.rules.deeds import DEEDS
from companion.rules.position import set_owner
from companion.rules.state import Game
from tests.benchmarks.bare import PLAYERS, Bare, Dice
from tests.benchmarks.engine import differences, next_command, play, start

ROUNDS = 9
THROWS = 25_000  # of the bare loop; the engine plays the first part of them
ENGINE_THROWS = 4_000
WINDOW = 400  # throws over which a command's cost is taken
EARLY, LATE = 1_000, 10_000  # events


class Measured(NamedTuple):
    name: str
    ratio: float
    least: float | None = None
    most: float | None = None

    @property
    def holds(self) -> bool:
        return (self.least is None or self.ratio >= self.least) and (self.most is None or self.ratio <= self.most)

    def __str__(self) -> str:
        budget = f">= {self.least:.2f}" if self.least is not None else f"<= {self.most:.2f}"
        return f"{self.name:<58} {self.ratio:>8.3f}   {budget:<9} {'ok' if self.holds else 'MISSED'}"


def seconds(act: Callable[[], object]) -> float:
    began = perf_counter()
    act()
    return perf_counter() - began


def throws(count: int, seed: int = 1) -> list[Dice]:
    drawn = Random(seed)
    return [(1 + int(drawn.random() * 6), 1 + int(drawn.random() * 6)) for _ in range(count)]


def require_the_same_game(dice: list[Dice]) -> None:
    bare = Bare()
    bare.play(dice)
    differ = differences(play(start(), dice), bare)
    if differ:
        raise SystemExit("the bare loop and the engine do not play the same game:\n" + "\n".join(differ))


def measure_throws(dice: list[Dice]) -> list[Measured]:
    """The three are timed in turn, round by round, so that a busy machine slows all of them."""
    yardsticks, against_bare = [], []
    for _ in range(ROUNDS):
        yardstick = seconds(lambda: sum(i * i for i in range(10**6)))
        bare = seconds(lambda: Bare().play(dice)) / len(dice)
        engine = seconds(lambda: play(start(), dice[:ENGINE_THROWS])) / ENGINE_THROWS
        yardsticks.append(yardstick / bare / THROWS)
        against_bare.append(bare / engine)
    return [
        Measured(f"bare loop: throws in the yardstick's time, of {THROWS}", median(yardsticks), least=1.0),
        Measured("engine throws/s against the bare loop", median(against_bare), least=0.20),
    ]


def measure_growth() -> Measured:
    """The cost of a command late in a game against early in it, over the same throws."""
    early, late = aged(EARLY), aged(LATE)
    dice = throws(WINDOW, seed=2)
    ratios = []
    for _ in range(ROUNDS):
        first = seconds(lambda: play(early, dice))
        ratios.append(seconds(lambda: play(late, dice)) / first)
    return Measured(f"engine: a command's cost at event {LATE} against {EARLY}", median(ratios), most=1.25)


def aged(events: int) -> Game:
    """A game in which every deed was somebody's from the start, so many events old."""
    game, count, dice = sold(start()), 0, iter(throws(LATE, seed=3))
    while count < events:
        command = next_command(game, dice)
        happened = unfold(game, command)
        game, count = happened.game, count + len(happened.events)
    return game


def sold(game: Game) -> Game:
    for deed in DEEDS:
        game = set_owner(game, deed.id % PLAYERS, deed.id)
    return game


def main() -> int:
    dice = throws(THROWS)
    require_the_same_game(dice[:ENGINE_THROWS])
    results = [*measure_throws(dice), measure_growth()]
    print(*results, sep="\n")
    return 0 if all(result.holds for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
