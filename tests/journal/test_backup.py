"""Backups are whole or not there, are thinned, and never take moves back unless that is meant."""

from pathlib import Path

import pytest

from companion.journal import (
    FORMAT,
    FromNewerVersion,
    Journal,
    JournalDamaged,
    JournalStale,
    JournalUnavailable,
    OlderThanLive,
    RealDisk,
)
from companion.journal.backup import Backup, Reason, backups, of_present_course, take_backup
from companion.journal.database import DATABASE
from companion.journal.entry import TapeLine, parse_line
from companion.journal.restore import add_backup, restore_backup
from companion.journal.tape import TAPE, read_tape, render_tape
from tests.journal.sample import GAME, append, filled, head, history, written
from tests.journal.test_recovery import as_killed, laid_out, texts
from tests.journal.test_tape import lines_of

MINUTE_MS = 60_000
EARLY = "000020-19700101T000000.tape"
LATE = "000010-19700101T000000.tape"


def played(tmp_path: Path, count: int, backup_at: int) -> tuple[RealDisk, Backup]:
    """A game of this many moves, with one backup on the way."""
    disk = RealDisk(tmp_path / GAME)
    journal = filled(disk, backup_at)
    backup = take_backup(disk, MINUTE_MS)
    for number in range(backup_at + 1, count + 1):
        append(journal, number)
    journal.close()
    return disk, backup


def test_a_backup_is_the_tape_named_by_number_and_time(tmp_path: Path) -> None:
    disk, backup = played(tmp_path, 5, 5)
    hash = read_tape(disk.read(TAPE)).lines[-1].hash[:8]
    assert backup.name == f"000005-19700101T000100-s0001-c01-moves-{hash}.tape"
    assert backup == Backup(1, 5, backup.name, 1, MINUTE_MS, "moves", hash)
    assert disk.read(backup.path) == disk.read(TAPE)
    assert backups(disk) == (backup,)


@pytest.mark.parametrize("at_ms", [-(2**53), 0, 2**53])
def test_no_clock_keeps_a_backup_from_being_taken(tmp_path: Path, at_ms: int) -> None:
    assert take_backup(written(tmp_path, 5), at_ms).number == 5


def test_those_of_older_versions_come_first(tmp_path: Path) -> None:
    disk = written(tmp_path, 5)
    for name in (EARLY, LATE):
        disk.copy(TAPE, f"backups/{name}")
    new = take_backup(disk, 0)
    assert [backup.name for backup in backups(disk)] == [LATE, EARLY, new.name]
    assert backups(disk)[1] == Backup(0, 20, EARLY)


def test_one_an_hour_is_kept_and_the_two_newest(tmp_path: Path) -> None:
    disk = RealDisk(tmp_path / GAME)
    journal = Journal.create(disk, head())
    for number in range(1, 31):
        append(journal, number)
        take_backup(disk, 10 * MINUTE_MS * number)
    assert [backup.number for backup in backups(disk)] == [5, 11, 17, 23, 29, 30]


def test_the_one_just_made_is_there_even_if_others_have_more_moves(tmp_path: Path) -> None:
    disk = RealDisk(tmp_path / GAME)
    journal = Journal.create(disk, head())
    for number in range(1, 21):
        append(journal, number)
        take_backup(disk, 24 * 60 * MINUTE_MS * number)
    journal.close()
    lose_move(disk, 3)
    for backup in backups(disk):
        disk.replace(backup.path, b"rubbish")
    journal = Journal.repair(disk)
    assert journal.last_number == 2
    for number in range(3, 6):
        append(journal, number)
        made = take_backup(disk, 24 * 60 * MINUTE_MS * (number + 20))
        assert backups(disk)[-1] == made
        assert disk.read(made.path) == disk.read(TAPE)


def test_only_what_is_new_since_the_last_one_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = RealDisk(tmp_path / GAME)
    journal = filled(disk, 30)
    take_backup(disk, 0)
    append(journal, 31)
    append(journal, 32)
    parsed = list[bytes]()

    def counted(text: bytes) -> TapeLine:
        parsed.append(text)
        return parse_line(text)

    for module in ("backup", "tape"):
        monkeypatch.setattr(f"companion.journal.{module}.parse_line", counted)
    assert take_backup(disk, 0, "asked").number == 32
    assert len(parsed) == 3  # the last one of the backup, and two more


