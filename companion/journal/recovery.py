"""What opening a journal does first: read both copies, find the history they prove, and repair each copy from it.

The tape is repaired first, in one step: at every moment the two copies together hold the whole history.
"""

import sqlite3
from contextlib import ExitStack, closing
from itertools import count

from msgspec import Struct
from msgspec.structs import replace

from companion.journal.chain import CopyState, HashChain, JournalCopy, find_chain
from companion.journal.database import (
    DATABASE,
    add_lines,
    fill_database,
    open_database,
    peek_database,
    read_database,
    try_writing,
)
from companion.journal.database import NAME as DATABASE_NAME
from companion.journal.disk import Disk
from companion.journal.entry import FORMAT, JournalEntry, JournalHead
from companion.journal.errors import FromNewerVersion, JournalRefused, is_disk_trouble, why_unreadable
from companion.journal.tape import NAME as TAPE_NAME
from companion.journal.tape import TAPE, read_tape, render_tape


class RecoveryReport(Struct, frozen=True):
    """What opening a journal found and did, in sentences for people."""

    found: tuple[str, ...] = ()
    done: tuple[str, ...] = ()

    @property
    def is_sound(self) -> bool:
        return not self.found


class Inspection(Struct, frozen=True):
    """Both copies as they were found, and the history they prove."""

    tape: JournalCopy
    database: JournalCopy
    chain: HashChain

    def is_whole(self, copy: JournalCopy) -> bool:
        return copy.state is CopyState.SOUND and len(copy.lines) == len(self.chain.lines)

    @property
    def sure_entries(self) -> tuple[JournalEntry, ...]:
        """Those that survive any power cut: the last only if both copies have it, since its sync may have failed."""
        entries, last = self.chain.entries, self.chain.lines[-1]
        return entries if last in self.tape.lines and last in self.database.lines else entries[:-1]

    @property
    def found(self) -> tuple[str, ...]:
        copies = (self.tape, self.database)
        return tuple(describe_copy(copy, self.chain) for copy in copies if not self.is_whole(copy))


def describe_copy(copy: JournalCopy, chain: HashChain) -> str:
    """What is wrong with this copy."""
    name = copy.name.capitalize()
    match copy.state:
        case CopyState.MISSING:
            return f"{name} was missing."
        case CopyState.TORN:
            return f"The last line of {copy.name} was cut off."
        case CopyState.DAMAGED if not copy.faults:
            return f"{name} was damaged (its lines are out of order)."
        case CopyState.DAMAGED if len(copy.faults) == 1:
            return f"{name} was damaged ({copy.faults[0]})."
        case CopyState.DAMAGED:
            return f"{name} was damaged ({copy.faults[0]}, and {len(copy.faults) - 1} more)."
    return f"{name} ended with move {copy.lines[-1].number}, the game with move {chain.lines[-1].number}."


class Recovered(Struct, frozen=True):
    connection: sqlite3.Connection
    chain: HashChain
    report: RecoveryReport


def inspect_journal(disk: Disk) -> Inspection:
    """Reads whatever can be read and changes nothing. Raises JournalDamaged only if there is no head, and OSError if
    neither copy can be read.
    """
    try:
        with closing(peek_database(disk)) as connection:
            database = read_database(connection)
    except (OSError, sqlite3.Error) as error:
        database = JournalCopy(DATABASE_NAME, CopyState.MISSING, faults=(f"{DATABASE_NAME}: {error}",))
    try:
        tape = _read_tape(disk)
    except OSError as error:
        if not database.lines:
            raise
        tape = JournalCopy(TAPE_NAME, CopyState.DAMAGED, faults=(f"it cannot be read: {error.strerror or error}",))
    return _compare(disk.game, tape, database)


def recover(disk: Disk) -> Recovered:
    """Both copies whole and equal, and the database open. Raises JournalDamaged; then nothing was changed."""
    with ExitStack() as opened:
        tape = _read_tape(disk)
        connection, database = _open_and_read(disk)
        if connection:
            opened.callback(connection.close)
        seen = _compare(disk.game, tape, database)
        seen.chain.require_whole()
        if connection:
            seen = replace(seen, database=try_writing(disk, connection, seen.database))
        done = []
        # Even a whole tape is written again if the database is behind: its last line may never have been synced.
        if not (seen.is_whole(seen.tape) and seen.is_whole(seen.database)):
            # One write leaves one torn line; more than one bad line is worth keeping.
            is_damaged = seen.tape.state is CopyState.DAMAGED or len(seen.tape.faults) > 1
            kept = f" The damaged one is kept as {set_aside(disk, TAPE)}." if is_damaged else ""
            disk.replace(TAPE, render_tape(seen.chain.lines))
            if not seen.is_whole(seen.tape):
                done.append(f"The tape was repaired.{kept}")
        connection, more = _repair_database(disk, seen, connection)
        opened.pop_all()
        return Recovered(connection, seen.chain, RecoveryReport(seen.found, (*done, *more)))


