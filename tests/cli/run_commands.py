"""Runs commands about the games of a machine, without a table, and returns what they print."""

from pathlib import Path

import pytest

from companion.cli import main
from tests.table.data_folder import DataFolder

Captured = pytest.CaptureFixture[str]
NO_GAMES = "There are no games here yet. `companion new --players Ann Ben` begins one.\n"


@pytest.fixture
def eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def data_folder(tmp_path: Path) -> DataFolder:
    (tmp_path / "data").mkdir()
    return DataFolder(tmp_path / "data")


def run(data_folder: DataFolder, *words: str) -> int:
    return main([*words, "--data", str(data_folder.data)])


def shown(data_folder: DataFolder, capsys: Captured, *words: str) -> str:
    """What a successful command prints."""
    capsys.readouterr()
    assert run(data_folder, *words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def complaint(data_folder: DataFolder, capsys: Captured, *words: str, code: int = 1) -> str:
    capsys.readouterr()
    assert run(data_folder, *words) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    return err
