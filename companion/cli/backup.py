"""`companion backup`: a copy of a game, or of everything in this household, here or on a USB stick."""

import argparse
import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from time import time_ns

from companion import __version__
from companion.boards import SHIPPED
from companion.boards.board_file import MAX_BYTES
from companion.boards.own_boards import board_names, own_path
from companion.cli.ask_table import ask, tell
from companion.cli.terminal import DONE, Progress, add_data, add_game, complain, fail, not_empty, save_file, warn
from companion.household.backup_checks import HOUSEHOLD_FILES
from companion.household.folders import data_folder
from companion.household.settings_file import locate
from companion.household.usb_backup import BOARDS, SETTINGS, HouseholdFile, write_backup
from companion.journal import JournalError, inspect_journal
from companion.journal.backup import name_copy, plain_name
from companion.journal.games_folder import GamesFolder
from companion.journal.tape import render_tape
from companion.plain_text import printable
from companion.rules.lists import and_list
from companion.table.messages.requests import BackUp, ListGames
from companion.table.messages.views import GameLine

NO_FOLDER = "there is no folder {}. If it is a USB stick, is it plugged in?"
HELP = """\
Every copy is read back and checked. The table also makes backups by itself: at the start, every fifty moves, and when a
game is put away. To use a copy on another machine, put it into the game's folder there, as
FOLDER/games/GAME/backups/COPY, and run `companion restore GAME`.

With --all everything goes to a new folder there: all games, boards, tags, paired devices and settings. To bring it
back, on this machine or another one, run `companion restore --all`. On another machine, pair tablets again.

examples:
  companion backup
  companion backup --all /media/stick
  companion backup 20261116-2041 --to /media/stick
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--to", type=not_empty, metavar="FOLDER", help="a second copy there, such as on a USB stick")
    add_all(parser, "all games, boards, tags, devices and settings, to a new folder there")
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    if args.all is not None and (args.game or args.to is not None):
        return complain("companion backup: --all is everything; leave out the game and --to")
    if args.all is not None:
        return backup_all(args)
    if args.to is not None and not Path(args.to).is_dir():
        return complain(f"companion backup: {NO_FOLDER.format(args.to)}")
    reply = ask(args, BackUp(args.game))
    code = tell(reply)
    if code or args.to is None:
        return code
    backup, folder = Path(reply.lines[0]), Path(args.to)
    copy = folder / backup.parent.parent.name / backup.name  # in a folder of the game's name: a stick holds many games
    try:
        copy.parent.mkdir(exist_ok=True)
        save_file(copy, backup.read_bytes())
    except OSError as error:
        why = error.strerror or error
        return fail(f"companion backup: could not copy to {folder}: {why}. The backup itself is safe.")
    print(f"A copy is in {copy}, and was read back.")
    return DONE


# --all, which export and restore have too


def add_all(parser: argparse.ArgumentParser, help: str) -> None:
    parser.add_argument("--all", type=not_empty, metavar="FOLDER", help=help)


def each_with_progress(games: tuple[GameLine, ...]) -> Iterator[GameLine]:
    with Progress(len(games), "games") as progress:
        for count, game in enumerate(games, 1):
            yield game
            progress.show(count)


def count_games(count: int) -> str:
    return "1 game" if count == 1 else f"{count:,} games"


def backup_all(args: argparse.Namespace) -> int:
    if not Path(args.all).is_dir():
        return complain(f"companion backup: {NO_FOLDER.format(args.all)}")
    listed = ask(args, ListGames())
    if not listed.done:
        return tell(listed)
    data, settings = data_folder(args.data), locate(None, os.environ)
    places = {f"household/{name}": data / name for name in HOUSEHOLD_FILES} | ({SETTINGS: settings} if settings else {})
    tapes, problems = list[HouseholdFile](), list[str]()
    for key in board_names(data)[len(SHIPPED) :]:
        board = own_path(data, key)
        if board.is_file() and board.stat().st_size > MAX_BYTES:
            problems.append(f"{board} was left out: it is too large for a board.")
        else:
            places[f"{BOARDS}/{board.name}"] = board
    try:
        for game in each_with_progress(listed.games):
            reply = ask(args, BackUp(game.id))
            if reply.done:
                copy = Path(reply.lines[0])
                tapes.append(HouseholdFile(f"games/{game.id}/{plain_name(copy.name)}", copy.read_bytes()))
            elif found := _tape_as_read(data, game.id):
                tapes.append(found)
            else:
                problems.append(f"Game {game.id} could not be saved: {reply.message}")
        others = [
            HouseholdFile(path, place.read_bytes(), place.stat().st_mtime_ns // 1_000_000)
            for path, place in places.items()
            if place.is_file()
        ]
        folder = write_backup(Path(args.all), [*tapes, *others], __version__, datetime.now().astimezone())
    except OSError as error:
        why = error.strerror or error
        return fail(f"companion backup: nothing was saved in {args.all}: {why}. The games are safe.")
    what = and_list([count_games(len(tapes)), *(Path(file.path).name for file in others)])
    print(printable(f"In {folder}, and read back: {what}."))
    return warn(problems)


def _tape_as_read(data: Path, id: str) -> HouseholdFile | None:
    """The game as it is, from a card that can no longer be written to, so that the table cannot make a copy."""
    try:
        chain = inspect_journal(GamesFolder(data).disk(id)).chain
        chain.require_whole()
    except (JournalError, OSError):
        return None
    name = name_copy(chain.lines[-1].number, time_ns() // 1_000_000)
    return HouseholdFile(f"games/{id}/{name}", render_tape(chain.lines))