def cut_to_proven(disk: Disk) -> RecoveryReport:
    """For a person to decide after `recover` has found damage: keep what is proven, set both copies aside."""
    seen, kept = inspect_journal(disk), []
    if disk.exists(TAPE):
        kept.append(set_aside(disk, TAPE))
    disk.replace(TAPE, render_tape(seen.chain.lines))
    if disk.exists(DATABASE):
        kept.append(free_name(disk, DATABASE))
        disk.rename(DATABASE, kept[-1])
    last = seen.chain.lines[-1].number
    done = f"The game goes on from move {last}. The damaged files are kept as {', '.join(kept)}."
    return RecoveryReport((*seen.found, seen.chain.broken), (done,))


def _compare(game: str, tape: JournalCopy, database: JournalCopy) -> Inspection:
    tape, database = only_of_game(game, tape), only_of_game(game, database)
    chain = find_chain(game, (tape, database))
    if chain.head.format > FORMAT:
        raise FromNewerVersion(chain.head.format, FORMAT)
    return Inspection(tape, database, chain)


def only_of_game(game: str, copy: JournalCopy) -> JournalCopy:
    """A copy of another game got here by mistake and proves nothing about this one."""
    heads = [line.record for line in copy.lines if isinstance(line.record, JournalHead)]
    other = next((head.game for head in heads if head.game != game), None)
    if other is None:
        return copy
    return JournalCopy(copy.name, CopyState.DAMAGED, faults=(f"{copy.name}: it is of game {other}",))


def _read_tape(disk: Disk) -> JournalCopy:
    try:
        return read_tape(disk.read(TAPE)) if disk.exists(TAPE) else JournalCopy(TAPE_NAME, CopyState.MISSING)
    except OSError as error:
        if not (why := why_unreadable(error)):
            raise
        return JournalCopy(TAPE_NAME, CopyState.DAMAGED, faults=(why,))


def _open_and_read(disk: Disk) -> tuple[sqlite3.Connection | None, JournalCopy]:
    """The open database, or None if there is none that can be opened."""
    if not disk.exists(DATABASE):
        return None, JournalCopy(DATABASE_NAME, CopyState.MISSING)
    try:
        connection = open_database(disk)
    except JournalRefused:
        raise  # the disk's fault, not the file's
    except Exception as error:  # a damaged file can raise anything
        fault = f"{DATABASE_NAME}: {error}"
        if is_disk_trouble(error):
            fault = ""
            try:
                disk.read(DATABASE)
            except OSError as reading:
                fault = why_unreadable(reading)
        if not fault:
            raise
        return None, JournalCopy(DATABASE_NAME, CopyState.DAMAGED, faults=(fault,))
    with ExitStack() as opened:
        opened.callback(connection.close)
        database = read_database(connection)
        opened.pop_all()
    return connection, database


def _repair_database(
    disk: Disk, seen: Inspection, connection: sqlite3.Connection | None
) -> tuple[sqlite3.Connection, tuple[str, ...]]:
    database, lines = seen.database, seen.chain.lines
    if connection and seen.is_whole(database):
        return connection, ()
    if connection and database.state is CopyState.SOUND:
        add_lines(disk, connection, lines[len(database.lines) :])
        return connection, ("The database was brought up to date from the tape.",)
    if connection and database.state is CopyState.MISSING:
        fill_database(disk, connection, lines)
        return connection, ("The database was filled from the tape.",)
    if connection:
        connection.close()
    kept = ""
    if disk.exists(DATABASE):
        name = free_name(disk, DATABASE)
        disk.rename(DATABASE, name)
        kept = f" The damaged one is kept as {name}."
    connection = open_database(disk)
    with ExitStack() as opened:
        opened.callback(connection.close)
        fill_database(disk, connection, lines)
        opened.pop_all()
    return connection, (f"The database was rebuilt from the tape.{kept}",)


def set_aside(disk: Disk, name: str) -> str:
    """Copy it to a free name; what cannot be read is moved."""
    kept = free_name(disk, name)
    try:
        disk.copy(name, kept)
    except OSError as error:
        if not why_unreadable(error):
            raise
        disk.rename(name, kept)
    return kept


def free_name(disk: Disk, name: str) -> str:
    names = (f"{name}.damaged-{number}" for number in count(1))
    return next(name for name in names if not disk.exists(name))
