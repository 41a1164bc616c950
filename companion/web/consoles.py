"""The console processes that run for tablets: one for each device, a limited number, and each ends with its tab."""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

MAX_CONSOLES = 4
STOP_S = 1.0  # for its socket to close
ENDED, ELSEWHERE = 1000, 4001  # how its socket is closed; a page that gets the second waits until somebody taps
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
        command = [sys.executable, "-m", "companion", "console"]
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
