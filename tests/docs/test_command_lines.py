"""Every command line in the documents runs as written, or is listed here with the reason why not."""

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
from tests.docs.documents import ROOT, documents, fenced_blocks, name_of
from tests.table.running_table import RunningTable

SHELLS = ("sh", "console", "bash")
DEADLINE_S = 300

# Lines that a test cannot run, by how they begin.
NOT_RUN = {
    "sudo ": "needs root",
    "git clone ": "needs the network and an address",
    "python3 -m venv ": "for a Pi",
    ".venv/bin/pip install ": "needs the network",
    "make run": "needs a terminal: tests/console/test_first_rent.py runs it on one",
    "make check": "takes long: .ci/run does it",
    "make test": "runs this test",
    ".venv/bin/python -m pytest ": "runs a test within a test",
    ".venv/bin/companion selftest": "needs devices: tests/hardware/test_selftest.py has emulated ones",
    "cd ": "prints nothing",
    "mpremote ": "needs a Pico",
    "companion enrol ": "waits for a tag: tests/cli/test_enrol.py has one",
    "companion odds": "off while a game is in play: tests/odds has finished ones",
    "companion tablet": "serves until it is stopped: tests/web does both",
    "companion pair --remove ": "needs a paired device: tests/cli/test_tablet_commands.py has one",
}

EXIT_CODES = {"companion doctor": (0, 1)}  # it may find something wrong with this machine


class CommandLine(NamedTuple):
    document: str
    text: str


def command_lines() -> Iterator[CommandLine]:
    for path in documents():
        for block in fenced_blocks(path):
            if block.language in SHELLS:
                for text in block.text.replace("\\\n", " ").splitlines():
                    words = re.sub(r"(^|\s)#.*", "", text.removeprefix("$ ")).strip()
                    if words:
                        yield CommandLine(block.document, words)


LINES = list(command_lines())
RUN = [line for line in LINES if not any(f"{line.text} ".startswith(begin) for begin in NOT_RUN)]


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """Like a clone after `make`, with a running table and a game in progress."""
    with tempfile.TemporaryDirectory(prefix="d") as made:
        folder = Path(made)
        scripts = folder / ".venv" / "bin"
        scripts.mkdir(parents=True)
        python = shlex.quote(sys.executable)
        for name, command in (("python", python), ("companion", f"{python} -m companion")):
            (scripts / name).write_text(f'#!/bin/sh\nexec {command} "$@"\n')
            (scripts / name).chmod(0o755)
        for name in ("tests", "firmware_notes"):  # command lines name files in them
            (folder / name).symlink_to(ROOT / name)
        (folder / "stick").mkdir()
        (folder / "table.game").write_text("given Ann cash 1200\ngiven turn Ben\n")
        with RunningTable(folder / "companion") as table:
            table.begin()
            yield folder


def run(line: CommandLine, folder: Path) -> "subprocess.CompletedProcess[str]":
    env = {key: value for key, value in os.environ.items() if key not in ("COMPANION_CONFIG", "STATE_DIRECTORY")}
    env |= dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(folder))
    env |= {"PYTHONPATH": str(ROOT), "PATH": f"{folder}/.venv/bin:{os.environ['PATH']}"}
    text = re.sub(r"/media/[\w/]+", str(folder / "stick"), line.text)
    return subprocess.run(
        ["bash", "-euc", text],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        timeout=DEADLINE_S,
        stdin=subprocess.DEVNULL,
    )


@pytest.mark.parametrize("document", dict.fromkeys(line.document for line in RUN))
def test_the_command_lines_of_a_document_run(document: str, folder: Path) -> None:
    """In their order: some need what one before them has made."""
    for line in (one for one in RUN if one.document == document):
        done = run(line, folder)
        assert done.returncode in EXIT_CODES.get(line.text, (0,)), f"{line.text}\n{done.stdout}\n{done.stderr}"
        assert done.stdout or done.stderr or "--output" in line.text, f"{line.text} printed nothing"


def test_every_reason_is_needed() -> None:
    unused = [begin for begin in NOT_RUN if not any(f"{line.text} ".startswith(begin) for line in LINES)]
    assert unused == []


def test_every_command_named_in_a_sentence_exists() -> None:
    named = [
        (name_of(path), command)
        for path in documents()
        for command in re.findall(r"`companion ([a-z][\w-]*)", path.read_text("utf-8"))
    ]
    assert len(named) > 20
    assert [(document, command) for document, command in named if command not in COMMANDS] == []


def test_every_command_is_in_the_readme() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    named = set(re.findall(r"`(?:companion )?([a-z][\w-]*)[^`]*`", text))
    assert [name for name in COMMANDS if name not in named and name != "play"] == []
