"""The road that the README shows, from `make run` to the first rent, key by key on a real terminal."""

import re
from pathlib import Path

import pytest

from tests.console.terminal import Terminal
from tests.docs.documents import ROOT, rows, section
from tests.journal.conftest import tmp_path

__all__ = ["tmp_path"]  # short, as the path of a socket must be
README = ROOT / "README.md"
KEYS = {"Enter": b"\r"}
CTRL_Q = b"\x11"
MOST = 20  # presses


def road() -> list[tuple[bytes, str]]:
    """Each press, and words that then stand on the screen."""
    table = rows(section(README, "## From here to the first rent"))
    return [(_key(press), re.findall(r"\*([^*]+)\*", seen)[0]) for press, seen in table]


def _key(press: str) -> bytes:
    name = press.strip("`")
    return KEYS.get(name) or name.encode()


def command_of_make_run() -> list[str]:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    recipe = re.search(r"^run:.*\n\t@\$\(VENV\)/bin/companion (.*)$", makefile, re.M)
    assert recipe is not None
    return recipe[1].split()


def test_from_make_run_to_the_first_rent_as_the_readme_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("COMPANION_CONFIG", raising=False)
    terminal = Terminal(*command_of_make_run())
    try:
        terminal.wait_for("A new game: who plays?")
        for key, words in road():
            terminal.forget()
            terminal.type(key)
            terminal.wait_for(words)
        terminal.wait_for("RENT-1")
        terminal.type(CTRL_Q)
        assert terminal.end() == 0
    finally:
        terminal.close()


def test_the_road_is_short() -> None:
    keys = [key for key, _ in road()]
    assert 5 < len(keys) < MOST
    assert all(len(key) == 1 for key in keys), "one press a line"
    assert f"{len(keys)} presses" in section(README, "## From here to the first rent")


def test_the_road_ends_with_a_rent() -> None:
    assert re.fullmatch(r"Player 2 paid Player 1 \d+\. .*", road()[-1][1])
