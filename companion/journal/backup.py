"""Backups: checked copies of the tape, kept beside it. Opening a restored game rebuilds its database from the tape."""

import re
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct

from companion.journal.chain import CopyState, find_chain
from companion.journal.database import DATABASE
from companion.journal.disk import Disk
from companion.journal.errors import (
    JournalDamaged,
    JournalStale,
    OlderThanLive,
    describe_saved,
    trouble_as_unavailable,
)
from companion.journal.migrate import in_this_format
from companion.journal.recovery import free_name, inspect_journal, only_of_game, set_aside
from companion.journal.tape import TAPE, read_tape

FOLDER: Final = "backups"
KEEP: Final = 10  # the newest, besides the first
_LATEST_MS = 253_402_300_799_000  # the last second of the year 9999; clocks have shown worse
_NAME = re.compile(r"(\d{6,})-\d{8}T\d{6}\.tape")


class Backup(Struct, frozen=True, order=True):
    number: int  # of its last entry
    name: str

    @property
    def path(self) -> str:
        return f"{FOLDER}/{self.name}"


def take_backup(disk: Disk, at_ms: int) -> Backup:
    """On the disk when this returns. Raises JournalStale if the tape is no longer what was written."""
    with trouble_as_unavailable(disk.game):
        content = disk.read(TAPE)
        tape = read_tape(content)
        if tape.state is not CopyState.SOUND:
            raise JournalStale("", f"{tape.name} is {tape.state.phrase}")
        backup = name_backup(tape.lines[-1].number, at_ms)
        disk.replace(backup.path, content)
        if disk.read(backup.path) != content:
            raise OSError(f"{backup.path} does not read back as it was written")
        for old in backups(disk)[1:-KEEP]:
            disk.remove(old.path)
    return backup


def name_backup(number: int, at_ms: int) -> Backup:
    when = datetime.fromtimestamp(min(max(at_ms, 0), _LATEST_MS) / 1000, tz=UTC)
    return Backup(number, f"{number:06}-{when:%Y%m%dT%H%M%S}.tape")


def backups(disk: Disk) -> tuple[Backup, ...]:
    """The oldest first."""
    names = (_NAME.fullmatch(name) for name in disk.names(FOLDER))
    return tuple(sorted(Backup(int(match[1]), match[0]) for match in names if match))


def restore_backup(disk: Disk, name: str, *, force: bool = False) -> None:
    """The game as it was then; open it next. Raises OlderThanLive unless forced: then the live game is set aside."""
    with trouble_as_unavailable(disk.game):
        content = disk.read(f"{FOLDER}/{name}")
        tape = read_tape(content)
        if tape.state is not CopyState.SOUND:
            raise JournalDamaged(disk.game, 0, describe_saved(0), f"This backup is {tape.state.phrase}.")
        chain = find_chain(disk.game, (only_of_game(disk.game, tape),))
        try:
            live = in_this_format(inspect_journal(disk).chain).lines
        except JournalDamaged:
            live = ()
        last = chain.lines[-1].number
        # A copy that an older version made is compared as it will be once it is opened.
        if not force and in_this_format(chain).lines[: len(live)] != live:
            raise OlderThanLive(live[-1].number, last)
        if disk.exists(TAPE):
            set_aside(disk, TAPE)
        # Before the tape: a longer database left in place would bring back the moves that the restore drops.
        if disk.exists(DATABASE):
            disk.rename(DATABASE, free_name(disk, DATABASE))
        disk.replace(TAPE, content)
        # Backups of later moves are kept, but no longer count as the newest.
        for backup in backups(disk):
            if backup.number > last:
                disk.rename(backup.path, f"{FOLDER}/aside-{backup.name}")
