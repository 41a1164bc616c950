"""Uses what shows or plays something; tells when it does not answer, and when it does again."""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from threading import RLock

from hardware.clock import Clock
from hardware.cues import Opened
from hardware.health import Condition, DeviceHealth, why_missing
from hardware.rig import Emit, emit_to_nobody
from hardware.signals import DeviceFound, DeviceLost

LOOK_MS = 1_000
WAITING_MOST = 3  # a move may bring money and a turn; of more than these the oldest is left out
HANGS_MS = 1_500
HANGS = "Its driver hangs: look at its wires, then unplug it or restart the Pi."


class Outlet:
    """Lamps, a speaker or a display. Whoever wants something of it is never kept waiting: `look` does it."""

    def __init__(self, name: str, clock: Clock, device: Opened) -> None:
        self._clock = clock
        self._device = device
        self._condition = Condition(name)
        self._emit: Emit = emit_to_nobody
        self._waiting = deque[tuple[Callable[[], None], str]](maxlen=WAITING_MOST)
        self._since_ms: int | None = None  # when the driver was called that has not returned
        self._lock = RLock()

    def open(self, emit: Emit) -> None:
        self._emit = emit
        self._tell(self._condition.still_lost(self._clock.now_ms()))

    def use(self, work: Callable[[], None], count: str) -> None:
        """When it is looked at next."""
        self._waiting.append((work, count))

    def look(self) -> int:
        """Does what it is wanted for, and sees whether it answers though there is nothing to show or play."""
        with self._lock:
            if not self._waiting:
                self._use(self._device.open)
            while self._waiting:
                self._use(*self._waiting.popleft())
        return LOOK_MS

    def _use(self, work: Callable[[], None], count: str = "") -> None:
        self._since_ms = self._clock.now_ms()
        try:
            work()
        except Exception as error:  # a driver is not ours, and a dark lamp must not stop the game
            self._tell(self._condition.lose(why_missing(error), self._clock.now_ms()))
            return
        finally:
            self._since_ms = None
        self._tell(self._condition.find(self._clock.now_ms()))
        if count:
            self._condition.count(count, self._clock.now_ms())

    def _tell(self, signals: tuple[DeviceLost | DeviceFound, ...]) -> None:
        for signal in signals:
            self._emit(signal)

    def health(self) -> DeviceHealth:
        """One whose driver hangs cannot tell so itself."""
        health, since_ms = self._condition.health(), self._since_ms
        is_hanging = since_ms is not None and self._clock.now_ms() - since_ms >= HANGS_MS
        return replace(health, state="lost", why=HANGS) if is_hanging else health

    def close(self) -> None:
        with self._lock:
            self._emit = emit_to_nobody
            self._waiting.clear()
            with suppress(Exception):  # a driver is not ours, and the others must be closed too
                self._device.close()
