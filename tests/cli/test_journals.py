"""`companion journal`, `backup` and `restore`, without a table: what they print, how they exit, what they leave."""

import errno
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.boards import shipped_board
from companion.boards.own_boards import add_own_board
from companion.boards.write_board import write_board
from companion.cli import main
from companion.journal import RealDisk
from companion.journal.tape import TAPE
from companion.table.messages.requests import NewGame
from tests.greenwich import in_greenwich
from tests.journal.test_migrate import GOLDEN, OF_FORMAT_1
from tests.table.data_folder import DataFolder, ask, dollars, in_play

__all__ = ["in_greenwich"]
pytestmark = pytest.mark.usefixtures("in_greenwich")
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def data_folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "data")


def said(data_folder: DataFolder, capsys: Captured, *words: str, code: int = 0) -> str:
    """What is printed; a success prints on standard output only."""
    capsys.readouterr()
    assert main([*words, "--data", str(data_folder.data)]) == code
    out, err = capsys.readouterr()
    assert "" in (out, err)
    assert (err == "") == (code == 0)
    return str(out or err)


# journal


def test_verify_accepts_whole_journals(data_folder: DataFolder, capsys: Captured) -> None:
    data_folder.data.mkdir()
    assert said(data_folder, capsys, "journal", "verify") == "0 games, nothing damaged.\n"
    first, second = data_folder.new(1), data_folder.new(2)
    told = said(data_folder, capsys, "journal", "verify")
    assert told == f"2 games, nothing damaged.\n{first}: Its one move is there.\n{second}: All 2 moves are there.\n"
    told = said(data_folder, capsys, "journal", "verify", second)
    assert told == f"1 game, nothing damaged.\n{second}: All 2 moves are there.\n"


def test_verify_finds_every_kind_of_damage_and_changes_nothing(data_folder: DataFolder, capsys: Captured) -> None:
    tape, database, both, newer = (data_folder.new(5) for _ in range(4))
    data_folder.spoil_tape(tape, 2)
    data_folder.spoil_database(database)
    data_folder.lose_move(both, 2)
    data_folder.be_from_the_future(newer)
    before = data_folder.files()
    lines = said(data_folder, capsys, "journal", "verify", code=1).splitlines()
    assert data_folder.files() == before
    assert lines[0] == "4 games, 4 damaged."
    assert lines[1].partition(" moves are there. ")[2].startswith("The tape was damaged (")
    assert lines[2].partition(" moves are there. ")[2].startswith("The database was ")
    assert lines[3].startswith(f"{both}: Game {both} is damaged from move 2 on")
    assert lines[4].startswith(f"{newer}: This game was written by a newer companion")


def test_repair_fixes_what_can_be_fixed(data_folder: DataFolder, capsys: Captured) -> None:
    id = data_folder.new(5)
    data_folder.spoil_tape(id, 2)
    told = said(data_folder, capsys, "journal", "repair")
    assert told.startswith(f"Game {id} was repaired. All 5 moves are there.\nThe tape was damaged (")
    assert said(data_folder, capsys, "journal", "repair", id) == f"Game {id} was whole. All 5 moves are there.\n"
    assert dollars(data_folder) == 5


def test_repair_keeps_what_is_proven_and_sets_the_rest_aside(data_folder: DataFolder, capsys: Captured) -> None:
    id = data_folder.new(5)
    data_folder.lose_move(id, 3)
    damaged = data_folder.games_folder.disk(id).read(TAPE)
    told = said(data_folder, capsys, "journal", "repair")
    assert "The game goes on from move 2. The damaged files are kept as game.tape.damaged-1." in told
    assert data_folder.games_folder.disk(id).read("game.tape.damaged-1") == damaged
    assert dollars(data_folder) == 2


def test_repair_takes_what_both_copies_have_lost_from_a_backup(data_folder: DataFolder, capsys: Captured) -> None:
    id = data_folder.new(5)
    data_folder.lose_head(id)
    told = said(data_folder, capsys, "journal", "repair")
    assert told.startswith(f"Game {id} was repaired. All 5 moves are there.\n")
    assert "The beginning was taken from backups/000005-" in told


# backup


