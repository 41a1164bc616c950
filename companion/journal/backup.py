"""Backups: checked copies of the tape, kept beside it. Opening a restored game rebuilds its database from the tape.

All that must be known of one is in its name, `000250-20261116T204100-s0042-c02-stop-1a2b3c4d.tape`: the number of its
last move, when it was taken, its sequence number, its course, the reason, and the first digits of that move's hash.
Backups of older versions have the first two only; they come before all others, ordered by their moves.

Between moves the newest one grows: what is new is added to it, and then it gets its new name. A backup is what its name
says. Whatever comes after that move was left by a growth that was cut off, and does not count.
"""

import re
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final, Literal

from msgspec import Struct

from companion.journal.chain import CopyState, follow
from companion.journal.disk import Disk
from companion.journal.entry import TapeLine, Unsound, parse_line
from companion.journal.errors import JournalStale, trouble_as_unavailable
from companion.journal.retention import HOUR_MS, BackupFacts, not_worth_keeping
from companion.journal.tape import TAPE, read_tape

FOLDER: Final = "backups"
# Why it was taken: in between, when the game began or was put away, because somebody asked, because it was brought from
# elsewhere, and before and after a repair or restore.
Reason = Literal["moves", "start", "stop", "asked", "brought", "repair", "restore"]
_LATEST_MS = 253_402_300_799_000  # the last second of the year 9999; clocks have shown worse
_TIME = "%Y%m%dT%H%M%S"
_NAME = re.compile(r"(\d{6,})-(\d{8}T\d{6})(?:-s(\d{4,})-c(\d\d+)-([a-z]+)-([0-9a-f]{8}))?\.tape")


class Backup(Struct, frozen=True, order=True):
    """The newer one is the greater."""

    sequence: int  # 0 for those of older versions
    number: int  # of its last move
    name: str
    course: int = 1
    at_ms: int | None = 0  # None if its name has a day that is none
    reason: str = "moves"
    hash: str = ""  # the beginning of its last move's

    @property
    def path(self) -> str:
        return f"{FOLDER}/{self.name}"

    @property
    def label(self) -> str:
        """The beginning of its name, for people."""
        return plain_name(self.name).removesuffix(".tape")


def take_backup(disk: Disk, at_ms: int, reason: Reason = "moves", length: int | None = None) -> Backup:
    """On the disk when this returns, and read back. Raises JournalStale if the tape is no longer what was written.

    Of a game in play, so many bytes of the tape are answered for; what comes after them is being written.
    """
    with trouble_as_unavailable(disk.game):
        if reason == "moves" and (grown := _grow_newest(disk, at_ms, length)):
            return grown
        content = disk.read(TAPE)[:length]
        last = _last_line_since_backup(disk, content)
        if last is None:
            tape = read_tape(content)
            if tape.state is not CopyState.SOUND:
                raise JournalStale("", f"{tape.name} is {tape.state.phrase}")
            last = tape.lines[-1]
        return keep_backup(disk, content, last, at_ms, reason, present_course(disk))


def _grow_newest(disk: Disk, at_ms: int, answered: int | None) -> Backup | None:
    """Only what is new is read and written. None if a new copy must be made: for the first one of an hour, or if the
    tape does not go on where the newest backup ends.
    """
    newest = next(reversed(backups(disk)), None)
    if newest is None or newest.reason != "moves" or (newest.at_ms or 0) // HOUR_MS != at_ms // HOUR_MS:
        return None
    length = disk.size(newest.path)
    new = disk.read(TAPE, length)[: None if answered is None else max(0, answered - length)]
    try:
        lines = [parse_line(text) for text in new.split(b"\n")[:-1]]
    except Unsound:
        return None
    if not (new.endswith(b"\n") and follow(lines)):
        return None
    if lines[0].number != newest.number + 1 or not lines[0].prev.startswith(newest.hash):
        return None
    grown = _named(lines[-1], at_ms, newest.sequence, newest.course, "moves")
    disk.append(newest.path, new)
    if disk.read(newest.path, length) != new:
        raise OSError(f"{newest.path} does not read back as it was written")
    disk.rename(newest.path, grown.path)
    _thin_out(disk)
    return grown


