"""From an older schema to this one. The new pair is made beside the old one, verified, and then put in its place.

The order of the last three steps is the whole safety: the old tape alone is the old journal, the new tape the new.
"""

from collections.abc import Callable, Mapping
from contextlib import closing
from typing import Any, Final, NamedTuple

import msgspec

from companion.journal.copies import State
from companion.journal.disk import Disk
from companion.journal.entry import SCHEMA, Entry, Head
from companion.journal.errors import NoMigration
from companion.journal.line import Line, entry_line, head_line
from companion.journal.store import DATABASE, fill_store, open_store, peek_store, read_store
from companion.journal.tape import TAPE, read_tape, render_tape

NEW_TAPE: Final = "game.tape.new"
NEW_DATABASE: Final = "game.db.new"
Json = dict[str, Any]


class Migration(NamedTuple):
    """One step: a head and an entry as the schema after it writes them. Bodies are given and taken as plain JSON."""

    head: Callable[[Json], Json]
    entry: Callable[[Json, Json], Json]  # (the old head, the old entry)


Migrations = Mapping[int, Migration]
MIGRATIONS: Migrations = {}  # by the schema they start from; there is no older one yet


def carry(lines: tuple[Line, ...], migrations: Migrations) -> tuple[Line, ...]:
    """The same history as lines of this schema. Raises NoMigration where a step is missing."""
    head, *entries = (_plain(line.record) for line in lines)
    while head["schema"] < SCHEMA:
        if head["schema"] not in migrations:
            raise NoMigration(head["schema"], SCHEMA)
        step = migrations[head["schema"]]
        entries = [step.entry(head, entry) for entry in entries]
        head = {**step.head(head), "schema": head["schema"] + 1}
    return _chained(head, entries)


def _plain(record: Head | Entry) -> Json:
    plain: Json = msgspec.structs.asdict(record)
    return {**plain, "body": msgspec.json.decode(record.body)}


def _chained(head: Json, entries: list[Json]) -> tuple[Line, ...]:
    lines = [head_line(Head(**_packed(head)))]
    for entry in entries:
        lines.append(entry_line(Entry(**_packed(entry)), lines[-1].hash))
    return tuple(lines)


def _packed(plain: Json) -> Json:
    return {**plain, "body": msgspec.json.encode(plain["body"])}


def swap(disk: Disk, lines: tuple[Line, ...]) -> None:
    """Killed anywhere in here, the journal is the old one or the new one."""
    disk.copy(TAPE, f"backups/before-schema-{SCHEMA}.tape")
    disk.replace(NEW_TAPE, render_tape(lines))
    _make_database(disk, lines)
    _require_same(disk, lines)
    disk.remove(DATABASE)
    disk.rename(NEW_TAPE, TAPE)
    disk.rename(NEW_DATABASE, DATABASE)


def _make_database(disk: Disk, lines: tuple[Line, ...]) -> None:
    disk.remove(NEW_DATABASE)
    connection = open_store(disk, NEW_DATABASE)
    try:
        fill_store(disk, connection, lines)
    finally:
        disk.release(connection)


def _require_same(disk: Disk, lines: tuple[Line, ...]) -> None:
    with closing(peek_store(disk, NEW_DATABASE)) as connection:
        copies = (read_tape(disk.read(NEW_TAPE)), read_store(connection))
    if any(copy.state is not State.SOUND or copy.lines != lines for copy in copies):
        raise OSError(f"the new journal of game {disk.game} does not read as it was written")


def tidy(disk: Disk) -> None:
    """What a migration that was cut off has left beside the journal."""
    for name in (NEW_TAPE, NEW_DATABASE):
        if disk.exists(name):
            disk.remove(name)
