"""Runs every benchmark, prints a table, and fails if a ratio misses its budget."""

import sys
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

from companion.rules import unfold
from companion.rules.deeds import DEEDS
from companion.rules.position import set_owner
from companion.rules.state import Game
from tests.benchmarks.bare import PLAYERS, Bare, Dice
from tests.benchmarks.engine import differences, next_command, play, start

ROUNDS = 15
THROWS = 5_000  # of the bare loop and of the engine, the same ones
FLOOR = 25_000  # throws the bare loop must make in the yardstick's time, or it is no yardstick for the engine
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
    """Of our own work: what else a busy machine does in between is not counted."""
    began = process_time()
    act()
    return process_time() - began


def throws(count: int, seed: int = 1) -> Iterator[Dice]:
    """Thrown one by one, when they are asked for: throwing is a part of playing."""
    random = Random(seed).random
    return ((1 + int(random() * 6), 1 + int(random() * 6)) for _ in range(count))


def require_the_same_game() -> None:
    bare = Bare()
    bare.play(throws(THROWS))
    differ = differences(play(start(), throws(THROWS)), bare)
    if differ:
        raise SystemExit("the bare loop and the engine do not play the same game:\n" + "\n".join(differ))


def measure_throws() -> list[Measured]:
    """The three are timed in turn, round by round, so that a busy machine slows all of them."""
    yardsticks, against_bare = [], []
    for _ in range(ROUNDS):
        yardstick = seconds(lambda: sum(i * i for i in range(10**6)))
        bare = seconds(lambda: Bare().play(throws(THROWS)))
        engine = seconds(lambda: play(start(), throws(THROWS)))
        yardsticks.append(yardstick * THROWS / bare / FLOOR)
        against_bare.append(bare / engine)
    return [
        Measured(f"bare loop: throws in the yardstick's time, of {FLOOR}", median(yardsticks), least=1.0),
        Measured("engine throws/s against the bare loop", median(against_bare), least=0.20),
    ]


def measure_growth() -> Measured:
    """The cost of a command late in a game against early in it, over the same throws."""
    early, late = aged(EARLY), aged(LATE)
    ratios = []
    for _ in range(ROUNDS):
        first = seconds(lambda: play(early, throws(WINDOW, seed=2)))
        ratios.append(seconds(lambda: play(late, throws(WINDOW, seed=2))) / first)
    return Measured(f"engine: a command's cost at event {LATE} against {EARLY}", median(ratios), most=1.25)


def aged(events: int) -> Game:
    """A game in which every deed was somebody's from the start, so many events old."""
    game, count, dice = sold(start()), 0, throws(LATE, seed=3)
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
    require_the_same_game()
    results = [*measure_throws(), measure_growth()]
    print(*results, sep="\n")
    return 0 if all(result.holds for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