def read_backup_file(disk: Disk, backup: Backup) -> bytes:
    """Up to the move that its name tells of."""
    content = disk.read(backup.path)
    beyond = content.split(b"\n", backup.number + 1)[backup.number + 1 :]
    return content.removesuffix(beyond[0]) if beyond else content


def _last_line_since_backup(disk: Disk, content: bytes) -> TapeLine | None:
    """The last line of a tape that is the newest backup, byte by byte, and then sound lines. Only these are read: what
    was checked when that backup was taken, and is the same in both, is sound. None if it must be read as a whole.
    """
    present = of_present_course(disk)
    try:
        before = read_backup_file(disk, present[-1]) if present else b""
        if not (before.endswith(b"\n") and content.endswith(b"\n") and content.startswith(before)):
            return None
        start = before.rfind(b"\n", 0, -1) + 1
        lines = [parse_line(text) for text in content[start:-1].split(b"\n")]
    except (OSError, Unsound):
        return None
    return lines[-1] if follow(lines) else None


def keep_backup(disk: Disk, content: bytes, last: TapeLine, at_ms: int, reason: Reason, course: int) -> Backup:
    """The content is that of a sound tape that ends with this line. On the disk when this returns, and read back."""
    sequence = max((backup.sequence for backup in backups(disk)), default=0) + 1
    backup = _named(last, at_ms, sequence, course, reason)
    disk.replace(backup.path, content)
    if disk.read(backup.path) != content:
        raise OSError(f"{backup.path} does not read back as it was written")
    _thin_out(disk)
    return backup


def _named(last: TapeLine, at_ms: int, sequence: int, course: int, reason: Reason) -> Backup:
    """A backup that ends with this line."""
    plain = name_copy(last.number, at_ms).removesuffix(".tape")
    name = f"{plain}-s{sequence:04}-c{course:02}-{reason}-{last.hash[:8]}.tape"
    return parse_name(name) or Backup(sequence, last.number, name)


def name_copy(number: int, at_ms: int) -> str:
    """For a copy outside the game's folder, where sequence and course mean nothing."""
    when = datetime.fromtimestamp(min(max(at_ms, 0), _LATEST_MS) / 1000, tz=UTC)
    return f"{number:06}-{when:{_TIME}}.tape"


def plain_name(name: str) -> str:
    """The same for a backup that has a name."""
    return "-".join(name.removesuffix(".tape").split("-")[:2]) + ".tape"


def parse_name(name: str) -> Backup | None:
    if not (match := _NAME.fullmatch(name)):
        return None
    number, time, sequence, course, reason, hash = match.groups()
    at_ms = None
    with suppress(ValueError):
        at_ms = int(datetime.strptime(time, _TIME).replace(tzinfo=UTC).timestamp()) * 1000
    if sequence is None:
        return Backup(0, int(number), name, at_ms=at_ms)
    return Backup(int(sequence), int(number), name, int(course), at_ms, reason, hash)


def backups(disk: Disk) -> tuple[Backup, ...]:
    """The oldest first."""
    found = (parse_name(name) for name in disk.names(FOLDER))
    return tuple(sorted(backup for backup in found if backup))


def present_course(disk: Disk) -> int:
    every = backups(disk)
    return every[-1].course if every else 1


def of_present_course(disk: Disk) -> tuple[Backup, ...]:
    """The oldest first."""
    course = present_course(disk)
    return tuple(backup for backup in backups(disk) if backup.course == course)


def _thin_out(disk: Disk) -> None:
    # Those of older versions share the number 0. Here, in their order, they come before the first.
    every = backups(disk)
    old = sum(not backup.sequence for backup in every)
    by_sequence = {backup.sequence or at - old: backup for at, backup in enumerate(every)}
    facts = [
        BackupFacts(sequence, one.course, one.number, one.at_ms or 0, one.reason, disk.size(one.path))
        for sequence, one in by_sequence.items()
    ]
    for sequence in not_worth_keeping(facts):
        disk.remove(by_sequence[sequence].path)
