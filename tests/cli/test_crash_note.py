"""A console that crashes: people read a sentence, the game goes on, and the crash is noted."""

from pathlib import Path

import pytest

from companion.cli import console as command
from companion.cli.console import MAX_LOG_BYTES, open_console, write_crash_note
from companion.cli.terminal import DONE, FAILED
from companion.console.app import ConsoleApp
from companion.console.state import Note


class CrashingConsole:
    """In place of `ConsoleApp.run`: crashes so many times, and keeps the notes of each console."""

    def __init__(self, times: int) -> None:
        self._left = times
        self.notes: list[tuple[Note, ...]] = []

    def run(self, app: ConsoleApp) -> None:
        self.notes.append(app.state.notes)
        if self._left:
            self._left -= 1
            app._exception = LookupError("a card that is none")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    return tmp_path / "home/companion"


@pytest.fixture
def crashes(monkeypatch: pytest.MonkeyPatch) -> CrashingConsole:
    once = CrashingConsole(1)
    monkeypatch.setattr(ConsoleApp, "run", lambda app: once.run(app))
    return once


def test_it_is_opened_again_and_says_so(
    crashes: CrashingConsole, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "STEADY_S", 0.0)
    assert open_console(tmp_path / "table.sock", is_touch=False) == DONE
    first, second = crashes.notes
    assert first == ()
    assert [note.title for note in second] == ["This screen was opened again"]
    assert "LookupError: a card that is none" in (tmp_path / "console.log").read_text("utf-8")
    assert capsys.readouterr() == ("", "")


def test_one_that_crashes_at_once_is_not_opened_for_ever(
    crashes: CrashingConsole, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert open_console(tmp_path / "table.sock", is_touch=False) == FAILED
    told = capsys.readouterr().err
    assert told.startswith("The console crashed. The game is saved at the table.")
    assert "Traceback" not in told
    assert len(crashes.notes) == 1


@pytest.mark.usefixtures("crashes")
def test_a_user_who_may_not_write_beside_the_games_notes_it_at_home(
    tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "console.log").mkdir()
    assert open_console(tmp_path / "table.sock", is_touch=False) == FAILED
    assert "LookupError: a card that is none" in (home / "console.log").read_text("utf-8")
    assert capsys.readouterr().err.endswith(f"Details for developers: {home / 'console.log'}\n")


def test_many_crash_notes_do_not_fill_the_card(tmp_path: Path) -> None:
    for _ in range(20):
        write_crash_note(tmp_path, LookupError("x" * 50_000))
    assert (tmp_path / "console.log").stat().st_size < MAX_LOG_BYTES + 60_000


@pytest.mark.usefixtures("crashes")
def test_a_crash_is_reported_even_if_no_disk_can_be_written(
    tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "console.log").mkdir()
    (home / "console.log").mkdir(parents=True)
    assert open_console(tmp_path / "table.sock", is_touch=False) == FAILED
    assert capsys.readouterr().err.endswith("`companion console` opens it again.\n")
