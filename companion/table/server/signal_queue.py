"""Carries signals from the devices' threads to the loop that serves the table: in order, and bounded."""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import Lock

from hardware.signals import Signal

MAX_WAITING = 1_000


class SignalQueue:
    """`wake` may be called from any thread and makes the loop call `deliver` once.

    Each delivery asks for the next, so that clients are served between two signals.
    """

    def __init__(self, feel: Callable[[Signal], None], wake: Callable[[], object]) -> None:
        self._feel = feel
        self._wake = wake
        self._waiting: deque[Signal] = deque()
        self._lock = Lock()
        self.dropped = 0

    def emit(self, signal: Signal) -> None:
        """Neither blocks nor raises. Drops signals when the queue is full."""
        with self._lock:
            if len(self._waiting) >= MAX_WAITING:
                self.dropped += 1
                return
            self._waiting.append(signal)
            is_first = len(self._waiting) == 1
        if is_first:
            self._wake_loop()

    def _wake_loop(self) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self._wake()

    def deliver(self) -> None:
        """One signal only, so that clients are served however fast signals come."""
        with self._lock:
            signal = self._waiting[0] if self._waiting else None
        if signal is None:
            return
        try:
            self._feel(signal)
        finally:
            with self._lock:
                self._waiting.popleft()
                is_more = bool(self._waiting)
            if is_more:
                self._wake_loop()
