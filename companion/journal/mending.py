"""Both copies read, the history they prove together, and each copy made whole again by it.

The tape is mended first, and in one stroke: at every instant the two together hold the whole history.
"""

import sqlite3
from contextlib import ExitStack, closing
from itertools import count

from msgspec import Struct
from msgspec.structs import replace

from companion.journal.chain import Chain, find_chain
from companion.journal.copies import Copy, State
from companion.journal.disk import Disk
from companion.journal.entry import SCHEMA, Entry, Head
from companion.journal.errors import FromNewerVersion, JournalRefused
from companion.journal.report import Report, tell
from companion.journal.store import DATABASE, add_lines, fill_store, open_store, peek_store, read_store, try_store
from companion.journal.store import NAME as STORE_NAME
from companion.journal.tape import NAME as TAPE_NAME
from companion.journal.tape import TAPE, read_tape, render_tape
from companion.journal.trouble import is_trouble, why_no_file


class Seen(Struct, frozen=True):
    """Both copies as they were found, and the history they prove."""

    tape: Copy
    store: Copy
    chain: Chain

    def is_whole(self, copy: Copy) -> bool:
        return copy.state is State.SOUND and len(copy.lines) == len(self.chain.lines)

    @property
    def sure_entries(self) -> tuple[Entry, ...]:
        """Those that no power cut takes back: the last one only if both have it, since its sync may have failed."""
        entries, last = self.chain.entries, self.chain.lines[-1]
        return entries if last in self.tape.lines and last in self.store.lines else entries[:-1]

    @property
    def found(self) -> tuple[str, ...]:
        copies = (self.tape, self.store)
        return tuple(tell(copy, self.chain) for copy in copies if not self.is_whole(copy))


class Mended(Struct, frozen=True):
    connection: sqlite3.Connection
    chain: Chain
    report: Report


def look(disk: Disk) -> Seen:
    """Without changing anything, from whatever can be read. Raises JournalDamaged only where there is no head, and
    OSError where neither copy can be read.
    """
    store = _peeked(disk)
    try:
        tape = _tape_copy(disk)
    except OSError as error:
        if not store.lines:
            raise
        tape = Copy(TAPE_NAME, State.DAMAGED, faults=(f"it cannot be read: {error.strerror or error}",))
    return _seen(disk.game, tape, store)


def _peeked(disk: Disk) -> Copy:
    try:
        with closing(peek_store(disk)) as connection:
            return read_store(connection)
    except (OSError, sqlite3.Error) as error:
        return Copy(STORE_NAME, State.MISSING, faults=(f"{STORE_NAME}: {error}",))


def mend(disk: Disk) -> Mended:
    """Both copies whole and equal, the database open. Raises JournalDamaged; then nothing was changed."""
    with ExitStack() as opened:
        tape = _tape_copy(disk)
        connection, store = _store_copy(disk)
        if connection:
            opened.callback(connection.close)
        seen = _seen(disk.game, tape, store)
        seen.chain.require_whole()
        if connection:
            seen = replace(seen, store=try_store(disk, connection, seen.store))
        done = _mend_tape(disk, seen)
        connection, more = _mend_store(disk, seen, connection)
        opened.pop_all()
        return Mended(connection, seen.chain, Report(seen.found, (*done, *more)))


def cut_back(disk: Disk) -> Report:
    """What a person may decide once `mend` has found damage: keep what is proven, set both copies aside."""
    seen, kept = look(disk), []
    if disk.exists(TAPE):
        kept.append(set_aside(disk, TAPE))
    disk.replace(TAPE, render_tape(seen.chain.lines))
    if disk.exists(DATABASE):
        kept.append(free_name(disk, DATABASE))
        disk.rename(DATABASE, kept[-1])
    done = f"The game goes on from move {seen.chain.lines[-1].number}; what it was is in {', '.join(kept)}."
    return Report((*seen.found, seen.chain.broken), (done,))