def test_a_backup_says_where_it_is(data_folder: DataFolder, capsys: Captured) -> None:
    id = data_folder.new(3)
    first, path = said(data_folder, capsys, "backup").splitlines()
    assert first == f"Game {id} is backed up, with 3 moves."
    assert Path(path).parent == data_folder.games_folder.disk(id).folder / "backups"
    assert Path(path).read_bytes() == data_folder.games_folder.disk(id).read(TAPE)


def test_a_copy_goes_to_a_stick_and_back_to_another_machine(
    data_folder: DataFolder, capsys: Captured, tmp_path: Path
) -> None:
    id = data_folder.new(3)
    stick = tmp_path / "stick"
    stick.mkdir()
    told = said(data_folder, capsys, "backup", "--to", str(stick))
    (copy,) = (stick / id).iterdir()
    assert told.endswith(f"\nA copy is in {copy}, and was read back.\n")
    assert copy.read_bytes() == data_folder.games_folder.disk(id).read(TAPE)
    other = DataFolder(tmp_path / "other")
    other.games_folder.disk(id).replace(f"backups/{copy.name}", copy.read_bytes())
    said(other, capsys, "restore", id)
    assert dollars(other) == 3


def test_a_missing_stick_is_not_created_as_a_folder(data_folder: DataFolder, capsys: Captured, tmp_path: Path) -> None:
    data_folder.new(3)
    before = data_folder.files()
    told = said(data_folder, capsys, "backup", "--to", str(tmp_path / "stick"), code=2)
    assert told == (
        f"companion backup: there is no folder {tmp_path / 'stick'}. If it is a USB stick, is it plugged in?\n"
    )
    assert not (tmp_path / "stick").exists()
    assert data_folder.files() == before


