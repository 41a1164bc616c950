"""Settings of a database connection, each read back: SQLite ignores what it does not know or cannot do."""

import sqlite3
from collections.abc import Mapping

from companion.journal.errors import JournalRefused


def set_pragmas(connection: sqlite3.Connection, wanted: Mapping[str, int | str]) -> None:
    """Raises JournalRefused for the first that does not take."""
    for name, value in wanted.items():
        connection.execute(f"PRAGMA {name} = {value}").fetchall()
        found = read_pragma(connection, name)
        if found != value:
            raise JournalRefused(name, str(value), str(found))


def read_pragma(connection: sqlite3.Connection, name: str) -> int | str | None:
    row = connection.execute(f"PRAGMA {name}").fetchone()
    return row[0] if row else None
