"""The database: the head and lines of the tape again, in two tables. A row that does not rebuild its line is damage."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from companion.journal.chain import CopyState, JournalCopy, is_chain
from companion.journal.disk import Disk, read_pragma, set_pragmas
from companion.journal.entry import JournalEntry, JournalHead, TapeLine, Unsound, entry_line, head_line
from companion.journal.errors import is_disk_trouble

DATABASE = "game.db"
NAME = "the database"
APPLICATION_ID: Final = 0x54424C43  # "TBLC"
PRAGMAS: Final[Mapping[str, int | str]] = {"foreign_keys": 1, "cell_size_check": 1, "trusted_schema": 0}
_HEAD_TABLE = """
CREATE TABLE head (
    format INTEGER NOT NULL, game TEXT NOT NULL, made_at_ms INTEGER NOT NULL, app TEXT NOT NULL,
    body TEXT NOT NULL, hash TEXT NOT NULL
) STRICT
"""
_ENTRIES_TABLE = """
CREATE TABLE entries (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL, at_ms INTEGER NOT NULL,
    prev TEXT NOT NULL, hash TEXT NOT NULL, body TEXT NOT NULL
) STRICT
"""
_INDEX = "CREATE INDEX IF NOT EXISTS entries_by_id ON entries (id)"
_HEADS = "SELECT format, game, made_at_ms, app, body, hash FROM head"
_COLUMNS = "number, id, at_ms, prev, hash, body"
_ENTRIES = f"SELECT {_COLUMNS} FROM entries NOT INDEXED ORDER BY number"
_SOME_ENTRIES = f"SELECT {_COLUMNS} FROM entries NOT INDEXED WHERE number BETWEEN ? AND ? ORDER BY number"
_BY_ID = f"SELECT {_COLUMNS} FROM entries WHERE id = ?"


def open_database(disk: Disk, name: str = DATABASE) -> sqlite3.Connection:
    """Raises JournalRefused, or whatever SQLite raises for a damaged file."""
    return _with_pragmas(disk.database(name))


def peek_database(disk: Disk, name: str = DATABASE) -> sqlite3.Connection:
    """Like `open_database`, for reading only."""
    return _with_pragmas(disk.peek(name))


def _with_pragmas(connection: sqlite3.Connection) -> sqlite3.Connection:
    try:
        set_pragmas(connection, PRAGMAS)
    except BaseException:
        connection.close()
        raise
    return connection


def fill_database(disk: Disk, connection: sqlite3.Connection, lines: tuple[TapeLine, ...]) -> None:
    """Write a whole journal into an empty database, in one transaction: all of it or nothing."""
    head = lines[0].record
    assert isinstance(head, JournalHead)
    connection.execute("BEGIN IMMEDIATE")
    set_pragmas(connection, {"application_id": APPLICATION_ID, "user_version": head.format})
    connection.execute(_HEAD_TABLE)
    connection.execute(_ENTRIES_TABLE)
    connection.execute(_INDEX)
    values = (head.format, head.game, head.made_at_ms, head.app, head.body.decode(), lines[0].hash)
    connection.execute("INSERT INTO head VALUES (?, ?, ?, ?, ?, ?)", values)
    _insert(connection, lines[1:])
    disk.commit(connection)


def add_lines(disk: Disk, connection: sqlite3.Connection, lines: Iterable[TapeLine]) -> None:
    """On the disk when this returns."""
    connection.execute("BEGIN IMMEDIATE")
    _insert(connection, lines)
    disk.commit(connection)


def add_to_both(disk: Disk, tape: str, length: int, connection: sqlite3.Connection, line: TapeLine) -> None:
    """On the tape, which has this length, and in the database when this returns. If the tape does not take the line,
    nothing of it reaches the database.
    """
    connection.execute("BEGIN IMMEDIATE")
    _insert(connection, [line])
    disk.append_and_commit(tape, line.text + b"\n", length, connection)


def _insert(connection: sqlite3.Connection, lines: Iterable[TapeLine]) -> None:
    for line in lines:
        entry = line.record
        assert isinstance(entry, JournalEntry)
        values = (entry.number, entry.id, entry.at_ms, line.prev, line.hash, entry.body.decode())
        connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", values)


def read_database(connection: sqlite3.Connection) -> JournalCopy:
    """What the database holds. Raises only for trouble that may pass, such as a lock or a failing disk."""
    lines: list[TapeLine] = []
    faults: list[str] = []
    connection.text_factory = lambda text: text.decode(errors="replace")  # a row that is no text must not hide the next
    with _damage_as_fault(faults):
        if not connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
            return JournalCopy(NAME, CopyState.MISSING)
    with _damage_as_fault(faults):
        for (problem,) in connection.execute("PRAGMA integrity_check(3)"):
            if problem != "ok":
                faults.append(f"{NAME}: {problem}")
        if read_pragma(connection, "application_id") != APPLICATION_ID:
            faults.append(f"{NAME}: it is not marked as a journal")
    for rebuild, query in ((_rebuild_head, _HEADS), (_rebuild_entry, _ENTRIES)):
        with _damage_as_fault(faults):
            for line in _sound_lines(connection, rebuild, query, faults):
                lines.append(line)  # one by one, so that what came before an error is kept
    if not faults and not is_chain(tuple(lines)):
        faults.append(f"{NAME}: its lines do not follow one another")
    if not faults and read_pragma(connection, "user_version") != _format(lines[0]):
        faults.append(f"{NAME}: its version differs from its head's")
    return JournalCopy(NAME, CopyState.DAMAGED if faults else CopyState.SOUND, tuple(lines), tuple(faults))


def find_entry(connection: sqlite3.Connection, id: str) -> JournalEntry | None:
    """Raises Unsound or sqlite3.Error for one that is damaged."""
    row = connection.execute(_BY_ID, (id,)).fetchone()
    return None if row is None else _line_of(row).record  # type: ignore[return-value]


def read_lines(connection: sqlite3.Connection, first: int, last: int) -> list[TapeLine]:
    """The entries with these numbers, and whichever are there. Raises Unsound or sqlite3.Error for damaged ones."""
    return [_line_of(row) for row in connection.execute(_SOME_ENTRIES, (first, last))]


def read_head(connection: sqlite3.Connection) -> TapeLine:
    """Raises Unsound or sqlite3.Error."""
    rows = connection.execute(_HEADS).fetchall()
    if len(rows) != 1:
        raise Unsound("there must be one head")
    line, hash = _rebuild_head(*rows[0])
    if line.hash != hash:
        raise Unsound("another hash")
    return line


def _line_of(row: tuple[int, str, int, str, str, str]) -> TapeLine:
    line, hash = _rebuild_entry(*row)
    if line.hash != hash:
        raise Unsound("another hash")
    return line


@contextmanager
def _damage_as_fault(faults: list[str]) -> Iterator[None]:
    """A damaged file can raise anything: TypeError for a NULL, ... One question that fails must not hide the others."""
    try:
        yield
    except Exception as error:
        if is_disk_trouble(error):
            raise
        faults.append(f"{NAME}: {error}")


def _sound_lines(
    connection: sqlite3.Connection, rebuild: Callable[..., tuple[TapeLine, str]], query: str, faults: list[str]
) -> Iterator[TapeLine]:
    for row in connection.execute(query):
        try:
            line, hash = rebuild(*row)
            if line.hash != hash:
                raise Unsound("another hash")
            yield line
        except (Unsound, AttributeError, TypeError):
            faults.append(f"{NAME}: row {row[0]} is not what was written")


def _rebuild_head(format: int, game: str, made_at_ms: int, app: str, body: str, hash: str) -> tuple[TapeLine, str]:
    return head_line(JournalHead(format, game, made_at_ms, app, body.encode())), hash


def _rebuild_entry(number: int, id: str, at_ms: int, prev: str, hash: str, body: str) -> tuple[TapeLine, str]:
    return entry_line(JournalEntry(number, id, at_ms, body.encode()), prev), hash


def add_index(connection: sqlite3.Connection) -> None:
    """Games of earlier versions have none. What it holds is in the table, too."""
    connection.execute(_INDEX)


def try_writing(disk: Disk, connection: sqlite3.Connection, copy: JournalCopy) -> JournalCopy:
    """The same copy, or a damaged one if it cannot be written: one rotten bit in its header makes it read-only."""
    if copy.state is not CopyState.SOUND:
        return copy
    try:
        connection.execute("BEGIN IMMEDIATE")
        set_pragmas(connection, {"user_version": _format(copy.lines[0]) or 0})
        disk.commit(connection)
    except sqlite3.Error as error:
        if is_disk_trouble(error):
            raise
        return JournalCopy(NAME, CopyState.DAMAGED, copy.lines, (f"{NAME}: {error}",))
    return copy


def _format(line: TapeLine) -> int | None:
    return line.record.format if isinstance(line.record, JournalHead) else None
