"""Uses what shows or plays something; tells when it does not answer, and when it does again."""

from collections.abc import Callable
from contextlib import suppress
from threading import RLock

from hardware.clock import Clock
from hardware.cues import Opened
from hardware.health import Condition, DeviceHealth, why_missing
from hardware.rig import Emit, emit_to_nobody
from hardware.signals import DeviceFound, DeviceLost

BUSY_S = 0.1


class Outlet:
    """Lamps, a speaker or a display."""

    def __init__(self, name: str, clock: Clock, device: Opened) -> None:
        self._clock = clock
        self._device = device
        self._condition = Condition(name)
        self._emit: Emit = emit_to_nobody
        self._lock = RLock()

    def open(self, emit: Emit) -> None:
        with self._lock:
            self._emit = emit
            self._tell(self._condition.still_lost(self._clock.now_ms()))
        self.look()

    def look(self) -> None:
        """Whether it answers, though there is nothing to show or play."""
        self.use(self._device.open)

    def use(self, work: Callable[[], None], count: str = "") -> None:
        """While another thread hangs in the driver nothing is shown: the game does not wait for a lamp."""
        if not self._lock.acquire(timeout=BUSY_S):
            return
        try:
            self._use(work, count)
        finally:
            self._lock.release()

    def _use(self, work: Callable[[], None], count: str) -> None:
        try:
            work()
        except Exception as error:  # a driver is not ours, and a dark lamp must not stop the game
            self._tell(self._condition.lose(why_missing(error), self._clock.now_ms()))
            return
        self._tell(self._condition.find(self._clock.now_ms()))
        if count:
            self._condition.count(count, self._clock.now_ms())

    def _tell(self, signals: tuple[DeviceLost | DeviceFound, ...]) -> None:
        for signal in signals:
            self._emit(signal)

    def health(self) -> DeviceHealth:
        return self._condition.health()

    def close(self) -> None:
        with self._lock:
            self._emit = emit_to_nobody
            with suppress(Exception):  # a driver is not ours, and the others must be closed too
                self._device.close()
