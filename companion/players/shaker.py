"""A dice cup: throws, shuffled decks and deals, one after the other, from any source of randomness."""

from random import Random, SystemRandom

from companion.players.dice import SPEED_DIE
from companion.rules.cards import CHANCE, CHEST
from companion.rules.deeds import DEEDS


class Shaker:
    """Seeded for simulations; at the table it is the operating system's own randomness."""

    def __init__(self, source: Random) -> None:
        self._source = source

    def dice(self, number: int, count: int, speed: bool) -> tuple[tuple[int, ...], str]:  # noqa: ARG002
        """Faces are independent of the throw's number: this cup never gives the same throw on purpose."""
        random = self._source.random
        white = tuple([int(random() * 6) + 1 for _ in range(count)])
        return white, SPEED_DIE[int(random() * 6)] if speed else ""

    def decks(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self._shuffled(len(CHANCE)), self._shuffled(len(CHEST))

    def deal(self) -> tuple[int, ...]:
        return self._shuffled(len(DEEDS))

    def _shuffled(self, count: int) -> tuple[int, ...]:
        return tuple(self._source.sample(range(count), count))


def table_shaker() -> Shaker:
    """What nobody at the table can foresee."""
    return Shaker(SystemRandom())


def seeded_shaker(seed: str) -> Shaker:
    return Shaker(Random(seed))
