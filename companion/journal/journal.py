"""A game's journal: every entry twice on the disk, the tape first, before `append` returns."""

import sqlite3
from contextlib import suppress

from msgspec.structs import replace

from companion.journal.disk import Disk
from companion.journal.entry import SCHEMA, Entry, Head
from companion.journal.errors import AlreadyWritten, JournalDamaged, JournalExists, JournalStale
from companion.journal.line import Line, entry_line, head_line
from companion.journal.mending import Mended, cut_back, mend
from companion.journal.migrate import MIGRATIONS, Migrations, carry, swap, tidy
from companion.journal.report import Report
from companion.journal.store import DATABASE, add_lines
from companion.journal.tape import TAPE, render_tape
from companion.journal.trouble import in_words, trouble_named


class Journal:
    """Has one owner. Once anything was raised while writing it is stale: what was saved is known after `open` only."""

    def __init__(self, disk: Disk, mended: Mended) -> None:
        self._disk = disk
        self._connection = mended.connection
        self._entries = list(mended.chain.entries)
        self._by_id = {entry.id: entry for entry in self._entries}
        self._last_hash = mended.chain.lines[-1].hash
        self._stale = ""
        self.head = mended.chain.head
        self.report = mended.report

    @classmethod
    def create(cls, disk: Disk, head: Head) -> "Journal":
        """Raises JournalExists, or ValueError for a head that does not belong here. A failure leaves nothing behind."""
        if head.schema != SCHEMA or head.game != disk.game:
            raise ValueError(f"a head of game {disk.game} and schema {SCHEMA} belongs here")
        line = head_line(head)
        with trouble_named(disk.game):
            if disk.exists(TAPE) or disk.exists(DATABASE):
                raise JournalExists(disk.game)
            try:
                disk.replace(TAPE, render_tape([line]))
                mended = mend(disk)
            except Exception:
                _leave_nothing(disk)
                raise
        return cls(disk, replace(mended, report=Report()))

    @classmethod
    def open(cls, disk: Disk, migrations: Migrations = MIGRATIONS) -> "Journal":
        """Raises JournalDamaged, FromNewerVersion, JournalRefused or JournalUnavailable."""
        with trouble_named(disk.game):
            mended = mend(disk)
            try:
                tidy(disk)
                return cls(disk, _of_this_schema(disk, mended, migrations))
            except BaseException:
                mended.connection.close()
                raise

    @classmethod
    def repair(cls, disk: Disk) -> "Journal":
        """For a person who was told of the damage: goes on after the last move that is proven, the rest set aside."""
        try:
            return cls.open(disk)
        except JournalDamaged:
            with trouble_named(disk.game):
                report = cut_back(disk)
        journal = cls.open(disk)
        journal.report = report
        return journal

    def entries(self) -> tuple[Entry, ...]:
        return tuple(self._entries)

    def by_id(self, id: str) -> Entry | None:
        """An entry with this id that is known to be on the disk."""
        return self._by_id.get(id)

    @property
    def last_number(self) -> int:
        return len(self._entries)

    def answers(self) -> bool:
        """Does its database still answer? One that is known to be stale is looked after already."""
        if self._stale:
            return True
        try:
            return bool(self._connection.execute("SELECT 1").fetchone())
        except sqlite3.Error:
            return False

    def append(self, id: str, at_ms: int, body: bytes) -> Entry:
        """On the disk twice when this returns. Raises AlreadyWritten or Unsound, and nothing was written; or
        JournalStale, and what was written is found by opening again.
        """
        self._require_fresh()
        if id in self._by_id:
            raise AlreadyWritten(id, self._by_id[id].number)
        entry = Entry(len(self._entries) + 1, id, at_ms, body)
        line = entry_line(entry, self._last_hash)
        self._write(id, line)
        self._entries.append(entry)
        self._by_id[id] = entry
        self._last_hash = line.hash
        return entry

    def _write(self, id: str, line: Line) -> None:
        # Stale until both are written, so that also an interrupt in between leaves it so.
        self._stale = "writing was cut off"
        try:
            self._disk.append(TAPE, line.text + b"\n")
            add_lines(self._disk, self._connection, [line])
        except (OSError, sqlite3.Error, MemoryError) as error:
            self._stale = in_words(error)
            raise JournalStale(id, self._stale) from error
        self._stale = ""

    def _require_fresh(self) -> None:
        if self._stale:
            raise JournalStale("", self._stale)

    def close(self) -> None:
        """Leaves two whole files, or raises JournalUnavailable if those could not be tidied up; nothing is lost then.
        Of a stale journal only what is open is closed.
        """
        if self._stale:
            with suppress(sqlite3.Error):
                self._connection.close()
            return
        self._stale = "it was closed"
        with trouble_named(self._disk.game):
            self._disk.release(self._connection)


def _leave_nothing(disk: Disk) -> None:
    """Of a game that was not begun."""
    with suppress(OSError):
        disk.remove(TAPE)
        disk.remove(DATABASE)
        disk.remove_folder()


def _of_this_schema(disk: Disk, mended: Mended, migrations: Migrations) -> Mended:
    found = mended.chain.head.schema
    if found == SCHEMA:
        return mended
    lines = carry(mended.chain.lines, migrations)
    disk.release(mended.connection)
    swap(disk, lines)
    told = (*mended.report.done, f"The game was brought from schema {found} to {SCHEMA}.")
    return replace(mend(disk), report=Report(mended.report.found, told))
