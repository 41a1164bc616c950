"""Watches the buttons, real or simulated, and emits presses and holds. A stuck button counts as a lost device."""

from contextlib import suppress
from threading import RLock

from hardware.buttons import Buttons
from hardware.clock import Clock
from hardware.debounce import STUCK_MS, ButtonFreed, ButtonStuck, Debounce, Felt
from hardware.health import Condition, DeviceHealth, why_missing
from hardware.rig import Emit, emit_to_nobody
from hardware.signals import ButtonHeld, ButtonPressed, DeviceFound, DeviceLost
from hardware.timing import Timing

LOOK_MS = 50
RETRY_MS = 1_000


class ButtonWatch:
    def __init__(self, buttons: Buttons, clock: Clock, timing: Timing) -> None:
        self._buttons = buttons
        self._clock = clock
        self._quiet_ms = timing.button_quiet_ms
        self._conditions = {name: Condition(name) for name in buttons.names}
        self._debounces: dict[str, Debounce] = {}  # of the buttons that are felt
        self._gone: set[str] = set()  # of their own, and not because no pin could be opened
        self._is_open = False
        self._retry_ms = 0  # when those that are missing are tried again
        self._emit: Emit = emit_to_nobody
        # Also around emit, so that signals keep their order; never around opening or closing the pins, which may wait
        # for a thread that is telling us of an edge.
        self._lock = RLock()

    def open(self, emit: Emit) -> None:
        with self._lock:
            self._emit = emit
            for condition in self._conditions.values():
                self._tell(condition.still_lost(self._clock.now_ms()))
        self._open_pins()

    def _open_pins(self) -> None:
        try:
            self._buttons.open(self.edge)
        except Exception as error:  # a driver is not ours, and whatever it raises, there are no buttons
            self._tell_pins_missing(why_missing(error))
            return
        self._is_open = True
        self._retry_ms = self._clock.now_ms() + RETRY_MS
        try:
            with self._lock:
                for name in self._buttons.names:
                    self._begin_or_miss(name)
        except Exception as error:  # as above: they open, and cannot be read
            self._close_pins(why_missing(error))

    def _begin_or_miss(self, name: str) -> None:
        if why := self._buttons.missing.get(name):
            self._tell(self._conditions[name].lose(why, self._clock.now_ms()))
        elif name not in self._gone and name not in self._debounces:
            self._begin(name)

    def _tell_pins_missing(self, why: str) -> None:
        with self._lock:
            for condition in self._conditions.values():
                self._tell(condition.lose(why, self._clock.now_ms()))

    def _begin(self, name: str) -> None:
        at_ms, is_down = self._clock.now_ms(), self._buttons.is_down(name)
        self._debounces[name] = Debounce(name, self._quiet_ms, is_down=is_down, at_ms=at_ms)
        self._tell(self._conditions[name].find(at_ms))

    def edge(self, name: str, down: bool) -> None:
        with self._lock:
            if name in self._debounces:
                self._feel(name, self._debounces[name].edge(down, self._clock.now_ms()))

    def look(self) -> int:
        if not self._is_open:
            self._open_pins()
            return RETRY_MS
        if self._buttons.missing and self._clock.now_ms() >= self._retry_ms:
            self._open_pins()
        with self._lock:
            try:
                levels = {name: self._buttons.is_down(name) for name in self._debounces}
            except Exception as error:  # a driver is not ours, and whatever it raises, there are no buttons
                why = why_missing(error)
            else:
                self._feel_levels(levels)
                return LOOK_MS
        self._close_pins(why)
        return RETRY_MS

    def _feel_levels(self, levels: dict[str, bool]) -> None:
        """Contacts that chatter may give more edges than a driver keeps: in the end the level counts."""
        for name, is_down in levels.items():
            self._feel(name, self._debounces[name].edge(is_down, self._clock.now_ms()))

    def _close_pins(self, why: str) -> None:
        self._is_open = False
        with self._lock:
            self._debounces.clear()
        with suppress(Exception):
            self._buttons.close()
        self._tell_pins_missing(why)

    def _feel(self, name: str, felt: tuple[Felt, ...]) -> None:
        for one in felt:
            match one:
                case ButtonPressed() | ButtonHeld():
                    what = "presses" if isinstance(one, ButtonPressed) else "holds"
                    self._conditions[name].count(what, one.at_ms)
                    self._emit(one)
                case ButtonStuck():
                    self._tell(self._conditions[name].lose(_why_stuck(name), one.at_ms))
                case ButtonFreed():
                    self._tell(self._conditions[name].find(one.at_ms))

    def lose(self, name: str, why: str) -> None:
        """Nothing is felt of it any more."""
        with self._lock:
            self._gone.add(name)
            self._debounces.pop(name, None)
            self._tell(self._conditions[name].lose(why, self._clock.now_ms()))

    def find(self, name: str) -> None:
        with self._lock:
            was_gone = name in self._gone
            self._gone.discard(name)
            if was_gone:
                self._begin(name)

    def _tell(self, signals: tuple[DeviceLost | DeviceFound, ...]) -> None:
        for signal in signals:
            self._emit(signal)

    def health(self) -> tuple[DeviceHealth, ...]:
        return tuple(condition.health() for condition in self._conditions.values())

    def close(self) -> None:
        with self._lock:
            self._emit = emit_to_nobody
        with suppress(Exception):  # a driver is not ours, and the others must be closed too
            self._buttons.close()


def _why_stuck(name: str) -> str:
    return f"The {name} button has been down for {STUCK_MS // 1_000} seconds: it seems to be stuck."
