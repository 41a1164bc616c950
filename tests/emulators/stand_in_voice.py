"""Stand-ins for espeak-ng and aplay, which write down what they were told instead of making a sound."""

import os
from pathlib import Path

import pytest

_ESPEAK = """#!/bin/sh
echo "$@" >>"$0.words"
if [ -e "$0.stuck" ]; then exec sleep 1000; fi
if [ -e "$0.crashes" ]; then exit 3; fi
printf '%s\\n' "$(cat)" >>"$0.said"
echo sound
"""
_APLAY = """#!/bin/sh
echo "$@" >>"$0.words"
if [ -e "$0.broken" ]; then
    echo "ALSA lib: no such card" >&2
    echo "aplay: main:831: audio open error: No such file or directory" >&2
    exit 1
fi
cat >"$0.played"
"""


class StandInVoice:
    """Programs in a folder that comes first on the path."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder = folder / "programs"
        self._folder.mkdir()
        for name, text in (("espeak-ng", _ESPEAK), ("aplay", _APLAY)):
            (self._folder / name).write_text(text)
            (self._folder / name).chmod(0o755)
        monkeypatch.setenv("PATH", f"{self._folder}{os.pathsep}/usr/bin{os.pathsep}/bin")

    def said(self) -> list[str]:
        """Every sentence that was spoken to its end."""
        path = self._folder / "espeak-ng.said"
        return path.read_text().splitlines() if path.exists() else []

    def words(self, program: str) -> list[str]:
        """How the program was called each time."""
        path = self._folder / f"{program}.words"
        return path.read_text().splitlines() if path.exists() else []

    def remove(self, program: str) -> None:
        (self._folder / program).unlink()

    def played(self) -> bytes:
        return (self._folder / "aplay.played").read_bytes()

    def set(self, program: str, what: str, *, on: bool = True) -> None:
        """`stuck` or `crashes` for espeak-ng, `broken` for aplay."""
        path = self._folder / f"{program}.{what}"
        path.touch() if on else path.unlink()
