"""A journal's life: made, written, closed, opened; and what it says no to."""

import errno
import os
import shutil
import sqlite3
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.journal import (
    FORMAT,
    AlreadyWritten,
    FromNewerVersion,
    Journal,
    JournalExists,
    JournalHead,
    JournalStale,
    JournalUnavailable,
    RealDisk,
    inspect_journal,
)
from companion.journal.database import DATABASE
from companion.journal.entry import Unsound, head_line
from companion.journal.tape import TAPE
from companion.players.seeded_random import SeededRandom
from tests.journal.sample import GAME, append, entry, filled, head, history, written
from tests.storm.torn_disk import TornDisk


def test_what_was_written_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    disk = written(tmp_path, 25)
    journal = Journal.open(disk)
    assert journal.head == head()
    assert journal.entries() == history(25)
    assert journal.last_number == 25
    assert journal.by_id("tap-7") == entry(7)
    assert journal.by_id("tap-26") is None
    assert journal.report.is_sound
    assert append(journal, 26) == entry(26)


def test_a_new_journal_has_nothing_to_report(tmp_path: Path) -> None:
    journal = Journal.create(RealDisk(tmp_path / GAME), head())
    assert journal.report.is_sound
    assert journal.report.done == ()
    assert journal.entries() == ()


def test_a_closed_journal_is_two_files(tmp_path: Path) -> None:
    assert written(tmp_path, 25).names() == (DATABASE, TAPE)


def test_the_tape_is_text_that_people_can_read(tmp_path: Path) -> None:
    lines = written(tmp_path, 3).read(TAPE).decode().splitlines()
    assert len(lines) == 4
    assert lines[0].startswith('{"format":2,"game":"20261116-2041-aa",')
    assert '"body":{"names":["Ann","Ben","Zoë"]}' in lines[0]


def test_the_database_answers_plain_questions(tmp_path: Path) -> None:
    with sqlite3.connect(written(tmp_path, 25).folder / DATABASE) as connection:
        count, last = connection.execute("SELECT count(*), max(id) FROM entries WHERE number > 9").fetchone()
        (names,) = connection.execute("SELECT json_extract(body, '$.names[2]') FROM head").fetchone()
    connection.close()
    assert (count, last, names) == (16, "tap-25", "Zoë")


# What it says no to


def test_an_id_is_written_once(tmp_path: Path) -> None:
    journal = filled(RealDisk(tmp_path / GAME), 5)
    with pytest.raises(AlreadyWritten, match=r"tap-3 is already move 3\.") as caught:
        journal.append("tap-3", 0, b"{}")
    assert (caught.value.id, caught.value.number) == ("tap-3", 3)
    append(journal, 6)


def test_what_could_not_be_read_again_is_refused_and_nothing_is_stale(tmp_path: Path) -> None:
    journal = filled(RealDisk(tmp_path / GAME), 5)
    with pytest.raises(Unsound):
        journal.append("tap-6", 0, b"no json")
    append(journal, 6)
    journal.close()
    assert inspect_journal(RealDisk(tmp_path / GAME)).chain.entries == history(6)


def test_no_game_is_made_over_another(tmp_path: Path) -> None:
    disk = written(tmp_path, 5)
    for name in (TAPE, DATABASE):
        with pytest.raises(JournalExists, match=GAME):
            Journal.create(disk, head())
        disk.remove(name)


@pytest.mark.parametrize("wrong", [head(format=FORMAT + 1), head("other")])
def test_a_head_belongs_to_its_folder_and_version(tmp_path: Path, wrong: JournalHead) -> None:
    with pytest.raises(ValueError, match="belongs here"):
        Journal.create(RealDisk(tmp_path / GAME), wrong)
    assert not (tmp_path / GAME).exists()


def test_a_journal_from_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    disk = written(tmp_path, 5)
    disk.replace(TAPE, head_line(replace(head(), format=FORMAT + 1)).text + b"\n")
    before = disk.read(TAPE), disk.read(DATABASE)
    for reading in (Journal.open, inspect_journal):
        with pytest.raises(FromNewerVersion, match="install that version or a later one"):
            reading(disk)
    assert (disk.read(TAPE), disk.read(DATABASE)) == before


def test_a_closed_journal_takes_nothing_more(tmp_path: Path) -> None:
    journal = filled(RealDisk(tmp_path / GAME), 5)
    journal.close()
    journal.close()
    with pytest.raises(JournalStale, match="it was closed"):
        append(journal, 6)


# Raised does not mean not saved


