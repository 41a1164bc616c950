"""Runs the unchanged firmware under MicroPython, on a pty in place of a Pico's USB line."""

import os
import shutil
import subprocess
import tty
from pathlib import Path

import pytest

from tests.firmware.firmware import FOLDER, ROOT

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "table-companion/micropython/micropython"


def micropython() -> str:
    """Skips the test if there is none; .ci/micropython provides one."""
    found = os.environ.get("MICROPYTHON") or shutil.which("micropython") or (str(CACHE) if CACHE.exists() else "")
    if not found:
        pytest.skip("no micropython: install it, or run .ci/micropython on a Debian machine")
    return found


class Pico:
    """A Pico with its firmware, at a path that links to its current pty."""

    def __init__(self, folder: Path, main: str) -> None:
        self.path = folder / "pico"
        self._main = main
        self._pipe_path = folder / "table"
        os.mkfifo(self._pipe_path)
        self._running: subprocess.Popen[bytes] | None = None

    def plug(self) -> None:
        self._master, slave = os.openpty()
        tty.setraw(slave)
        self.path.symlink_to(os.ttyname(slave))
        folders = [str(path) for path in (ROOT / "tests/firmware/pico", FOLDER, ROOT)]
        self._running = subprocess.Popen(
            [micropython(), str(FOLDER / self._main), str(self._pipe_path)],
            stdin=self._master,
            stdout=self._master,
            stderr=subprocess.PIPE,
            env={**os.environ, "MICROPYPATH": os.pathsep.join(folders)},
        )
        self._slave = slave
        self._pipe = os.open(self._pipe_path, os.O_RDWR)  # does not wait for a reader

    def do(self, what: str) -> None:
        """Does something at the table: `put 3 04A2B3C4D5E680`, `kill 3` and so on."""
        os.write(self._pipe, f"{what}\n".encode())

    def unplug(self) -> None:
        if self._running:
            self._running.kill()
            _, said = self._running.communicate()
            self._running = None
            os.close(self._pipe)
            self.path.unlink()
            os.close(self._slave)
            os.close(self._master)
            assert said == b"", said.decode()
