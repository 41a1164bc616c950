"""Trouble of the moment (a full, failing, locked or read-only disk), told apart from what a file holds."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from companion.journal.errors import JournalUnavailable

# "Locked" or "disk full" says nothing about the file; whatever else SQLite raises while reading is damage.
_CODES = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
    }
)


_NO_FILE = (errno.EISDIR, errno.EACCES, errno.EPERM, errno.ELOOP)


def why_no_file(error: OSError) -> str:
    """What stands in a file's place, if it is nothing that we could ever read; else nothing."""
    if error.errno == errno.EISDIR:
        return "a folder stands in its place"
    return f"it cannot be read: {error.strerror}" if error.errno in _NO_FILE else ""


def is_trouble(error: BaseException) -> bool:
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorcode", 0) & 0xFF in _CODES
    return isinstance(error, OSError | MemoryError)


@contextmanager
def trouble_named(game: str) -> Iterator[None]:
    """Trouble leaves as JournalUnavailable."""
    try:
        yield
    except (OSError, sqlite3.Error, MemoryError) as error:
        if not is_trouble(error):
            raise
        raise JournalUnavailable(game, in_words(error)) from error


def in_words(error: Exception) -> str:
    """Without the number that the system has for it."""
    return getattr(error, "strerror", "") or str(error) or "there is no memory left"
