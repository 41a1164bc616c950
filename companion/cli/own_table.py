"""A table of our own in its own process: started again if it dies, and stopped at the end unless others use it."""

import select
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from types import TracebackType
from typing import IO

from companion.cli.console import why_no_table
from companion.cli.table import UNTIL_LEFT
from companion.cli.terminal import fail, saying
from companion.console import OPENING
from companion.plain_text import printable

START_S = 30.0  # for a table to be ready: a Pi with many games takes its time
STOP_S = 10.0  # for a table to put its game away
PAUSES_S = (0.2, 1.0, 3.0)  # before a dead table is started again; the last one from then on
STEADY_S = 60.0  # a table that ran this long did not die of its start


class TableNotStarted(Exception):
    """The message is what the table said last."""


class OwnTable:
    """Runs until the `with` ends, or this process does in whatever way, or the last screen closes.

    What it says is in the folder, in table.log. If other screens keep it running, `stays` is a sentence that says so.
    """

    def __init__(
        self,
        data: Path,
        command: Sequence[str] = (),
        pauses_s: Sequence[float] = PAUSES_S,
        meanwhile: Callable[[], None] = lambda: None,
    ) -> None:
        """Does something else while the table gets ready. Raises TableNotStarted."""
        self._command = tuple(command) or table_command(data)
        self._pauses_s = pauses_s
        self._log = _open_log(data)
        self._is_over = threading.Event()
        self._starting = threading.Lock()
        self.stays = ""
        self.process = self._start()
        assert self.process.stdout is not None
        meanwhile()
        ready, _, _ = select.select([self.process.stdout], [], [], START_S)
        if not (ready and self.process.stdout.readline()):  # its one line says that screens can connect
            _stop(self.process)
            self._log.seek(0)
            said = self._log.read().decode(errors="replace").strip()
            self._log.close()
            late = f"The table has not started in {START_S:g} seconds. `companion table` may say why."
            raise TableNotStarted(said or late)
        self._watching = threading.Thread(target=self._watch, name="table", daemon=True)
        self._watching.start()

    def _start(self) -> "subprocess.Popen[bytes]":
        """In its own session: signals from the terminal to the console do not reach the table."""
        return subprocess.Popen(
            self._command,
            bufsize=0,  # select must know of everything that was not read yet
            stdin=subprocess.PIPE,  # stays open as long as we live
            stdout=subprocess.PIPE,
            stderr=self._log,
            start_new_session=True,
        )

    def _watch(self) -> None:
        deaths = 0
        while True:
            since = time.monotonic()
            self.process.wait()
            deaths = 0 if time.monotonic() - since > STEADY_S else deaths + 1
            if self._is_over.wait(self._pauses_s[min(deaths, len(self._pauses_s)) - 1]):
                return
            with self._starting:
                if self._is_over.is_set():
                    return
                _close_pipes(self.process)
                self.process = self._start()

    def __enter__(self) -> "OwnTable":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._starting:
            self._is_over.set()
        self.stays = _leave(self.process)
        if not self.stays:
            self._watching.join()
        self._log.close()


def on_own_table(
    data: Path,
    path: Path,
    options: Sequence[str],
    run: Callable[[], int],
    meanwhile: Callable[[], None] = lambda: None,
) -> int:
    """What `run` returns, with our own table running; or with another one, if somebody was faster."""
    try:
        with saying(OPENING):
            table = OwnTable(data, table_command(data, *options), meanwhile=meanwhile)
    except TableNotStarted as error:
        return fail(str(error)) if why_no_table(path) else run()
    with table:
        code = run()
    if table.stays:
        print(printable(table.stays))
    return code


def table_command(data: Path, *options: str) -> tuple[str, ...]:
    return (sys.executable, "-P", "-m", "companion", "table", "--data", str(data), UNTIL_LEFT, *options)


def _open_log(data: Path) -> IO[bytes]:
    """A temporary file if the disk cannot be written to."""
    try:
        data.mkdir(0o700, parents=True, exist_ok=True)
        return (data / "table.log").open("w+b")
    except OSError:
        return TemporaryFile()


def _leave(process: "subprocess.Popen[bytes]") -> str:
    """Waits for the table's end; but if it keeps running for others, returns what it says at once."""
    from companion.table.server.watchdog import STAYS

    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.close()
    until = time.monotonic() + STOP_S
    while select.select([process.stdout], [], [], max(0.0, until - time.monotonic()))[0]:
        line = process.stdout.readline().decode(errors="replace").strip()
        if line == STAYS:
            return line
        if not line:
            with suppress(subprocess.TimeoutExpired):
                process.wait(STOP_S)
            break
    _stop(process)
    return ""


def _stop(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    _close_pipes(process)


def _close_pipes(process: "subprocess.Popen[bytes]") -> None:
    with suppress(OSError):
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
