"""A whole household in one folder, such as on a USB stick: every file is written and read back, the manifest last.

The manifest lists every file with its checksum. A folder without one is a backup that was never finished.
"""

import hashlib
import os
import re
import shutil
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.household.backup_checks import (
    HOUSEHOLD_FILES,
    MAX_GAME_BYTES,
    max_bytes,
    sha256_of,
    why_no_game,
    why_no_tape,
    why_unusable,
)
from companion.journal import RealDisk
from companion.play.dice import DiceSource
from companion.rules.board_checks import is_board_key

FOLDER = "companion-"  # followed by date and time
MANIFEST = "manifest.json"
FORMAT = 2  # 1 had no boards
MAX_MANIFEST_BYTES = 4 * 1024 * 1024
MAX_FILES = 5_000
MAX_TOTAL_BYTES = 1024 * 1024 * 1024
SETTINGS = "settings/companion.toml"
BOARDS = "boards"  # the folder, here and in the data folder
_GAME = re.compile(r"games/([0-9a-z][0-9a-z-]{0,63})/(\d{6,12}-\d{8}T\d{6}\.tape)")


class BackupDamaged(Exception):
    """The message says what is wrong, as the end of a sentence."""


class ManifestDamaged(BackupDamaged):
    """Only the list is: the files may be as good as ever."""


class HouseholdFile(NamedTuple):
    """A file to back up."""

    path: str  # in the backup
    content: bytes
    changed_at_ms: int = 0


class BackupFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file in a backup, as the manifest describes it."""

    path: str
    size: int
    sha256: str
    changed_at_ms: int = 0

    @property
    def game(self) -> tuple[str, str] | None:
        """The game's id and the name of the copy, if this is a game."""
        found = _GAME.fullmatch(self.path)
        return (found[1], found[2]) if found else None

    @property
    def household(self) -> str:
        """Its path in the data folder, if it belongs there."""
        folder, _, name = self.path.partition("/")
        if folder == BOARDS and name.endswith(".toml") and is_board_key(name.removesuffix(".toml")):
            return self.path
        return name if folder == "household" and name in HOUSEHOLD_FILES else ""


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    format: int
    app: str  # the version that wrote it
    made_at_ms: int
    files: tuple[BackupFile, ...]
    check: str = ""  # a checksum of all the rest


class StickBackup(NamedTuple):
    """A backup as it was found: what can be used, and why the rest cannot."""

    usable: tuple[BackupFile, ...]
    wrong: dict[str, str]  # of the others, by their paths, why: the end of a sentence
    problem: str  # with the manifest, if there is one


class _Format(Struct, frozen=True):
    format: int


# Writing


def write_backup(stick: Path, files: Iterable[HouseholdFile], app: str, when: datetime) -> Path:
    """Writes a new folder on the stick; no backup ever replaces another. Raises OSError and then leaves nothing."""
    name = f"{FOLDER}{when:%Y%m%d-%H%M%S}"
    names = (f"{name}{f'-{number}' if number > 1 else ''}" for number in count(1))
    folder = next(stick / one for one in names if not (stick / one).exists())
    folder.mkdir()
    try:
        disk = RealDisk(folder)
        written = tuple(_write(disk, file) for file in files)
        manifest = encode_manifest(Manifest(FORMAT, app, int(when.timestamp() * 1000), written))
        _write(disk, HouseholdFile(MANIFEST, manifest))
        os.sync()  # people pull the stick out as soon as they read that it is done
    except OSError:
        with suppress(OSError):
            shutil.rmtree(folder)
        raise
    return folder


def _write(disk: RealDisk, file: HouseholdFile) -> BackupFile:
    disk.replace(file.path, file.content)
    if disk.read(file.path) != file.content:
        raise OSError(5, "It does not read back as it was written", file.path)
    return describe_file(file)


def describe_file(file: HouseholdFile) -> BackupFile:
    return BackupFile(file.path, len(file.content), hashlib.sha256(file.content).hexdigest(), file.changed_at_ms)


def encode_manifest(manifest: Manifest) -> bytes:
    return msgspec.json.format(msgspec.json.encode(replace(manifest, check=_checksum(manifest)))) + b"\n"


def _checksum(manifest: Manifest) -> str:
    return hashlib.sha256(msgspec.json.encode(replace(manifest, check=""))).hexdigest()


# Reading


def newest_backup(folder: Path) -> Path:
    """The folder itself if it is a backup, or else the newest backup in it."""
    if (folder / MANIFEST).exists():
        return folder
    inside = sorted(path.parent for path in folder.glob(f"{FOLDER}*/{MANIFEST}"))
    return inside[-1] if inside else folder


