"""What systemd does for a service, as far as the service can see it: the notify socket, the watchdog, the open door."""

import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType

from tests.deadline import DEADLINE_S

ROOT = Path(__file__).parents[2]


class Supervisor:
    """Starts a program of ours and hears what it notifies. Whatever happens, it is gone in the end."""

    def __init__(self, folder: Path, watchdog_s: float = 4.0) -> None:
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._line.bind(str(folder / "notify"))
        self.watchdog_s = watchdog_s
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *words: str, door: socket.socket | None = None, within: Sequence[str] = ()) -> None:
        """As main process, so that the watchdog is its own. A door is handed over as systemd does: as number 3."""
        given = f'exec 3<&{door.fileno()}; export LISTEN_FDS=1 LISTEN_PID=$$; exec "$@"' if door else 'exec "$@"'
        command = [*within, "bash", "-c", given, "bash", sys.executable, *words]
        doors = (door.fileno(),) if door else ()
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=self._environment(), pass_fds=doors, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def _environment(self) -> Mapping[str, str]:
        usec = str(int(self.watchdog_s * 1_000_000))
        return {
            **os.environ,
            "NOTIFY_SOCKET": self._line.getsockname(),
            "WATCHDOG_USEC": usec,
            "PYTHONFAULTHANDLER": "1",
        }

    def hears(self, within_s: float = DEADLINE_S) -> str:
        """The next word, or nothing."""
        ready, _, _ = select.select([self._line], [], [], within_s)
        return self._line.recv(4096).decode() if ready else ""

    def hears_in_the_end(self, wanted: str) -> bool:
        until = time.monotonic() + DEADLINE_S
        while time.monotonic() < until:
            if self.hears(until - time.monotonic()).startswith(wanted):
                return True
        return False

    def send(self, with_signal: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(with_signal)

    def end(self, with_signal: signal.Signals = signal.SIGTERM) -> tuple[int, str, str]:
        """Its code, and what it said on the output and on the error stream."""
        self.send(with_signal)
        return self.ends()

    def ends(self) -> tuple[int, str, str]:
        """By itself."""
        assert self._process is not None
        out, err = self._process.communicate(timeout=DEADLINE_S)
        return self._process.returncode, out.decode(), err.decode()

    def __enter__(self) -> "Supervisor":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None:
            if self._process.poll() is None:
                self._process.kill()
            self._process.communicate(timeout=DEADLINE_S)
        self._line.close()
