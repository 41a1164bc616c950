"""The companion's dice, deals and decks: from chance, except that what has fallen once falls again.  [UNDO-1]"""

from companion.record.chance import Chance
from companion.rules.ids import DeedId


class Cup:
    """A throw that was taken back is thrown again with the same faces, whoever throws and whatever was done between."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._faces: dict[int, tuple[tuple[int, ...], str]] = {}
        self._dealt: tuple[DeedId, ...] = ()

    def remember_throw(self, number: int, white: tuple[int, ...], speed: str) -> None:
        self._faces[number] = white, speed

    def remember_deal(self, deeds: tuple[DeedId, ...]) -> None:
        self._dealt = deeds

    def dice(self, number: int, count: int, speed: bool) -> tuple[tuple[int, ...], str]:
        """Of a throw that is remembered with fewer dice than are asked for, the others are thrown now."""
        white, face = self._chance.dice(number, count, speed)
        old_white, old_face = self._faces.get(number, ((), ""))
        return (old_white + white[len(old_white) :])[:count], (old_face or face) if speed else ""

    def decks(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self._chance.decks()

    def deal(self) -> tuple[DeedId, ...]:
        others = (deed for deed in self._chance.deal() if deed not in self._dealt)
        return (*self._dealt, *others)
