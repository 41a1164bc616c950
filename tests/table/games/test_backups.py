"""Backups of games: taken on request, and restored without losing anything."""

from pathlib import Path

import pytest

from companion.journal import FORMAT, JournalHead
from companion.journal.entry import head_line
from companion.journal.tape import render_tape
from companion.table.messages.requests import BackUp, ListBackups, RepairJournal, RestoreBackup
from tests.table.data_folder import DataFolder, ask, dollars, in_play


@pytest.fixture
def data_folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "data")


def test_a_backup_is_taken_of_any_game(data_folder: DataFolder) -> None:
    first, second = data_folder.new(2), data_folder.new(3)
    with data_folder.library() as library:
        data_folder.play(in_play(library), 1)
        session = library.session
        for game, id, number in (("", second, 4), (first, first, 2)):
            reply = ask(library, BackUp(game))
            assert reply.done
            assert reply.message == f"Game {id} is backed up, with {number} moves."
            assert Path(reply.lines[0]).read_bytes() == data_folder.games_folder.disk(id).read("game.tape")
        assert library.session is session


def test_a_backup_of_a_damaged_copy_is_taken_once_it_is_repaired(data_folder: DataFolder) -> None:
    id = data_folder.new(5)
    data_folder.spoil_tape(id, 3)
    assert data_folder.ask(BackUp()).done
    with data_folder.library() as library:
        data_folder.spoil_tape(id, 4)
        assert ask(library, BackUp()).message == f"Game {id} is backed up, with 5 moves."
        data_folder.play(in_play(library), 1)
    data_folder.lose_move(id, 2)  # but the damaged tapes that were set aside still have it
    assert data_folder.ask(BackUp()).message == f"Game {id} is backed up, with 6 moves."


def test_a_backup_is_taken_even_if_the_database_alone_is_left(data_folder: DataFolder) -> None:
    id = data_folder.new(5)
    data_folder.games_folder.disk(id).remove("game.tape")
    assert data_folder.ask(BackUp()).message == f"Game {id} is backed up, with 5 moves."


def test_backups_are_listed(data_folder: DataFolder) -> None:
    id = data_folder.new(2)
    reply = data_folder.ask(ListBackups())
    assert reply.message == f"Backups of game {id}, the oldest first:"
    assert [line.split("  ")[1].partition(",")[0] for line in reply.lines] == ["0 moves", "2 moves"]
    for backup in data_folder.backups(id):
        data_folder.games_folder.disk(id).remove(backup.path)
    data_folder.games_folder.disk(id).replace("backups/000009-99999999T999999.tape", b"")
    assert data_folder.ask(ListBackups()).lines == ("000009-99999999T999999  9 moves, on an unknown day",)


def test_restoring_never_takes_moves_back_unless_it_is_meant(data_folder: DataFolder) -> None:
    id = data_folder.new(2)
    with data_folder.library() as library:
        data_folder.play(in_play(library), 3)
        session, wanted = library.session, data_folder.backups(id)[-1]
        reply = ask(library, RestoreBackup(backup="2"))
        assert not reply.done
        assert reply.message.startswith("The game has 5 moves and the backup 2: restoring it would lose moves")
        assert reply.lines == (f"`companion restore {id} --backup {wanted.label} --force` does it.",)
        assert library.session is session
        old = data_folder.games_folder.disk(id).read("game.tape")
        reply = ask(library, RestoreBackup(backup="2", force=True))
        assert reply.done
        assert reply.message == f"Game {id} is as it was in backup {wanted.label}, after 2 moves."
        assert in_play(library).number == 2
        assert old in data_folder.files().values()
    assert dollars(data_folder) == 2


def test_the_same_without_a_table(data_folder: DataFolder) -> None:
    id = data_folder.new(2)
    with data_folder.library() as library:
        data_folder.play(in_play(library), 3)
    assert data_folder.ask(RestoreBackup(backup="000002")).message.startswith("The game has 5 moves and the backup 2")
    assert data_folder.ask(RestoreBackup(id, "000002", force=True)).done
    assert dollars(data_folder) == 2


def test_the_newest_backup_restores_what_was_lost(data_folder: DataFolder) -> None:
    id = data_folder.new(9)
    data_folder.lose_head(id)
    reply = data_folder.ask(RestoreBackup())
    assert reply.done
    assert reply.lines == ("What it was before is kept in its folder.",)
    assert dollars(data_folder) == 9


def test_a_backup_that_would_go_for_the_one_taken_meanwhile_is_restored_all_the_same(data_folder: DataFolder) -> None:
    data_folder.new()
    with data_folder.library() as library:
        for _ in range(8):
            data_folder.play(in_play(library), 1)
            ask(library, BackUp())
        numbers = [backup.number for backup in data_folder.backups(in_play(library).game_id)]
        assert numbers == [0, 3, 4, 5, 6, 7, 8]
        data_folder.play(in_play(library), 1)
        assert ask(library, RestoreBackup(backup="3", force=True)).done
        assert in_play(library).number == 3


def test_a_backup_that_was_asked_for_is_there_after_a_repair(data_folder: DataFolder) -> None:
    """Played far, damaged early in both copies, repaired and played on."""
    id = data_folder.new()
    for _ in range(12):
        with data_folder.library() as library:
            data_folder.play(in_play(library), 2)
    data_folder.lose_move(id, 3)
    data_folder.ask(RepairJournal())
    with data_folder.library() as library:
        data_folder.play(in_play(library), 3)
        reply = ask(library, BackUp())
        assert reply.message == f"Game {id} is backed up, with 5 moves."
        assert Path(reply.lines[0]).read_bytes() == data_folder.games_folder.disk(id).read("game.tape")


@pytest.mark.parametrize("name", ["7", "000007", "../../x", "x" * 500])
def test_an_unknown_backup_is_answered_with_the_known_ones(data_folder: DataFolder, name: str) -> None:
    id = data_folder.new(2)
    reply = data_folder.ask(RestoreBackup(backup=name))
    assert not reply.done
    assert f" is no backup of game {id}. There are 000000-" in reply.message
    assert "`0000` is the beginning of several backups" in data_folder.ask(RestoreBackup(backup="0000")).message


def test_an_unusable_backup_is_not_restored(data_folder: DataFolder) -> None:
    other, id = data_folder.new(1), data_folder.new(2)
    newest, disk = data_folder.backups(id)[-1], data_folder.games_folder.disk(id)
    newer = render_tape([head_line(JournalHead(FORMAT + 1, id, 0, "9.0", b"{}"))])
    for content, why in (
        (b"rubbish\n", f"Backup {newest.label} of game {id} cannot be used: it is damaged. "),
        (
            data_folder.games_folder.disk(other).read("game.tape"),
            f"Backup {newest.label} of game {id} cannot be used: it is of game {other}.",
        ),
        (newer, "This game was written by a newer companion"),
    ):
        disk.replace(newest.path, content)
        with data_folder.library(resumes=False) as library:
            before = data_folder.files()
            reply = ask(library, RestoreBackup(force=True))
            assert data_folder.files() == before
        assert not reply.done
        assert reply.message.startswith(why)