def test_after_trouble_a_journal_is_stale_and_the_next_one_knows() -> None:
    """Whether the move was saved is found by its id; either is possible, and what is found is there for good."""
    saved = set()
    for seed in range(40):
        disk = TornDisk(SeededRandom(seed))
        journal = filled(disk, 5)
        disk.full, disk.fsync_fails = seed % 2 == 0, seed % 2 == 1
        with pytest.raises(
            JournalStale, match=r"It is not known whether tap-6 was saved \((.*no space|.*input/output)"
        ):
            append(journal, 6)
        disk.full = disk.fsync_fails = False
        with pytest.raises(JournalStale):
            append(journal, 6)
        journal.close()
        found = Journal.open(disk).entries()
        saved.add(len(found))
        disk.power_cut()
        again = Journal.open(disk)
        assert again.entries() == found == history(len(found))
        assert again.report.is_sound, "one of the copies was not on the disk"
    assert saved == {5, 6}


def test_an_interrupt_leaves_a_journal_stale_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = RealDisk(tmp_path / GAME)
    journal = filled(disk, 5)

    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(disk, "commit", interrupted)
    with pytest.raises(KeyboardInterrupt):
        append(journal, 6)
    monkeypatch.undo()
    with pytest.raises(JournalStale, match="writing was interrupted"):
        append(journal, 7)
    journal.close()
    assert Journal.open(disk).entries() == history(6)


@pytest.mark.parametrize("name", [TAPE, DATABASE])
def test_a_file_that_is_taken_away_in_play_is_noticed_or_repaired(tmp_path: Path, name: str) -> None:
    disk = RealDisk(tmp_path / GAME)
    journal = filled(disk, 5)
    disk.remove(name)
    if name == TAPE:
        with pytest.raises(JournalStale, match="No such file"):
            append(journal, 6)
    journal.close()
    assert Journal.open(disk).entries() == history(5)


def test_a_full_disk_is_no_damage_and_what_is_there_can_be_seen() -> None:
    disk = TornDisk(SeededRandom(0))
    filled(disk, 5).close()
    disk.full = True
    with pytest.raises(JournalUnavailable, match=r"cannot be written now: .*no space left") as caught:
        Journal.open(disk)
    assert caught.value.game == disk.game
    assert inspect_journal(disk).chain.entries == history(5)
    disk.full = False
    append(Journal.open(disk), 6)


def test_a_database_in_use_is_no_damage(tmp_path: Path) -> None:
    disk = RealDisk(tmp_path / GAME)
    journal = filled(disk, 5)
    with pytest.raises(JournalUnavailable, match="locked"):
        Journal.open(disk)
    assert inspect_journal(disk).chain.entries == history(5)
    append(journal, 6)
    journal.close()
    assert disk.names() == (DATABASE, TAPE)


def test_running_out_of_memory_is_trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = RealDisk(tmp_path / GAME)
    journal = filled(disk, 5)

    def exhausted(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(disk, "append_and_commit", exhausted)
    with pytest.raises(JournalStale, match="there is no memory left"):
        append(journal, 6)


def test_a_write_that_is_taken_in_parts_is_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = os.write
    monkeypatch.setattr("os.write", lambda file, content: whole(file, bytes(content[:7])))
    disk = written(tmp_path, 5)
    monkeypatch.undo()
    assert Journal.open(disk).report.is_sound


def test_trouble_names_the_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = written(tmp_path, 5)

    def failing(_: str) -> bytes:
        raise OSError(errno.EIO, "input/output error")

    monkeypatch.setattr(disk, "read", failing)
    with pytest.raises(JournalUnavailable, match="input/output error"):
        Journal.open(disk)


def test_a_database_that_a_lying_disk_left_too_long_is_cut_and_written_on(tmp_path: Path) -> None:
    journal = filled(RealDisk(tmp_path / "live" / GAME), 40)
    shutil.copytree(tmp_path / "live" / GAME, tmp_path / GAME)  # as a power cut leaves it, with a log
    journal.close()
    with (tmp_path / GAME / DATABASE).open("ab") as database:
        database.write(bytes(3 * 4096))
    journal = Journal.open(RealDisk(tmp_path / GAME))
    journal.append("long", 1, b'"' + b"x" * 9_000 + b'"')  # makes the database longer than its file at once
    journal.close()


@pytest.mark.parametrize("replaced", [False, True], ids=["removed", "replaced"])
def test_a_database_that_is_gone_from_under_us_is_noticed_at_once(tmp_path: Path, replaced: bool) -> None:
    disk = RealDisk(tmp_path / GAME)
    journal = filled(disk, 3)
    for part in ("", "-wal"):
        (disk.folder / f"{DATABASE}{part}").unlink()
    if replaced:
        (disk.folder / DATABASE).write_bytes(b"")
    with pytest.raises(JournalStale):
        append(journal, 4)
    journal.close()
    journal = Journal.open(disk)
    assert journal.entries() == history(4)
    append(journal, 5)
    journal.close()
