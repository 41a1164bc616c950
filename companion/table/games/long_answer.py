"""Answers that take long are worked out beside the loop that serves the table: in order, bounded, and cancellable."""

from collections.abc import Callable

from companion.table.messages.wire import Reply


class Cancelled(Exception):
    """Nobody waits for the answer any more."""


class NeedsLoop(Exception):
    """It turned out that this must be answered from the loop: the game in play has to be opened again."""


class WorkProgress:
    """Between the thread that works and the loop that tells how far it is."""

    def __init__(self) -> None:
        self.done = self.total = 0
        self._is_cancelled = False

    def cancel(self) -> None:
        self._is_cancelled = True

    def step(self, done: int, total: int) -> None:
        """Called often by whoever works. Raises Cancelled."""
        if self._is_cancelled:
            raise Cancelled
        self.done, self.total = done, total


LongAnswer = Callable[[WorkProgress], Reply]
