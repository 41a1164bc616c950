"""The terminal we write to: how wide it is, and streams that can always be written to."""

import io
import os
import shutil
import sys
from pathlib import Path

NARROWEST = 20


def width(otherwise: int) -> int:
    """Columns to write in; `otherwise` where there is no terminal."""
    return max(shutil.get_terminal_size((otherwise, 24)).columns, NARROWEST)


def let_anything_be_printed() -> None:
    """A stream that was closed swallows everything; one that cannot show a character shows its number."""
    sys.stdout, sys.stderr = sys.stdout or _nowhere(), sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _nowhere() -> io.TextIOWrapper:
    return Path(os.devnull).open("w", encoding="utf-8")


def say_no_more() -> None:
    """For the end: what is still buffered can go nowhere, and must not complain at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(nowhere, stream.fileno())
