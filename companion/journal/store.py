"""The database: the same head and lines as on the tape, in two tables. A row that does not make its line is damage."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from companion.journal.copies import Copy, State, is_chain
from companion.journal.disk import Disk
from companion.journal.entry import Entry, Head
from companion.journal.line import Line, Unsound, entry_line, head_line
from companion.journal.pragmas import read_pragma, set_pragmas
from companion.journal.trouble import is_trouble

DATABASE = "game.db"
NAME = "the database"
APPLICATION_ID: Final = 0x54424C43  # "TBLC"
PRAGMAS: Final[Mapping[str, int | str]] = {"foreign_keys": 1, "cell_size_check": 1, "trusted_schema": 0}
_HEAD_TABLE = """
CREATE TABLE head (
    schema INTEGER NOT NULL, game TEXT NOT NULL, made_at_ms INTEGER NOT NULL, app TEXT NOT NULL,
    body TEXT NOT NULL, hash TEXT NOT NULL
) STRICT
"""
_ENTRIES_TABLE = """
CREATE TABLE entries (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL, at_ms INTEGER NOT NULL,
    prev TEXT NOT NULL, hash TEXT NOT NULL, body TEXT NOT NULL
) STRICT
"""
_HEADS = "SELECT schema, game, made_at_ms, app, body, hash FROM head"
_ENTRIES = "SELECT number, id, at_ms, prev, hash, body FROM entries NOT INDEXED ORDER BY number"


def open_store(disk: Disk, name: str = DATABASE) -> sqlite3.Connection:
    """Raises JournalRefused, or whatever a damaged file brings SQLite to raise."""
    return _prepared(disk.database(name))


def peek_store(disk: Disk, name: str = DATABASE) -> sqlite3.Connection:
    """As `open_store`, for reading only."""
    return _prepared(disk.peek(name))


def _prepared(connection: sqlite3.Connection) -> sqlite3.Connection:
    try:
        set_pragmas(connection, PRAGMAS)
    except BaseException:
        connection.close()
        raise
    return connection


def fill_store(disk: Disk, connection: sqlite3.Connection, lines: tuple[Line, ...]) -> None:
    """All of a journal into an empty database, in one transaction: there is never a part of it."""
    head = lines[0].record
    assert isinstance(head, Head)
    connection.execute("BEGIN IMMEDIATE")
    set_pragmas(connection, {"application_id": APPLICATION_ID, "user_version": head.schema})
    connection.execute(_HEAD_TABLE)
    connection.execute(_ENTRIES_TABLE)
    body = head.body.decode()
    values = (head.schema, head.game, head.made_at_ms, head.app, body, lines[0].hash)
    connection.execute("INSERT INTO head VALUES (?, ?, ?, ?, ?, ?)", values)
    _insert(connection, lines[1:])
    disk.commit(connection)


def add_lines(disk: Disk, connection: sqlite3.Connection, lines: Iterable[Line]) -> None:
    """On the disk when this returns."""
    connection.execute("BEGIN IMMEDIATE")
    _insert(connection, lines)
    disk.commit(connection)


def _insert(connection: sqlite3.Connection, lines: Iterable[Line]) -> None:
    for line in lines:
        connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", _row(line))


def _row(line: Line) -> tuple[int, str, int, str, str, str]:
    entry = line.record
    assert isinstance(entry, Entry)
    return entry.number, entry.id, entry.at_ms, line.prev, line.hash, entry.body.decode()


# Reading, where a damaged file may raise anything: TypeError for a NULL that cannot be, UnicodeDecodeError, ...


def read_store(connection: sqlite3.Connection) -> Copy:
    """What the database holds. Raises only for trouble of the moment, such as a lock or a failing disk."""
    lines: list[Line] = []
    faults: list[str] = []
    try:
        if not connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
            return Copy(NAME, State.MISSING)
        faults += _file_faults(connection)
        for line in _sound_lines(connection, faults):
            lines.append(line)  # one by one: what came before an error is kept
    except Exception as error:  # see above
        if is_trouble(error):
            raise
        faults.append(f"{NAME}: {error}")
    return _copy(connection, tuple(lines), faults)


def try_store(disk: Disk, connection: sqlite3.Connection, store: Copy) -> Copy:
    """The same copy, or a damaged one if nothing can be written to it: one bit of a database's head says so."""
    if store.state is not State.SOUND:
        return store
    try:
        connection.execute("BEGIN IMMEDIATE")
        set_pragmas(connection, {"user_version": _schema(store.lines[0]) or 0})
        disk.commit(connection)
    except sqlite3.Error as error:
        if is_trouble(error):
            raise
        return Copy(NAME, State.DAMAGED, store.lines, (f"{NAME}: {error}",))
    return store


def _copy(connection: sqlite3.Connection, lines: tuple[Line, ...], faults: list[str]) -> Copy:
    if not faults and not is_chain(lines):
        faults.append(f"{NAME}: its lines do not follow one another")
    if not faults and read_pragma(connection, "user_version") != _schema(lines[0]):
        faults.append(f"{NAME}: it is marked with another version than its head")
    return Copy(NAME, State.DAMAGED if faults else State.SOUND, lines, tuple(faults))


def _schema(line: Line) -> int | None:
    return line.record.schema if isinstance(line.record, Head) else None


def _file_faults(connection: sqlite3.Connection) -> Iterator[str]:
    for (problem,) in connection.execute("PRAGMA integrity_check(3)"):
        if problem != "ok":
            yield f"{NAME}: {problem}"
    if read_pragma(connection, "application_id") != APPLICATION_ID:
        yield f"{NAME}: it is not marked as a journal"


def _sound_lines(connection: sqlite3.Connection, faults: list[str]) -> Iterator[Line]:
    for again, query in ((_head_again, _HEADS), (_entry_again, _ENTRIES)):
        for row in connection.execute(query):
            try:
                yield again(*row)
            except (Unsound, AttributeError, TypeError):
                faults.append(f"{NAME}: row {row[0]} is not what was written")


def _head_again(schema: int, game: str, made_at_ms: int, app: str, body: str, hash: str) -> Line:
    return _checked(head_line(Head(schema, game, made_at_ms, app, body.encode())), hash)


def _entry_again(number: int, id: str, at_ms: int, prev: str, hash: str, body: str) -> Line:
    return _checked(entry_line(Entry(number, id, at_ms, body.encode()), prev), hash)


def _checked(line: Line, hash: str) -> Line:
    if line.hash != hash:
        raise Unsound("another hash")
    return line
