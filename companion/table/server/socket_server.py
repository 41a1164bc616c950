"""The Unix socket around the desk: who may connect, how much each may say, and that nobody can hold up the others."""

import asyncio
import errno
import os
import socket
import stat
from contextlib import suppress
from pathlib import Path

from companion.play.acts import RecordedMove
from companion.table.client.address import PATH_MOST, other_place
from companion.table.messages.message import MAX_LINE_BYTES
from companion.table.messages.wire import Goodbye, encode
from companion.table.server.attempt import attempt, note_error
from companion.table.server.dispatcher import Dispatcher

CALLERS_MOST = 32
HELLO_S = 5.0  # for the first word
FAREWELL_S = 0.2  # for the last one to be taken
PROBE_S = 2.0
UNSENT_MOST = 64 * 1024  # bytes handed to the system for one caller, beside the line that went over it
FULL = f"{CALLERS_MOST} screens and programs are connected to this table already: close one."


class SocketServer:
    """Whoever starts it holds the lock of the data folder: a socket that lies there already is a dead table's."""

    def __init__(
        self, dispatcher: Dispatcher, path: Path, *, probe_s: float = PROBE_S, hello_s: float = HELLO_S
    ) -> None:
        self._dispatcher = dispatcher
        self._probe_s = probe_s
        self._hello_s = hello_s
        self._links: set[asyncio.Task[None]] = set()
        self.path = path

    async def start(self) -> None:
        """Raises CannotListen."""
        listening, self.path = open_socket(self.path)
        self._server = await asyncio.start_unix_server(self._attend, sock=listening, limit=MAX_LINE_BYTES)
        self._probing = asyncio.create_task(self._probe())

    async def stop(self, why: str) -> None:
        """Everybody is told why, and nobody is waited for who does not listen."""
        self._probing.cancel()
        self._server.close()
        with suppress(OSError):  # the disk may have become read-only
            self.path.unlink()
        self._dispatcher.close(why)
        if self._links:
            await asyncio.wait(self._links, timeout=2 * FAREWELL_S)

    def news(self, taken: RecordedMove) -> None:
        """It is saved: whoever gave it is answered, even if it cannot be shown."""
        if not attempt("telling of a move", lambda: self._dispatcher.news(taken)):
            self._dispatcher.changed()

    async def _probe(self) -> None:
        while True:
            await asyncio.sleep(self._probe_s)
            attempt("looking after the disk", self._dispatcher.probe)

    async def _attend(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is None or len(self._links) >= CALLERS_MOST:
            writer.write(encode(Goodbye(FULL)))
            await _part(reader, writer)
            return
        self._links.add(task)
        try:
            with suppress(asyncio.CancelledError):  # the table stops, and nothing is left to be said
                await _Link(self._dispatcher, reader, writer).serve(self._hello_s)
        finally:
            self._links.discard(task)


class _Link:
    """One caller's connection: a task that listens, and one that speaks."""

    def __init__(self, dispatcher: Dispatcher, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._dispatcher = dispatcher
        self._reader = reader
        self._writer = writer
        self._more = asyncio.Event()
        self._has_gone = False
        self._connection = dispatcher.connect(self._more.set)
        writer.transport.set_write_buffer_limits(high=UNSENT_MOST)

    async def serve(self, hello_s: float) -> None:
        speaking = asyncio.create_task(self._speak())
        listening = asyncio.create_task(self._listen(hello_s))
        try:
            await asyncio.wait((speaking, listening), return_when=asyncio.FIRST_COMPLETED)
            listening.cancel()
            await asyncio.wait((speaking,), timeout=FAREWELL_S)
        finally:
            self._dispatcher.leave(self._connection)
            speaking.cancel()
            listening.cancel()
            for ended in await asyncio.gather(speaking, listening, return_exceptions=True):
                if isinstance(ended, Exception):
                    note_error("talking to a caller", ended)
            await _part(self._reader, self._writer)

    # What comes in

    async def _listen(self, hello_s: float) -> None:
        """Until the caller has gone, or is to go."""
        try:
            async with asyncio.timeout(hello_s):
                line = await self._reader.readuntil()
            while self._hear(line):
                await asyncio.sleep(0)  # one line each in turn, and its answer is on the way before the next
                line = await self._reader.readuntil()
        except TimeoutError:
            self._connection.hang_up("Say hello first, and at once.")
        except asyncio.LimitOverrunError:
            self._connection.hang_up(f"A line has at most {MAX_LINE_BYTES} bytes.")
        except (asyncio.IncompleteReadError, OSError):
            self._has_gone = True
            self._more.set()

    def _hear(self, line: bytes) -> bool:
        """Is there more to hear from this caller?"""
        # A command is on the disk when this returns, some ms later. All others wait for that: there is one writer, and
        # nothing that they could ask meanwhile would be answered from what is saved.
        if not attempt("serving a caller", lambda: self._dispatcher.hear(self._connection, line)):
            self._connection.hang_up(_OUR_MISTAKE)
        return not self._connection.is_leaving

    # What goes out

    async def _speak(self) -> None:
        """Until the caller has the last word, or has gone."""
        with suppress(OSError):
            while line := await self._next_line():
                self._writer.write(line)
                await self._writer.drain()

    async def _next_line(self) -> bytes:
        """Nothing when nothing more will come."""
        while not (line := self._line_now()):
            if self._connection.is_leaving or self._has_gone:
                break
            self._more.clear()
            await self._more.wait()
        return line

    def _line_now(self) -> bytes:
        try:
            return self._connection.next_line(self._dispatcher.snapshot)
        except Exception as error:
            note_error("showing the game", error)
            self._connection.hang_up(_OUR_MISTAKE)
            return self._connection.next_line(self._dispatcher.snapshot)


async def _part(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Hang up when all is sent, and not before the other has: what is unread then would take the last word with it."""
    try:
        async with asyncio.timeout(FAREWELL_S):
            writer.write_eof()
            while await reader.read(MAX_LINE_BYTES):
                pass
    except OSError:  # which a TimeoutError is, too
        pass
    finally:
        writer.transport.abort()


_OUR_MISTAKE = "That was our mistake; the table's log says more. Nothing is lost: connect again."


_NO_ROOM = (errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EIO)
_NOT_FOR_OTHERS = 0o117  # what is masked: it is made with 0660


class CannotListen(Exception):
    """The message is a sentence, and says what can be done."""


def open_socket(path: Path) -> tuple[socket.socket, Path]:
    """Bound, and where. Raises CannotListen. Only for who holds the folder's lock: a socket found there is removed."""
    try:
        return _bound(path), path
    except OSError as error:
        if error.errno not in _NO_ROOM:
            raise CannotListen(f"The table cannot listen at {path} ({error.strerror}).") from None
    elsewhere = other_place(path)
    try:
        _make_own(elsewhere.parent)
        return _bound(elsewhere), elsewhere
    except OSError as error:
        raise CannotListen(f"The table can listen neither at {path} nor at {elsewhere} ({error.strerror}).") from None


def _bound(path: Path) -> socket.socket:
    _require_short(path)
    path.parent.mkdir(0o700, parents=True, exist_ok=True)
    _remove_old(path)
    made = socket.socket(socket.AF_UNIX)
    before = os.umask(_NOT_FOR_OTHERS)
    try:
        made.bind(str(path))
    except BaseException:
        made.close()
        raise
    finally:
        os.umask(before)
    return made


def _make_own(folder: Path) -> None:
    """Anybody may have put something there first."""
    folder.mkdir(0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & 0o022:
        raise PermissionError(errno.EPERM, f"{folder} belongs to somebody else")


def _require_short(path: Path) -> None:
    length = len(os.fsencode(path))
    if length > PATH_MOST:
        raise CannotListen(
            f"The table's socket would be {path}, which has {length} bytes, and a socket's path has at most "
            f"{PATH_MOST}: choose a data folder with a shorter name."
        )


def _remove_old(path: Path) -> None:
    with suppress(FileNotFoundError):
        if not stat.S_ISSOCK(path.lstat().st_mode):
            raise CannotListen(f"{path} is in the way of the table's socket, and is none itself: move it elsewhere.")
        path.unlink()
