"""A thread that looks at a device again and again."""

import logging
import traceback
from collections.abc import Callable
from threading import Event, Thread, current_thread

STOP_S = 2.0
RETRY_MS = 1_000
_log = logging.getLogger("hardware")


class Lookout:
    """`look` does what is due, and says in how many milliseconds it wants to be called again."""

    def __init__(self, name: str, look: Callable[[], int]) -> None:
        self._look = look
        self._stopping, self._wanted, self._looked = Event(), Event(), Event()
        self._thread = Thread(target=self._run, name=f"look at {name}", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def hurry(self) -> None:
        """It looks again at once, or as soon as it has looked."""
        self._wanted.set()

    def dismiss(self) -> None:
        """It ends when it has looked."""
        self._stopping.set()
        self.hurry()

    def stop(self) -> bool:
        """Has it ended? One that is stuck in its device has not. From the thread itself it is only dismissed."""
        self.dismiss()
        if self._thread.is_alive() and self._thread is not current_thread():
            self._thread.join(STOP_S)
        return not self._thread.is_alive() or self._thread is current_thread()

    def reports(self) -> bool:
        """Has it looked since this was last asked? A device that is tried again is looked at, too."""
        looked = self._looked.is_set()
        self._looked.clear()
        return looked

    def await_look(self, seconds: float) -> None:
        """Or for so long, whatever comes first."""
        self._looked.wait(seconds)

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._wanted.wait(self._look_once() / 1_000)
            self._wanted.clear()

    def _look_once(self) -> int:
        """A mistake of ours ends no watch; but until it looks well again, it reports nothing."""
        try:
            again_ms = self._look()
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            _log.error("%s went wrong at %s:%s: %r", self._thread.name, where.filename, where.lineno, error)
            return RETRY_MS
        self._looked.set()
        return again_ms
