"""A three-colour lamp and a buzzer on pins. Every cue has its own colour, rhythm and tune.

The rhythm is for people who cannot tell the colours apart.
"""

from collections.abc import Sequence

from hardware.outputs import Cue, Later, StepPlayer, in_a_thread
from hardware.pins import Buzzer, GpioPins, Light

Colour = tuple[float, float, float]  # red, green, blue

DARK: Colour = (0, 0, 0)
WHITE, RED, GREEN, BLUE = (1.0, 1.0, 1.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
AMBER, PURPLE = (1.0, 0.4, 0.0), (0.6, 0.0, 1.0)
DARK_MS = 100  # before the next cue


def _blinks(colour: Colour, times: int, ms: int) -> Sequence[tuple[Colour, int]]:
    return (*((colour, ms), (DARK, ms)) * (times - 1), (colour, ms), (DARK, DARK_MS))


LIGHTS: dict[Cue, Sequence[tuple[Colour, int]]] = {
    "read": _blinks(WHITE, 1, 150),
    "unknown": _blinks(PURPLE, 2, 200),
    "refused": _blinks(RED, 4, 120),
    "money-in": _blinks(GREEN, 1, 600),
    "money-out": _blinks(AMBER, 2, 250),
    "your-turn": _blinks(BLUE, 1, 1_200),
}

Hz = float
QUIET: Hz = 0
C5, E5, G5, C6, A4, E4 = 523.25, 659.26, 783.99, 1_046.5, 440.0, 329.63
QUIET_MS = 60  # before the next cue

# No two begin with the same note.
TUNES: dict[Cue, Sequence[tuple[Hz, int]]] = {
    "read": ((C6, 60), (QUIET, QUIET_MS)),
    "unknown": ((A4, 120), (QUIET, 80), (A4, 120), (QUIET, QUIET_MS)),
    "refused": ((E4, 250), (QUIET, QUIET_MS)),
    "money-in": ((C5, 80), (E5, 80), (G5, 80), (C6, 160), (QUIET, QUIET_MS)),
    "money-out": ((G5, 80), (E5, 80), (C5, 160), (QUIET, QUIET_MS)),
    "your-turn": ((E5, 120), (C6, 200), (QUIET, QUIET_MS)),
}


class PinLamps:
    """Red, green and blue; each may be None. `is_active_low` for a lamp with a common anode."""

    def __init__(
        self, pins: GpioPins, colours: Sequence[int | None], *, is_active_low: bool = False, later: Later = in_a_thread
    ) -> None:
        self._pins = pins
        self._colours = tuple(colours)
        self._is_active_low = is_active_low
        self._lights: list[Light | None] = []
        self._player = StepPlayer(self._shine, later)

    def open(self) -> None:
        if self._lights:
            return
        try:
            for pin in self._colours:
                self._lights.append(None if pin is None else self._pins.light(pin, is_active_low=self._is_active_low))
        except Exception:
            self.close()
            raise

    def show(self, cue: Cue) -> None:
        try:
            self.open()
            self._player.begin(LIGHTS[cue])
        except Exception:
            self.close()
            raise

    def _shine(self, colour: Colour) -> None:
        for light, brightness in zip(self._lights, colour, strict=True):
            if light:
                light.set(brightness)

    def close(self) -> None:
        self._player.stop()
        lights, self._lights = self._lights, []
        for light in lights:
            if light:
                light.close()


class PinSpeaker:
    """`volume` from 0 to 100."""

    def __init__(self, pins: GpioPins, pin: int, volume: int = 100, *, later: Later = in_a_thread) -> None:
        self._pins = pins
        self._pin = pin
        self._loudness = volume / 100
        self._buzzer: Buzzer | None = None
        self._player = StepPlayer(self._sound, later)

    def open(self) -> None:
        self._buzzer = self._buzzer or self._pins.buzzer(self._pin)

    def play(self, cue: Cue) -> None:
        try:
            self.open()
            self._player.begin(TUNES[cue])
        except Exception:
            self.close()
            raise

    def _sound(self, hz: Hz) -> None:
        if self._buzzer is None:
            return
        if hz and self._loudness:
            self._buzzer.tone(hz, self._loudness)
        else:
            self._buzzer.quiet()

    def close(self) -> None:
        self._player.stop()
        buzzer, self._buzzer = self._buzzer, None
        if buzzer:
            buzzer.close()
