"""What a record with a seed leaves to chance. It is handed in: nothing here throws dice."""

from typing import Protocol


class Chance(Protocol):
    """Asked again with the same number, the same dice fall."""

    def dice(self, number: int, count: int, speed: bool) -> tuple[tuple[int, ...], str]:
        """The game's throw of this number: so many white dice, and the Speed Die's face or nothing."""

    def decks(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Chance and Community Chest as shuffled before the game, top first."""

    def deal(self) -> tuple[int, ...]:
        """All deeds in the order in which they are dealt."""
