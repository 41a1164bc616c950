"""Backups: verified copies of the tape, kept beside it. The database of a restored game is made again from its tape."""

import re
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct

from companion.journal.chain import Chain, find_chain
from companion.journal.copies import State
from companion.journal.disk import Disk
from companion.journal.errors import JournalDamaged, JournalStale, OlderThanLive, what_is_saved
from companion.journal.mending import free_name, look, own, set_aside
from companion.journal.store import DATABASE
from companion.journal.tape import TAPE, read_tape
from companion.journal.trouble import trouble_named

FOLDER: Final = "backups"
EVERY: Final = 50  # entries
LONG: Final = 1_000  # entries; a backup reads them all, so a long game is backed up less often
EVERY_IN_LONG: Final = 500
KEEP: Final = 10  # the newest, besides the first
_LATEST_MS = 253_402_300_799_000  # the last second of the year 9999; clocks have shown worse
_NAME = re.compile(r"(\d{6,})-\d{8}T\d{6}\.tape")


class Backup(Struct, frozen=True, order=True):
    number: int  # of its last entry
    name: str

    @property
    def path(self) -> str:
        return f"{FOLDER}/{self.name}"


def is_due(number: int) -> bool:
    """After this entry; the start and a clean stop are the caller's to know."""
    return number % (EVERY if number < LONG else EVERY_IN_LONG) == 0


def take_backup(disk: Disk, at_ms: int) -> Backup:
    """On the disk when this returns. Raises JournalStale if the tape is no longer what was written."""
    with trouble_named(disk.game):
        content = disk.read(TAPE)
        tape = read_tape(content)
        if tape.state is not State.SOUND:
            raise JournalStale("", f"{tape.name} is {tape.state.value}")
        backup = named(tape.lines[-1].number, at_ms)
        disk.replace(backup.path, content)
        if disk.read(backup.path) != content:
            raise OSError(f"{backup.path} does not read as it was written")
        _thin(disk)
    return backup


def named(number: int, at_ms: int) -> Backup:
    when = datetime.fromtimestamp(min(max(at_ms, 0), _LATEST_MS) / 1000, tz=UTC)
    return Backup(number, f"{number:06}-{when:%Y%m%dT%H%M%S}.tape")


def backups(disk: Disk) -> tuple[Backup, ...]:
    """The oldest first."""
    names = (_NAME.fullmatch(name) for name in disk.names(FOLDER))
    return tuple(sorted(Backup(int(match[1]), match[0]) for match in names if match))


def _thin(disk: Disk) -> None:
    for backup in backups(disk)[1:-KEEP]:
        disk.remove(backup.path)


def restore_backup(disk: Disk, name: str, *, force: bool = False) -> None:
    """The game as it was then; open it next. Raises OlderThanLive unless forced: then the live game is set aside."""
    with trouble_named(disk.game):
        content = disk.read(f"{FOLDER}/{name}")
        chain = _require_sound(disk.game, content)
        live = _live_chain(disk)
        if live and not force and chain.lines[: len(live.lines)] != live.lines:
            raise OlderThanLive(live.lines[-1].number, chain.lines[-1].number)
        _put_in_place(disk, content)
        _set_later_aside(disk, chain.lines[-1].number)


def _put_in_place(disk: Disk, content: bytes) -> None:
    """The database goes first: a longer one that stayed would bring back what is to be taken back."""
    if disk.exists(TAPE):
        set_aside(disk, TAPE)
    if disk.exists(DATABASE):
        disk.rename(DATABASE, free_name(disk, DATABASE))
    disk.replace(TAPE, content)


def _require_sound(game: str, content: bytes) -> Chain:
    tape = read_tape(content)
    if tape.state is not State.SOUND:
        raise JournalDamaged(game, 0, what_is_saved(0), f"This backup is {tape.state.value}.")
    return find_chain(game, (own(game, tape),))


def _live_chain(disk: Disk) -> Chain | None:
    try:
        return look(disk).chain
    except JournalDamaged:
        return None


def _set_later_aside(disk: Disk, number: int) -> None:
    """Backups of moves that were taken back are kept, but are not the newest any more."""
    for backup in backups(disk):
        if backup.number > number:
            disk.rename(backup.path, f"{FOLDER}/aside-{backup.name}")
