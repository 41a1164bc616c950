"""Where the companion's rolls, decks and deals come from. They are handed in: nothing here is random."""

from typing import Protocol

from companion.rules.ids import DeedId


class DiceSource(Protocol):
    def dice(self, number: int, count: int, speed: bool) -> tuple[tuple[int, ...], str]:
        """The game's roll with this number: so many white dice, and the Speed Die's face or nothing."""

    def decks(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Chance and Community Chest as shuffled before the game, top first."""

    def deal(self) -> tuple[DeedId, ...]:
        """All deeds, in the order in which they are dealt."""


class RememberedDice:
    """Another source, except that what came up once comes up again after an undo, whoever rolls.  [UNDO-1]"""

    def __init__(self, source: DiceSource) -> None:
        self._source = source
        self._rolls: dict[int, tuple[tuple[int, ...], str]] = {}
        self._dealt: tuple[DeedId, ...] = ()

    def remember_roll(self, number: int, white: tuple[int, ...], speed: str) -> None:
        self._rolls[number] = white, speed

    def remember_deal(self, deeds: tuple[DeedId, ...]) -> None:
        self._dealt = deeds

    def dice(self, number: int, count: int, speed: bool) -> tuple[tuple[int, ...], str]:
        """Asked for more dice than it remembers, it rolls the others now."""
        white, face = self._source.dice(number, count, speed)
        old_white, old_face = self._rolls.get(number, ((), ""))
        return (old_white + white[len(old_white) :])[:count], (old_face or face) if speed else ""

    def decks(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self._source.decks()

    def deal(self) -> tuple[DeedId, ...]:
        return (*self._dealt, *(deed for deed in self._source.deal() if deed not in self._dealt))
