"""A buzzer on a pin, with a short tune for every cue."""

from collections.abc import Sequence

from hardware.cues import Cue
from hardware.performer import Later, Performer, in_a_thread
from hardware.pins import Buzzer, Pins

Hz = float
QUIET: Hz = 0
C5, E5, G5, C6, A4, E4 = 523.25, 659.26, 783.99, 1_046.5, 440.0, 329.63

GAP_MS = 60  # of silence before the next cue

# No two begin alike.
TUNES: dict[Cue, Sequence[tuple[Hz, int]]] = {
    "read": ((C6, 60), (QUIET, GAP_MS)),
    "unknown": ((A4, 120), (QUIET, 80), (A4, 120), (QUIET, GAP_MS)),
    "refused": ((E4, 250), (QUIET, GAP_MS)),
    "money-in": ((C5, 80), (E5, 80), (G5, 80), (C6, 160), (QUIET, GAP_MS)),
    "money-out": ((G5, 80), (E5, 80), (C5, 160), (QUIET, GAP_MS)),
    "your-turn": ((E5, 120), (C6, 200), (QUIET, GAP_MS)),
}


class PinSpeaker:
    """`volume` from 0 to 100."""

    def __init__(self, pins: Pins, pin: int, volume: int = 100, *, later: Later = in_a_thread) -> None:
        self._pins = pins
        self._pin = pin
        self._loudness = volume / 100
        self._buzzer: Buzzer | None = None
        self._performer = Performer(self._sound, later)

    def open(self) -> None:
        self._buzzer = self._buzzer or self._pins.buzzer(self._pin)

    def play(self, cue: Cue) -> None:
        try:
            self.open()
            self._performer.begin(TUNES[cue])
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
        self._performer.stop()
        buzzer, self._buzzer = self._buzzer, None
        if buzzer:
            buzzer.close()