def _seen(game: str, tape: Copy, store: Copy) -> Seen:
    tape, store = own(game, tape), own(game, store)
    chain = find_chain(game, (tape, store))
    if chain.head.schema > SCHEMA:
        raise FromNewerVersion(chain.head.schema, SCHEMA)
    return Seen(tape, store, chain)


def own(game: str, copy: Copy) -> Copy:
    """A copy of another game has got here by mistake, and proves nothing about this one."""
    others = [line.record.game for line in copy.lines if isinstance(line.record, Head) and line.record.game != game]
    if not others:
        return copy
    return Copy(copy.name, State.DAMAGED, faults=(f"{copy.name}: it is of game {others[0]}",))


def _tape_copy(disk: Disk) -> Copy:
    try:
        return read_tape(disk.read(TAPE)) if disk.exists(TAPE) else Copy(TAPE_NAME, State.MISSING)
    except OSError as error:
        if not (why := why_no_file(error)):
            raise
        return Copy(TAPE_NAME, State.DAMAGED, faults=(why,))


def _store_copy(disk: Disk) -> tuple[sqlite3.Connection | None, Copy]:
    if not disk.exists(DATABASE):
        return None, Copy(STORE_NAME, State.MISSING)
    try:
        connection = open_store(disk)
    except JournalRefused:
        raise  # the disk's fault, not the file's
    except Exception as error:  # A damaged file can raise anything.
        fault = _why_no_file(disk, DATABASE) if is_trouble(error) else f"{STORE_NAME}: {error}"
        if not fault:
            raise
        return None, Copy(STORE_NAME, State.DAMAGED, faults=(fault,))
    with ExitStack() as opened:
        opened.callback(connection.close)
        store = read_store(connection)
        opened.pop_all()
    return connection, store


def _why_no_file(disk: Disk, name: str) -> str:
    try:
        disk.read(name)
    except OSError as error:
        return why_no_file(error)
    return ""


def _mend_tape(disk: Disk, seen: Seen) -> tuple[str, ...]:
    """Also a whole tape is written again where the database is behind: its last line may never have been synced."""
    if seen.is_whole(seen.tape) and seen.is_whole(seen.store):
        return ()
    # One write leaves one torn line; more of them are worth keeping.
    damaged = seen.tape.state is State.DAMAGED or len(seen.tape.faults) > 1
    kept = f" What it was is in {set_aside(disk, TAPE)}." if damaged else ""
    disk.replace(TAPE, render_tape(seen.chain.lines))
    return () if seen.is_whole(seen.tape) else (f"The tape was made whole again.{kept}",)


def _mend_store(
    disk: Disk, seen: Seen, connection: sqlite3.Connection | None
) -> tuple[sqlite3.Connection, tuple[str, ...]]:
    store, lines = seen.store, seen.chain.lines
    if connection and seen.is_whole(store):
        return connection, ()
    if connection and store.state is State.SOUND:
        add_lines(disk, connection, lines[len(store.lines) :])
        return connection, ("The database was brought up to the tape.",)
    if connection and store.state is State.MISSING:
        fill_store(disk, connection, lines)
        return connection, ("The database was filled from the tape.",)
    if connection:
        connection.close()
    return _new_store(disk, seen)


def _new_store(disk: Disk, seen: Seen) -> tuple[sqlite3.Connection, tuple[str, ...]]:
    kept = ""
    if disk.exists(DATABASE):
        name = free_name(disk, DATABASE)
        disk.rename(DATABASE, name)
        kept = f" What it was is in {name}."
    connection = open_store(disk)
    with ExitStack() as opened:
        opened.callback(connection.close)
        fill_store(disk, connection, seen.chain.lines)
        opened.pop_all()
    return connection, (f"The database was made again from the tape.{kept}",)


def set_aside(disk: Disk, name: str) -> str:
    """A copy of it; what cannot be read is moved."""
    kept = free_name(disk, name)
    try:
        disk.copy(name, kept)
    except OSError as error:
        if not why_no_file(error):
            raise
        disk.rename(name, kept)
    return kept


def free_name(disk: Disk, name: str) -> str:
    names = (f"{name}.damaged-{n}" for n in count(1))
    return next(name for name in names if not disk.exists(name))
