"""A move waits for both copies, and for both at the same time."""

import errno
import os
import sqlite3
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread, local

import pytest

from companion.journal import Journal, JournalStale, JournalUnavailable, RealDisk
from companion.journal import disk as disk_module
from companion.journal.database import DATABASE
from companion.journal.tape import TAPE
from tests.deadline import DEADLINE_S
from tests.journal.sample import GAME, append, filled, history, written

Patch = pytest.MonkeyPatch


def test_the_two_syncs_of_a_move_overlap(tmp_path: Path, monkeypatch: Patch) -> None:
    """Each ends only when the other has begun: one after the other they would never end."""
    disk, syncing, committing, missed = RealDisk(tmp_path / GAME), Event(), Event(), list[str]()
    journal = filled(disk, 2)
    sync, commit = os.fdatasync, disk.commit

    def meet(mine: Event, other: Event, name: str) -> None:
        mine.set()
        if not other.wait(DEADLINE_S):
            missed.append(name)

    def sync_and_meet(file: int) -> None:
        meet(syncing, committing, "the tape waited in vain for the database")
        sync(file)

    def commit_and_meet(connection: sqlite3.Connection) -> None:
        meet(committing, syncing, "the database waited in vain for the tape")
        commit(connection)

    monkeypatch.setattr(os, "fdatasync", sync_and_meet)
    monkeypatch.setattr(disk, "commit", commit_and_meet)
    append(journal, 3)
    assert missed == []
    assert journal.entries() == history(3)


def test_without_a_thread_they_are_synced_one_after_the_other(tmp_path: Path, monkeypatch: Patch) -> None:
    def none_left(_: Thread) -> None:
        raise RuntimeError("can't start new thread")

    disk = RealDisk(tmp_path / GAME)
    journal = filled(disk, 2)
    synced = list[int]()
    monkeypatch.setattr(disk_module, "_threads", local())
    monkeypatch.setattr(Thread, "start", none_left)
    monkeypatch.setattr(os, "fdatasync", synced.append)
    append(journal, 3)
    assert len(synced) == 1
    assert journal.entries() == history(3)


def _failing(_: int) -> None:
    raise OSError(errno.EIO, os.strerror(errno.EIO))


def test_a_tape_that_fails_to_sync_is_no_answer(tmp_path: Path, monkeypatch: Patch) -> None:
    journal = filled(RealDisk(tmp_path / GAME), 2)
    monkeypatch.setattr(os, "fdatasync", _failing)
    with pytest.raises(JournalStale, match="Input/output error"):
        append(journal, 3)
    assert journal.entries() == history(2)


def test_opening_settles_what_may_be_in_memory_only(tmp_path: Path, monkeypatch: Patch) -> None:
    """The last line is written again before it is synced, and nobody is told of it if that fails."""
    disk = written(tmp_path, 5)
    before, synced, sync = disk.read(TAPE), list[int](), os.fdatasync

    def sync_noted(file: int) -> None:
        synced.append(os.lseek(file, 0, os.SEEK_CUR))
        sync(file)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fdatasync", sync_noted)
        Journal.open(disk).close()
    assert synced == [len(before) - 1], "up to the end of the last line"
    assert disk.read(TAPE) == before
    with monkeypatch.context() as patch:
        patch.setattr(os, "fdatasync", _failing)
        with pytest.raises(JournalUnavailable, match="Input/output error"):
            Journal.open(disk)
    assert Journal.open(disk).entries() == history(5)


def test_what_stands_beyond_the_end_of_the_database_is_no_other_hand(tmp_path: Path) -> None:
    """A disk that lied has kept pages that the log knows nothing of: SQLite cuts them off, and the next move counts."""
    disk = RealDisk(tmp_path / GAME)
    filled(disk, 3)
    log = disk.folder / f"{DATABASE}-wal"
    left = {path: path.read_bytes() for path in (disk.folder / DATABASE, log)}
    assert left[log], "something is still in the log"
    left[disk.folder / DATABASE] += bytes(3 * 4096)
    for path, content in left.items():
        path.unlink()
        path.write_bytes(content)
    journal = Journal.open(disk)
    append(journal, 4)
    assert journal.entries() == history(4)


def test_after_an_interrupt_the_next_move_waits_for_its_own_sync(tmp_path: Path, monkeypatch: Patch) -> None:
    """The result of the interrupted one comes later, and is nobody's."""
    first, second = filled(RealDisk(tmp_path / "one" / GAME), 2), filled(RealDisk(tmp_path / "two" / GAME), 2)
    has_begun, goes_on, is_answered, order = Event(), Event(), Event(), list[str]()

    class InterruptedOnce(SimpleQueue[OSError | None]):
        times = 0

        def get(self, *_: object) -> OSError | None:
            self.times += 1
            if self.times == 1:
                raise KeyboardInterrupt
            return super().get()

    def sync_late(_: int) -> None:
        has_begun.set()
        goes_on.wait(DEADLINE_S)

    def sync_slowly(_: int) -> None:
        is_answered.wait(0.1)
        order.append("synced")

    monkeypatch.setattr(os, "fdatasync", sync_late)
    monkeypatch.setattr(disk_module._sync_thread(), "_results", InterruptedOnce())
    with pytest.raises(KeyboardInterrupt):
        append(first, 3)
    assert has_begun.wait(DEADLINE_S), "the interrupted sync is in its thread"
    monkeypatch.setattr(os, "fdatasync", sync_slowly)
    goes_on.set()
    append(second, 3)
    order.append("answered")
    is_answered.set()
    assert order == ["synced", "answered"]
