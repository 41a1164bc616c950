"""Random choices from one seed, the same on every machine and in every version of Python."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class SeededRandom:
    """It draws only on `random()`, the one sequence that Python promises never to change."""

    def __init__(self, seed: int | str) -> None:
        self.random = Random(str(seed)).random

    def happens(self, rate: float) -> bool:
        """Draws even if the rate is 0 or 1, so that changing a rate does not shift everything after it."""
        return self.random() < rate

    def below(self, count: int) -> int:
        return int(self.random() * count)

    def randint(self, least: int, most: int) -> int:
        return least + self.below(most - least + 1)

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def randbytes(self, count: int) -> bytes:
        return bytes(self.below(256) for _ in range(count))
