"""The database's settings: each is as it must be, or the game is refused and left as it is."""

import sqlite3
from pathlib import Path

import pytest

from companion.journal import FORMAT, Journal, JournalRefused
from companion.journal.database import APPLICATION_ID, DATABASE, PRAGMAS
from companion.journal.disk import FILE_PRAGMAS, read_pragma, set_pragmas
from companion.journal.tape import TAPE
from tests.journal.sample import written

SETTINGS = {
    "journal_mode": "wal",
    "synchronous": 2,  # full: every commit is on the disk
    "locking_mode": "exclusive",
    "wal_autocheckpoint": 24,
    "mmap_size": 0,
    "foreign_keys": 1,
    "cell_size_check": 1,
    "trusted_schema": 0,
    "application_id": APPLICATION_ID,
    "user_version": FORMAT,
}


def test_every_setting_is_as_it_must_be(tmp_path: Path) -> None:
    disk = written(tmp_path, 1)
    connection = disk.database(DATABASE)
    set_pragmas(connection, PRAGMAS)
    assert {name: read_pragma(connection, name) for name in SETTINGS} == SETTINGS
    assert {*SETTINGS} == {*FILE_PRAGMAS, *PRAGMAS, "application_id", "user_version"}
    assert not disk.exists("game.db-shm")
    connection.close()


def test_a_setting_that_does_not_take_refuses_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database in memory has no log of its own: as on a disk that cannot have one."""
    disk = written(tmp_path, 3)
    before = disk.read(DATABASE)
    monkeypatch.setattr("companion.journal.disk._connect", lambda _: sqlite3.connect(":memory:", isolation_level=None))
    with pytest.raises(JournalRefused, match="must have journal_mode = wal, but it has memory") as caught:
        Journal.open(disk)
    assert (caught.value.name, caught.value.wanted, caught.value.found) == ("journal_mode", "wal", "memory")
    monkeypatch.undo()
    assert disk.read(DATABASE) == before
    assert disk.names() == (DATABASE, TAPE)


@pytest.mark.parametrize("name", [*FILE_PRAGMAS, *PRAGMAS])
def test_each_setting_is_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    disk = written(tmp_path, 3)
    monkeypatch.setattr("companion.journal.disk.read_pragma", lambda _, asked: _found(asked, name))
    with pytest.raises(JournalRefused, match=f"must have {name} = .*, but it has None"):
        Journal.open(disk)


def _found(asked: str, wrong: str) -> int | str | None:
    return None if asked == wrong else {**FILE_PRAGMAS, **PRAGMAS}[asked]
