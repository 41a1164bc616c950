"""Rolls, shuffled decks and deals: from a seed by number, so that a roll can be repeated, or simply at random."""

from random import Random, SystemRandom

from companion.rules.cards import DECK_SIZE
from companion.rules.commands import SPEED_FACES
from companion.rules.deeds import DEED_SPACES

# The Speed Die has six faces: three numbers, two of Mr. M, one Bus.
SPEED_DIE = (*SPEED_FACES, "mr")
# Nearly every roll is of two plain dice: made once, by the faces counted from 0.
_PLAIN_ROLLS = tuple(tuple(((one, other), "") for other in range(1, 7)) for one in range(1, 7))


class SeededDice:
    """A game record's dice: the same seed and number always give the same roll.

    It draws only on `random()`, the one sequence that Python promises never to change.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def dice(self, number: int, count: int, speed: bool) -> tuple[tuple[int, ...], str]:
        drawn = Random(f"{self._seed}: throw {number}")
        white = tuple(1 + int(drawn.random() * 6) for _ in range(count))
        return white, SPEED_DIE[int(drawn.random() * len(SPEED_DIE))] if speed else ""

    def decks(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self._shuffle("chance", DECK_SIZE), self._shuffle("chest", DECK_SIZE)

    def deal(self) -> tuple[int, ...]:
        return self._shuffle("deal", len(DEED_SPACES))

    def _shuffle(self, what: str, count: int) -> tuple[int, ...]:
        drawn = Random(f"{self._seed}: {what}")
        return tuple(sorted(range(count), key=lambda _: drawn.random()))


def seeded_dice(seed: int | None) -> SeededDice | None:
    """None for a record without a seed: it says everything that was rolled and drawn."""
    return None if seed is None else SeededDice(seed)


class RandomDice:
    """One roll after another. A roll's number does not matter: nothing is repeated on purpose."""

    def __init__(self, source: Random) -> None:
        self._source = source
        self._random = source.random

    @classmethod
    def from_system(cls) -> "RandomDice":
        """For real games: nobody at the table can predict these."""
        return cls(SystemRandom())

    @classmethod
    def from_seed(cls, seed: str) -> "RandomDice":
        """For simulations and tests."""
        return cls(Random(seed))

    def dice(self, number: int, count: int, speed: bool) -> tuple[tuple[int, ...], str]:  # noqa: ARG002
        random = self._random
        if count == 2 and not speed:
            return _PLAIN_ROLLS[int(random() * 6)][int(random() * 6)]
        white = tuple([int(random() * 6) + 1 for _ in range(count)])
        return white, SPEED_DIE[int(random() * 6)] if speed else ""

    def decks(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self._shuffle(DECK_SIZE), self._shuffle(DECK_SIZE)

    def deal(self) -> tuple[int, ...]:
        return self._shuffle(len(DEED_SPACES))

    def _shuffle(self, count: int) -> tuple[int, ...]:
        return tuple(self._source.sample(range(count), count))
