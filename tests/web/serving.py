"""A real `companion tablet` on a socket that it is handed, beside a real table; and devices that are paired with it."""

import http.client
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import NamedTuple
from urllib.parse import urlencode

from companion.table.messages.requests import ListDevices, OpenPairing
from tests.table.running import DEADLINE_S, ROOT, Running

# As systemd does it: the listening socket is file 3, and the process is told that it is meant.
HANDED_OVER = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
os.execv(sys.executable, [sys.executable, "-m", "companion", *sys.argv[2:]])
"""


class Said(NamedTuple):
    status: int
    text: str
    headers: http.client.HTTPMessage

    @property
    def cookie(self) -> str:
        return (self.headers["Set-Cookie"] or "").partition(";")[0]


class Serving:
    """`restart` leaves the socket open, so that nobody who calls meanwhile is turned away."""

    def __init__(self, data: Path, **environ: str) -> None:
        self.data = data
        self._environ = os.environ | environ
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port = int(self._socket.getsockname()[1])
        self.host = f"127.0.0.1:{self.port}"
        self.url = f"http://{self.host}"
        self.start()

    def start(self) -> None:
        file = self._socket.fileno()
        self.process = process = subprocess.Popen(
            [sys.executable, "-c", HANDED_OVER, str(file), "tablet", "--data", str(self.data)],
            cwd=ROOT,
            env=self._environ,
            pass_fds=(file,),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert process.stdout is not None
        assert select.select([process.stdout], [], [], DEADLINE_S)[0], "the tablet's server said nothing"
        self.line = process.stdout.readline().decode()
        if not self.line:
            raise AssertionError(process.communicate()[1].decode())

    def restart(self, with_signal: signal.Signals = signal.SIGTERM) -> None:
        self.end(with_signal)
        self.start()

    def end(self, with_signal: signal.Signals = signal.SIGTERM) -> tuple[float, str]:
        """How long it took, and what it had to complain about."""
        began = time.monotonic()
        self.process.send_signal(with_signal)
        _, said = self.process.communicate(timeout=DEADLINE_S)
        return time.monotonic() - began, said.decode()

    def consoles(self) -> list[int]:
        return children(self.process.pid)

    def __enter__(self) -> "Serving":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
        self._socket.close()

    # As a browser does

    def ask(self, method: str, path: str, body: bytes | str = b"", **headers: str) -> Said:
        """Underscores in a header's name stand for dashes. A page of ours says where it comes from."""
        named = {"Origin": self.url} | {name.replace("_", "-"): value for name, value in headers.items()}
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=DEADLINE_S)
        try:
            link.request(method, path, body or None, {name: value for name, value in named.items() if value != NONE})
            answer = link.getresponse()
            content = b"" if "event-stream" in answer.headers.get("Content-Type", "") else answer.read()
            return Said(answer.status, content.decode(errors="replace"), answer.headers)
        finally:
            link.close()

    def raw(self, content: bytes) -> bytes:
        """What comes back until it hangs up, or the deadline."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=DEADLINE_S) as link:
            link.sendall(content)
            return b"".join(iter(lambda: _received(link), b""))

    def pair(self, code: str, name: str = "a device", **headers: str) -> Said:
        return self.ask("POST", "/pair", urlencode({"code": code, "name": name}), **headers)


NONE = "-"  # a header that is left out


def _received(link: socket.socket) -> bytes:
    try:
        return link.recv(65536)
    except ConnectionError:
        return b""


class House(NamedTuple):
    """A table and its pages."""

    table: Running
    pages: Serving

    def code(self, request: OpenPairing) -> str:
        reply = self.table.ask(request)
        assert reply.pairing is not None
        return reply.pairing.code

    def paired(self, request: OpenPairing = OpenPairing(), name: str = "a device") -> str:  # noqa: B008
        """The cookie of a new device."""
        said = self.pages.pair(self.code(request), name)
        assert said.status == 200, said
        return said.cookie

    def devices(self) -> list[str]:
        return [device.id for device in self.table.ask(ListDevices()).devices]


@contextmanager
def house(data: Path) -> Iterator[House]:
    with Running(data) as table, Serving(data) as pages:
        both = House(table, pages)
        wait_for(lambda: bool(_urls(both)), "the pages' address")
        try:
            yield both
        finally:
            if table.process.poll() is None:
                table.end()  # before its folder goes


def _urls(both: House) -> tuple[str, ...]:
    pairing = both.table.ask(ListDevices()).pairing
    return pairing.urls if pairing is not None else ()


def device_of(cookie: str) -> str:
    """Its id at the table."""
    found = re.fullmatch(r"companion=1\.([0-9a-f]{16})\.[a-z]+\.\d+\.[0-9a-f]{64}", cookie)
    assert found is not None, cookie
    return found[1]


def wait_for(holds: Callable[[], bool], what: str, within_s: float = DEADLINE_S) -> float:
    """How long it took."""
    began = time.monotonic()
    while not holds():
        assert time.monotonic() < began + within_s, f"{what} did not come"
        select.select([], [], [], 0.02)
    return time.monotonic() - began


# Processes


def children(pid: int) -> list[int]:
    """Whichever of its threads has started them."""
    found = [child for thread in Path(f"/proc/{pid}/task").glob("*/children") for child in _read(thread).split()]
    return [int(child) for child in found if not is_gone(int(child))]


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def is_gone(pid: int) -> bool:
    return _state(pid) in "ZX"


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0]
    except (FileNotFoundError, ProcessLookupError):
        return "X"


def rss_mb(pid: int) -> float:
    """Of a process; nothing of one that has gone."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) / 1024


def cpu_s(pid: int) -> float:
    used = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()[11:13]
    return sum(map(int, used)) / os.sysconf("SC_CLK_TCK")
