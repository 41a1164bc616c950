"""Runs commands about the games of a machine, without a table, and returns what they print."""

from pathlib import Path

import pytest

from companion.cli import main
from tests.table.machine import Machine

Captured = pytest.CaptureFixture[str]
NO_GAMES = "There are no games here yet. `companion new --players Ann Ben` begins one.\n"


@pytest.fixture
def eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "data")


def run(machine: Machine, *words: str) -> int:
    return main([*words, "--data", str(machine.data)])


def shown(machine: Machine, capsys: Captured, *words: str) -> str:
    """What a successful command prints."""
    capsys.readouterr()
    assert run(machine, *words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def complaint(machine: Machine, capsys: Captured, *words: str, code: int = 1) -> str:
    capsys.readouterr()
    assert run(machine, *words) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    return err
