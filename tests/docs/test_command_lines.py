"""Every command line in the documents runs as it stands there, or is in a list with the reason why not."""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.cli import COMMANDS
from tests.docs.documents import ROOT, blocks, documents, name_of
from tests.table.running import Running

SHELLS = ("sh", "console", "bash")
STICK = re.compile(r"/media/[\w/]+")
HERE = {"tests", "firmware_notes"}  # folders of the project that lines name
DEADLINE_S = 300

# What a test cannot do: by how the line begins.
NOT_RUN = {
    "sudo ": "needs root",
    "git clone ": "needs the network, and an address of yours",
    "python3 -m venv ": "is for a Pi",
    ".venv/bin/pip install ": "needs the network",
    "make run": "needs a terminal: tests/console/test_first_rent.py runs it on one",
    "make check": "takes long: .ci/run does it",
    "make test": "runs this test",
    ".venv/bin/python -m pytest ": "runs a test within a test",
    ".venv/bin/python -m hardware.selftest": "needs devices: tests/hardware/test_selftest.py has emulated ones",
    "cd ": "says nothing by itself",
    "mpremote ": "needs a Pico",
    "companion enrol ": "waits for a hand that holds a tag: tests/cli/test_enrol.py has one",
    "companion tablet": "serves until it is stopped: tests/web does both",
    "companion pair --remove ": "needs a device that is paired: tests/cli/test_tablet_commands.py has one",
}

ENDS = {"companion doctor": (0, 1)}  # it may well find something wrong with the machine that tests it


class Line(NamedTuple):
    document: str
    text: str


def lines() -> Iterator[Line]:
    for path in documents():
        for block in blocks(path):
            if block.language in SHELLS:
                for text in block.text.replace("\\\n", " ").splitlines():
                    words = re.sub(r"(^|\s)#.*", "", text.removeprefix("$ ")).strip()
                    if words:
                        yield Line(block.document, words)


def reason(line: Line) -> str:
    return next((why for begin, why in NOT_RUN.items() if f"{line.text} ".startswith(begin)), "")


LINES = list(lines())
RUN = [line for line in LINES if not reason(line)]


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """As a clone after `make`, with a table that runs and keeps a game."""
    with tempfile.TemporaryDirectory(prefix="d") as made:
        _furnish(Path(made))
        with Running(Path(made) / "companion") as table:
            table.begin()
            yield Path(made)


def _furnish(folder: Path) -> None:
    scripts = folder / ".venv" / "bin"
    scripts.mkdir(parents=True)
    python = shlex.quote(sys.executable)
    for name, command in (("python", python), ("companion", f"{python} -m companion")):
        (scripts / name).write_text(f'#!/bin/sh\nexec {command} "$@"\n')
        (scripts / name).chmod(0o755)
    for name in HERE:
        (folder / name).symlink_to(ROOT / name)
    (folder / "stick").mkdir()
    (folder / "table.game").write_text("given Ann cash 1200\ngiven turn Ben\n")


def run(line: Line, folder: Path) -> "subprocess.CompletedProcess[str]":
    its_own = {
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "PYTHONPATH": str(ROOT),
    }
    path = f"{folder}/.venv/bin:{os.environ['PATH']}"
    text = STICK.sub(str(folder / "stick"), line.text)
    command = ["bash", "-euc", text]
    env = {key: value for key, value in os.environ.items() if key not in ("COMPANION_CONFIG", "STATE_DIRECTORY")}
    return subprocess.run(
        command,
        cwd=folder,
        env=env | its_own | {"PATH": path},
        capture_output=True,
        text=True,
        timeout=DEADLINE_S,
        stdin=subprocess.DEVNULL,
    )


@pytest.mark.parametrize("line", RUN, ids=lambda line: f"{line.document} {line.text}")
def test_a_command_line_in_the_documents_runs(line: Line, folder: Path) -> None:
    done = run(line, folder)
    assert done.returncode in ENDS.get(line.text, (0,)), f"{done.stdout}\n{done.stderr}"
    assert done.stdout or done.stderr or "--output" in line.text, "it says something"


def test_every_reason_is_needed() -> None:
    unused = [begin for begin in NOT_RUN if not any(f"{line.text} ".startswith(begin) for line in LINES)]
    assert unused == []


# What is named within a sentence


def named() -> Iterator[tuple[str, str]]:
    """Each command with its document, however many a cell of a table has: `companion games` · `resume [GAME]`."""
    for path in documents():
        for code in re.findall(r"`companion ([a-z][\w-]*)", path.read_text("utf-8")):
            yield name_of(path), code


def test_every_command_in_a_sentence_is_one() -> None:
    assert [(document, name) for document, name in named() if name not in COMMANDS] == []


def test_every_command_is_in_the_readme() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    told = set(re.findall(r"`(?:companion )?([a-z][\w-]*)[^`]*`", text))
    assert [name for name in COMMANDS if name not in told and name != "play"] == []