@pytest.mark.parametrize("at", [5, 31, 32])
def test_what_has_rotted_before_or_since_the_last_one_is_not_backed_up(tmp_path: Path, at: int) -> None:
    disk = RealDisk(tmp_path / GAME)
    journal = filled(disk, 30)
    take_backup(disk, 0)
    append(journal, 31)
    append(journal, 32)
    disk.replace(TAPE, disk.read(TAPE).replace(b'"tap-%d"' % at, b'"tap-xx"'))
    with pytest.raises(JournalStale):
        take_backup(disk, 0, "asked")
    lines = disk.read(TAPE).splitlines(keepends=True)
    disk.replace(TAPE, b"".join([*lines[:31], *lines[32:]]))  # a line is gone
    with pytest.raises(JournalStale):
        take_backup(disk, 0)


class NotedDisk(RealDisk):
    """Knows how much was read and written."""

    bytes_moved = 0

    def read(self, name: str, start: int = 0, end: int | None = None) -> bytes:
        content = super().read(name, start, end)
        self.bytes_moved += len(content)
        return content

    def append(self, name: str, content: bytes) -> None:
        self.bytes_moved += len(content)
        super().append(name, content)

    def replace(self, name: str, content: bytes) -> None:
        self.bytes_moved += len(content)
        super().replace(name, content)


def test_within_an_hour_a_backup_grows_by_what_is_new(tmp_path: Path) -> None:
    disk = NotedDisk(tmp_path / GAME)
    journal = filled(disk, 30)
    first, length = take_backup(disk, 0), disk.size(TAPE)
    append(journal, 31)
    append(journal, 32)
    disk.bytes_moved = 0
    grown = take_backup(disk, MINUTE_MS)
    assert disk.bytes_moved == 3 * (disk.size(TAPE) - length), "read, written, and read back"
    assert (grown.number, grown.sequence) == (32, first.sequence)
    assert backups(disk) == (grown,)
    assert disk.read(grown.path) == disk.read(TAPE)
    append(journal, 33)
    assert [one.number for one in (take_backup(disk, 60 * MINUTE_MS), *backups(disk))] == [33, 32, 33]


@pytest.mark.parametrize("reason", ["start", "stop", "asked", "restore"])
def test_one_that_was_taken_for_a_reason_does_not_grow(tmp_path: Path, reason: Reason) -> None:
    disk = RealDisk(tmp_path / GAME)
    journal = filled(disk, 5)
    before = take_backup(disk, 0, reason)
    append(journal, 6)
    take_backup(disk, 0)
    assert backups(disk)[0] == before
    assert [one.number for one in backups(disk)] == [5, 6]


@pytest.mark.parametrize("arrived", [1, 20, -1, None])
def test_a_growth_that_was_cut_off_does_not_count(tmp_path: Path, arrived: int | None) -> None:
    """What had arrived of it is there, and the name is the old one."""
    disk, backup = played(tmp_path, 8, 5)
    new = disk.read(TAPE, disk.size(backup.path))
    disk.append(backup.path, new[:arrived])
    after = take_backup(disk, MINUTE_MS)
    assert [one.number for one in backups(disk)] == [5, 8], "a new copy is made"
    assert disk.read(after.path) == disk.read(TAPE)
    restore_backup(disk, backup.name, force=True)
    assert Journal.open(disk).entries() == history(5), "it is what its name says"


def test_a_backup_that_holds_less_than_its_name_says_does_not_grow(tmp_path: Path) -> None:
    disk, backup = played(tmp_path, 8, 5)
    disk.replace(backup.path, b"".join(disk.read(TAPE).splitlines(keepends=True)[:5]))
    assert take_backup(disk, 0).sequence == backup.sequence + 1


def lose_move(disk: RealDisk, number: int) -> None:
    """From both copies."""
    lines = disk.read(TAPE).splitlines(keepends=True)
    disk.replace(TAPE, b"".join(lines[:number] + lines[number + 1 :]))
    connection = disk.database(DATABASE)
    connection.execute("DELETE FROM entries WHERE number = ?", (number,))
    disk.release(connection)


def test_one_from_elsewhere_is_the_newest_if_it_is_sound(tmp_path: Path) -> None:
    disk, _ = played(tmp_path, 8, 5)
    content = b"".join(disk.read(TAPE).splitlines(keepends=True)[:4])
    brought = add_backup(disk, content, 0)
    assert (brought.number, brought.reason, backups(disk)[-1]) == (3, "brought", brought)
    for bad in (content[:-3], b"", written(tmp_path, 2, "20270101-0000-aa").read(TAPE)):
        with pytest.raises(JournalDamaged):
            add_backup(disk, bad, 0)
    assert backups(disk)[-1] == brought


