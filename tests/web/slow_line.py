"""A line between browsers and the server that is late, or dead for a while; and a table whose clock can be turned."""

import asyncio
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from types import TracebackType

from companion.table.server.socket_server import stop_listening

CHUNK = 65_536
CLOCK_FILE = "turned_ms"
# Python runs this before the table: what the table hears of time is turned on by what the file says.
TURNED_CLOCK = """
from pathlib import Path
import companion.table.server.dispatcher as dispatcher
clock = Path({clock!r})
class TurnedBeats(dispatcher.Beats):
    def __init__(self, now_ms):
        super().__init__(lambda: now_ms() + int(clock.read_text()))
dispatcher.Beats = TurnedBeats
dispatcher.MOVES_AT_ONCE = 10**6  # thumbs of tests are faster than people's
"""


def run_before(folder: Path, code: str) -> str:
    """Writes code that Python runs before a program. Returns what PYTHONPATH must be for it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "sitecustomize.py").write_text(code)
    return str(folder)


class TurnedClock:
    """`within` starts a table on this clock. `more` is run there too, such as a check that is switched off."""

    def __init__(self, folder: Path, more: str = "") -> None:
        self._file, self.now_ms = folder / CLOCK_FILE, 0
        path = run_before(folder, TURNED_CLOCK.format(clock=str(self._file)) + more)
        self.turn(0)
        self.within = ("env", f"PYTHONPATH={path}")

    def turn(self, ms: int) -> None:
        self.now_ms += ms
        later = self._file.with_suffix(".new")
        later.write_text(str(self.now_ms))
        later.replace(self._file)


class Lane:
    """One direction. `late_s` is how late everything arrives; while `is_open` is not set, nothing does.

    `begun` counts what was posted, or the answers to it, when it comes to the line.
    """

    def __init__(self) -> None:
        self.late_s, self.begun = 0.0, 0
        self.is_open = asyncio.Event()
        self.is_open.set()

    async def carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, old: bytes, new: bytes) -> None:
        loop, chunks = asyncio.get_running_loop(), asyncio.Queue[tuple[float, bytes]]()

        async def read() -> None:
            with suppress(ConnectionError):
                while chunk := await source.read(CHUNK):
                    self.begun += chunk.startswith((b"POST ", b"HTTP/1.1 "))
                    chunks.put_nowait((loop.time(), chunk))
            chunks.put_nowait((loop.time(), b""))

        reading = asyncio.create_task(read())
        try:
            while True:
                came_at, chunk = await chunks.get()
                await asyncio.sleep(max(0.0, came_at + self.late_s - loop.time()))
                await self.is_open.wait()
                if not chunk:
                    break
                target.write(chunk.replace(old, new) if old else chunk)
                await target.drain()
        except ConnectionError:
            pass
        finally:
            reading.cancel()
            target.close()


class SlowLine:
    """Browsers open `url`; `up` is what they send, `down` what they are sent."""

    def __init__(self, port: int) -> None:
        self._server = port
        self._is_up, self._stop = Event(), asyncio.Event()
        self._thread = Thread(target=lambda: asyncio.run(self._serve()), daemon=True)

    def __enter__(self) -> "SlowLine":
        self._thread.start()
        self._is_up.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.up, self.down = Lane(), Lane()

        async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            """The server hears its own name: it serves no other."""
            writers = [writer]
            try:
                from_server, to_server = await asyncio.open_connection("127.0.0.1", self._server)
                writers.append(to_server)
                ours, servers = self.host.encode(), f"127.0.0.1:{self._server}".encode()
                await asyncio.gather(
                    self.up.carry(reader, to_server, ours, servers), self.down.carry(from_server, writer, b"", b"")
                )
            except asyncio.CancelledError:  # the line is taken down
                for one in writers:
                    one.transport.abort()

        server = await asyncio.start_server(accept, "127.0.0.1", 0)
        self.host = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self.url = f"http://{self.host}"
        self._is_up.set()
        await self._stop.wait()
        await stop_listening(server)
        await asyncio.sleep(0)  # whoever came last is accepted, and goes with the others

    def hold(self, *lanes: Lane) -> None:
        self._set(lanes, is_open=False)

    def open(self, *lanes: Lane) -> None:
        self._set(lanes, is_open=True)

    def _set(self, lanes: tuple[Lane, ...], *, is_open: bool) -> None:
        """When this returns, it is so."""

        async def change() -> None:
            for lane in lanes:
                lane.is_open.set() if is_open else lane.is_open.clear()

        asyncio.run_coroutine_threadsafe(change(), self._loop).result()
