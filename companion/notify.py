"""What a service tells systemd: that it is ready, alive or stopping, and how often its log may repeat itself."""

import logging
import os
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import suppress


class Notifier:
    """Without systemd it says nothing.

    Takes its socket and its watchdog from the environment, as in sd_notify(3) and sd_watchdog_enabled(3).
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._address = environ.get("NOTIFY_SOCKET", "")
        if self._address.startswith("@"):  # an abstract name, which is in no folder
            self._address = "\0" + self._address[1:]
        usec, pid = environ.get("WATCHDOG_USEC", ""), environ.get("WATCHDOG_PID", "")
        is_ours = not pid or pid == str(os.getpid())
        # How often to say that we are alive: twice in the time that systemd allows. 0 is never.
        self.beat_s = int(usec) / 2_000_000 if is_ours and usec.isdecimal() else 0.0

    def ready(self, status: str) -> None:
        self._say(f"READY=1\nSTATUS={' '.join(status.split())}")

    def alive(self) -> None:
        self._say("WATCHDOG=1")

    def stopping(self) -> None:
        self._say("STOPPING=1")

    def _say(self, state: str) -> None:
        """The service goes on whether anybody hears it or not."""
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.setblocking(False)
            line.sendto(state.encode("utf-8", "replace"), self._address)


LOG_EVERY_S = 60.0
MAX_KINDS = 100


class LogLimit:
    """A filter for a log: of each kind of line one a minute, and the next one says how many were left out.

    Whoever can cause a line could fill the disk otherwise. Lines differ in kind by their words, the first three values
    in them and the type of their error.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kinds: dict[object, tuple[float, int]] = {}  # when one was logged, and how many were left out since

    def __len__(self) -> int:
        return len(self._kinds)

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[0] if record.exc_info else None
        kind = (record.msg, record.args[:3] if isinstance(record.args, tuple) else (), error)
        now, (logged_s, left_out) = self._clock(), self._kinds.pop(kind, (-LOG_EVERY_S, 0))
        is_due = now - logged_s >= LOG_EVERY_S
        self._kinds[kind] = (now, 0) if is_due else (logged_s, left_out + 1)
        if len(self._kinds) > MAX_KINDS:
            del self._kinds[next(iter(self._kinds))]
        if is_due and left_out:
            record.msg = f"{record.msg} (and {left_out:,} more in the last minute)"
        return is_due
