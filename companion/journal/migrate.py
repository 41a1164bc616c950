"""From an older format to this one: a new pair of copies is made beside the old one, checked, and put in its place.

The order of the last three steps is what makes it safe: the old tape alone is the old journal, the new tape the new.
"""

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from companion.journal.chain import CopyState, HashChain
from companion.journal.database import DATABASE, fill_database, open_database, peek_database, read_database
from companion.journal.disk import Disk
from companion.journal.entry import FORMAT, JournalEntry, JournalHead, TapeLine, entry_line, head_line
from companion.journal.errors import JournalDamaged, NoMigration, describe_saved
from companion.journal.format_1 import entry_with_decks, head_with_board
from companion.journal.tape import TAPE, read_tape, render_tape

NEW_TAPE: Final = "game.tape.new"
NEW_DATABASE: Final = "game.db.new"
Json = dict[str, Any]


class Migration(NamedTuple):
    """One step, to the next format. Heads and entries come and go as plain JSON, with their bodies decoded."""

    head: Callable[[Json], Json]
    entry: Callable[[Json, Json], Json] | None = None  # (the old head, the old entry); None if entries stay as they are


Migrations = Mapping[int, Migration]
MIGRATIONS: Migrations = {1: Migration(head_with_board, entry_with_decks)}  # by the format they start from


def migrate(disk: Disk, old: tuple[TapeLine, ...], connection: sqlite3.Connection, migrations: Migrations) -> None:
    """Closes the old database. Killed anywhere in here, the journal is the old one or the new one."""
    lines = convert(old, migrations)
    disk.release(connection)
    disk.copy(TAPE, f"backups/before-format-{FORMAT}.tape")
    disk.replace(NEW_TAPE, render_tape(lines))
    disk.remove(NEW_DATABASE)
    new = open_database(disk, NEW_DATABASE)
    try:
        fill_database(disk, new, lines)
    finally:
        disk.release(new)
    with closing(peek_database(disk, NEW_DATABASE)) as written:
        copies = (read_tape(disk.read(NEW_TAPE)), read_database(written))
    if any(copy.state is not CopyState.SOUND or copy.lines != lines for copy in copies):
        raise OSError(f"the new journal of game {disk.game} does not read back as it was written")
    disk.remove(DATABASE)
    disk.rename(NEW_TAPE, TAPE)
    disk.rename(NEW_DATABASE, DATABASE)


def convert(lines: tuple[TapeLine, ...], migrations: Migrations) -> tuple[TapeLine, ...]:
    """The same history as lines of this format. Raises NoMigration if a step is missing, and JournalDamaged."""
    records = [line.record for line in lines]
    head, *entries = [{**msgspec.structs.asdict(it), "body": msgspec.json.decode(it.body)} for it in records]
    while head["format"] < FORMAT:
        if head["format"] not in migrations:
            raise NoMigration(head["format"], FORMAT)
        step = migrations[head["format"]]
        try:
            if step.entry is not None:
                entries = [step.entry(head, entry) for entry in entries]
            head = {**step.head(head), "format": head["format"] + 1}
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            why = f"It is not a game of format {head['format']} ({type(error).__name__}: {error})."
            raise JournalDamaged(head["game"], 0, describe_saved(0), why) from error
    converted = [head_line(JournalHead(**{**head, "body": msgspec.json.encode(head["body"])}))]
    for entry in entries:
        new = JournalEntry(**{**entry, "body": msgspec.json.encode(entry["body"])})
        converted.append(entry_line(new, converted[-1].hash))
    return tuple(converted)


def in_this_format(chain: HashChain, migrations: Migrations = MIGRATIONS) -> HashChain:
    """The same history, for reading a game that an older version wrote. Nothing changes on the disk.

    Raises NoMigration or JournalDamaged.
    """
    if chain.head.format == FORMAT:
        return chain
    return replace(chain, lines=convert(chain.lines, migrations))


def remove_leftovers(disk: Disk) -> None:
    """Of a migration that was interrupted."""
    for name in (NEW_TAPE, NEW_DATABASE):
        if disk.exists(name):
            disk.remove(name)
