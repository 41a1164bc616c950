"""The beat by which systemd knows that the table is alive: from the loop that serves the game, and nowhere else.

Left out while a thread that minds a device, or the journal, does not answer: then only a new start helps.
"""

from collections.abc import Callable, Sequence

from companion.notify import Notifier

Answers = Callable[[], bool]


class Heart:
    """`beat` is called often, by the loop; it says `alive` as often as systemd wants to hear it."""

    def __init__(self, notifier: Notifier, now_ms: Callable[[], int], asked: Sequence[Answers]) -> None:
        self._notifier = notifier
        self._now_ms = now_ms
        self._asked = asked
        self._next_ms = now_ms() + self._pause_ms()

    def _pause_ms(self) -> int:
        return int(self._notifier.beat_s * 1_000)

    def beat(self) -> None:
        now_ms = self._now_ms()
        if not self._notifier.beat_s or now_ms < self._next_ms:
            return
        self._next_ms = now_ms + self._pause_ms()
        answered = [answers() for answers in self._asked]  # each of them is asked
        if all(answered):
            self._notifier.alive()
