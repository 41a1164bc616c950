"""One of our programs on a terminal of its own: type keys, and read what it has drawn so far."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from contextlib import suppress

from tests.table.running_table import DEADLINE_S, ROOT
from tests.terminal_screen import TerminalScreen

SIZE = (80, 24)


def wait_for(holds: Callable[[], bool], what: str) -> None:
    until = time.monotonic() + DEADLINE_S
    while not holds():
        assert time.monotonic() < until, f"{what} did not come"
        select.select([], [], [], 0.02)


class Terminal:
    def __init__(self, *args: str, module: str = "companion", size: tuple[int, int] = SIZE) -> None:
        self._ours, theirs = pty.openpty()
        os.set_blocking(self._ours, False)
        columns, rows = size
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        said = {"COLUMNS": str(columns), "LINES": str(rows), "TERM": "xterm-256color"}
        command = [sys.executable, "-m", module, *args]
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs, env=os.environ | said, start_new_session=True
        )
        os.close(theirs)
        self._drawn = self._forgotten = b""

    def fileno(self) -> int:
        return self._ours

    def read(self) -> bytes:
        """Everything that was drawn since the start, as it came."""
        try:
            while more := os.read(self._ours, 65536):
                self._drawn += more
        except OSError:
            pass
        return self._drawn

    def forget(self) -> None:
        """Forgets what was drawn so far."""
        self._forgotten += self.read()
        self._drawn = b""

    def drawn(self) -> str:
        """Without the colours."""
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z$]", "", self.read().decode(errors="replace"))

    def wait_for(self, words: str) -> None:
        self.wait_until(lambda: words in self.drawn(), words)

    def wait_until(self, holds: Callable[[], bool], what: str) -> None:
        """If it fails, the error shows the screen."""
        try:
            wait_for(holds, what)
        except AssertionError as error:
            screen = TerminalScreen()
            screen.take(self._forgotten + self.read())
            raise AssertionError("\n".join((str(error), *screen.lines()))) from None

    def settle(self, still_s: float) -> None:
        """Waits until nothing was drawn for so long."""
        until = time.monotonic() + DEADLINE_S
        while select.select([self._ours], [], [], still_s)[0]:
            assert time.monotonic() < until, "a quiet screen did not come"
            self.read()

    def type(self, keys: bytes) -> None:
        os.write(self._ours, keys)

    def end(self) -> int:
        """Returns its exit code. Reads its screen until then, since a full terminal would block it."""
        self.wait_until(lambda: bool(self.drawn()) and self.process.poll() is not None, "its end")
        return self.process.returncode

    def hang_up(self, *, is_told: bool = True) -> None:
        """As when a window is closed or a connection is lost. Under `nohup`, programs are not told."""
        os.close(self._ours)
        self._ours = -1
        if is_told:
            self.process.send_signal(signal.SIGHUP)

    def close(self) -> None:
        """Kills it with everything it has started, which is in a session of its own."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        if self._ours >= 0:
            os.close(self._ours)
