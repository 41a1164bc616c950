"""The data folder with its games: which there are, where each is, an id for the next, and the lock for one writer."""

import fcntl
import os
from contextlib import closing, suppress
from datetime import datetime
from itertools import product
from pathlib import Path
from string import ascii_lowercase
from types import TracebackType

from msgspec import Struct

from companion.journal.backup import FOLDER
from companion.journal.codec import decode_head, is_over, names_now
from companion.journal.course_book import FILE as BOOK
from companion.journal.database import DATABASE
from companion.journal.disk import RealDisk
from companion.journal.errors import JournalError, Locked, NoSuchGame
from companion.journal.migrate import in_this_format
from companion.journal.recovery import inspect_journal
from companion.journal.tape import TAPE


class ListedGame(Struct, frozen=True):
    """A game in the list. For a damaged one `damaged` says why, and the rest holds what is known."""

    id: str
    title: str = ""
    names: tuple[str, ...] = ()
    edition: str = ""
    entries: int = 0
    last_at_ms: int = 0
    is_finished: bool = False
    damaged: str = ""


_Stamp = tuple[tuple[int, int, int] | None, ...]
_LISTED_FROM = (TAPE, DATABASE, f"{DATABASE}-wal", FOLDER, BOOK)


def _stamp(path: Path) -> tuple[int, int, int] | None:
    """Changes with the file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


class GamesFolder:
    def __init__(self, data: Path) -> None:
        self._data = data
        self._listed: dict[str, tuple[_Stamp, ListedGame]] = {}

    def lock(self) -> "FolderLock":
        """Whoever writes holds it. Raises Locked."""
        return FolderLock(self._data)

    def disk(self, id: str) -> RealDisk:
        return RealDisk(self._data / "games" / id)

    def ids(self) -> tuple[str, ...]:
        """The oldest first. A folder in which no game was begun does not count."""
        games = self._data / "games"
        folders = sorted(path.name for path in games.iterdir() if path.is_dir()) if games.is_dir() else []
        disks = ((id, self.disk(id)) for id in folders)
        return tuple(id for id, disk in disks if disk.exists(TAPE) or disk.exists(DATABASE) or disk.names("backups"))

    def games(self) -> tuple[ListedGame, ...]:
        return tuple(self.game(id) for id in self.ids())

    def game(self, id: str) -> ListedGame:
        """A game whose files are as they were is not read again; one that is damaged is, since trouble may pass."""
        stamp = tuple(_stamp(self._data / "games" / id / name) for name in _LISTED_FROM)
        if (known := self._listed.get(id)) is not None and known[0] == stamp:
            return known[1]
        listed = _list_game(self.disk(id))
        if not listed.damaged:
            self._listed[id] = stamp, listed
        return listed

    def new_id(self, when: datetime) -> str:
        """Readable, sorted by time, and unused: `20261116-2041-aa`."""
        beginning = f"{when:%Y%m%d-%H%M}"
        free = (f"{beginning}-{a}{b}" for a, b in product(ascii_lowercase, repeat=2))
        return next(id for id in free if not (self._data / "games" / id).exists())

    def find(self, beginning: str) -> str:
        """The one game whose id begins like this. Raises NoSuchGame, which names those it could be."""
        found = tuple(id for id in self.ids() if beginning and id.startswith(beginning))
        if beginning in found or len(found) == 1:
            return beginning if beginning in found else found[0]
        raise NoSuchGame(beginning, found)


def _list_game(disk: RealDisk) -> ListedGame:
    try:
        chain = in_this_format(inspect_journal(disk).chain)
        start, entries = decode_head(chain.head.body, disk.game), chain.entries
        return ListedGame(
            disk.game,
            start.title,
            names_now(start.names, entries, disk.game),
            start.rules.title,
            len(entries),
            entries[-1].at_ms if entries else chain.head.made_at_ms,
            is_over(entries, disk.game),
            chain.broken,
        )
    except (JournalError, OSError) as error:
        return ListedGame(disk.game, damaged=str(error))


class FolderLock:
    """Held until `close`, or until its process dies. Raises Locked with the holder's process id."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            self._file = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o644)
        except OSError:
            self._file = os.open(folder / "lock", os.O_RDONLY)  # a read-only disk
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            with closing(self):
                holder = os.pread(self._file, 20, 0)
                raise Locked(int(holder) if holder.strip().isdigit() else 0) from None
        except BaseException:
            self.close()
            raise
        with suppress(OSError):  # on a full disk the lock holds all the same
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def __enter__(self) -> "FolderLock":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
