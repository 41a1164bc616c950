"""A lamp of three colours on pins. Every cue has a colour and a rhythm of its own, for those who see no colours."""

from collections.abc import Sequence

from hardware.cues import Cue
from hardware.performer import Later, Performer, in_a_thread
from hardware.pins import Light, Pins

Colour = tuple[float, float, float]  # red, green, blue

DARK: Colour = (0, 0, 0)
WHITE, RED, GREEN, BLUE = (1.0, 1.0, 1.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
AMBER, PURPLE = (1.0, 0.4, 0.0), (0.6, 0.0, 1.0)


GAP_MS = 100  # of darkness before the next cue


def _blinks(colour: Colour, times: int, ms: int) -> Sequence[tuple[Colour, int]]:
    return (*((colour, ms), (DARK, ms)) * (times - 1), (colour, ms), (DARK, GAP_MS))


LIGHTS: dict[Cue, Sequence[tuple[Colour, int]]] = {
    "read": _blinks(WHITE, 1, 150),
    "unknown": _blinks(PURPLE, 2, 200),
    "refused": _blinks(RED, 4, 120),
    "money-in": _blinks(GREEN, 1, 600),
    "money-out": _blinks(AMBER, 2, 250),
    "your-turn": _blinks(BLUE, 1, 1_200),
}


class PinLamps:
    """Of red, green and blue, each may be missing. `is_lit_low` where they have their anode in common."""

    def __init__(
        self, pins: Pins, colours: Sequence[int | None], *, is_lit_low: bool = False, later: Later = in_a_thread
    ) -> None:
        self._pins = pins
        self._colours = tuple(colours)
        self._is_lit_low = is_lit_low
        self._lights: list[Light | None] = []
        self._performer = Performer(self._shine, later)

    def open(self) -> None:
        if self._lights:
            return
        try:
            for pin in self._colours:
                self._lights.append(None if pin is None else self._pins.light(pin, is_lit_low=self._is_lit_low))
        except Exception:
            self.close()
            raise

    def show(self, cue: Cue) -> None:
        try:
            self.open()
            self._performer.begin(LIGHTS[cue])
        except Exception:
            self.close()
            raise

    def _shine(self, colour: Colour) -> None:
        for light, brightness in zip(self._lights, colour, strict=True):
            if light:
                light.set(brightness)

    def close(self) -> None:
        self._performer.stop()
        lights, self._lights = self._lights, []
        for light in lights:
            if light:
                light.close()
