"""What happens to both copies: what they prove together is kept, and what they do not is told and left alone."""

from pathlib import Path

import pytest

from companion.journal import FORMAT, Journal, JournalDamaged, RealDisk, inspect_journal
from companion.journal.database import DATABASE
from companion.journal.entry import entry_line, parse_line
from companion.journal.tape import TAPE
from tests.journal.sample import GAME, append, entry, head, history, written
from tests.journal.test_recovery import COUNT, as_killed, laid_out, reopened, texts
from tests.journal.test_tape import dropped, flipped


def test_either_file_may_be_missing(tmp_path: Path) -> None:
    for name in (TAPE, DATABASE):
        disk = written(tmp_path / name, COUNT)
        disk.remove(name)
        reopened(disk)


@pytest.mark.parametrize("name", [TAPE, DATABASE])
def test_a_file_of_another_game_is_set_aside(tmp_path: Path, name: str) -> None:
    disk, other = written(tmp_path, COUNT), written(tmp_path, 99, "20270101-0000-aa")
    disk.replace(name, other.read(name))
    assert "it is of game 20270101-0000-aa" in " ".join(inspect_journal(disk).found)
    reopened(disk)
    assert disk.exists(f"{name}.damaged-1")


def damage_of(disk: RealDisk) -> JournalDamaged:
    """The damage that opening must meet with, and leave as it is."""
    before = {name: disk.read(name) for name in disk.names()}
    with pytest.raises(JournalDamaged) as caught:
        Journal.open(disk)
    assert {name: disk.read(name) for name in disk.names() if not name.endswith("-wal")} == before
    return caught.value


def test_a_folder_of_another_game_is_not_opened(tmp_path: Path) -> None:
    disk = written(tmp_path, COUNT)
    disk.folder.rename(tmp_path / "renamed")
    damaged = damage_of(RealDisk(tmp_path / "renamed"))
    assert f"it is of game {GAME}" in str(damaged)


def test_with_both_files_missing_there_is_nothing_to_save(tmp_path: Path) -> None:
    damaged = damage_of(RealDisk(tmp_path))
    assert (damaged.game, damaged.from_number) == (tmp_path.name, 0)
    assert str(damaged).endswith("Its beginning is in no copy (there is nothing). None of its moves can be saved.")


def test_what_neither_copy_has_is_told_and_never_guessed(tmp_path: Path) -> None:
    disk = written(tmp_path, COUNT)
    disk.replace(TAPE, b"".join(dropped(texts(disk), 17)))
    connection = disk.database(DATABASE)
    connection.execute("DELETE FROM entries WHERE number = 17")
    disk.release(connection)
    damaged = damage_of(disk)
    assert (damaged.from_number, damaged.saved) == (17, "Moves 1 to 16 can be saved.")
    assert damaged.message == f"Move 17 is in no copy: 16 moves of at least {COUNT} are proven."


def test_one_bit_that_the_next_move_proves_is_turned_back(tmp_path: Path) -> None:
    disk = written(tmp_path, COUNT)
    disk.replace(TAPE, b"".join(flipped(texts(disk), 17)))
    connection = disk.database(DATABASE)
    connection.execute("DELETE FROM entries WHERE number = 17")
    disk.release(connection)
    journal = Journal.open(disk)
    assert journal.entries() == history(COUNT)
    assert "One bit of move 17 was turned back; move 18 proves it." in journal.report.found
    assert journal.report.is_whole


def test_two_copies_each_with_what_the_other_lacks_make_a_whole(tmp_path: Path) -> None:
    disk = written(tmp_path, COUNT)
    disk.replace(TAPE, b"".join(flipped(texts(disk), 11)))
    connection = disk.database(DATABASE)
    connection.execute("DELETE FROM entries WHERE number IN (5, 29, 30)")
    disk.release(connection)
    reopened(disk)


def other_end(disk: RealDisk, number: int) -> bytes:
    """The tape with another entry in the place of this one, and nothing after it."""
    kept = texts(disk)[:number]
    other = entry(1000)
    line = entry_line(type(other)(number, other.id, other.at_ms, other.body), parse_line(kept[-1][:-1]).hash)
    return b"".join(kept) + line.text + b"\n"


def test_two_sound_copies_that_contradict_each_other_are_left_alone(tmp_path: Path) -> None:
    disk = written(tmp_path, COUNT)
    disk.replace(TAPE, other_end(disk, 20))
    damaged = damage_of(disk)
    assert damaged.from_number == 20
    assert damaged.message == "There are two different moves 20: 19 moves are proven."


def test_two_heads_are_a_contradiction_too(tmp_path: Path) -> None:
    disk = written(tmp_path, COUNT)
    again = RealDisk(tmp_path / "again" / GAME)
    Journal.create(again, type(head())(FORMAT, GAME, 5, "0.1.0", b"{}")).close()
    disk.replace(TAPE, again.read(TAPE))
    assert damage_of(disk).message.startswith("There are two different beginnings")


def test_a_person_may_decide_to_go_on_with_what_is_proven(tmp_path: Path) -> None:
    disk = written(tmp_path, COUNT)
    contradicting = other_end(disk, 20)
    disk.replace(TAPE, contradicting)
    journal = Journal.repair(disk)
    assert journal.entries() == history(19)
    assert journal.report.done == (
        "The game goes on from move 19. The damaged files are kept as game.tape.damaged-1, game.db.damaged-1.",
    )
    assert disk.read("game.tape.damaged-1") == contradicting
    append(journal, 20)
    journal.close()


def test_what_can_be_repaired_is_not_cut_short(tmp_path: Path) -> None:
    """Nor what is in the database's log only: also a mere look sees it, and changes nothing."""
    disk = laid_out(tmp_path, as_killed(tmp_path / "live"))
    disk.replace(TAPE, b"".join(texts(disk)[:3]))
    before = {path.name: path.read_bytes() for path in disk.folder.iterdir()}
    assert inspect_journal(disk).chain.entries == history(28)
    assert {path.name: path.read_bytes() for path in disk.folder.iterdir()} == before
    assert Journal.repair(disk).entries() == history(28)


def test_several_bad_lines_at_the_end_are_kept_aside(tmp_path: Path) -> None:
    disk = written(tmp_path, COUNT)
    rubbish = disk.read(TAPE) + b"rub\nbish\n"
    disk.replace(TAPE, rubbish)
    journal = Journal.open(disk)
    assert journal.entries() == history(COUNT)
    assert disk.read("game.tape.damaged-1") == rubbish
    journal.close()


def test_looking_changes_nothing(tmp_path: Path) -> None:
    disk = written(tmp_path, COUNT)
    disk.replace(TAPE, b"".join(flipped(texts(disk), 11)))
    before = {name: disk.read(name) for name in disk.names()}
    seen = inspect_journal(disk)
    assert seen.chain.entries == history(COUNT)
    assert [found[:20] for found in seen.found] == ["The tape was damaged"]
    assert {name: disk.read(name) for name in disk.names()} == before
