"""The beat by which systemd knows that the table is alive: from the loop that serves the game, and nowhere else.

Left out while a thread that minds a device, or the journal, does not answer: then only a new start helps.
"""

import asyncio
import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from companion.notify import Notifier
from companion.table.messages import TABLET_SERVER
from companion.table.server.connection import Connection

Answers = Callable[[], bool]


class Watchdog:
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


HANG_UP_S = 0.1  # for its own link to be seen to have ended
RELOAD_MS = 5_000  # for a page that is loaded anew to come back
STAYS = "Another screen is open. The table stops when the last one closes."


class ParentWatch:
    """Holds the other end of the pipe `link` for as long as it lives, and hears by `say` if the table stays on."""

    def __init__(self, link: int, say: Callable[[str], None], now_ms: Callable[[], int]) -> None:
        self._link = link
        self._say = say
        self._now_ms = now_ms
        self._has_gone = False
        self._seen_at_ms: int | None = None  # a screen, since the starter has gone

    def watch(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            loop.add_reader(self._link, self._hear, loop)
        except PermissionError:  # no pipe: nobody is at the other end
            self._leave()

    def _hear(self, loop: asyncio.AbstractEventLoop) -> None:
        if not os.read(self._link, 4096):
            loop.remove_reader(self._link)
            loop.call_later(HANG_UP_S, self._leave)

    def _leave(self) -> None:
        self._has_gone = True

    def is_done(self, callers: Iterable[Connection]) -> bool:
        """Asked now and then. Is the table needed no more, by it or by any screen?"""
        if not self._has_gone:
            return False
        if any(_is_screen(caller) for caller in callers):
            self._stay()
        return self._seen_at_ms is None or self._now_ms() - self._seen_at_ms >= RELOAD_MS

    def _stay(self) -> None:
        if self._seen_at_ms is None:
            with suppress(OSError):  # it was killed, and hears nothing
                self._say(STAYS)
        self._seen_at_ms = self._now_ms()


def _is_screen(caller: Connection) -> bool:
    return caller.role is not None and caller.name != TABLET_SERVER
