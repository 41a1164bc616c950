"""A ratio with its budget, and how time is taken: of our own work, against something else in the same run."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

from tests.benchmarks.bare import Dice

ROUNDS = 15


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
    """What else a busy machine does in between is not counted."""
    began = process_time()
    act()
    return process_time() - began


def yardstick() -> float:
    """Seconds for plain work that every Python does alike."""
    return seconds(lambda: sum(i * i for i in range(10**6)))


def cpu_ns(pid: int) -> int:
    """What all threads of a process have had of a processor."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks)


def throws(count: int, seed: int = 1) -> Iterator[Dice]:
    """Thrown one by one, when they are asked for: throwing is a part of playing."""
    random = Random(seed).random
    return ((1 + int(random() * 6), 1 + int(random() * 6)) for _ in range(count))
