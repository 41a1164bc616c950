"""What opening a journal does first: read both copies, find the history they prove, and repair each copy from it.

Backups are read only if the two leave something open: a gap, a disagreement, or a backup whose name goes further. The
tape is repaired first, in one step: at every moment the two copies together hold the whole history. In the end both are
settled: what a killed table or a failed sync has left is only in the system's memory, and looks just as good.

A long game is read only from its last milestone on, if both copies go on from there and agree. What comes before it is
to be checked later: see `past.py`.
"""

import sqlite3
import sys
from contextlib import ExitStack, closing, suppress
from itertools import count

from msgspec import Struct
from msgspec.structs import replace

from companion.journal.chain import CopyState, HashChain, JournalCopy, find_chain, follow
from companion.journal.database import (
    DATABASE,
    add_index,
    add_lines,
    fill_database,
    open_database,
    peek_database,
    read_database,
    read_head,
    read_lines,
    try_writing,
)
from companion.journal.database import NAME as DATABASE_NAME
from companion.journal.disk import Disk, set_pragmas
from companion.journal.entry import FORMAT, JournalEntry, JournalHead, TapeLine, Unsound, parse_line
from companion.journal.errors import (
    FromNewerVersion,
    JournalDamaged,
    JournalError,
    JournalRefused,
    describe_saved,
    is_disk_trouble,
    why_unreadable,
)
from companion.journal.gathering import combine_all, read_courses
from companion.journal.milestones import StoredMilestone
from companion.journal.tape import NAME as TAPE_NAME
from companion.journal.tape import TAPE, read_tape, render_tape
from companion.journal.witnesses import Finding

MEMORY_NAME = "the table's memory"
_HEAD_BYTES = 64_000  # a board and its cards have about 14,000; after a longer one everything is read


class RecoveryReport(Struct, frozen=True):
    """What opening a journal found and did, in sentences for people."""

    found: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    verdict: str = ""  # how many moves are there, and which are missing
    is_whole: bool = True  # is nothing missing, as far as anything here knows
    unchecked: int = 0  # so many moves at the beginning have not been read yet

    @property
    def is_sound(self) -> bool:
        return not self.found


class Inspection(Struct, frozen=True):
    """Both copies as they were found, and the history that they prove, with the backups if these were needed."""

    tape: JournalCopy
    database: JournalCopy
    finding: Finding

    @property
    def chain(self) -> HashChain:
        return HashChain(self.finding.lines, self.finding.verdict if self.finding.stops else "")

    def is_whole(self, copy: JournalCopy) -> bool:
        return self.is_beginning(copy) and len(copy.lines) == len(self.finding.lines)

    def is_beginning(self, copy: JournalCopy) -> bool:
        """Is it sound, and the history as far as it goes?"""
        count = len(copy.lines)
        proven = self.finding.lines[count - 1 : count]
        return copy.state is CopyState.SOUND and bool(proven) and copy.lines[-1].hash == proven[0].hash

    def sure_entries(self, disk: Disk) -> tuple[JournalEntry, ...]:
        """Those that survive any power cut: the last only if the tape can be settled, for its sync may have failed."""
        lines = self.chain.lines
        if self.tape.state in (CopyState.SOUND, CopyState.TORN) and self.tape.lines == lines:
            with suppress(OSError):
                _settle_tape(disk, lines)
                return self.chain.entries
        return self.chain.entries[:-1]

    @property
    def found(self) -> tuple[str, ...]:
        copies = (self.tape, self.database)
        return tuple(describe_copy(copy, self) for copy in copies if not self.is_whole(copy))


def describe_copy(copy: JournalCopy, seen: Inspection) -> str:
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
    if not seen.is_beginning(copy):
        return f"{name} held another course."
    return f"{name} ended with move {copy.lines[-1].number}, the game with move {seen.finding.moves}."


class Recovered(Struct, frozen=True):
    connection: sqlite3.Connection
    head: JournalHead
    lines: tuple[TapeLine, ...]  # the head and every entry, or from a milestone's move on
    length: int  # of the tape
    report: RecoveryReport
    missing: Finding | None = None  # if something is


