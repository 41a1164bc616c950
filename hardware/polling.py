"""A thread that polls a device again and again."""

import logging
import traceback
from collections.abc import Callable
from threading import Event, Thread, current_thread

STOP_S = 2.0
RETRY_MS = 1_000
_log = logging.getLogger("hardware")


class PollingThread:
    """`look` does what is due and returns in how many milliseconds it wants to be called again."""

    def __init__(self, name: str, look: Callable[[], int]) -> None:
        self._look = look
        self._stopping, self._wanted, self._looked = Event(), Event(), Event()
        self._thread = Thread(target=self._run, name=f"look at {name}", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                again_ms = self._look()
                self._looked.set()
            except Exception as error:  # A bug of ours must not end the thread, but `has_looked` stays false.
                where = traceback.extract_tb(error.__traceback__)[-1]
                _log.error("%s went wrong at %s:%s: %r", self._thread.name, where.filename, where.lineno, error)
                again_ms = RETRY_MS
            self._wanted.wait(again_ms / 1_000)
            self._wanted.clear()

    def hurry(self) -> None:
        """Looks again at once, or as soon as the current look ends."""
        self._wanted.set()

    def dismiss(self) -> None:
        """Ends the thread after its current look, without waiting for it."""
        self._stopping.set()
        self.hurry()

    def stop(self) -> bool:
        """Ends the thread and waits. False if it is stuck in its device. Called from the thread itself, never waits."""
        self.dismiss()
        if self._thread is current_thread():
            return True
        if self._thread.is_alive():
            self._thread.join(STOP_S)
        return not self._thread.is_alive()

    def has_looked(self) -> bool:
        """Has it looked since this was last asked? Trying a missing device again counts."""
        looked = self._looked.is_set()
        self._looked.clear()
        return looked

    def await_look(self, seconds: float) -> None:
        """Waits for the next look, or until the time is up."""
        self._looked.wait(seconds)
