"""What a service tells systemd: that it is ready, alive or stopping. Without systemd it says nothing."""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress


class Notifier:
    """Takes its socket and its watchdog from the environment, as in sd_notify(3) and sd_watchdog_enabled(3)."""

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
