"""The way that the README shows, from `make run` to the first rent, key by key on a real terminal."""

import re
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.console.key_queue import SETTLE_S
from tests.console.terminal import Terminal, wait_for
from tests.docs.documents import ROOT, section, table_rows
from tests.journal.conftest import tmp_path

__all__ = ["tmp_path"]  # short: a socket's path must be
README = ROOT / "README.md"
KEYS = {"Enter": b"\r"}
CTRL_Q = b"\x11"
MOST = 20  # presses


class ReadmeStep(NamedTuple):
    keys: list[bytes]
    words: str  # that are on the screen then


def road() -> list[ReadmeStep]:
    table = table_rows(section(README, "## From here to the first rent"))
    return [ReadmeStep(_keys(pressed), re.findall(r"\*([^*]+)\*", seen)[0]) for pressed, seen in table]


def _keys(pressed: str) -> list[bytes]:
    names = re.findall(r"`(\w+)`", pressed)
    return [KEYS.get(name) or name.encode() for name in names]


def command_of_make_run() -> list[str]:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    recipe = re.search(r"^run:.*\n\t@\$\(VENV\)/bin/companion (.*)$", makefile, re.M)
    assert recipe is not None
    return recipe[1].split()


def _read() -> None:
    """A key that was pressed before people could read the question was meant for another."""
    until = time.monotonic() + 1.2 * SETTLE_S
    wait_for(lambda: time.monotonic() > until, "time to read")


def test_from_make_run_to_the_first_rent_as_the_readme_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("COMPANION_CONFIG", raising=False)
    terminal = Terminal(*command_of_make_run())
    try:
        terminal.wait_for("A new game: who plays?")
        _read()
        for step in road():
            terminal.forget()
            terminal.type(b"".join(step.keys))
            terminal.wait_for(step.words)
            _read()
        terminal.type(b"q")  # why
        terminal.wait_for("RENT-1")
        terminal.type(CTRL_Q)
        assert terminal.end() == 0
    finally:
        terminal.close()


def test_the_way_to_the_first_rent_is_short() -> None:
    keys = [key for step in road() for key in step.keys]
    assert 5 < len(keys) < MOST
    assert all(len(key) == 1 for key in keys)
    assert f"{len(keys)} presses" in section(README, "## From here to the first rent")


def test_the_way_ends_with_a_rent() -> None:
    assert re.fullmatch(r"Oriental Avenue, \$\d+ rent to Player 1\.", road()[-1].words)
