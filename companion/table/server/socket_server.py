"""The Unix socket around the dispatcher: who may connect, how much each may send. No client holds up the others."""

import asyncio
import errno
import os
import socket
import stat
from contextlib import suppress
from pathlib import Path

from companion.play.acts import RecordedMove
from companion.table.client.link import MAX_PATH_BYTES, other_place, service_place
from companion.table.messages.message import MAX_LINE_BYTES
from companion.table.messages.wire import Goodbye, encode
from companion.table.server.attempt import attempt, log_error
from companion.table.server.beside import MAX_QUESTIONS, BesideLoop, QuestionLine
from companion.table.server.dispatcher import Dispatcher

MAX_CONNECTIONS = 64
HELLO_S = 5.0  # for the first message
FAREWELL_S = 0.2  # for the last one to be read
PROBE_S = 2.0
MAX_UNSENT_BYTES = 64 * 1024  # handed to the system for one client, beside the line that went over it
FULL = f"{MAX_CONNECTIONS} screens and programs are connected to this table already: close one."
_OUR_MISTAKE = "That was our mistake; the table's log says more. Nothing is lost: connect again."


class SocketServer:
    """Only for the holder of the data folder's lock: a socket that is already there belongs to a dead table."""

    def __init__(
        self, dispatcher: Dispatcher, path: Path, *, probe_s: float = PROBE_S, hello_s: float = HELLO_S
    ) -> None:
        self._dispatcher = dispatcher
        self._probe_s = probe_s
        self._hello_s = hello_s
        self._links: set[asyncio.Task[None]] = set()
        self._refused: set[asyncio.Task[None]] = set()
        self._is_stopping = False
        self.beside = BesideLoop()
        self.path = path

    async def start(self) -> None:
        """Raises CannotListen."""

        async def probe() -> None:
            while True:
                await asyncio.sleep(self._probe_s)
                attempt("looking after the disk", self._dispatcher.probe)

        listening, self.path = open_socket(self.path)
        self._server = await asyncio.start_unix_server(self._connected, sock=listening, limit=MAX_LINE_BYTES)
        self._probing = asyncio.create_task(probe())

    async def stop(self, why: str) -> None:
        """Tells every client why, but does not wait for one that does not listen."""
        self._is_stopping = True
        self._probing.cancel()
        await stop_listening(self._server)
        with suppress(OSError):  # the disk may have become read-only
            self.path.unlink()
        self._dispatcher.close(why)
        if clients := self._links | self._refused:
            await asyncio.wait(clients, timeout=2 * FAREWELL_S)
        self.beside.close()

    def news(self, move: RecordedMove) -> None:
        """The move is saved: whoever gave it is answered, even if it cannot be shown."""
        if not attempt("telling of a move", lambda: self._dispatcher.news(move)):
            self._dispatcher.changed()

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_stopping:  # it came at the last moment
            writer.transport.abort()
            return
        is_full = len(self._links) >= MAX_CONNECTIONS
        tasks, serve = (self._refused, _refuse) if is_full else (self._links, self._serve_client)
        task = asyncio.create_task(serve(reader, writer))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    async def _serve_client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.CancelledError):  # the table stops, and there is nothing left to say
            await _ClientLink(self._dispatcher, self.beside, reader, writer).serve(self._hello_s)


async def _refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(encode(Goodbye(FULL)))
    await _hang_up(reader, writer)