@pytest.mark.parametrize("fault", ["full", "lying"])
def test_a_stick_that_cannot_be_written_is_reported(
    data_folder: DataFolder, capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    id = data_folder.new(3)
    stick = tmp_path / "stick"
    stick.mkdir()
    whole = RealDisk.replace

    def replace(disk: RealDisk, name: str, content: bytes) -> None:
        if disk.folder.parent != stick:
            whole(disk, name, content)
        elif fault == "full":
            raise OSError(errno.ENOSPC, "No space left on device")
        else:
            whole(disk, name, content[:-1])

    monkeypatch.setattr(RealDisk, "replace", replace)
    assert main(["backup", "--to", str(stick), "--data", str(data_folder.data)]) == 1
    out, err = capsys.readouterr()
    assert out.startswith(f"Game {id} is backed up, with 3 moves.\n")
    why = "No space left on device" if fault == "full" else "It does not read back as it was written"
    assert err == f"companion backup: could not copy to {stick}: {why}. The backup itself is safe.\n"


def test_a_damaged_game_is_not_backed_up(data_folder: DataFolder, capsys: Captured) -> None:
    id = data_folder.new(5)
    data_folder.lose_move(id, 3)
    assert f"`companion journal repair {id}` goes on" in said(data_folder, capsys, "backup", code=1)


# restore


def test_backups_are_shown(data_folder: DataFolder, capsys: Captured) -> None:
    id = data_folder.new(3)
    assert said(data_folder, capsys, "restore", "--list") == (
        f"Backups of game {id}, the oldest first:\n"
        "000000-20261118T110740  0 moves, Wednesday 18 November 2026 at 11:07\n"
        "000003-20261118T111040  3 moves, Wednesday 18 November 2026 at 11:10\n"
    )


def test_moves_are_taken_back_only_by_force(data_folder: DataFolder, capsys: Captured) -> None:
    id = data_folder.new(3)
    told = said(data_folder, capsys, "restore", "--backup", "0", code=1)
    assert told == (
        "The game has 3 moves and the backup 0: restoring it would lose moves that only the game has. "
        "Force it if you mean to; the game as it is now will be set aside.\n"
        f"`companion restore {id} --backup 000000-20261118T110740 --force` does it.\n"
    )
    assert dollars(data_folder) == 3
    live = data_folder.games_folder.disk(id).read(TAPE)
    told = said(data_folder, capsys, "restore", id, "--backup", "0", "--force")
    assert told.startswith(f"Game {id} is as it was in backup 000000-20261118T110740, after 0 moves.\n")
    assert live in data_folder.files().values()
    assert dollars(data_folder) == 0


def test_the_newest_backup_is_restored_after_damage(data_folder: DataFolder, capsys: Captured) -> None:
    id = data_folder.new(3)
    data_folder.lose_head(id)
    assert "after 3 moves." in said(data_folder, capsys, "restore")
    assert dollars(data_folder) == 3


def test_a_missing_backup_is_reported(data_folder: DataFolder, capsys: Captured) -> None:
    id = data_folder.new(3)
    told = said(data_folder, capsys, "restore", "--backup", "7", code=2)
    assert told.startswith(f"`7` is no backup of game {id}. There are 000000-")


# Games of release 0.1.0, which nobody has opened since


@pytest.fixture
def old_game(data_folder: DataFolder) -> str:
    """A game of format 1 in the data folder."""
    wanted = OF_FORMAT_1[0]
    shutil.copytree(GOLDEN / "format-1" / wanted.game, data_folder.games_folder.disk(wanted.game).folder)
    return wanted.game


def test_an_old_game_is_listed_checked_and_exported_without_being_changed(
    data_folder: DataFolder, old_game: str, tmp_path: Path, capsys: Captured
) -> None:
    before = data_folder.games_folder.disk(old_game).read(TAPE)
    assert old_game in said(data_folder, capsys, "games")
    assert said(data_folder, capsys, "journal", "verify") == (
        f"1 game, nothing damaged.\n{old_game}: All 150 moves are there.\n"
    )
    record = said(data_folder, capsys, "export", old_game)
    assert data_folder.games_folder.disk(old_game).read(TAPE) == before
    (tmp_path / "old.game").write_text(record)
    assert main(["check", str(tmp_path / "old.game")]) == 0


def test_an_old_game_goes_through_a_backup_on_a_stick(
    data_folder: DataFolder, old_game: str, tmp_path: Path, capsys: Captured
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    said(data_folder, capsys, "backup", "--all", str(stick))
    other = DataFolder(tmp_path / "other")
    said(other, capsys, "restore", "--all", str(stick))
    assert said(other, capsys, "journal", "verify").endswith(f"{old_game}: All 150 moves are there.\n")
    assert said(other, capsys, "export", old_game) == said(data_folder, capsys, "export", old_game)


def test_an_old_game_is_resumed_and_goes_back_to_its_backup(
    data_folder: DataFolder, old_game: str, capsys: Captured
) -> None:
    said(data_folder, capsys, "backup", old_game)
    with data_folder.library() as library:
        session = in_play(library)
        assert session.game_id == old_game
        assert session.game.board.title == "Atlantic City, older boxes"
        data_folder.play(session, 2)
    assert "All 152 moves are there" in said(data_folder, capsys, "journal", "verify")
    told = said(data_folder, capsys, "restore", old_game, "--backup", "150", "--force")
    assert "after 150 moves" in told
    assert "All 150 moves are there" in said(data_folder, capsys, "journal", "verify")


# Boards


def test_a_board_file_that_is_edited_or_lost_changes_nothing_in_a_game_that_has_begun(
    data_folder: DataFolder, capsys: Captured
) -> None:
    board = replace(shipped_board("london"), key="ours", luxury_tax=7)
    path = add_own_board(data_folder.data, "ours", write_board(board))
    with data_folder.library(resumes=False) as library:
        assert ask(library, NewGame(("Ann", "Ben"), board="ours")).done
        data_folder.play(in_play(library), 3)
        id, end = in_play(library).game_id, in_play(library).game
    record = said(data_folder, capsys, "export", id)
    assert "board begin ours\n" in record
    for spoil in (lambda: path.write_text(path.read_text().replace("luxury = 7", "luxury = 9")), path.unlink):
        spoil()
        with data_folder.library() as library:
            assert in_play(library).game == end
            assert in_play(library).game.board == board
        assert said(data_folder, capsys, "export", id) == record
        assert "All 3 moves are there" in said(data_folder, capsys, "journal", "verify")
