"""A whole household in one folder, such as on a USB stick: written file by file and read back, the manifest last."""

import os
import shutil
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import NamedTuple

from companion.journal import RealDisk
from companion.keeping.manifest import BYTES_MOST, FILE, FORMAT, Damaged, Kept, Manifest, decode, encode, kept

FOLDER = "companion-"  # and when it was made
GAME_MOST = 256 * 1024 * 1024  # bytes
ALL_MOST = 4 * GAME_MOST


class Found(NamedTuple):
    """A file of the household."""

    path: str
    content: bytes
    changed_at_ms: int = 0


def put(stick: Path, files: Iterable[Found], app: str, when: datetime) -> Path:
    """In a new folder there. Raises OSError, and then nothing half done stays."""
    folder = _new_folder(stick, when)
    try:
        disk = RealDisk(folder)
        told = tuple(_put(disk, file) for file in files)
        _put(disk, Found(FILE, encode(Manifest(FORMAT, app, int(when.timestamp() * 1000), told))))
        os.sync()  # a stick is pulled out as soon as people are told that all is on it
    except OSError:
        with suppress(OSError):
            shutil.rmtree(folder)
        raise
    return folder


def _new_folder(stick: Path, when: datetime) -> Path:
    """No backup is ever written over another one."""
    name = f"{FOLDER}{when:%Y%m%d-%H%M%S}"
    names = (f"{name}{f'-{number}' if number > 1 else ''}" for number in count(1))
    folder = next(stick / one for one in names if not (stick / one).exists())
    folder.mkdir()
    return folder


def _put(disk: RealDisk, file: Found) -> Kept:
    disk.replace(file.path, file.content)
    if disk.read(file.path) != file.content:
        raise OSError(5, "It does not read as it was written", file.path)
    return kept(file.path, file.content, file.changed_at_ms)


def newest(folder: Path) -> Path:
    """The backup that is meant: this folder, or the newest of those in it."""
    if (folder / FILE).exists():
        return folder
    inside = sorted(path.parent for path in folder.glob(f"{FOLDER}*/{FILE}"))
    return inside[-1] if inside else folder


def take(folder: Path) -> tuple[Manifest, dict[str, bytes]]:
    """All of it, checked before any of it is used. Raises Damaged or OSError."""
    if not (folder / FILE).is_file():
        raise Damaged(f"there is no {FILE}, so it was never finished, or is none")
    manifest = decode(_read(folder / FILE, BYTES_MOST))
    if sum(max(one.size, 0) for one in manifest.files) > ALL_MOST:
        raise Damaged("it is larger than everything that a table could have kept")
    contents = {one.path: _taken(folder, one) for one in manifest.files}
    return manifest, contents


def _taken(folder: Path, one: Kept) -> bytes:
    path = folder / one.path
    if not path.exists():
        raise Damaged(f"{one.path} is missing")
    if not path.is_file() or path.is_symlink():  # a pipe would be waited for, and a link leads elsewhere
        raise Damaged(f"{one.path} is no file")
    content = _read(path, GAME_MOST) if path.stat().st_size == one.size else b""
    if not one.is_content(content):
        raise Damaged(f"{one.path} is not as it was written")
    return content


def _read(path: Path, most: int) -> bytes:
    with path.open("rb") as file:
        return file.read(most + 1)[:most]
