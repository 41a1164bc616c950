"""Everything that can go wrong with a journal, in sentences for people that say what to do about it.

Trouble with the disk (full, failing, locked, read-only) passes; damage to a file does not. They are told apart here.
"""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager


class JournalError(Exception):
    """The root of all of these."""


class JournalDamaged(JournalError):
    """Neither copy can be trusted from `from_number` on. `saved` says what can be kept; nothing was changed."""

    def __init__(self, game: str, from_number: int, saved: str, message: str) -> None:
        if from_number:
            super().__init__(f"Game {game} is damaged from move {from_number} on: {message} {saved}")
        else:
            super().__init__(f"Game {game} is damaged from the very beginning: {message} {saved}")
        self.game = game
        self.from_number = from_number
        self.saved = saved
        self.message = message


def describe_saved(moves: int) -> str:
    return f"Moves 1 to {moves} can be saved." if moves else "None of its moves can be saved."


class JournalRefused(JournalError):
    """A setting of the database did not take effect. Nothing is safe without it."""

    def __init__(self, name: str, wanted: str, found: str) -> None:
        super().__init__(f"The database must have {name} = {wanted}, but it has {found}: this disk cannot hold a game.")
        self.name = name
        self.wanted = wanted
        self.found = found


class JournalUnavailable(JournalError):
    """The disk is full, read-only, in use or failing: nothing can be written now. `inspect_journal` may still read."""

    def __init__(self, game: str, why: str) -> None:
        super().__init__(f"Game {game} cannot be written now: {why}.")
        self.game = game
        self.why = why


class JournalExists(JournalError):
    def __init__(self, game: str) -> None:
        super().__init__(f"Game {game} already has a journal.")
        self.game = game


class JournalStale(JournalError):
    """Writing failed, but the entry may still have been saved: open the journal again and look it up."""

    def __init__(self, id: str, why: str) -> None:
        what = id or "the last move"
        super().__init__(f"It is not known whether {what} was saved ({why}): the journal must be opened again.")
        self.id = id
        self.why = why


class AlreadyWritten(JournalError):
    """There is an entry with this id. Nothing was written."""

    def __init__(self, id: str, number: int) -> None:
        super().__init__(f"{id} is already move {number}.")
        self.id = id
        self.number = number


class FromNewerVersion(JournalError):
    def __init__(self, found: int, known: int) -> None:
        super().__init__(
            f"This game was written by a newer companion (format {found}; this companion knows format {known}): "
            "install that version or a later one, and open the game again. Nothing was changed."
        )
        self.found = found
        self.known = known


class NoMigration(JournalError):
    def __init__(self, found: int, known: int) -> None:
        super().__init__(
            f"This game has format {found}, and this companion can only read format {known}: "
            "open the game with an older companion first. Nothing was changed."
        )
        self.found = found
        self.known = known


class OlderThanLive(JournalError):
    """The live game has moves that the backup lacks."""

    def __init__(self, live_number: int, backup_number: int) -> None:
        moves = "1 move" if live_number == 1 else f"{live_number} moves"
        super().__init__(
            f"The game has {moves} and the backup {backup_number}: restoring it would lose moves that only "
            "the game has. Force it if you mean to; the game as it is now will be set aside."
        )
        self.live_number = live_number
        self.backup_number = backup_number


class Locked(JournalError):
    """Another process has the data folder. `pid` is 0 if it did not say which."""

    def __init__(self, pid: int) -> None:
        who = f"process {pid}" if pid else "another process"
        super().__init__(f"The games are in use by {who}: only one table may write them.")
        self.pid = pid


class NoSuchGame(JournalError):
    """No game's id begins like this, or several do."""

    def __init__(self, beginning: str, ids: tuple[str, ...]) -> None:
        if not beginning:
            super().__init__("No game was named.")
        elif ids:
            super().__init__(f"{beginning} could be any of {', '.join(ids)}.")
        else:
            super().__init__(f"No game here begins with {beginning}.")
        self.beginning = beginning
        self.ids = ids


# "Locked" or "disk full" says nothing about the file; whatever else SQLite raises while reading is damage.
_TROUBLE_CODES = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
    }
)


def is_disk_trouble(error: BaseException) -> bool:
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorcode", 0) & 0xFF in _TROUBLE_CODES
    return isinstance(error, OSError | MemoryError)


def why_unreadable(error: OSError) -> str:
    """Why a file will never be readable, such as a folder in its place; empty if the trouble may pass."""
    if error.errno == errno.EISDIR:
        return "a folder stands in its place"
    return f"it cannot be read: {error.strerror}" if error.errno in (errno.EACCES, errno.EPERM, errno.ELOOP) else ""


@contextmanager
def trouble_as_unavailable(game: str) -> Iterator[None]:
    """Raise JournalUnavailable for trouble with the disk."""
    try:
        yield
    except (OSError, sqlite3.Error, MemoryError) as error:
        if not is_disk_trouble(error):
            raise
        raise JournalUnavailable(game, describe_error(error)) from error


def describe_error(error: Exception) -> str:
    """Without the system's number for it."""
    return getattr(error, "strerror", "") or str(error) or "there is no memory left"
