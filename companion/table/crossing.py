"""Where signals cross from the devices' threads to the one loop that serves the table: in order, and bounded."""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import Lock

from hardware.signals import Signal

WAITING_MOST = 1_000


class Crossing:
    """`wake` is called from any thread, once a signal, and sees to it that the loop calls `deliver` once."""

    def __init__(self, feel: Callable[[Signal], None], wake: Callable[[], object]) -> None:
        self._feel = feel
        self._wake = wake
        self._waiting: deque[Signal] = deque()
        self._lock = Lock()
        self.dropped = 0

    def emit(self, signal: Signal) -> None:
        """Neither blocks nor raises. A rig gone mad is not listened to any further."""
        with self._lock:
            if len(self._waiting) >= WAITING_MOST:
                self.dropped += 1
                return
            self._waiting.append(signal)
        with suppress(RuntimeError):  # the loop has ended, and nobody listens any more
            self._wake()

    def deliver(self) -> None:
        """The next one alone: callers are served between two signals, however fast these come."""
        with self._lock:
            signal = self._waiting.popleft() if self._waiting else None
        if signal is not None:
            self._feel(signal)
