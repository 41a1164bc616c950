"""The banker's consoles that run for tablets: a process for each device, so many of them, and gone with their tab."""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

CONSOLES_MOST = 4
GO_S = 1.0  # for its socket to close
OVER, ELSEWHERE = 1000, 4001  # how it is closed: a page that hears the second does not ask for it back by itself
_INHERITED = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "STATE_DIRECTORY", "COMPANION_CONFIG")
_OURS = ("TEXTUAL_", "TERM_PROGRAM", "COLUMNS", "ROWS")

WriteBytes = Callable[[bytes], Awaitable[None]]
WriteText = Callable[[str], Awaitable[None]]
Close = Callable[[int], Awaitable[object]]


class Console(AppService):
    """One console, started without a shell and with a clean environment; `close` is called when it has ended."""

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
            await close(OVER)

        super().__init__("", write_bytes=write_bytes, write_str=write_str, close=ended, download_manager=downloads)
        self._arguments = arguments
        self._ended = ended

    async def _open_app_process(self, width: int = 80, height: int = 24) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            *self._arguments,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            env=_clean(self._build_environment(width, height)),
            start_new_session=True,
        )
        self._stdin = self._process.stdin
        return self._process

    async def run(self) -> None:
        """A console that has failed must not leave a picture that looks alive."""
        await super().run()
        await self._ended()

    async def stop(self) -> None:
        """At once: a console knows nothing that the table does not. One that hardly began need not begin."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task}, timeout=GO_S)
        await self._kill()

    async def _kill(self) -> None:
        process = self._process
        if process is None:
            return
        if process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


def _clean(environment: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name in _INHERITED or name.startswith(_OURS)}


class Consoles:
    """Of one device there is one: a tab that is opened again takes the place of the old one. The oldest makes room."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._open: dict[str, tuple[Console, Close]] = {}
        self._turn = asyncio.Lock()  # of who makes room: whoever comes meanwhile would be forgotten in its place
        self.downloads = DownloadManager()

    async def open(self, device: str, *, write_bytes: WriteBytes, write_str: WriteText, close: Close) -> Console:
        where = self._arguments(device)
        console = Console(where, write_bytes=write_bytes, write_str=write_str, close=close, downloads=self.downloads)
        async with self._turn:
            await self.end(device, ELSEWHERE)
            while len(self._open) >= CONSOLES_MOST:
                await self.end(next(iter(self._open)), ELSEWHERE)
            self._open[device] = console, close
        return console

    def _arguments(self, device: str) -> list[str]:
        where = ["--data", str(self._data), "--touch", "--device", device]
        return [sys.executable, "-m", "companion", "console", *where]

    async def close(self, device: str, console: Console) -> None:
        """Its tab has gone."""
        await console.stop()
        if device in self._open and self._open[device][0] is console:
            del self._open[device]

    async def end(self, device: str, code: int = OVER) -> None:
        if device not in self._open:
            return
        console, close = self._open.pop(device)
        await close(code)
        await console.stop()

    async def close_all(self) -> None:
        await asyncio.gather(*(self.end(device) for device in list(self._open)))
