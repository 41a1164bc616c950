"""Text in and out of commands under any locale, numbers, and progress."""

import argparse
import os
import signal
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli import main
from companion.cli.terminal import PROGRESS_AFTER_S, Progress, number, saying, waiting
from tests.console.terminal import Terminal, wait_for
from tests.journal.conftest import tmp_path
from tests.table.data_folder import DataFolder
from tests.table.running_table import DEADLINE_S, ROOT

__all__ = ["tmp_path"]
Captured = pytest.CaptureFixture[str]
NO_LETTERS = {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.fixture
def data_folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "data")


# Letters


def ran(data_folder: DataFolder, *words: str, code: int = 0, **settings: str) -> bytes:
    command = [sys.executable, "-m", "companion", *words, "--data", str(data_folder.data)]
    run = subprocess.run(
        command, capture_output=True, check=False, cwd=ROOT, env=os.environ | NO_LETTERS | settings, timeout=DEADLINE_S
    )
    assert (run.returncode, b"Traceback" in run.stderr) == (code, False), run.stderr
    return run.stdout or run.stderr


def test_a_name_keeps_its_letters_without_a_locale(data_folder: DataFolder) -> None:
    ran(data_folder, "new", "--players", "Ann", "Zoë")
    with data_folder.library() as library:
        assert library.session is not None
        assert library.session.game.players[1].name == "Zoë"


@pytest.mark.parametrize("where", [(), ("--output", "-")])
def test_a_record_that_is_shown_is_the_one_that_would_be_written(
    data_folder: DataFolder, where: tuple[str, ...]
) -> None:
    ran(data_folder, "new", "--players", "Ann", "Zoë", "--title", "Süd")
    shown = ran(data_folder, "export", *where)
    assert shown.startswith("# Süd\nedition classic\nplayers Ann Zoë\n".encode())
    ran(data_folder, "export", "--output", str(data_folder.data / "x.game"))
    assert (data_folder.data / "x.game").read_bytes() == shown


def test_tags_can_be_shown_as_the_file_that_would_be_written(data_folder: DataFolder) -> None:
    data_folder.data.mkdir()
    shown = ran(data_folder, "tags", "export", "-")
    ran(data_folder, "tags", "export", str(data_folder.data / "x.json"))
    assert shown == (data_folder.data / "x.json").read_bytes()


# Numbers


@pytest.mark.parametrize("text", ["", "x", "1.5", "0", "1001", "-3", "9" * 5_000])
def test_an_invalid_number(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError) as caught:
        number(1, 1_000)(text)
    assert str(caught.value) == f"expected a number from 1 to 1,000, not {text!r}"


@pytest.mark.parametrize("text", ["1", "1000", " 7 "])
def test_a_valid_number(text: str) -> None:
    assert number(1, 1_000)(text) == int(text)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("new", "--players", "Ann", "Ben", "--minutes", "x"), "--minutes: expected a number from 1 to 1,440, not 'x'"),
        (("demo", "--players", "9"), "--players: expected a number from 2 to 8, not '9'"),
        (("pair", "--player", "9"), "--player: expected the number of a player, from 1 to 8, not '9'"),
        (("simulate", "--seed", "x"), "--seed: expected a number from"),
    ],
)
def test_commands_say_which_numbers_they_take(words: tuple[str, ...], said: str, capsys: Captured) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    assert said in capsys.readouterr().err


# That something is going on


class FakeErrorStream:
    """Keeps what is written to it, and may be a terminal."""

    def __init__(self, *, is_terminal: bool) -> None:
        self._is_terminal = is_terminal
        self.drawn = ""

    def isatty(self) -> bool:
        return self._is_terminal

    def write(self, text: str) -> int:
        self.drawn += text
        return len(text)

    def flush(self) -> None:
        pass


BOTH = pytest.mark.parametrize("is_terminal", [True, False], ids=["terminal", "file"])


def watched(patch: pytest.MonkeyPatch, *, is_terminal: bool) -> FakeErrorStream:
    screen = FakeErrorStream(is_terminal=is_terminal)
    patch.setattr(sys, "stderr", screen)
    patch.setattr("companion.cli.terminal.PROGRESS_AFTER_S", 0.01)
    return screen


@BOTH
def test_parts_are_counted(is_terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = watched(monkeypatch, is_terminal=is_terminal)
    with Progress(5_000, "games") as progress:
        progress._started += 1_000
        progress.show(1)
        assert screen.drawn == "", "it has only begun"
        progress._started -= 2_000
        progress.show(1_200)
        assert ("1,200 of 5,000 games" in screen.drawn) is is_terminal
    assert screen.drawn.endswith("\r\x1b[K") is is_terminal, "nothing is left of it"


@BOTH
def test_waiting_shows_how_long_it_has_taken(is_terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = watched(monkeypatch, is_terminal=is_terminal)
    with waiting("Looking") as tell_how_far:
        if is_terminal:
            wait_for(lambda: "Looking, 3 s" in screen.drawn, "the third second")
        tell_how_far("5 of 60")
        if is_terminal:
            wait_for(lambda: "Looking, 5 of 60, " in screen.drawn, "how far it is")
    assert screen.drawn.endswith("\r\x1b[K") is is_terminal, "nothing is left of it"
    assert bool(screen.drawn) is is_terminal


def test_a_line_is_cut_off_where_the_terminal_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else only the end of it could be cleared."""
    screen = watched(monkeypatch, is_terminal=True)
    with saying("Opening"):
        assert screen.drawn.endswith("\x1b[?7lOpening\x1b[?7h"), "wrapping is off meanwhile"
    assert screen.drawn.endswith("\r\x1b[K")


def test_a_short_wait_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", screen := FakeErrorStream(is_terminal=True))
    with waiting("Looking"):
        pass
    assert screen.drawn == ""
    assert PROGRESS_AFTER_S == 1.0


def test_waiting_for_a_slow_table_is_shown(data_folder: DataFolder) -> None:
    """This one listens and says nothing."""
    data_folder.data.mkdir()
    with closing(socket.socket(socket.AF_UNIX)) as silent:
        silent.bind(str(data_folder.data / "table.sock"))
        silent.listen()
        with closing(Terminal("games", "--data", str(data_folder.data))) as terminal:
            terminal.wait_for("Looking, 1 s")
            terminal.type(b"\x03")
            terminal.process.send_signal(signal.SIGINT)
            assert terminal.end() == 130
            assert "Traceback" not in terminal.drawn()
