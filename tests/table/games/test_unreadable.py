"""A disk that cannot be read at the start: the table says so, tries again, and the game goes on when it is back."""

import errno
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.journal import RealDisk
from companion.table.games.library import CURRENT
from companion.table.messages.requests import ListGames
from tests.table.data_folder import DataFolder, ask, in_play

Patch = pytest.MonkeyPatch
FAILS = "Input/output error"


@pytest.fixture
def data_folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "data")


def fails(*_: object) -> None:
    raise OSError(errno.EIO, FAILS)


def fail_to_open(patch: Patch) -> None:
    for step in ("read", "database", "peek"):
        patch.setattr(RealDisk, step, fails)


def fail_to_list(patch: Patch) -> None:
    patch.setattr("companion.journal.games_folder.GamesFolder.ids", fails)


def fail_to_remember(patch: Patch) -> None:
    read = RealDisk.read
    patch.setattr(RealDisk, "read", lambda disk, name: fails() if name == CURRENT else read(disk, name))


@pytest.mark.parametrize("fail", [fail_to_open, fail_to_list, fail_to_remember])
def test_the_game_goes_on_when_the_disk_is_back(
    data_folder: DataFolder, monkeypatch: Patch, fail: Callable[[Patch], None]
) -> None:
    wanted, _ = data_folder.new(3), data_folder.new(1)
    (data_folder.data / CURRENT).write_text(f"{wanted}\n")
    with monkeypatch.context() as patch:
        fail(patch)
        with data_folder.library() as library:
            assert library.session is None
            assert FAILS in library.trouble
            stops = data_folder.stops
            library.probe()
            assert (library.session, data_folder.stops) == (None, stops), "it is not back yet"
            patch.undo()
            library.probe()
            assert (in_play(library).game_id, in_play(library).number, library.trouble) == (wanted, 3, "")
            assert data_folder.stops == stops + 1, "the screens are told once"
            library.probe()
            assert data_folder.stops == stops + 1
            data_folder.play(in_play(library), 1)


def test_a_damaged_game_waits_for_somebody_who_decides(data_folder: DataFolder, monkeypatch: Patch) -> None:
    id = data_folder.new(9)
    data_folder.lose_move(id, 5)
    with data_folder.library() as library:
        monkeypatch.setattr("companion.table.games.library.Session", fails)
        library.probe()
        assert "is damaged from move 5 on" in library.trouble


@pytest.mark.parametrize("in_the_way", [True, False], ids=["a folder", "nothing"])
def test_a_bad_note_of_the_game_in_play_does_no_harm(data_folder: DataFolder, in_the_way: bool) -> None:
    id = data_folder.new(2)
    (data_folder.data / CURRENT).unlink()
    if in_the_way:
        (data_folder.data / CURRENT).mkdir()
    with data_folder.library() as library:
        assert (in_play(library).game_id, library.trouble) == (id, "")
        assert [game.id for game in ask(library, ListGames()).games] == [id]


def test_a_folder_in_the_place_of_the_tape_does_not_hide_the_game(data_folder: DataFolder) -> None:
    id = data_folder.new(4)
    tape = data_folder.data / "games" / id / "game.tape"
    tape.unlink()
    tape.mkdir()
    assert [game.moves for game in data_folder.ask(ListGames()).games] == [4]
    with data_folder.library() as library:
        assert in_play(library).number == 4
        assert in_play(library).report.found == ("The tape was damaged (a folder stands in its place).",)
