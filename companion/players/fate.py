"""Fate: everything a simulation leaves to chance, from one seed, the same on every machine and in every Python."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Fate:
    """Only `random()` is drawn from: it is what Python promises to keep the same."""

    def __init__(self, seed: int | str) -> None:
        self.random = Random(str(seed)).random

    def happens(self, rate: float) -> bool:
        """Draws even where the rate leaves no doubt, so that one rate does not shift what follows."""
        return self.random() < rate

    def below(self, count: int) -> int:
        return int(self.random() * count)

    def randint(self, least: int, most: int) -> int:
        return least + self.below(most - least + 1)

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def randbytes(self, count: int) -> bytes:
        return bytes(self.below(256) for _ in range(count))
