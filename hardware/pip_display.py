"""Two dice of lamps on pins, each with its seven pips on four lines, since pips come in pairs."""

from collections.abc import Sequence

from hardware.pins import Level, Pins

# Of each line, the faces on which it is lit.
CENTRE, ONE_DIAGONAL, OTHER_DIAGONAL, SIDES = (1, 3, 5), (2, 3, 4, 5, 6), (4, 5, 6), (6,)
LINES = (CENTRE, ONE_DIAGONAL, OTHER_DIAGONAL, SIDES)
NO_FACE = 0


class PipDisplay:
    """`dice` are the pins of each: centre, one diagonal, the other diagonal, the middle of both sides."""

    def __init__(self, pins: Pins, dice: Sequence[Sequence[int]]) -> None:
        self._pins = pins
        self._dice = [tuple(lines) for lines in dice]
        self._levels: list[tuple[Level, ...]] = []

    def open(self) -> None:
        if self._levels:
            return
        try:
            for lines in self._dice:
                self._levels.append(())
                for pin in lines:
                    self._levels[-1] += (self._pins.level(pin),)
        except Exception:
            self.close()
            raise

    def show(self, faces: Sequence[int]) -> None:
        """A third die has no lamps."""
        try:
            self.open()
            shown = [*faces, *[NO_FACE] * len(self._dice)]
            for levels, face in zip(self._levels, shown, strict=False):
                for level, lit_on in zip(levels, LINES, strict=True):
                    level.set(face in lit_on)
        except Exception:
            self.close()
            raise

    def close(self) -> None:
        opened, self._levels = self._levels, []
        for level in (level for levels in opened for level in levels):
            level.close()
