"""A game's journal: every entry is on the disk twice, on the tape and in the database, before `append` returns."""

import sqlite3
from contextlib import suppress
from typing import NamedTuple

from msgspec.structs import replace

from companion.journal.database import DATABASE, add_to_both, find_entry
from companion.journal.disk import Disk
from companion.journal.entry import FORMAT, JournalEntry, JournalHead, TapeLine, Unsound, entry_line, head_line
from companion.journal.errors import (
    AlreadyWritten,
    JournalDamaged,
    JournalExists,
    JournalStale,
    describe_error,
    trouble_as_unavailable,
)
from companion.journal.migrate import MIGRATIONS, Migrations, migrate, remove_leftovers
from companion.journal.milestones import StoredMilestone
from companion.journal.recovery import Recovered, RecoveryReport, recover, recover_since
from companion.journal.restore import go_on_from_proven, leave_beyond
from companion.journal.tape import TAPE, render_tape


class LastLine(NamedTuple):
    """The last entry's line, and where it is on the tape."""

    hash: str
    start: int
    end: int


class Journal:
    """Has one owner. Once writing has failed it is stale: only `open` can tell what was saved.

    Of a long game it has only the last entries in memory.
    """

    def __init__(self, disk: Disk, recovered: Recovered) -> None:
        lines, length = recovered.lines, recovered.length
        self._disk = disk
        self._connection = recovered.connection
        self._first = lines[0]  # the head, or the line of the last entry that is not in memory
        self._entries = [line.record for line in lines[1:] if isinstance(line.record, JournalEntry)]
        self._by_id = {entry.id: entry for entry in self._entries}
        self._last = LastLine(lines[-1].hash, length - len(lines[-1].text) - 1, length)
        self._stale = ""
        self.head = recovered.head
        self.report = recovered.report
        self._missing = recovered.missing

    @classmethod
    def create(cls, disk: Disk, head: JournalHead) -> "Journal":
        """Raises JournalExists, or ValueError for a head that does not belong here. A failure leaves nothing behind."""
        if head.format != FORMAT or head.game != disk.game:
            raise ValueError(f"a head of game {disk.game} and format {FORMAT} belongs here")
        line = head_line(head)
        with trouble_as_unavailable(disk.game):
            if disk.exists(TAPE) or disk.exists(DATABASE):
                raise JournalExists(disk.game)
            try:
                disk.replace(TAPE, render_tape([line]))
                recovered = recover(disk)
            except Exception:
                with suppress(OSError):
                    disk.remove(TAPE)
                    disk.remove(DATABASE)
                    disk.remove_folder()
                raise
        return cls(disk, replace(recovered, report=RecoveryReport()))

    @classmethod
    def open(
        cls,
        disk: Disk,
        migrations: Migrations = MIGRATIONS,
        remembered: "Journal | None" = None,
        since: StoredMilestone | None = None,
    ) -> "Journal":
        """Raises JournalDamaged, FromNewerVersion, NoMigration, JournalRefused or JournalUnavailable.

        `remembered` is the same journal as it was open before in this process, perhaps stale by now: what was answered
        for is in it, whatever became of the files. With `since`, only the moves from there on are read, if these are
        beyond doubt; `report` says so.
        """
        with trouble_as_unavailable(disk.game):
            known = remembered.last_number if remembered else 0
            if since is not None and (recovered := recover_since(disk, since, known)) is not None:
                return cls(disk, recovered)
            recovered = recover(disk, remembered.lines() if remembered else ())
            try:
                remove_leftovers(disk)
                found = recovered.head.format
                if found != FORMAT:
                    migrate(disk, recovered.lines, recovered.connection, migrations)
                    done = (*recovered.report.done, f"The game was converted from format {found} to {FORMAT}.")
                    recovered = replace(recover(disk), report=replace(recovered.report, done=done))
                return cls(disk, recovered)
            except BaseException:
                recovered.connection.close()
                raise

    @classmethod
    def repair(cls, disk: Disk, at_ms: int = 0) -> "Journal":
        """For a person who was told of the damage: go on after the last proven move, and set the rest aside."""
        try:
            journal = cls.open(disk)
        except JournalDamaged:
            with trouble_as_unavailable(disk.game):
                report = go_on_from_proven(disk, at_ms)
            journal = cls.open(disk)
            journal.report = report
            return journal
        if journal._missing:
            with trouble_as_unavailable(disk.game):
                leave_beyond(disk, journal._missing, at_ms)
        return journal

    def entries(self) -> tuple[JournalEntry, ...]:
        """Those in memory: all of them, unless some were forgotten or not even read."""
        return tuple(self._entries)

    def lines(self) -> tuple[TapeLine, ...]:
        """As they were written, from memory; also the line before them."""
        lines = [self._first]
        for entry in self._entries:
            lines.append(entry_line(entry, lines[-1].hash))
        return tuple(lines)

    def forget(self, count: int) -> None:
        """Keeps only so many entries in memory. The others are still known by their ids."""
        forgotten = self._entries[:-count]
        for entry in forgotten:
            self._first = entry_line(entry, self._first.hash)
            del self._by_id[entry.id]
        del self._entries[: len(forgotten)]

    @property
    def last_line(self) -> LastLine:
        return self._last

    @property
    def length(self) -> int:
        """Of the tape, up to the last entry that was answered for."""
        return self._last.end

    def is_in_place(self) -> bool:
        """Are both files still there, and no shorter than they were? True for a stale journal."""
        try:
            return bool(self._stale) or (self._disk.size(TAPE) == self._last.end and self._disk.exists(DATABASE))
        except OSError:
            return False

    def by_id(self, id: str) -> JournalEntry | None:
        """The entry with this id, if it is known to be on the disk. Raises JournalStale if that cannot be told."""
        if (known := self._by_id.get(id)) is not None or not self._first.number or self._stale:
            return known
        try:
            return find_entry(self._connection, id)
        except (sqlite3.Error, Unsound) as error:
            self._stale = describe_error(error)
            raise JournalStale(id, self._stale) from error

    @property
    def last_number(self) -> int:
        return self._first.number + len(self._entries)

    def answers(self) -> bool:
        """Does its database still answer? True for a stale journal, which is being looked after already."""
        if self._stale:
            return True
        try:
            return bool(self._connection.execute("SELECT 1").fetchone())
        except sqlite3.Error:
            return False

    def append(self, id: str, at_ms: int, body: bytes) -> JournalEntry:
        """On the disk twice when this returns. After AlreadyWritten or Unsound, nothing was written; after
        JournalStale, open the journal again to find out.
        """
        if self._stale:
            raise JournalStale("", self._stale)
        if (known := self.by_id(id)) is not None:
            raise AlreadyWritten(id, known.number)
        entry = JournalEntry(self.last_number + 1, id, at_ms, body)
        line = entry_line(entry, self._last.hash)
        self._write(id, line)
        self._entries.append(entry)
        self._by_id[id] = entry
        self._last = LastLine(line.hash, self._last.end, self._last.end + len(line.text) + 1)
        return entry

    def _write(self, id: str, line: TapeLine) -> None:
        # Stale until both copies are written, so that even an interrupt in between leaves it stale.
        self._stale = "writing was interrupted"
        try:
            add_to_both(self._disk, TAPE, self._last.end, self._connection, line)
        except (OSError, sqlite3.Error, MemoryError) as error:
            self._stale = describe_error(error)
            raise JournalStale(id, self._stale) from error
        self._stale = ""

    def close(self) -> None:
        """Leaves two whole files. Raises JournalUnavailable if they could not be tidied up, and nothing is lost. A
        stale journal is only closed.
        """
        if self._stale:
            with suppress(sqlite3.Error):
                self._connection.close()
            return
        self._stale = "it was closed"
        with trouble_as_unavailable(self._disk.game):
            self._disk.release(self._connection)