class _ClientLink:
    """One client: a task that reads its lines, one that answers what takes long, and one that writes to it."""

    def __init__(
        self, dispatcher: Dispatcher, beside: BesideLoop, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._dispatcher = dispatcher
        self._reader = reader
        self._writer = writer
        self._more = asyncio.Event()
        self._has_gone = False
        self._connection = dispatcher.connect(self._more.set)
        self._questions = QuestionLine(dispatcher, self._connection, beside)
        writer.transport.set_write_buffer_limits(high=MAX_UNSENT_BYTES)

    async def serve(self, hello_s: float) -> None:
        writing = asyncio.create_task(self._write())
        reading = asyncio.create_task(self._read(hello_s))
        answering = asyncio.create_task(self._answer())
        try:
            await asyncio.wait((writing, reading), return_when=asyncio.FIRST_COMPLETED)
            reading.cancel()
            await asyncio.wait((writing,), timeout=FAREWELL_S)
        finally:
            self._dispatcher.leave(self._connection)
            writing.cancel()
            reading.cancel()
            answering.cancel()
            for ended in await asyncio.gather(writing, reading, answering, return_exceptions=True):
                if isinstance(ended, Exception):
                    log_error("talking to a client", ended)
            await _hang_up(self._reader, self._writer)

    async def _read(self, hello_s: float) -> None:
        """Until the client has gone, or must go."""
        try:
            async with asyncio.timeout(hello_s):
                line = await self._reader.readuntil()
            while True:
                # A command is on the disk when `hear` returns, some ms later. All other clients wait for that: there
                # is one writer, and whatever they asked meanwhile would not be answered from what is saved.
                if not attempt("serving a client", lambda line=line: self._dispatcher.hear(self._connection, line)):  # type: ignore[misc]
                    self._connection.hang_up(_OUR_MISTAKE)
                if self._connection.is_leaving:
                    return
                await self._questions.at_most(MAX_QUESTIONS - 1)
                await asyncio.sleep(0)  # clients take turns, and the answer is on its way before the next line
                line = await self._reader.readuntil()
        except TimeoutError:
            self._connection.hang_up("Say hello first, and at once.")
        except asyncio.LimitOverrunError:
            self._connection.hang_up(f"A line has at most {MAX_LINE_BYTES} bytes.")
        except asyncio.IncompleteReadError:  # it may still listen; if not, telling it something fails
            await self._questions.at_most(0)
            self._has_gone = True
            self._more.set()
        except OSError:
            self._has_gone = True
            self._more.set()

    async def _answer(self) -> None:
        try:
            await self._questions.serve()
        except Exception as error:
            log_error("answering a question", error)
            self._connection.hang_up(_OUR_MISTAKE)

    async def _write(self) -> None:
        """Until the last line is sent, or the client has gone. What a press brings comes in one piece, if it fits."""
        with suppress(OSError):
            while True:
                piece = bytearray()
                try:
                    while len(piece) < MAX_UNSENT_BYTES and (
                        line := self._connection.next_line(self._dispatcher.snapshot)
                    ):
                        piece += line
                except Exception as error:
                    log_error("showing the game", error)
                    self._connection.hang_up(_OUR_MISTAKE)
                    if not piece:
                        continue
                if piece:
                    self._writer.write(piece)
                    await self._writer.drain()
                elif self._connection.is_leaving or self._has_gone:
                    return
                else:
                    self._more.clear()
                    await self._more.wait()


async def _hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """When all is sent, and not before the client has hung up: unread bytes would take our last line with them."""
    try:
        async with asyncio.timeout(FAREWELL_S):
            writer.write_eof()
            while await reader.read(MAX_LINE_BYTES):
                pass
    except OSError:  # TimeoutError is one, too
        pass
    finally:
        writer.transport.abort()


async def stop_listening(server: asyncio.Server) -> None:
    """A connection that is only half made when its server closes would never be closed."""
    for listening in server.sockets:
        asyncio.get_running_loop().remove_reader(listening)
    await asyncio.sleep(0)
    server.close()


# The file of the socket

_NO_ROOM = (errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EIO)
_NOT_FOR_OTHERS = 0o117  # a mask: the socket is made with 0660


class CannotListen(Exception):
    """The message is a sentence that says what can be done."""


def open_socket(path: Path) -> tuple[socket.socket, Path]:
    """The bound socket and its path, which is elsewhere if the disk is full. Raises CannotListen."""
    try:
        return _bind(path), path
    except OSError as error:
        if error.errno not in _NO_ROOM:
            raise CannotListen(f"The table cannot listen at {path} ({error.strerror}).") from None
    if service_place(path).parent.is_dir():
        with suppress(OSError):  # it belongs to the service
            return _bind(service_place(path)), service_place(path)
    elsewhere = other_place(path)
    folder = elsewhere.parent
    try:
        folder.mkdir(0o700, exist_ok=True)
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & 0o022:
            raise PermissionError(errno.EPERM, f"{folder} belongs to somebody else")  # anybody may write there
        return _bind(elsewhere), elsewhere
    except OSError as error:
        raise CannotListen(f"The table can listen neither at {path} nor at {elsewhere} ({error.strerror}).") from None


def _bind(path: Path) -> socket.socket:
    length = len(os.fsencode(path))
    if length > MAX_PATH_BYTES:
        raise CannotListen(
            f"The table's socket would be {path}, which has {length} bytes, and a socket's path has at most "
            f"{MAX_PATH_BYTES}: choose a data folder with a shorter name."
        )
    path.parent.mkdir(0o700, parents=True, exist_ok=True)
    with suppress(FileNotFoundError):
        if not stat.S_ISSOCK(path.lstat().st_mode):
            raise CannotListen(f"{path} is in the way of the table's socket, and is none itself: move it elsewhere.")
        path.unlink()
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
