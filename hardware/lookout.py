"""A thread that looks at a device again and again."""

from collections.abc import Callable
from threading import Event, Thread, current_thread

STOP_S = 2.0


class Lookout:
    """`look` does what is due, and says in how many milliseconds it wants to be called again."""

    def __init__(self, name: str, look: Callable[[], int]) -> None:
        self._look = look
        self._stopping = Event()
        self._has_looked = False
        self._thread = Thread(target=self._run, name=f"look at {name}", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def dismiss(self) -> None:
        """It ends when it has looked."""
        self._stopping.set()

    def stop(self) -> bool:
        """Has it ended? One that is stuck in its device has not. From the thread itself it is only dismissed."""
        self.dismiss()
        if self._thread.is_alive() and self._thread is not current_thread():
            self._thread.join(STOP_S)
        return not self._thread.is_alive() or self._thread is current_thread()

    def reports(self) -> bool:
        """Has it looked since this was last asked? A device that is tried again is looked at, too."""
        looked, self._has_looked = self._has_looked, False
        return looked

    def _run(self) -> None:
        while not self._stopping.wait(self._look() / 1_000):
            self._has_looked = True
