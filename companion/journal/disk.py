"""The seam to the disk: everything that changes a game's folder goes through `Disk`. `RealDisk` is a real folder.

An operation that has returned is on the disk. One that has raised may have happened, partly or completely.
"""

import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread, local
from typing import Final, Protocol

from companion.journal.errors import JournalRefused

FILE_PRAGMAS: Final[Mapping[str, int | str]] = {
    "locking_mode": "exclusive",  # first, so that WAL needs no shared memory
    "journal_mode": "wal",
    "synchronous": 2,  # FULL
    "wal_autocheckpoint": 24,  # pages: keep little in the WAL, where one rotten bit cuts off everything after it
    "mmap_size": 0,
}
_DATABASE_PARTS = ("", "-wal", "-journal", "-shm")


class Disk(Protocol):
    """One game's folder. Names are relative to it, with `/` for a folder inside."""

    @property
    def game(self) -> str:
        """The id of the game that belongs here."""

    def exists(self, name: str) -> bool: ...

    def read(self, name: str, start: int = 0, end: int | None = None) -> bytes:
        """From this byte to that one, or to the end of the file."""

    def size(self, name: str) -> int: ...

    def names(self, folder: str = "") -> tuple[str, ...]:
        """The files in the folder, sorted."""

    def append(self, name: str, content: bytes) -> None:
        """Append to an existing file."""

    def replace(self, name: str, content: bytes) -> None:
        """Write the whole file; after a crash it is the old one or the new one, never a mixture."""

    def copy(self, source: str, target: str) -> None: ...

    def rename(self, source: str, target: str) -> None: ...

    def remove(self, name: str) -> None:
        """Does nothing if the file is not there."""

    def remove_folder(self) -> None:
        """Remove the game's own folder. Raises OSError if anything is in it."""

    def database(self, name: str) -> sqlite3.Connection:
        """Open or create it, in autocommit mode. Raises JournalRefused if it cannot be trusted with a game."""

    def peek(self, name: str) -> sqlite3.Connection:
        """For reading, without changing anything; the latest writes may be missing."""

    def commit(self, connection: sqlite3.Connection) -> None: ...

    def append_and_commit(self, name: str, content: bytes, length: int, connection: sqlite3.Connection) -> None:
        """Append to an existing file, and commit what the database was given. They are written in this order and synced
        at the same time. If the file has another length than this, somebody else was at it: OSError, and nothing is
        written.
        """

    def settle(self, connection: sqlite3.Connection) -> None:
        """What the database holds is on the disk when this returns, even if an earlier sync of it has failed."""

    def write_again(self, name: str, start: int, content: bytes) -> None:
        """What a file holds there already: it is on the disk when this returns, even if an earlier sync has failed.
        Needs no space, and a read-only disk will do if nothing was waiting to be written.
        """

    def release(self, connection: sqlite3.Connection) -> None:
        """Tidy up and close."""


class RealDisk:
    def __init__(self, folder: Path) -> None:
        self.folder = folder.absolute()

    @property
    def game(self) -> str:
        return self.folder.name

    def exists(self, name: str) -> bool:
        return (self.folder / name).exists()

    def read(self, name: str, start: int = 0, end: int | None = None) -> bytes:
        with (self.folder / name).open("rb") as file:
            file.seek(start)
            return file.read() if end is None else file.read(end - start)

    def size(self, name: str) -> int:
        return (self.folder / name).stat().st_size

    def names(self, folder: str = "") -> tuple[str, ...]:
        where = self.folder / folder
        return tuple(sorted(path.name for path in where.iterdir() if path.is_file())) if where.is_dir() else ()

    def append(self, name: str, content: bytes) -> None:
        with self._opened(name, os.O_WRONLY | os.O_APPEND) as file:
            _write_all(file, content)
            os.fdatasync(file)

    def replace(self, name: str, content: bytes) -> None:
        target = self.folder / name
        make_folder(target.parent)
        temporary = target.with_name(f"{target.name}.part")
        try:
            _write_file(temporary, content)
            temporary.replace(target)
        except OSError:
            temporary.unlink(missing_ok=True)  # a full disk has no room for half a file
            raise
        sync_folder(target.parent)

    def copy(self, source: str, target: str) -> None:
        self.replace(target, self.read(source))

    def rename(self, source: str, target: str) -> None:
        """A database moves with its log, the database first: a WAL without its database is void."""
        for part in _DATABASE_PARTS:
            if not part or self.exists(source + part):
                (self.folder / (source + part)).replace(self.folder / (target + part))
        sync_folder((self.folder / target).parent)

    def remove(self, name: str) -> None:
        for part in _DATABASE_PARTS:
            (self.folder / (name + part)).unlink(missing_ok=True)
        sync_folder((self.folder / name).parent)

    def remove_folder(self) -> None:
        self.folder.rmdir()
        sync_folder(self.folder.parent)

    def database(self, name: str) -> sqlite3.Connection:
        path = self.folder / name
        connection = _connect(str(path))
        try:
            set_pragmas(connection, FILE_PRAGMAS)
            sync_folder(self.folder)
            if isinstance(connection, _DatabaseFile):
                connection.is_at(path)
        except BaseException:
            connection.close()
            raise
        return connection

    def peek(self, name: str) -> sqlite3.Connection:
        """Includes what is still in the log, if a killed process left one."""
        path, log = self.folder / name, self.folder / f"{name}-wal"
        if path not in _in_use and log.exists() and log.stat().st_size:
            with suppress(OSError, sqlite3.Error):
                return _load_into_memory(path, log)
        return _connect(f"{path.as_uri()}?mode=ro&immutable=1")

    def commit(self, connection: sqlite3.Connection) -> None:
        connection.execute("COMMIT")
        if isinstance(connection, _DatabaseFile):
            connection.require_there()

    def append_and_commit(self, name: str, content: bytes, length: int, connection: sqlite3.Connection) -> None:
        with self._opened(name, os.O_WRONLY | os.O_APPEND) as file:
            if os.fstat(file).st_size != length:
                raise OSError(errno.ESTALE, "the tape was changed by another hand", name)
            _write_all(file, content)
            with _synced_meanwhile(file):
                self.commit(connection)

    def settle(self, connection: sqlite3.Connection) -> None:
        """By writing its log into the database itself."""
        is_busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        if is_busy:
            raise OSError(errno.EBUSY, "the database's log cannot be emptied")
        if isinstance(connection, _DatabaseFile):
            connection.require_there()  # and remember its size, which may be smaller now

    def write_again(self, name: str, start: int, content: bytes) -> None:
        """A sync alone would not do: after one that failed, the system takes what it could not write for written."""
        try:
            with self._opened(name, os.O_WRONLY) as file:
                os.lseek(file, start, os.SEEK_SET)
                _write_all(file, content)
                os.fdatasync(file)
        except OSError as error:
            if error.errno != errno.EROFS:
                raise
            with self._opened(name, os.O_RDONLY) as file:
                os.fsync(file)  # which fails if the disk became read-only by a failure

    @contextmanager
    def _opened(self, name: str, flags: int) -> Iterator[int]:
        file = os.open(f"{self.folder}/{name}", flags)
        try:
            yield file
        finally:
            os.close(file)

    def release(self, connection: sqlite3.Connection) -> None:
        try:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            connection.close()


