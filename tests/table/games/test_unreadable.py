"""A disk that cannot be read when the table starts: it is told, tried again, and the game goes on when it is back."""

import errno
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.journal import RealDisk
from companion.table.games.library import CURRENT
from companion.table.messages.requests import ListGames
from tests.table.machine import Machine, ask, in_play

Patch = pytest.MonkeyPatch
FAILS = "Input/output error"


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "data")


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
    machine: Machine, monkeypatch: Patch, fail: Callable[[Patch], None]
) -> None:
    wanted, _ = machine.new(3), machine.new(1)
    (machine.data / CURRENT).write_text(f"{wanted}\n")
    with monkeypatch.context() as patch:
        fail(patch)
        with machine.library() as library:
            assert library.session is None
            assert FAILS in library.trouble
            stops = machine.stops
            library.probe()
            assert (library.session, machine.stops) == (None, stops), "it is not back yet"
            patch.undo()
            library.probe()
            assert (in_play(library).game_id, in_play(library).number, library.trouble) == (wanted, 3, "")
            assert machine.stops == stops + 1, "the screens are told once"
            library.probe()
            assert machine.stops == stops + 1
            machine.play(in_play(library), 1)


def test_a_damaged_game_waits_for_somebody_who_decides(machine: Machine, monkeypatch: Patch) -> None:
    id = machine.new(9)
    machine.lose_move(id, 5)
    with machine.library() as library:
        monkeypatch.setattr("companion.table.games.library.Session", fails)
        library.probe()
        assert "is damaged from move 5 on" in library.trouble


@pytest.mark.parametrize("in_the_way", [True, False], ids=["a folder", "nothing"])
def test_a_note_of_the_game_in_play_that_is_none_is_no_trouble(machine: Machine, in_the_way: bool) -> None:
    id = machine.new(2)
    (machine.data / CURRENT).unlink()
    if in_the_way:
        (machine.data / CURRENT).mkdir()
    with machine.library() as library:
        assert (in_play(library).game_id, library.trouble) == (id, "")
        assert [game.id for game in ask(library, ListGames()).games] == [id]


def test_a_folder_in_the_place_of_the_tape_does_not_hide_the_game(machine: Machine) -> None:
    id = machine.new(4)
    tape = machine.data / "games" / id / "game.tape"
    tape.unlink()
    tape.mkdir()
    assert [game.moves for game in machine.ask(ListGames()).games] == [4]
    with machine.library() as library:
        assert in_play(library).number == 4
        assert in_play(library).report.found == ("The tape was damaged (a folder stands in its place).",)
