"""Something else stands where a copy should be: it is moved aside and told, and the other copy is used."""

import errno
from pathlib import Path

import pytest

from companion.journal import Journal, JournalDamaged, JournalUnavailable, RealDisk, inspect_journal
from companion.journal.backup import take_backup
from companion.journal.database import DATABASE
from companion.journal.tape import TAPE
from tests.journal.sample import GAME, head, history, written
from tests.journal.test_recovery import COUNT

Patch = pytest.MonkeyPatch
_DATABASE = "companion.journal.disk.RealDisk.database"
FOLDER = "a folder stands in its place"


def put_folder(disk: RealDisk, name: str) -> None:
    disk.remove(name)
    (disk.folder / name).mkdir()
    (disk.folder / name / "a letter").write_text("mine")


def forbid(patch: Patch, code: int = errno.EACCES) -> None:
    """The tape, to be read; whoever runs the tests may read anything."""
    read = RealDisk.read

    def refused(self: RealDisk, name: str) -> bytes:
        if name == TAPE:
            raise OSError(code, "Not now", name)
        return read(self, name)

    patch.setattr(RealDisk, "read", refused)


@pytest.mark.parametrize(("name", "said"), [(TAPE, "The tape"), (DATABASE, "The database")])
def test_a_folder_in_the_place_of_a_copy_is_moved_aside(tmp_path: Path, name: str, said: str) -> None:
    disk = written(tmp_path, COUNT)
    put_folder(disk, name)
    journal = Journal.open(disk)
    assert journal.entries() == history(COUNT)
    assert journal.report.found == (f"{said} was damaged ({FOLDER}).",)
    assert f"The damaged one is kept as {name}.damaged-1." in journal.report.done[0]
    journal.close()
    assert (disk.folder / f"{name}.damaged-1" / "a letter").read_text() == "mine"
    assert inspect_journal(disk).found == ()


@pytest.mark.parametrize("name", [TAPE, DATABASE])
def test_it_is_seen_without_changing_anything(tmp_path: Path, name: str) -> None:
    disk = written(tmp_path, COUNT)
    put_folder(disk, name)
    seen = inspect_journal(disk)
    assert seen.chain.entries == history(COUNT)
    assert len(seen.found) == 1
    assert (disk.folder / name).is_dir()


def test_a_second_folder_is_moved_beside_the_first(tmp_path: Path) -> None:
    disk = written(tmp_path, COUNT)
    for _ in range(2):
        put_folder(disk, TAPE)
        Journal.open(disk).close()
    assert [(disk.folder / f"{TAPE}.damaged-{n}").is_dir() for n in (1, 2)] == [True, True]


def test_with_a_folder_and_no_database_there_is_nothing_to_open(tmp_path: Path) -> None:
    disk = written(tmp_path, COUNT)
    put_folder(disk, TAPE)
    disk.remove(DATABASE)
    with pytest.raises(JournalDamaged, match=FOLDER):
        Journal.open(disk)
    assert (disk.folder / TAPE).is_dir()


def test_with_a_folder_and_no_database_a_backup_stands_in(tmp_path: Path) -> None:
    disk = written(tmp_path, COUNT)
    take_backup(disk, 0)
    put_folder(disk, TAPE)
    disk.remove(DATABASE)
    assert Journal.open(disk).entries() == history(COUNT)
    assert (disk.folder / f"{TAPE}.damaged-1").is_dir()


def test_a_tape_that_nobody_may_read_is_moved_aside(tmp_path: Path, monkeypatch: Patch) -> None:
    disk = written(tmp_path, COUNT)
    before = disk.read(TAPE)
    with monkeypatch.context() as patch:
        forbid(patch)
        journal = Journal.open(disk)
    assert journal.entries() == history(COUNT)
    assert journal.report.found == ("The tape was damaged (it cannot be read: Not now).",)
    assert disk.read(f"{TAPE}.damaged-1") == before


def test_a_disk_that_fails_to_read_is_trouble_of_the_moment(tmp_path: Path, monkeypatch: Patch) -> None:
    disk = written(tmp_path, COUNT)
    with monkeypatch.context() as patch:
        forbid(patch, errno.EIO)
        with pytest.raises(JournalUnavailable, match="Not now"):
            Journal.open(disk)
        assert inspect_journal(disk).chain.entries == history(COUNT), "the database can be read"
        assert inspect_journal(disk).sure_entries(disk) == history(COUNT)[:-1]
    assert not disk.exists(f"{TAPE}.damaged-1")
    assert inspect_journal(disk).found == ()


def test_where_neither_can_be_read_nothing_is_called_damaged(tmp_path: Path, monkeypatch: Patch) -> None:
    disk = written(tmp_path, COUNT)
    disk.remove(DATABASE)
    forbid(monkeypatch, errno.EIO)
    with pytest.raises(OSError, match="Not now"):
        inspect_journal(disk)


# A journal that cannot be begun


@pytest.mark.parametrize("step", ["replace", "database"])
def test_what_was_not_begun_leaves_nothing_behind(tmp_path: Path, monkeypatch: Patch, step: str) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    disk = RealDisk(tmp_path / "games" / GAME)
    with monkeypatch.context() as patch:
        patch.setattr("companion.journal.disk._write_file" if step == "replace" else _DATABASE, full)
        with pytest.raises(JournalUnavailable, match="No space left"):
            Journal.create(disk, head())
    assert list((tmp_path / "games").iterdir()) == []
    Journal.create(disk, head())
