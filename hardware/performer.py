"""What shows or plays something step by step, without anybody waiting for it."""

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from threading import RLock, Timer
from typing import Generic, TypeVar

Step = TypeVar("Step")
Steps = Sequence[tuple[Step, int]]
Later = Callable[[float, Callable[[], None]], None]  # does it after so many seconds
WAITING_MOST = 2


def in_a_thread(seconds: float, action: Callable[[], None]) -> None:
    timer = Timer(seconds, action)
    timer.daemon = True
    timer.start()


class Performer(Generic[Step]):
    """What is begun while something is under way waits for its end. Of more than two that wait, the oldest is lost."""

    def __init__(self, perform: Callable[[Step], None], later: Later = in_a_thread) -> None:
        self._perform = perform
        self._later = later
        self._number = 0  # of the times it was stopped: what was begun before no longer happens
        self._is_busy = False
        self._waiting = deque[Steps[Step]](maxlen=WAITING_MOST)
        self._trouble: Exception | None = None
        self._lock = RLock()

    def begin(self, steps: Steps[Step]) -> None:
        """Each with its milliseconds. Raises what went wrong, with an earlier step perhaps."""
        with self._lock:
            trouble, self._trouble = self._trouble, None
            if trouble:
                raise trouble
            if self._is_busy:
                self._waiting.append(steps)
            else:
                self._go_on(steps)

    def _go_on(self, steps: Steps[Step]) -> None:
        (step, ms), *rest = steps
        self._perform(step)
        self._is_busy = True
        self._later(ms / 1_000, partial(self._go_on_by_itself, self._number, rest))

    def _go_on_by_itself(self, number: int, steps: Steps[Step]) -> None:
        with self._lock:
            if number != self._number:
                return
            self._is_busy = False
            if steps or self._waiting:
                self._try(steps or self._waiting.popleft())

    def _try(self, steps: Steps[Step]) -> None:
        try:
            self._go_on(steps)
        except Exception as error:  # a driver is not ours; whoever uses it next is told
            self._trouble = error
            self._waiting.clear()

    def stop(self) -> None:
        """Nothing is performed any more when this returns."""
        with self._lock:
            self._number += 1
            self._is_busy, self._trouble = False, None
            self._waiting.clear()
