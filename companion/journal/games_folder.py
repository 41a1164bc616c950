"""The data folder with its games: which there are, where each is, an id for the next, and the lock for one writer."""

import errno
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
from companion.journal.disk import RealDisk, make_folder, sync_folder
from companion.journal.errors import JournalError, Locked, NoSuchGame
from companion.journal.migrate import in_this_format
from companion.journal.recovery import inspect_journal
from companion.journal.tape import TAPE

TAKEN_OFF = "taken_off"  # the folder of games that were taken off the shelf


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


Stamp = tuple[tuple[int, int, int] | None, ...]  # of a game's files; changes with any of them
_LISTED_FROM = (TAPE, DATABASE, f"{DATABASE}-wal", FOLDER, BOOK)


def _stamp(path: str) -> tuple[int, int, int] | None:
    """Changes with the file."""
    try:
        found = os.stat(path)  # noqa: PTH116, there may be thousands, and a Path takes longer than the system
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


class GamesFolder:
    def __init__(self, data: Path) -> None:
        self._data = data
        self._games = f"{data}/games"
        self._listed: dict[str, tuple[Stamp, ListedGame]] = {}

    def lock(self) -> "FolderLock":
        """Whoever writes holds it. Raises Locked."""
        return FolderLock(self._data)

    def disk(self, id: str) -> RealDisk:
        return RealDisk(self._data / "games" / id)

    def ids(self) -> tuple[str, ...]:
        """The oldest first. A folder in which no game was begun does not count."""
        if not os.path.isdir(self._games):  # noqa: PTH112, as above
            return ()
        with os.scandir(self._games) as found:
            folders = sorted(entry.name for entry in found if entry.is_dir())
        return tuple(id for id in folders if self._is_game(id))

    def _is_game(self, id: str) -> bool:
        files = (f"{self._games}/{id}/{name}" for name in (TAPE, DATABASE))
        return any(_stamp(file) is not None for file in files) or bool(self.disk(id).names(FOLDER))

    def games(self) -> tuple[ListedGame, ...]:
        return tuple(self.game(id) for id in self.ids())

    def game(self, id: str) -> ListedGame:
        """A game whose files are as they were is not read again; one that is damaged is, since trouble may pass."""
        stamp = self.stamp(id)
        if (known := self._listed.get(id)) is not None and known[0] == stamp:
            return known[1]
        listed = _list_game(self.disk(id))
        if not listed.damaged:
            self._listed[id] = stamp, listed
        return listed

    def stamp(self, id: str) -> Stamp:
        return tuple([_stamp(f"{self._games}/{id}/{name}") for name in _LISTED_FROM])

    def remember(self, stamp: Stamp, listed: ListedGame) -> None:
        """What was listed when its files had this stamp."""
        self._listed.setdefault(listed.id, (stamp, listed))

    def new_id(self, when: datetime) -> str:
        """Readable, sorted by time, and unused: `20261116-2041-aa`."""
        beginning = f"{when:%Y%m%d-%H%M}"
        free = (f"{beginning}-{a}{b}" for a, b in product(ascii_lowercase, repeat=2))
        used = frozenset(self.taken_off())
        return next(id for id in free if id not in used and not (self._data / "games" / id).exists())

    def find(self, beginning: str) -> str:
        """The one game whose id begins like this. Raises NoSuchGame, which names those it could be."""
        found = tuple(id for id in self.ids() if beginning and id.startswith(beginning))
        if beginning in found or len(found) == 1:
            return beginning if beginning in found else found[0]
        raise NoSuchGame(beginning, found)

    # Games that were taken off the shelf: their folders as they were, in another place

    def taken_off(self) -> tuple[str, ...]:
        folder = self._data / TAKEN_OFF
        return tuple(sorted(path.name for path in folder.iterdir() if path.is_dir())) if folder.is_dir() else ()

    def take_off(self, id: str) -> Path:
        """Where it is kept from now on. Raises FileExistsError if a game of this id is there already, and OSError."""
        return self._move(id, self._data / "games", self._data / TAKEN_OFF)

    def put_back(self, id: str) -> Path:
        return self._move(id, self._data / TAKEN_OFF, self._data / "games")

    def _move(self, id: str, source: Path, goal: Path) -> Path:
        make_folder(goal)
        if (goal / id).exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(goal / id))
        (source / id).rename(goal / id)
        for folder in (goal, source):
            sync_folder(folder)
        self._listed.pop(id, None)
        return goal / id


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
