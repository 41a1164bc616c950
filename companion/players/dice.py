"""Dice, decks and deals from a seed. The same seed and number always fall the same, so an undone throw falls again."""

from random import Random

from companion.rules.cards import CHANCE, CHEST
from companion.rules.commands import SPEED_FACES
from companion.rules.deeds import DEEDS

# The Speed Die has six faces: three numbers, two of Mr. M, one Bus.
SPEED_DIE = (*SPEED_FACES, "mr")


class SeededChance:
    """Keeps nothing but the seed. Only `random()` is drawn from: it is what Python promises to keep the same."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def dice(self, number: int, count: int, speed: bool) -> tuple[tuple[int, ...], str]:
        drawn = self._source(f"throw {number}")
        white = tuple(1 + int(drawn.random() * 6) for _ in range(count))
        return white, SPEED_DIE[int(drawn.random() * len(SPEED_DIE))] if speed else ""

    def decks(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self._shuffled("chance", len(CHANCE)), self._shuffled("chest", len(CHEST))

    def deal(self) -> tuple[int, ...]:
        return self._shuffled("deal", len(DEEDS))

    def _shuffled(self, what: str, count: int) -> tuple[int, ...]:
        drawn = self._source(what)
        return tuple(sorted(range(count), key=lambda _: drawn.random()))

    def _source(self, what: str) -> Random:
        return Random(f"{self._seed}: {what}")


def chance_of(seed: int | None) -> SeededChance | None:
    """Nothing is left to chance without a seed."""
    return None if seed is None else SeededChance(seed)
