"""Reads the unit files of this tree, and runs the tools of systemd that check them."""

import os
import shutil
import subprocess
from configparser import ConfigParser
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "systemd"
SERVICES = ("companion-table.service", "companion-tablet.service")
UNITS = (*SERVICES, "companion-tablet.socket")
UNPACKED = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "table-companion/udevadm/udevadm"
COMMAND = "/opt/companion/venv/bin/companion"


class Unit:
    """The settings of a unit file. One may appear several times."""

    def __init__(self, name: str) -> None:
        self.text = (FOLDER / name).read_text("utf-8")
        self._settings: dict[str, list[str]] = {}
        for line in self.text.splitlines():
            key, is_set, value = line.partition("=")
            if is_set and not line.startswith("#"):
                self._settings.setdefault(key, []).append(value)

    def all(self, key: str) -> list[str]:
        return self._settings.get(key, [])

    def one(self, key: str) -> str:
        (value,) = self.all(key)
        return value

    def environment(self) -> dict[str, str]:
        pairs = (pair.partition("=") for line in self.all("Environment") for pair in line.split())
        return {name: value for name, _, value in pairs}


def copy_units(folder: Path) -> list[Path]:
    """The units with a command that exists: `verify` looks for it, and the companion is not installed here."""
    command = folder / "companion"
    command.write_text("#!/bin/sh\n")
    command.chmod(0o755)
    for name in UNITS:
        text = (FOLDER / name).read_text("utf-8")
        (folder / name).write_text(text.replace(COMMAND, str(command)))
    return [folder / name for name in UNITS]


def analyze(*words: str) -> subprocess.CompletedProcess[str]:
    tool = shutil.which("systemd-analyze")
    assert tool, "systemd-analyze is not there: it is in the package systemd"
    return _run(tool, *words)


@cache
def udevadm() -> str:
    """One that can verify rules, or nothing. .ci/debian13 downloads one."""
    for tool in (os.environ.get("UDEVADM"), shutil.which("udevadm"), str(UNPACKED)):
        if tool and Path(tool).exists() and not _run(tool, "verify", "--help").returncode:
            return tool
    return ""


def _run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, check=False)


def desktop_entry() -> dict[str, str]:
    parser = ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(FOLDER / "companion-screen.desktop", "utf-8")
    return dict(parser["Desktop Entry"])
