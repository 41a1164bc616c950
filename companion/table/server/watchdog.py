"""Tells systemd that the table is alive, from the loop that serves the game; and watches the console that started it.

No beat is sent while a device's thread or the journal does not answer: then only a restart helps.
"""

import asyncio
import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from companion.notify import Notifier
from companion.table.messages.requests import WEB_SERVER
from companion.table.server.connection import Connection

Answers = Callable[[], bool]


class Watchdog:
    """The loop calls `beat` often; it reports as often as systemd asks for."""

    def __init__(self, notifier: Notifier, now_ms: Callable[[], int], asked: Sequence[Answers]) -> None:
        self._notifier = notifier
        self._now_ms = now_ms
        self._asked = asked
        self._pause_ms = int(notifier.beat_s * 1_000)
        self._next_ms = now_ms() + self._pause_ms

    def beat(self) -> None:
        now_ms = self._now_ms()
        if not self._notifier.beat_s or now_ms < self._next_ms:
            return
        self._next_ms = now_ms + self._pause_ms
        answered = [answers() for answers in self._asked]  # ask all of them
        if all(answered):
            self._notifier.alive()


HANG_UP_S = 0.1  # until the starter's own connection has ended too
RELOAD_MS = 5_000  # for a reloading page to come back
STAYS = "Another screen is open. The table stops when the last one closes."


class ParentWatch:
    """Ends a table with the console that started it and the last screen, even if that console was killed.

    The console holds the other end of the pipe `link` while it lives, and `say` tells it if the table stays on.
    """

    def __init__(self, link: int, say: Callable[[str], None], now_ms: Callable[[], int]) -> None:
        self._link = link
        self._say = say
        self._now_ms = now_ms
        self._has_gone = False
        self.left: Callable[[], None] = lambda: None  # called when the starter has gone
        self._seen_at_ms: int | None = None  # the last screen seen since the starter went

    def watch(self, loop: asyncio.AbstractEventLoop) -> None:
        def leave() -> None:
            self._has_gone = True
            self.left()

        def read() -> None:
            if not os.read(self._link, 4096):
                loop.remove_reader(self._link)
                loop.call_later(HANG_UP_S, leave)

        try:
            loop.add_reader(self._link, read)
        except PermissionError:  # not a pipe: nobody is at the other end
            leave()

    def is_done(self, connections: Iterable[Connection]) -> bool:
        """Is the table no longer needed, neither by its starter nor by any screen?"""
        if not self._has_gone:
            return False
        if any(one.role is not None and one.name != WEB_SERVER for one in connections):
            if self._seen_at_ms is None:
                with suppress(OSError):  # the starter was killed
                    self._say(STAYS)
            self._seen_at_ms = self._now_ms()
        return self._seen_at_ms is None or self._now_ms() - self._seen_at_ms >= RELOAD_MS
