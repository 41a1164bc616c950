"""Restoring a household from a backup: what is newer here stays, and whatever is replaced is kept beside it."""

from itertools import count
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from companion.household.settings import Config
from companion.household.settings_file import parse
from companion.household.usb_backup import SETTINGS, BackupFile
from companion.journal import JournalError, OlderThanLive, RealDisk
from companion.journal.backup import parse_name
from companion.journal.games_folder import GamesFolder
from companion.journal.restore import add_backup, require_nothing_lost
from companion.journal.tape import TAPE
from companion.rules import EDITIONS
from companion.table.games.library import GameLibrary
from companion.table.messages.requests import RestoreBackup
from companion.table.messages.wire import Ask
from companion.toml_document import TomlError


class RestoreResult(NamedTuple):
    """A sentence, and whether the file is now here as it was backed up, or newer."""

    message: str
    done: bool = True


def restore_game(library: GameLibrary, data: Path, file: BackupFile, content: bytes, *, force: bool) -> RestoreResult:
    id, copy = file.game or ("", "")
    disk = GamesFolder(data).disk(id)
    try:
        here = disk.read(TAPE) if disk.exists(TAPE) else b""
        if here == content:
            return RestoreResult(f"Game {id} is here already.")
        if here.startswith(content) and not force:
            return RestoreResult(f"Game {id} is left as it is: it has been played since.")
        if not force:
            require_nothing_lost(disk, content)
        named = parse_name(copy)
        backup = add_backup(disk, content, (named.at_ms if named else 0) or 0)
        reply = library.answer(Ask("a", RestoreBackup(id, backup.name, force)))
    except OSError as error:
        return _failed(file, error)
    except OlderThanLive as error:
        return RestoreResult(f"Game {id} is left as it is: {error} --force does it.", done=False)
    except JournalError as error:
        return RestoreResult(f"Game {id} could not be restored: {error}", done=False)
    return RestoreResult(reply.message if reply.done else " ".join((reply.message, *reply.lines)), reply.done)


def restore_file(path: Path, file: BackupFile, content: bytes, *, force: bool) -> RestoreResult:
    """Nothing but the date of change tells which of two files is newer."""
    try:
        here = path.read_bytes() if path.exists() else None
        if here == content:
            return RestoreResult(f"{path.name} is here already.")
        if not force and file.path == SETTINGS and (why := _why_unusable(path, content)):
            left = f"{path.name} is left as it is: no table would start with the one in the backup ({why})."
            return RestoreResult(f"{left} --force replaces it.", done=False)
        if here is None:
            RealDisk(path.parent).replace(path.name, content)
            return RestoreResult(f"{path.name} is restored.")
        changed_ms = path.stat().st_mtime_ns // 1_000_000
        if not force and changed_ms > file.changed_at_ms and not (file.path == SETTINGS and _is_untouched(path, here)):
            why = f"{path.name} is left as it is: it was changed here since. --force replaces it."
            return RestoreResult(why, done=False)
        names = (f"{path.name}.before{f'-{number}' if number > 1 else ''}" for number in count(1))
        aside = next(name for name in names if not path.with_name(name).exists())
        RealDisk(path.parent).replace(aside, here)
        RealDisk(path.parent).replace(path.name, content)
    except OSError as error:
        return _failed(file, error)
    return RestoreResult(f"{path.name} is restored. The old one is kept as {aside}.")


def _failed(file: BackupFile, error: OSError) -> RestoreResult:
    """One file that cannot be restored does not stop the others."""
    return RestoreResult(f"{file.path} could not be restored: {error.strerror or error}.", done=False)


def _why_unusable(path: Path, content: bytes) -> str:
    """Why settings cannot be used; empty if they can."""
    try:
        parse(content.decode(), path.name)
    except (TomlError, UnicodeDecodeError) as error:
        return str(error).rstrip(".")
    return ""


def _is_untouched(path: Path, content: bytes) -> bool:
    """Are these settings only defaults, as in the file that the installer brings?"""
    try:
        config = parse(content.decode(), str(path))
    except (TomlError, UnicodeDecodeError):
        return False
    game = config.game
    if game.edition == next(iter(EDITIONS)):  # the installer's file names the default edition
        game = replace(game, edition="")
    house_rules = {name: value for name, value in game.house_rules.items() if value is not False}
    return replace(config, game=replace(game, house_rules=house_rules)) == Config()