def make_folder(folder: Path) -> None:
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir()
        sync_folder(folder.parent)


def _write_file(path: Path, content: bytes) -> None:
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    try:
        _write_all(file, content)
        os.fsync(file)
    finally:
        os.close(file)


def _write_all(file: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(file, rest) :]


@contextmanager
def _synced_meanwhile(file: int) -> Iterator[None]:
    """Ends when the file is synced. Raises what syncing it has raised, unless something else was raised meanwhile."""
    try:
        syncing = _sync_thread()
    except RuntimeError:  # there is no thread to be had: one after the other
        os.fdatasync(file)
        yield
        return
    syncing.begin(file)
    try:
        yield
    finally:
        error = syncing.wait()
    if error is not None:
        raise error


class _SyncThread(Thread):
    """Starting one for every move would cost more than all the rest of writing it."""

    def __init__(self) -> None:
        super().__init__(name="sync", daemon=True)
        self._files, self._results = SimpleQueue[int](), SimpleQueue[OSError | None]()
        self.start()

    def run(self) -> None:
        while True:
            file = self._files.get()
            try:
                os.fdatasync(file)
                self._results.put(None)
            except OSError as error:
                self._results.put(error)

    def begin(self, file: int) -> None:
        self._files.put(file)

    def wait(self) -> OSError | None:
        try:
            return self._results.get()
        except BaseException:  # an interrupt: the next move must not take this result for its own
            _threads.sync = None
            raise


_threads = local()  # whoever writes has one of its own


def _sync_thread() -> _SyncThread:
    thread: _SyncThread | None = getattr(_threads, "sync", None)
    if thread is None or not thread.is_alive():  # after a fork it is not
        thread = _threads.sync = _SyncThread()
    return thread


def sync_folder(folder: Path) -> None:
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


# Databases open in this process. Copying one would release its locks: closing any descriptor of a file does (POSIX).
_in_use: set[Path] = set()


class _DatabaseFile(sqlite3.Connection):
    """Knows its file. SQLite itself does not notice when an open file is removed or replaced."""

    def is_at(self, path: Path) -> None:
        found = path.stat()
        self._path, self._number, self._size = path, found.st_ino, found.st_size
        _in_use.add(path)

    def require_there(self) -> None:
        found = self._path.stat()
        is_cut = found.st_size < self._size and found.st_size < self._whole_size()
        if found.st_ino != self._number or is_cut:
            raise OSError(errno.ESTALE, "the database was replaced or cut by another hand", str(self._path))
        self._size = found.st_size

    def _whole_size(self) -> int:
        """SQLite itself cuts off what a lying disk has left beyond the last page."""
        return int(read_pragma(self, "page_count") or 0) * int(read_pragma(self, "page_size") or 0)

    def close(self) -> None:
        if path := getattr(self, "_path", None):
            _in_use.discard(path)
        super().close()


def _load_into_memory(path: Path, log: Path) -> sqlite3.Connection:
    """A copy of the database with its log, changing nothing on the disk."""
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    try:
        with tempfile.TemporaryDirectory(prefix="companion-") as folder:
            for file in (path, log):
                shutil.copyfile(file, Path(folder) / file.name)
            with closing(_connect(str(Path(folder) / path.name))) as copy:
                copy.backup(memory)
    except BaseException:
        memory.close()
        raise
    return memory


def _connect(where: str) -> sqlite3.Connection:
    # There is one writer; it may write from any of its threads.
    uri = where.startswith("file:")
    factory = _DatabaseFile
    return sqlite3.connect(where, timeout=0, isolation_level=None, check_same_thread=False, uri=uri, factory=factory)


def set_pragmas(connection: sqlite3.Connection, wanted: Mapping[str, int | str]) -> None:
    """Each is read back: SQLite ignores what it does not know or cannot do. Raises JournalRefused for the first."""
    for name, value in wanted.items():
        connection.execute(f"PRAGMA {name} = {value}").fetchall()
        found = read_pragma(connection, name)
        if found != value:
            raise JournalRefused(name, str(value), str(found))


def read_pragma(connection: sqlite3.Connection, name: str) -> int | str | None:
    row = connection.execute(f"PRAGMA {name}").fetchone()
    return row[0] if row else None
