"""Commands about games ask a running table, and do not open its files themselves."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import main
from companion.household.folders import socket_path
from companion.rules import commands as said
from companion.table.client import ask
from companion.table.messages.requests import ListGames
from tests.table.data_folder import DataFolder, in_play

Captured = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[2]


@pytest.fixture
def data_folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "data")


@pytest.fixture
def _table(data_folder: DataFolder) -> Iterator[None]:
    command = [sys.executable, "-m", "companion", "table", "--data", str(data_folder.data)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as table:
        assert table.stdout is not None
        try:
            assert "Listening at" in table.stdout.readline()
            yield
        finally:
            table.send_signal(signal.SIGTERM)
            table.communicate()
        assert table.returncode == 0


def shown(data_folder: DataFolder, capsys: Captured, *words: str, code: int = 0) -> str:
    capsys.readouterr()
    assert main([*words, "--data", str(data_folder.data)]) == code
    out, err = capsys.readouterr()
    return str(out or err)


@pytest.mark.usefixtures("_table")
def test_every_command_is_answered_by_the_table(data_folder: DataFolder, capsys: Captured, tmp_path: Path) -> None:
    begun = shown(data_folder, capsys, "new", "--players", "Ann", "Ben", "--title", "Sunday")
    (first,) = data_folder.games_folder.ids()
    assert begun.startswith(f"Game {first} begins, with Ann and Ben.\n")
    assert "No table is running" not in begun
    shown(data_folder, capsys, "new", "--players", "Cy", "Di")
    _, second = data_folder.games_folder.ids()
    assert shown(data_folder, capsys, "games").startswith(f"{second}  (in play)\n")
    assert shown(data_folder, capsys, "resume", first).startswith(f"Game {first} (Sunday) is in play")
    begun = "# Sunday\nedition classic\nplayers Ann Ben\n# dice commitment "
    assert shown(data_folder, capsys, "export").startswith(begun)
    assert shown(data_folder, capsys, "journal", "verify").startswith("2 games, nothing damaged.\n")
    assert shown(data_folder, capsys, "journal", "repair") == f"Game {first} was whole. No move was made yet.\n"
    assert f"A copy is in {tmp_path / second}" in shown(data_folder, capsys, "backup", second, "--to", str(tmp_path))
    assert shown(data_folder, capsys, "restore", "--list").startswith(f"Backups of game {first}")
    assert "after 0 moves." in shown(data_folder, capsys, "restore", first)
    reply = ask(socket_path(data_folder.data), ListGames())
    assert reply is not None
    assert [game.id for game in reply.games if game.in_play] == [first]


@pytest.mark.usefixtures("_table")
def test_its_complaints_are_shown_as_they_are(data_folder: DataFolder, capsys: Captured) -> None:
    assert shown(data_folder, capsys, "new", "--players", "Ann", code=2).startswith("2 to 8 players can play classic")
    assert shown(data_folder, capsys, "resume", code=1).startswith("There are no games here yet.")
    assert shown(data_folder, capsys, "new", "--players", "Ann", "x" * 2_001, code=2).startswith(
        "This cannot be asked: "
    )


def test_what_was_begun_without_a_table_is_resumed_by_it(
    data_folder: DataFolder, capsys: Captured, request: pytest.FixtureRequest
) -> None:
    with data_folder.library() as library:
        assert library.session is None
    shown(data_folder, capsys, "new", "--players", "Ann", "Ben")
    with data_folder.library() as library:
        in_play(library).give("roll-1", said.Roll(0, (6, 2)))
    request.getfixturevalue("_table")
    assert "(in play)" in shown(data_folder, capsys, "games")
    assert "\nAnn rolls 6 2\n# dice commitment " in shown(data_folder, capsys, "export")
