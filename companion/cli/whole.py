"""`--all` of backup and export: not one game, but everything of this household, to a folder such as on a stick."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.asking import DONE, FAILED, ask, complain, not_empty, printable, tell
from companion.cli.progress import Progress

if TYPE_CHECKING:
    from companion.household.usb_backup import HouseholdFile
    from companion.table.messages import GameLine

NO_FOLDER = "there is no folder {}. If it is a stick, is it plugged in?"


def add_all(parser: argparse.ArgumentParser, help: str) -> None:
    parser.add_argument("--all", type=not_empty, metavar="FOLDER", help=help)


def backup_all(args: argparse.Namespace) -> int:
    from datetime import datetime

    from companion import __version__
    from companion.household.usb_backup import write_backup

    games, problems = _every_game(args, "backup"), list[str]()
    if isinstance(games, int):
        return games
    try:
        files = [*_copies(args, games, problems), *_household(args)]
        folder = write_backup(Path(args.all), files, __version__, datetime.now().astimezone())
    except OSError as error:
        why = error.strerror or error
        return failed(f"companion backup: nothing was kept in {args.all}: {why}. The games are safe.")
    print(printable(f"In {folder}, and read back: {_what(files)}."))
    return _told(problems)


def export_all(args: argparse.Namespace) -> int:
    from companion.cli.files import save

    games, problems = _every_game(args, "export"), list[str]()
    if isinstance(games, int):
        return games
    try:
        for id, record in _records(args, games, problems):
            save(Path(args.all) / f"{id}.game", record)
    except OSError as error:
        return failed(f"companion export: {args.all} takes no more records: {error.strerror or error}.")
    print(printable(f"{_counted(len(games))} written to {args.all}."))
    return _told(problems)


def _every_game(args: argparse.Namespace, command: str) -> "tuple[GameLine, ...] | int":
    """Or the code to leave with, once it was told why."""
    from companion.table.messages import ListGames

    if not Path(args.all).is_dir():
        return complain(f"companion {command}: {NO_FOLDER.format(args.all)}")
    reply = ask(args, ListGames())
    return reply.games if reply.done else tell(reply)


def _records(
    args: argparse.Namespace, games: "tuple[GameLine, ...]", problems: list[str]
) -> Iterator[tuple[str, bytes]]:
    from companion.table.messages import ExportGame

    for game in _shown(games):
        reply = ask(args, ExportGame(game.id))
        problems += [f"Game {game.id}: {why}" for why in (reply.lines if reply.done else (reply.message,))]
        if reply.done:
            yield game.id, reply.text.encode()


def _copies(args: argparse.Namespace, games: "tuple[GameLine, ...]", problems: list[str]) -> "Iterator[HouseholdFile]":
    """Of each game a copy that the table has just made and proven. Raises OSError."""
    from companion.household.usb_backup import HouseholdFile
    from companion.table.messages import BackUp

    for game in _shown(games):
        reply = ask(args, BackUp(game.id))
        if reply.done:
            copy = Path(reply.lines[0])
            yield HouseholdFile(f"games/{game.id}/{copy.name}", copy.read_bytes())
        elif found := _as_it_is(args, game.id):
            yield found
        else:
            problems.append(f"Game {game.id} could not be kept: {reply.message}")


def _shown(games: "tuple[GameLine, ...]") -> "Iterator[GameLine]":
    with Progress(len(games), "games") as progress:
        for count, game in enumerate(games, 1):
            yield game
            progress.show(count)


def _as_it_is(args: argparse.Namespace, id: str) -> "HouseholdFile | None":
    """A game on a card that takes nothing any more, and so no copy either: its whole history, as it is read."""
    from time import time_ns

    from companion.household.folders import data_folder
    from companion.household.usb_backup import HouseholdFile
    from companion.journal import JournalError, inspect_journal
    from companion.journal.backup import name_backup
    from companion.journal.games_folder import GamesFolder
    from companion.journal.tape import render_tape

    try:
        chain = inspect_journal(GamesFolder(data_folder(args.data)).disk(id)).chain
        chain.require_whole()
    except (JournalError, OSError):
        return None
    name = name_backup(chain.lines[-1].number, time_ns() // 1_000_000).name
    return HouseholdFile(f"games/{id}/{name}", render_tape(chain.lines))


def _household(args: argparse.Namespace) -> "Iterator[HouseholdFile]":
    """Tags, devices and settings, of what there is. Raises OSError."""
    import os

    from companion.household.folders import data_folder
    from companion.household.settings_file import locate
    from companion.household.usb_backup import HOUSEHOLD_FILES, SETTINGS, HouseholdFile

    data, settings = data_folder(args.data), locate(None, os.environ)
    places = {f"household/{name}": data / name for name in HOUSEHOLD_FILES} | ({SETTINGS: settings} if settings else {})
    for path, place in places.items():
        if place.is_file():
            yield HouseholdFile(path, place.read_bytes(), place.stat().st_mtime_ns // 1_000_000)


def _what(files: "list[HouseholdFile]") -> str:
    from companion.rules.phrases import and_list

    others = [Path(file.path).name for file in files if not file.path.startswith("games/")]
    return and_list([_counted(len(files) - len(others)), *others])


def _counted(count: int) -> str:
    return "1 game" if count == 1 else f"{count:,} games"


def _told(problems: list[str]) -> int:
    for problem in problems:
        print(printable(problem), file=sys.stderr)
    return FAILED if problems else DONE


def failed(why: str) -> int:
    print(printable(why), file=sys.stderr)
    return FAILED
