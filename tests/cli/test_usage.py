"""How any command is used: where it finds the games, wrong words, help with an example, and what it loads."""

import os
import subprocess
import sys
from itertools import pairwise

import pytest

from companion.cli import COMMANDS, main
from companion.table.messages.requests import ResumeGame
from tests.cli.run_commands import Captured, complaint, data_folder, eighty_columns, run, shown
from tests.greenwich import in_greenwich
from tests.table.data_folder import DataFolder, ask, in_play
from tests.table.running_table import ROOT

__all__ = ["data_folder", "eighty_columns", "in_greenwich"]
BOARD_COMMANDS = tuple(f"board {what}" for what in ("list", "show", "check", "copy"))
EVERY_COMMAND = (*COMMANDS, "journal verify", "journal repair", *BOARD_COMMANDS)
pytestmark = pytest.mark.usefixtures("in_greenwich", "eighty_columns")


# The folder


def test_a_folder_in_use_by_a_silent_table_is_reported(data_folder: DataFolder, capsys: Captured) -> None:
    with data_folder.library():
        err = complaint(data_folder, capsys, "games")
    assert err == (
        f"The games are in use by process {os.getpid()}: only one table may write them. "
        "It does not answer; it may be starting or stopping. Try again.\n"
    )


def test_a_file_in_place_of_the_folder_is_reported(data_folder: DataFolder, capsys: Captured) -> None:
    data_folder.data.rmdir()
    data_folder.data.write_text("not a folder")
    for words in (["games"], ["new", "--players", "Ann", "Ben"], ["backup"]):
        assert complaint(data_folder, capsys, *words) == f"The folder {data_folder.data} cannot be used: File exists.\n"


def test_a_long_path_to_the_folder_does_no_harm(data_folder: DataFolder, capsys: Captured) -> None:
    data_folder.data = data_folder.data / ("long" * 30)
    shown(data_folder, capsys, "new", "--players", "Ann", "Ben")
    assert "(in play)" in shown(data_folder, capsys, "games")


def test_the_folder_is_found_by_the_environment(
    data_folder: DataFolder, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    data_folder.new(title="Sunday")
    monkeypatch.setenv("STATE_DIRECTORY", str(data_folder.data))
    assert main(["games"]) == 0
    assert "Sunday" in capsys.readouterr().out


# Words


@pytest.mark.parametrize("words", [["games", "--data", ""], ["journal"], ["games", "x"], ["backup", "--to", ""]])
def test_wrong_usage_exits_with_2(capsys: Captured, words: list[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    assert "usage: companion" in capsys.readouterr().err


@pytest.mark.parametrize("command", EVERY_COMMAND)
def test_every_command_has_help_with_an_example(capsys: Captured, command: str) -> None:
    with pytest.raises(SystemExit) as left:
        main([*command.split(), "--help"])
    assert left.value.code == 0
    assert f"companion {command}" in capsys.readouterr().out.split("example", 1)[1]


@pytest.mark.parametrize("command", EVERY_COMMAND)
def test_the_lines_of_a_help_are_filled(capsys: Captured, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    with pytest.raises(SystemExit):
        main([*command.split(), "--help"])
    for part in capsys.readouterr().out.split("\n\n"):
        if "  " not in part and "usage:" not in part:
            lines = part.splitlines()
            early = [one for one, after in pairwise(lines) if len(f"{one} {after.split()[0]}") <= 100]
            assert not early, early


def test_loading_the_commands_loads_nothing_heavy() -> None:
    heavy = ("msgspec", "sqlite3", "asyncio", "companion.rules", "companion.table", "companion.journal")
    program = f"import companion.cli, sys; print(*[name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.split() == []


def test_the_next_to_resume_is_the_newest(data_folder: DataFolder) -> None:
    """The next table continues the game that `companion new` began without a table."""
    data_folder.new(2)
    run(data_folder, "new", "--players", "Cy", "Di")
    with data_folder.library() as library:
        assert in_play(library).start.names == ("Cy", "Di")
        assert ask(library, ResumeGame()).done