def test_a_tape_that_has_rotted_is_not_backed_up(tmp_path: Path) -> None:
    disk = written(tmp_path, 5)
    disk.replace(TAPE, disk.read(TAPE).replace(b"tap-3", b"tap-8"))
    with pytest.raises(JournalStale, match="the tape is damaged"):
        take_backup(disk, 0)
    assert backups(disk) == ()


def test_a_missing_tape_is_trouble(tmp_path: Path) -> None:
    disk = written(tmp_path, 5)
    disk.remove(TAPE)
    with pytest.raises(JournalUnavailable):
        take_backup(disk, 0)


def test_a_lost_game_is_restored(tmp_path: Path) -> None:
    disk, backup = played(tmp_path, 8, 8)
    disk.remove(TAPE)
    disk.remove(DATABASE)
    restore_backup(disk, backup.name)
    assert Journal.open(disk).entries() == history(8)


def test_a_backup_that_goes_further_than_what_is_left_needs_no_force(tmp_path: Path) -> None:
    disk, backup = played(tmp_path, 8, 8)
    disk.replace(TAPE, b"".join(disk.read(TAPE).splitlines(keepends=True)[:4]))
    disk.remove(DATABASE)
    restore_backup(disk, backup.name)
    assert Journal.open(disk).entries() == history(8)


def test_an_older_backup_is_refused_unless_forced(tmp_path: Path) -> None:
    disk, backup = played(tmp_path, 8, 5)
    with pytest.raises(OlderThanLive, match="The game has 8 moves and the backup 5") as caught:
        restore_backup(disk, backup.name)
    assert (caught.value.live_number, caught.value.backup_number) == (8, 5)
    assert Journal.open(disk).entries() == history(8)


def test_a_forced_restore_keeps_what_it_takes_back(tmp_path: Path) -> None:
    disk, backup = played(tmp_path, 8, 5)
    before = disk.read(TAPE)
    take_backup(disk, 2 * MINUTE_MS, "asked")
    restore_backup(disk, backup.name, force=True)
    journal = Journal.open(disk)
    assert journal.entries() == history(5)
    assert disk.read("game.tape.damaged-1") == before
    assert disk.exists("game.db.damaged-1")
    assert disk.read(backups(disk)[-2].path) == before
    of_restore = [(one.number, one.course, one.reason) for one in backups(disk)[-2:]]
    assert of_restore == [(8, 1, "restore"), (5, 2, "restore")]
    assert of_present_course(disk) == backups(disk)[-1:]
    append(journal, 6)
    assert take_backup(disk, 0).course == 2


def test_a_damaged_backup_is_not_restored(tmp_path: Path) -> None:
    disk, backup = played(tmp_path, 8, 8)
    disk.replace(backup.path, disk.read(backup.path)[:-9])
    with pytest.raises(JournalDamaged, match="This backup is cut off in its last line"):
        restore_backup(disk, backup.name, force=True)
    assert Journal.open(disk).entries() == history(8)


def test_a_backup_of_another_game_is_not_restored(tmp_path: Path) -> None:
    disk, backup = played(tmp_path, 8, 5)
    other = written(tmp_path, 9, "20270101-0000-aa")
    disk.replace(backup.path, other.read(TAPE))
    with pytest.raises(JournalDamaged, match="it is of game 20270101-0000-aa"):
        restore_backup(disk, backup.name, force=True)


def test_a_backup_from_a_newer_version_is_not_restored(tmp_path: Path) -> None:
    disk, backup = played(tmp_path, 8, 5)
    disk.replace(backup.path, render_tape(lines_of(9, format=FORMAT + 1)))
    with pytest.raises(FromNewerVersion):
        restore_backup(disk, backup.name, force=True)


def test_there_may_be_no_such_backup(tmp_path: Path) -> None:
    disk, _ = played(tmp_path, 8, 5)
    with pytest.raises(JournalUnavailable, match="No such file"):
        restore_backup(disk, "000009-19700101T000000.tape")


def test_moves_that_are_in_the_database_s_log_only_are_not_taken_back(tmp_path: Path) -> None:
    """Killed, and then the tape was lost: a backup is older than what the database still has."""
    disk = laid_out(tmp_path, as_killed(tmp_path / "live"))
    disk.replace(f"backups/{EARLY}", b"".join(texts(disk)[:21]))
    disk.remove(TAPE)
    with pytest.raises(OlderThanLive) as older:
        restore_backup(disk, EARLY)
    assert (older.value.live_number, older.value.backup_number) == (28, 20)
    assert Journal.open(disk).entries() == history(28)
