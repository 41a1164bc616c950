"""A backed-up household brought back: what is newer here stays, and whatever is replaced is kept beside it."""

from itertools import count
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from companion.config import Config, ConfigError, parse
from companion.journal import RealDisk
from companion.journal.shelf import Shelf
from companion.journal.tape import TAPE
from companion.keeping.manifest import Kept
from companion.rules import EDITIONS
from companion.table.games.keeper import Keeper
from companion.table.messages import Ask, RestoreBackup


class Outcome(NamedTuple):
    """A sentence, and whether what was asked for is so now."""

    said: str
    done: bool = True


def bring_game(keeper: Keeper, data: Path, one: Kept, content: bytes, *, force: bool) -> Outcome:
    try:
        return _game(keeper, data, one, content, force=force)
    except OSError as error:
        return _not_done(one, error)


def bring_file(path: Path, one: Kept, content: bytes, *, force: bool) -> Outcome:
    """Of the household: by the day it was changed, as there is nothing else to see which is newer."""
    try:
        return _file(path, one, content, force=force)
    except OSError as error:
        return _not_done(one, error)


def _not_done(one: Kept, error: OSError) -> Outcome:
    """What cannot be brought back does not keep the rest from it."""
    return Outcome(f"{one.path} could not be restored: {error.strerror or error}.", done=False)


def _game(keeper: Keeper, data: Path, one: Kept, content: bytes, *, force: bool) -> Outcome:
    id, copy = one.game or ("", "")
    disk = Shelf(data).disk(id)
    here = disk.read(TAPE) if disk.exists(TAPE) else b""
    if here == content:
        return Outcome(f"Game {id} is here already.")
    if here.startswith(content) and not force:
        return Outcome(f"Game {id} is left as it is: it has been played on since.")
    disk.replace(f"backups/{copy}", content)
    reply = keeper.answer(Ask("a", RestoreBackup(id, copy, force)))
    return Outcome(reply.message if reply.done else " ".join((reply.message, *reply.lines)), reply.done)


def _file(path: Path, one: Kept, content: bytes, *, force: bool) -> Outcome:
    here = path.read_bytes() if path.exists() else None
    if here == content:
        return Outcome(f"{path.name} is here already.")
    if not force and (why := _unreadable(path, content)):
        left = f"{path.name} is left as it is: with what was kept no table would start ({why})."
        return Outcome(f"{left} With --force it is replaced.", done=False)
    if here is None:
        RealDisk(path.parent).replace(path.name, content)
        return Outcome(f"{path.name} is restored.")
    if not force and _changed_ms(path) > one.changed_at_ms and not _is_untouched(path, here):
        why = f"{path.name} is left as it is: it was changed here since. With --force it is replaced."
        return Outcome(why, done=False)
    aside = _aside(path)
    RealDisk(path.parent).replace(aside, here)
    RealDisk(path.parent).replace(path.name, content)
    return Outcome(f"{path.name} is restored. What it was is kept as {aside}.")


def _changed_ms(path: Path) -> int:
    return path.stat().st_mtime_ns // 1_000_000


def _is_untouched(path: Path, content: bytes) -> bool:
    """Settings that say nothing but what holds anyway, as the installer brings them."""
    if path.suffix != ".toml":
        return False
    try:
        return _plain(parse(content.decode(), str(path))) == Config()
    except (ConfigError, UnicodeDecodeError):
        return False


def _unreadable(path: Path, content: bytes) -> str:
    """Why settings cannot be used; empty if they can."""
    if path.suffix != ".toml":
        return ""
    try:
        parse(content.decode(), path.name)
    except (ConfigError, UnicodeDecodeError) as error:
        return str(error).rstrip(".")
    return ""


def _plain(config: Config) -> Config:
    """The file that comes with the program names the edition that holds, too."""
    usual = replace(config.game, edition="") if config.game.edition == next(iter(EDITIONS)) else config.game
    house_rules = {name: value for name, value in usual.house_rules.items() if value is not False}
    return replace(config, game=replace(usual, house_rules=house_rules))


def _aside(path: Path) -> str:
    names = (f"{path.name}.before{f'-{number}' if number > 1 else ''}" for number in count(1))
    return next(name for name in names if not path.with_name(name).exists())