def read_backup(folder: Path, dice: DiceSource) -> StickBackup:
    """All of it is checked before any of it is used, one file after the other, and none is kept in memory.

    Raises BackupDamaged if nothing says what belongs to it.
    """
    if not (folder / MANIFEST).is_file() or (folder / MANIFEST).is_symlink():
        raise BackupDamaged(f"there is no {MANIFEST}, so it is no backup or was never finished")
    usable, wrong, problem = list[BackupFile](), dict[str, str](), ""
    try:
        files = decode_manifest(_read(folder / MANIFEST, MAX_MANIFEST_BYTES)).files
    except ManifestDamaged as error:
        problem, files = str(error), _list_games(folder)
    if sum(max(one.size, 0) for one in files) > MAX_TOTAL_BYTES:
        raise BackupDamaged("it is larger than any table could have written")
    for one in files:
        try:
            content = read_file(folder, one)
            why = why_no_game(one.game[0], content, dice) if one.game else why_unusable(one.household, content)
            if why:
                raise BackupDamaged(why)
            usable.append(one)
        except BackupDamaged as error:
            wrong[one.path] = str(error)
        except OSError as error:
            wrong[one.path] = f"it cannot be read ({error.strerror or error})"
    return StickBackup(tuple(usable), wrong, problem)


def read_file(folder: Path, file: BackupFile) -> bytes:
    """Raises BackupDamaged unless it is what the list says, and OSError. Nothing too large is ever read."""
    path, limit = folder / file.path, max_bytes(file.household, is_game=file.game is not None)
    if not path.exists():
        raise BackupDamaged("it is missing")
    # Reading a pipe would wait, and a link leads elsewhere, even one of the folders above.
    if not path.is_file() or path.resolve() != folder.resolve() / file.path:
        raise BackupDamaged("it is not a file")
    size = path.stat().st_size
    if size > limit:
        raise BackupDamaged(f"it is too large, with {size:,} bytes of at most {limit:,}")
    if size != file.size or sha256_of(path, limit) != (file.size, file.sha256):
        raise BackupDamaged("it is not as it was written")
    if file.game and (why := why_no_tape(path)):
        raise BackupDamaged(why)
    content = _read(path, limit)
    if hashlib.sha256(content).hexdigest() != file.sha256:
        raise BackupDamaged("it has changed meanwhile")
    return content


def _list_games(folder: Path) -> tuple[BackupFile, ...]:
    """For a backup whose manifest is lost: the games in it, each with the checksum that it has now."""
    found = []
    for path in sorted(folder.glob("games/*/*.tape"))[:MAX_FILES]:
        file = BackupFile(path.relative_to(folder).as_posix(), 0, "")
        if file.game and path.is_file() and not path.is_symlink() and path.stat().st_size <= MAX_GAME_BYTES:
            size, checksum = sha256_of(path, MAX_GAME_BYTES)
            found.append(replace(file, size=size, sha256=checksum))
    return tuple(found)


def other_backup_of(folder: Path, path: str) -> Path | None:
    """Another backup beside this one with a sound copy of the same game or file; the newest of them."""
    game = BackupFile(path, 0, "").game
    for other in sorted((found.parent for found in folder.parent.glob(f"{FOLDER}*/{MANIFEST}")), reverse=True):
        if other == folder:
            continue
        with suppress(BackupDamaged, OSError):
            files = decode_manifest(_read(other / MANIFEST, MAX_MANIFEST_BYTES)).files
            for one in files:
                if one.path == path or (game and one.game and one.game[0] == game[0]):
                    read_file(other, one)
                    return other
    return None


def _read(path: Path, limit: int) -> bytes:
    with path.open("rb") as file:
        return file.read(limit)


def decode_manifest(content: bytes) -> Manifest:
    """Raises BackupDamaged, also for paths that would lead out of the folder."""
    try:
        format = msgspec.json.decode(content, type=_Format).format
        if format > FORMAT:
            raise BackupDamaged("it was written by a newer companion: upgrade this one first")
        manifest = msgspec.json.decode(content, type=Manifest)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise ManifestDamaged(f"{MANIFEST} cannot be read") from None
    if manifest.check != _checksum(manifest):
        raise ManifestDamaged(f"{MANIFEST} is not as it was written")
    if len(manifest.files) > MAX_FILES:
        raise BackupDamaged(f"it has more files than any table could have written, {len(manifest.files):,} of them")
    if len({one.path for one in manifest.files}) < len(manifest.files):
        raise BackupDamaged("it names a file twice")
    for one in manifest.files:
        if not (one.game or one.household or one.path == SETTINGS):
            raise ManifestDamaged(f"{MANIFEST} names {one.path!r}, which no backup contains")
    return manifest
