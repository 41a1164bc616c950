"""A game's journal: every entry is on the disk twice, on the tape and in the database, before `append` returns."""

import sqlite3
from contextlib import suppress

from msgspec.structs import replace

from companion.journal.database import DATABASE, add_to_both
from companion.journal.disk import Disk
from companion.journal.entry import FORMAT, JournalEntry, JournalHead, TapeLine, entry_line, head_line
from companion.journal.errors import (
    AlreadyWritten,
    JournalDamaged,
    JournalExists,
    JournalStale,
    describe_error,
    trouble_as_unavailable,
)
from companion.journal.migrate import MIGRATIONS, Migrations, migrate, remove_leftovers
from companion.journal.recovery import Recovered, RecoveryReport, recover
from companion.journal.restore import go_on_from_proven, leave_beyond
from companion.journal.tape import TAPE, render_tape


class Journal:
    """Has one owner. Once writing has failed it is stale: only `open` can tell what was saved."""

    def __init__(self, disk: Disk, recovered: Recovered) -> None:
        self._disk = disk
        self._connection = recovered.connection
        self._entries = list(recovered.chain.entries)
        self._by_id = {entry.id: entry for entry in self._entries}
        self._last_hash = recovered.chain.lines[-1].hash
        self._length = sum(len(line.text) + 1 for line in recovered.chain.lines)  # of the tape
        self._stale = ""
        self.head = recovered.chain.head
        self.report = recovered.report
        self._missing = None if recovered.finding.is_whole else recovered.finding

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
    def open(cls, disk: Disk, migrations: Migrations = MIGRATIONS, remembered: "Journal | None" = None) -> "Journal":
        """Raises JournalDamaged, FromNewerVersion, NoMigration, JournalRefused or JournalUnavailable.

        `remembered` is the same journal as it was open before in this process, perhaps stale by now: what was answered
        for is in it, whatever became of the files.
        """
        with trouble_as_unavailable(disk.game):
            recovered = recover(disk, remembered.lines() if remembered else ())
            try:
                remove_leftovers(disk)
                found = recovered.chain.head.format
                if found != FORMAT:
                    migrate(disk, recovered.chain.lines, recovered.connection, migrations)
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
        return tuple(self._entries)

    def lines(self) -> tuple[TapeLine, ...]:
        """As they were written, from memory."""
        lines = [head_line(self.head)]
        for entry in self._entries:
            lines.append(entry_line(entry, lines[-1].hash))
        return tuple(lines)

    @property
    def length(self) -> int:
        """Of the tape, up to the last entry that was answered for."""
        return self._length

    def is_in_place(self) -> bool:
        """Are both files still there, and no shorter than they were? True for a stale journal."""
        try:
            return bool(self._stale) or (self._disk.size(TAPE) == self._length and self._disk.exists(DATABASE))
        except OSError:
            return False

    def by_id(self, id: str) -> JournalEntry | None:
        """The entry with this id, if it is known to be on the disk."""
        return self._by_id.get(id)

    @property
    def last_number(self) -> int:
        return len(self._entries)

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
        if id in self._by_id:
            raise AlreadyWritten(id, self._by_id[id].number)
        entry = JournalEntry(len(self._entries) + 1, id, at_ms, body)
        line = entry_line(entry, self._last_hash)
        self._write(id, line)
        self._entries.append(entry)
        self._by_id[id] = entry
        self._last_hash = line.hash
        self._length += len(line.text) + 1
        return entry

    def _write(self, id: str, line: TapeLine) -> None:
        # Stale until both copies are written, so that even an interrupt in between leaves it stale.
        self._stale = "writing was interrupted"
        try:
            add_to_both(self._disk, TAPE, self._length, self._connection, line)
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
