"""What a service sees of systemd: the notify socket, the watchdog, and a listening socket that is handed over."""

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


class FakeSystemd:
    """Starts a program and hears what it reports. The program is gone at the end, whatever happens."""

    def __init__(self, folder: Path, watchdog_s: float = 4.0) -> None:
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._line.bind(str(folder / "notify"))
        self.watchdog_s = watchdog_s
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *words: str, listener: socket.socket | None = None, within: Sequence[str] = ()) -> None:
        """As the main process, which the watchdog is for. A listener is handed over as systemd does it: as number 3."""
        given = (
            f'exec 3<&{listener.fileno()}; export LISTEN_FDS=1 LISTEN_PID=$$; exec "$@"' if listener else 'exec "$@"'
        )
        command = [*within, "bash", "-c", given, "bash", sys.executable, *words]
        passed = (listener.fileno(),) if listener else ()
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=self._environment(), pass_fds=passed, stdout=subprocess.PIPE, stderr=subprocess.PIPE
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
        """The next message, or nothing."""
        ready, _, _ = select.select([self._line], [], [], within_s)
        return self._line.recv(4096).decode() if ready else ""

    def eventually_hears(self, wanted: str) -> bool:
        until = time.monotonic() + DEADLINE_S
        while time.monotonic() < until:
            if self.hears(until - time.monotonic()).startswith(wanted):
                return True
        return False

    def send(self, with_signal: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(with_signal)

    def end(self, with_signal: signal.Signals = signal.SIGTERM) -> tuple[int, str, str]:
        """Its exit code, its output and its errors."""
        self.send(with_signal)
        return self.ends()

    def ends(self) -> tuple[int, str, str]:
        """Waits until it ends by itself."""
        assert self._process is not None
        out, err = self._process.communicate(timeout=DEADLINE_S)
        return self._process.returncode, out.decode(), err.decode()

    def __enter__(self) -> "FakeSystemd":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None:
            if self._process.poll() is None:
                self._process.kill()
            self._process.communicate(timeout=DEADLINE_S)
        self._line.close()