def inspect_journal(disk: Disk, *, every_backup: bool = False) -> Inspection:
    """Reads whatever can be read and changes nothing. Raises JournalDamaged only if there is no head, and OSError if
    neither copy can be read. Backups are read if they are needed, or if `every_backup` is to be checked.
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
    return _compare(disk, tape, database, every_backup=every_backup)


def recover(disk: Disk, remembered: tuple[TapeLine, ...] = ()) -> Recovered:
    """Both copies whole and equal, and the database open. Raises JournalDamaged; then nothing was changed.

    `remembered` is what a running table has in its memory: a third live copy.
    """
    with ExitStack() as opened:
        tape = _read_tape(disk)
        connection, database = _open_and_read(disk)
        if connection:
            opened.callback(connection.close)
        seen = _compare(disk, tape, database, remembered)
        seen.chain.require_whole()
        if connection:
            seen = replace(seen, database=try_writing(disk, connection, seen.database))
        done = []
        # Even a whole tape is written again if the database is behind: its last line may never have been synced.
        if not (seen.is_whole(seen.tape) and seen.is_whole(seen.database)):
            # One write leaves one torn line; more than one bad line is worth keeping.
            is_damaged = seen.tape.state is CopyState.DAMAGED or len(seen.tape.faults) > 1 or _has_other_moves(seen)
            kept = f" The damaged one is kept as {set_aside(disk, TAPE)}." if is_damaged else ""
            disk.replace(TAPE, render_tape(seen.chain.lines))
            if not seen.is_whole(seen.tape):
                done.append(f"The tape was repaired.{kept}")
        connection, more = _repair_database(disk, seen, connection)
        opened.pop_all()
        opened.callback(connection.close)
        add_index(connection)
        disk.settle(connection)
        _settle_tape(disk, seen.chain.lines)
        opened.pop_all()
        finding = seen.finding
        missing = () if finding.is_whole else (finding.verdict,)
        found = (*missing, *seen.found, *finding.details)
        report = RecoveryReport(found, (*done, *more), finding.verdict, is_whole=finding.is_whole)
        length = sum(len(line.text) + 1 for line in seen.chain.lines)
        is_missing = None if finding.is_whole else finding
        return Recovered(connection, seen.chain.head, seen.chain.lines, length, report, is_missing)


def recover_since(disk: Disk, milestone: StoredMilestone, known: int = 0) -> Recovered | None:
    """The same, reading both copies only from this milestone's move on. None if they are not whole and equal from
    there, or go less far than is `known`: then everything must be read.
    """
    with ExitStack() as opened:
        try:
            head = parse_line(disk.read(TAPE, 0, _HEAD_BYTES).partition(b"\n")[0])
            content = disk.read(TAPE, milestone.start)
            lines = tuple(parse_line(text) for text in content.split(b"\n")[:-1])
            if not (content.endswith(b"\n") and follow(lines)):
                return None
            if (lines[0].number, lines[0].hash) != (milestone.number, milestone.hash):
                return None
            connection = opened.enter_context(closing(open_database(disk)))
            same = read_head(connection).hash == head.hash
            same &= read_lines(connection, milestone.number, sys.maxsize) == list(lines)
            courses = read_courses(disk)
            last, record = lines[-1].number, head.record
            is_left = not courses.left.isdisjoint(line.hash for line in lines)
            if not same or is_left or max(courses.furthest, known) > last or not isinstance(record, JournalHead):
                return None
            if (record.game, record.format) != (disk.game, FORMAT):
                return None
            connection.execute("BEGIN IMMEDIATE")
            set_pragmas(connection, {"user_version": FORMAT})
            disk.commit(connection)
            disk.settle(connection)
            disk.write_again(TAPE, milestone.start + len(content) - len(lines[-1].text) - 1, lines[-1].text)
        except (OSError, sqlite3.Error, Unsound, JournalError):
            return None  # reading everything tells what it is
        opened.pop_all()
    verdict = f"The moves from {milestone.number} to {last} are there; those before are being checked."
    report = RecoveryReport(verdict=verdict, unchecked=milestone.number - 1)
    return Recovered(connection, record, lines, milestone.start + len(content), report)


def _settle_tape(disk: Disk, lines: tuple[TapeLine, ...]) -> None:
    """For a tape that begins with these lines. Only the last may not be on the disk: all others were answered for."""
    start = sum(len(line.text) + 1 for line in lines[:-1])
    disk.write_again(TAPE, start, lines[-1].text)


def _has_other_moves(seen: Inspection) -> bool:
    """Would writing the tape again lose a sound line?"""
    proven = {line.hash for line in seen.finding.lines}
    return any(line.hash not in proven for line in seen.tape.lines)


def _compare(
    disk: Disk,
    tape: JournalCopy,
    database: JournalCopy,
    remembered: tuple[TapeLine, ...] = (),
    *,
    every_backup: bool = False,
) -> Inspection:
    tape, database = only_of_game(disk.game, tape), only_of_game(disk.game, database)
    finding = None if every_backup else _agree(disk, tape, database, remembered)
    if finding is None:
        courses, memory = read_courses(disk), JournalCopy(MEMORY_NAME, CopyState.SOUND, remembered)
        finding = combine_all(disk, (tape, database, memory), courses)
        if finding.torn and remembered:  # somebody has put another course there; the caller sees that it is another
            finding = combine_all(disk, (tape, database), courses)
    if not finding.lines:
        faults = "; ".join(fault for copy in (tape, database) for fault in copy.faults[:2]) or "there is nothing"
        raise JournalDamaged(disk.game, 0, describe_saved(0), f"{finding.verdict.rstrip('.')} ({faults}).")
    seen = Inspection(tape, database, finding)
    if seen.chain.head.format > FORMAT:
        raise FromNewerVersion(seen.chain.head.format, FORMAT)
    return seen


def _agree(disk: Disk, tape: JournalCopy, database: JournalCopy, remembered: tuple[TapeLine, ...]) -> Finding | None:
    """The history, if the two copies leave nothing open and neither a backup's name nor the memory goes further."""
    try:
        chain = find_chain(disk.game, (tape, database))
    except JournalDamaged:
        return None
    courses = read_courses(disk)
    is_left = not courses.left.isdisjoint(line.hash for line in chain.lines) if courses.left else False
    if chain.broken or is_left or max(courses.furthest, _last_number(remembered)) > chain.lines[-1].number:
        return None
    return Finding(chain.lines, highest=chain.lines[-1].number)


def _last_number(lines: tuple[TapeLine, ...]) -> int:
    return lines[-1].number if lines else 0


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
    if connection and seen.is_beginning(database):
        add_lines(disk, connection, lines[len(database.lines) :])
        return connection, ("The database was brought up to date.",)
    if connection and database.state is CopyState.MISSING:
        fill_database(disk, connection, lines)
        return connection, ("The database was filled again.",)
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
    return connection, (f"The database was rebuilt.{kept}",)


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
