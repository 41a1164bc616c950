"""A real `companion tablet` on a socket handed over to it, beside a real table, and devices paired with it."""

import http.client
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import NamedTuple
from urllib.parse import urlencode

from companion.table.messages.requests import ListDevices, OpenPairing
from tests.processes import wait_for
from tests.table.running_table import DEADLINE_S, ROOT, RunningTable
from tests.warm_programs import ForkedProcess

# As systemd does it: the listening socket is file 3, and the environment names the process it is for.
HANDED_OVER = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
os.execv(sys.executable, [sys.executable, "-m", "companion", *sys.argv[2:]])
"""


class HttpAnswer(NamedTuple):
    status: int
    text: str
    headers: http.client.HTTPMessage

    @property
    def cookie(self) -> str:
        return (self.headers["Set-Cookie"] or "").partition(";")[0]


class RunningWebServer:
    """Its socket stays open between `end` and `start`, so that nobody who connects meanwhile is refused."""

    def __init__(self, data: Path, *options: str, **environ: str) -> None:
        self.data = data
        self._options = options
        self._environ, self._is_warm = os.environ | environ, "PYTHONPATH" not in environ
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port = int(self._socket.getsockname()[1])
        self.host = f"127.0.0.1:{self.port}"
        self.url = f"{'https' if '--tls' in options else 'http'}://{self.host}"
        self.start()

    def start(self) -> None:
        file, words = self._socket.fileno(), ["tablet", "--data", str(self.data), *self._options]
        process: subprocess.Popen[bytes]
        if self._is_warm:
            process = ForkedProcess(words, self._environ, file)
        else:  # something is to be run before
            process = subprocess.Popen(
                [sys.executable, "-c", HANDED_OVER, str(file), *words],
                cwd=ROOT,
                env=self._environ,
                pass_fds=(file,),
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        self.process = process
        assert process.stdout is not None
        assert select.select([process.stdout], [], [], DEADLINE_S)[0], "the web server printed nothing"
        self.line = process.stdout.readline().decode()
        if not self.line:
            raise AssertionError(process.communicate()[1].decode())

    def end(self) -> tuple[float, str]:
        """Returns how long it took, and what the server wrote to standard error."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        _, said = self.process.communicate(timeout=DEADLINE_S)
        return time.monotonic() - began, said.decode()

    def __enter__(self) -> "RunningWebServer":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
        self._socket.close()

    def ask(
        self, method: str, path: str, body: bytes | str = b"", *, source: str = "127.0.0.1", **headers: str
    ) -> HttpAnswer:
        """Underscores in a header's name stand for dashes. The origin is our own page unless given."""
        named = {"Origin": self.url} | {name.replace("_", "-"): value for name, value in headers.items()}
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=DEADLINE_S, source_address=(source, 0))
        try:
            sent = {name: value for name, value in named.items() if value != LEFT_OUT}
            link.request(method, path, body or None, sent)
            answer = link.getresponse()
            content = b"" if "event-stream" in answer.headers.get("Content-Type", "") else answer.read()
            return HttpAnswer(answer.status, content.decode(errors="replace"), answer.headers)
        finally:
            link.close()

    def raw(self, content: bytes) -> bytes:
        """Returns everything received until the server hangs up."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=DEADLINE_S) as link:
            link.sendall(content)
            return b"".join(iter(lambda: _received(link), b""))

    def pair(self, code: str, name: str = "a device", **headers: str) -> HttpAnswer:
        return self.ask("POST", "/pair", urlencode({"code": code, "name": name}), **headers)


LEFT_OUT = "-"  # instead of a header's value: the header is not sent


def _received(link: socket.socket) -> bytes:
    try:
        return link.recv(65536)
    except ConnectionError:
        return b""


class WebTable(NamedTuple):
    """A table and its web server."""

    table: RunningTable
    pages: RunningWebServer

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
def web_table(data: Path, *options: str, within: Sequence[str] = (), **environ: str) -> Iterator[WebTable]:
    """The environment is the web server's, as the options are."""
    with RunningTable(data, within=within) as table, RunningWebServer(data, *options, **environ) as pages:
        both = WebTable(table, pages)
        wait_for(lambda: bool(_urls(both)), "the pages' address")
        try:
            yield both
        finally:
            if table.process.poll() is None:
                table.end()  # before its folder is removed


def _urls(both: WebTable) -> tuple[str, ...]:
    pairing = both.table.ask(ListDevices()).pairing
    return pairing.urls if pairing is not None else ()


def device_of(cookie: str) -> str:
    """Its id at the table."""
    found = re.fullmatch(r"companion=1\.([0-9a-f]{16})\.[a-z]+\.\d+\.[0-9a-f]{64}", cookie)
    assert found is not None, cookie
    return found[1]
