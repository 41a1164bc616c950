"""A real `companion table` in a process of its own, with a deadline; and a client that talks to it."""

import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

import msgspec

from companion.play.acts import Act
from companion.table.client import Client, LinkUp, ServerEvent, ask
from companion.table.messages.changes import HeardView
from companion.table.messages.message import PROTOCOL, RoleName
from companion.table.messages.requests import NewGame, Request
from companion.table.messages.wire import (
    Answer,
    FromTable,
    Hello,
    Moved,
    Reply,
    Snapshot,
    TablePrompts,
    Welcome,
    decode_from_table,
    encode,
)
from tests.deadline import DEADLINE_S as DEADLINE_S
from tests.warm_programs import ForkedProcess

ROOT = Path(__file__).parents[2]


class EndedProcess(NamedTuple):
    code: int
    seconds: float
    said: str  # on the error stream


class RunningTable:
    """`line` is what it printed. Its process always ends with the test."""

    def __init__(self, data: Path, *, within: Sequence[str] = (), options: Sequence[str] = ()) -> None:
        words = ["table", "--data", str(data)]
        self.socket = data / "table.sock"
        self.process: subprocess.Popen[bytes]
        if within or options:
            command = [*within, sys.executable, *options, "-m", "companion", *words]
            self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        else:
            self.process = ForkedProcess(words, os.environ)
        try:
            self.line = self._first_line()
        except BaseException:
            self.__exit__(None, None, None)
            raise

    def _first_line(self) -> str:
        assert self.process.stdout is not None
        said, until = b"", time.monotonic() + DEADLINE_S
        while not said.endswith(b"\n"):
            ready, _, _ = select.select([self.process.stdout], [], [], max(0.0, until - time.monotonic()))
            more = os.read(self.process.stdout.fileno(), 4096) if ready else b""
            if not more:
                raise AssertionError(f"the table said {said!r} and {self.end(signal.SIGKILL).said!r}")
            said += more
        return said.decode().rstrip("\n")

    def end(self, with_signal: signal.Signals = signal.SIGTERM) -> EndedProcess:
        started = time.monotonic()
        self.process.send_signal(with_signal)
        _, said = self.process.communicate(timeout=DEADLINE_S)
        return EndedProcess(self.process.returncode, time.monotonic() - started, said.decode())

    def ask(self, request: Request) -> Reply:
        reply = ask(self.socket, request, DEADLINE_S)
        assert reply is not None
        return reply

    def begin(self, *names: str) -> Reply:
        reply = self.ask(NewGame(names or ("Ann", "Ben")))
        assert reply.done, reply.message
        return reply

    def __enter__(self) -> "RunningTable":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate(timeout=DEADLINE_S)


class SocketClient:
    """A client on a blocking socket."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(DEADLINE_S)
        self._socket.connect(str(path))
        self._file = self._socket.makefile("rb")
        self._heard = HeardView()

    def say(self, content: bytes) -> None:
        self._socket.sendall(content)

    def next(self) -> FromTable:
        """The next message. Prompts may come at any time, and are skipped."""
        while isinstance(told := self._heard.hear(decode_from_table(self._file.readline())), TablePrompts):
            continue
        return told

    def greeted(self, role: RoleName = "banker") -> "SocketClient":
        self.say(encode(Hello(PROTOCOL, role)))
        assert isinstance(self.next(), Welcome)
        assert isinstance(self.next(), Snapshot)
        return self

    def rest(self) -> list[FromTable]:
        """Everything until the table hangs up."""
        found: list[FromTable] = []
        with suppress(ConnectionResetError):
            for line in self._file:
                found.append(self._heard.hear(decode_from_table(line)))
        return [message for message in found if not isinstance(message, TablePrompts)]

    def flood(self) -> None:
        """Sends requests until the table takes no more, and reads nothing."""
        self._socket.setblocking(False)
        with suppress(BlockingIOError):
            while self._socket.send(b'{"type":"Ask","id":"q","request":{"type":"ListGames"}}\n' * 100):
                pass

    def close(self) -> None:
        self._file.close()
        self._socket.close()

    def __enter__(self) -> "SocketClient":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def correct(connection: SocketClient, numbers: range) -> None:
    """Makes these moves: corrections of Ann's cash, up and down."""
    for number in numbers:
        by = 1 if number % 2 else -1
        act = f'{{"type":"CorrectCash","player":0,"by":{by},"reason":"to and fro"}}'
        connection.say(f'{{"type":"Give","id":"c{number}","act":{act}}}\n'.encode())
        assert isinstance(connection.next(), Moved)
        assert connection.next() == Answer(f"c{number}", "done", number)


async def give(client: Client, act: Act, id: str | None = None) -> Answer:
    return await client.give(msgspec.json.encode(act), id)


async def told(client: Client, count: int) -> list[ServerEvent]:
    """The next events. Prompts may come at any time, and are skipped."""
    found: list[ServerEvent] = []
    while len(found) < count:
        if not isinstance(message := await anext(client), TablePrompts):
            found.append(message)
    return found


async def first_snapshot(client: Client) -> tuple[Welcome, Snapshot]:
    up, welcome, snapshot = await told(client, 3)
    assert up == LinkUp()
    assert isinstance(welcome, Welcome)
    assert isinstance(snapshot, Snapshot)
    return welcome, snapshot
