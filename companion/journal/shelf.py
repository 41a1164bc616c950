"""Many games in one data folder: what there is, where each is, and an id for the next."""

from datetime import datetime
from itertools import product
from pathlib import Path
from string import ascii_lowercase

from msgspec import Struct

from companion.journal.codec import decode_head, is_over, names_now
from companion.journal.disk import RealDisk
from companion.journal.errors import JournalError, NoSuchGame
from companion.journal.lock import FolderLock
from companion.journal.mending import look
from companion.journal.store import DATABASE
from companion.journal.tape import TAPE


class Shelved(Struct, frozen=True):
    """A game in the list. Of a damaged one the reason stands in `damaged`, and the rest as far as it is known."""

    id: str
    title: str = ""
    names: tuple[str, ...] = ()
    edition: str = ""
    entries: int = 0
    last_at_ms: int = 0
    is_finished: bool = False
    damaged: str = ""


class Shelf:
    def __init__(self, data: Path) -> None:
        self._data = data

    def lock(self) -> FolderLock:
        """Whoever writes holds it. Raises Locked."""
        return FolderLock(self._data)

    def disk(self, id: str) -> RealDisk:
        return RealDisk(self._data / "games" / id)

    def ids(self) -> tuple[str, ...]:
        """The oldest first. A folder in which no game was ever begun is none."""
        games = self._data / "games"
        folders = sorted(path.name for path in games.iterdir() if path.is_dir()) if games.is_dir() else []
        return tuple(id for id in folders if _has_game(self.disk(id)))

    def games(self) -> tuple[Shelved, ...]:
        return tuple(_shelved(self.disk(id)) for id in self.ids())

    def new_id(self, when: datetime) -> str:
        """Readable, sorted by time, and not taken: `20261116-2041-aa`."""
        beginning = f"{when:%Y%m%d-%H%M}"
        free = (f"{beginning}-{a}{b}" for a, b in product(ascii_lowercase, repeat=2))
        return next(id for id in free if not (self._data / "games" / id).exists())

    def find(self, beginning: str) -> str:
        """The one game whose id begins so. Raises NoSuchGame, which names those it could be."""
        found = tuple(id for id in self.ids() if beginning and id.startswith(beginning))
        if beginning in found or len(found) == 1:
            return beginning if beginning in found else found[0]
        raise NoSuchGame(beginning, found)


def _has_game(disk: RealDisk) -> bool:
    return disk.exists(TAPE) or disk.exists(DATABASE) or bool(disk.names("backups"))


def _shelved(disk: RealDisk) -> Shelved:
    try:
        return _read(disk)
    except (JournalError, OSError) as error:
        return Shelved(disk.game, damaged=str(error))


def _read(disk: RealDisk) -> Shelved:
    chain = look(disk).chain
    start = decode_head(chain.head.body, disk.game)
    entries = chain.entries
    return Shelved(
        disk.game,
        start.title,
        names_now(start.names, entries, disk.game),
        start.rules.title,
        len(entries),
        entries[-1].at_ms if entries else chain.head.made_at_ms,
        is_over(entries, disk.game),
        chain.broken,
    )
