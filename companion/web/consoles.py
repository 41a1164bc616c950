"""The Banker's console in a browser: a console process for each tablet, and the socket to the terminal in the page.

There is a limited number of them, and each ends with its tab. The terminal's script sends small lists in JSON;
anything else closes its socket.
"""

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from aiohttp import WSMsgType, web
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from companion.web.gate import DEVICE
from companion.web.limits import RateLimit
from companion.web.words import BANKER_ONLY

MAX_CONSOLES = 4
STOP_S = 1.0  # for its socket to close
ENDED, ELSEWHERE = 1000, 4001  # how its socket is closed; a page that gets the second waits until somebody taps
MAX_MESSAGE_BYTES = 8 * 1024
MAX_TYPED_CHARS = 4_000
BYTES_AT_ONCE, BYTES_A_SECOND = 6_000, 1_500
MIN_COUNTED_BYTES = 8  # even the shortest message counts this much
COLUMNS, ROWS = (20, 300), (10, 120)  # no tablet's terminal is beyond these, and it would cost memory
BEAT_S = 8.0
BAD_MESSAGE, TOO_FAST = 1007, 1008  # how a socket is closed
_INHERITED = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "STATE_DIRECTORY", "COMPANION_CONFIG")
_OURS = ("TEXTUAL_", "TERM_PROGRAM", "COLUMNS", "ROWS")

WriteBytes = Callable[[bytes], Awaitable[None]]
WriteText = Callable[[str], Awaitable[None]]
Close = Callable[[int], Awaitable[object]]


class ConsoleProcess(AppService):
    """One console, started without a shell and with a clean environment. It calls `close` when it has ended."""

    def __init__(
        self,
        arguments: list[str],
        *,
        write_bytes: WriteBytes,
        write_str: WriteText,
        close: Close,
        downloads: DownloadManager,
    ) -> None:
        async def ended() -> None:
            await close(ENDED)

        super().__init__("", write_bytes=write_bytes, write_str=write_str, close=ended, download_manager=downloads)
        self._arguments = arguments
        self._ended = ended

    async def _open_app_process(self, width: int = 80, height: int = 24) -> asyncio.subprocess.Process:
        environ = self._build_environment(width, height)
        self._process = await asyncio.create_subprocess_exec(
            *self._arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={name: value for name, value in environ.items() if name in _INHERITED or name.startswith(_OURS)},
            start_new_session=True,
        )
        self._stdin = self._process.stdin
        return self._process

    async def run(self) -> None:
        """Closes the socket even if the console failed, so that no dead picture looks alive."""
        await super().run()
        await self._ended()

    async def stop(self) -> None:
        """Kills the process: the table knows everything that it knows."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task}, timeout=STOP_S)
        if (process := self._process) is None:
            return
        if process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


class Consoles:
    """Each device has one: opening a second tab ends the first. When there are too many, the oldest ends."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._open: dict[str, tuple[ConsoleProcess, Close]] = {}
        self._opening = asyncio.Lock()  # without it, two that open at once could both take the place that became free
        self._downloads = DownloadManager()

    async def open(self, device: str, *, write_bytes: WriteBytes, write_str: WriteText, close: Close) -> ConsoleProcess:
        command = [sys.executable, "-P", "-m", "companion", "console"]
        console = ConsoleProcess(
            [*command, "--data", str(self._data), "--touch", "--device", device],
            write_bytes=write_bytes,
            write_str=write_str,
            close=close,
            downloads=self._downloads,
        )
        async with self._opening:
            await self.end(device, ELSEWHERE)
            while len(self._open) >= MAX_CONSOLES:
                await self.end(next(iter(self._open)), ELSEWHERE)
            self._open[device] = console, close
        return console

    async def close(self, device: str, console: ConsoleProcess) -> None:
        """Its tab is gone."""
        await console.stop()
        if device in self._open and self._open[device][0] is console:
            del self._open[device]

    async def end(self, device: str, code: int = ENDED) -> None:
        if device not in self._open:
            return
        console, close = self._open.pop(device)
        await close(code)
        await console.stop()

    async def close_all(self) -> None:
        await asyncio.gather(*(self.end(device) for device in list(self._open)))

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        device = request[DEVICE]
        if device.role != "banker":
            raise web.HTTPForbidden(text=BANKER_ONLY)
        socket = web.WebSocketResponse(heartbeat=BEAT_S, max_msg_size=MAX_MESSAGE_BYTES)
        await socket.prepare(request)
        console = await self.open(
            device.id,
            write_bytes=socket.send_bytes,
            write_str=socket.send_str,
            close=lambda code: socket.close(code=code, drain=False),
        )
        try:
            await console.start(*opening_size(request.query.get("width"), request.query.get("height")))
            await _relay(socket, console)
        finally:
            await self.close(device.id, console)
        return socket


async def _relay(socket: web.WebSocketResponse, console: ConsoleProcess) -> None:
    """What comes back, the console writes to the socket itself."""
    limit = RateLimit(BYTES_AT_ONCE, BYTES_A_SECOND, time.monotonic())
    async for frame in socket:
        text = frame.data if frame.type == WSMsgType.TEXT else ""
        if text and not limit.take(max(MIN_COUNTED_BYTES, len(text)), time.monotonic()):
            await socket.close(code=TOO_FAST, drain=False)
            continue
        try:
            message = read_message(text)
        except BadTerminalMessage:
            await socket.close(code=BAD_MESSAGE, drain=False)
            continue
        match message:
            case Typed(content):
                await console.send_bytes(content)
            case Resized(width, height):
                await console.set_terminal_size(width, height)
            case Ping(word):
                await socket.send_json(["pong", word])
            case FocusChanged(is_focused):
                await (console.focus() if is_focused else console.blur())


# What the terminal's script sends


class Typed(NamedTuple):
    content: bytes


class Resized(NamedTuple):
    width: int
    height: int


class Ping(NamedTuple):
    word: str


class FocusChanged(NamedTuple):
    is_focused: bool


TerminalMessage = Typed | Resized | Ping | FocusChanged


class BadTerminalMessage(ValueError):
    pass


def read_message(text: str) -> TerminalMessage:
    """Raises BadTerminalMessage."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise BadTerminalMessage from None
    match message:
        case ["stdin", str(content)] if len(content) <= MAX_TYPED_CHARS:
            return Typed(content.encode("utf-8", "replace"))
        case ["resize", {"width": int(width), "height": int(height)}] if bool not in (type(width), type(height)):
            return _clamp_size(width, height)
        case ["ping", str(word)] if len(word) <= 64:
            return Ping(word)
        case ["blur"] | ["focus"]:
            return FocusChanged(message == ["focus"])
    raise BadTerminalMessage


def opening_size(width: str | None, height: str | None) -> Resized:
    """The size of a new terminal, from the query of its address."""

    def number(text: str | None, otherwise: int) -> int:
        return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 6 else otherwise

    return _clamp_size(number(width, 80), number(height, 24))


def _clamp_size(width: int, height: int) -> Resized:
    return Resized(max(COLUMNS[0], min(COLUMNS[1], width)), max(ROWS[0], min(ROWS[1], height)))
