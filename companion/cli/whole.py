"""`--all` of backup, restore and export: not one game, but everything of this household, to a folder or from one."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.asking import DONE, FAILED, ask, complain, not_empty, printable, tell

if TYPE_CHECKING:
    from companion.keeping.bringing_back import Outcome
    from companion.keeping.manifest import Manifest
    from companion.keeping.stick import Found
    from companion.table.games.keeper import Keeper
    from companion.table.messages import GameLine

NO_FOLDER = "there is no folder {}. If it is a stick, is it plugged in?"
RUNNING = (
    "The table is running, and would not notice. Stop it first: sudo systemctl stop companion-tablet companion-table"
)


def add_all(parser: argparse.ArgumentParser, help: str) -> None:
    parser.add_argument("--all", type=not_empty, metavar="FOLDER", help=help)


# Out


def backup_all(args: argparse.Namespace) -> int:
    from datetime import datetime

    from companion import __version__
    from companion.keeping.stick import put

    stick, problems = Path(args.all), list[str]()
    if not stick.is_dir():
        return complain(f"companion backup: {NO_FOLDER.format(stick)}")
    games = _games(args)
    if games is None:
        return FAILED
    try:
        files = [*_copies(args, games, problems), *_household(args)]
        folder = put(stick, files, __version__, datetime.now().astimezone())
    except OSError as error:
        return _failed(f"companion backup: nothing was kept in {stick}: {error.strerror or error}. The games are safe.")
    print(printable(f"In {folder}, and read back: {_what(files)}."))
    return _told(problems)


def _games(args: argparse.Namespace) -> "tuple[GameLine, ...] | None":
    from companion.table.messages import ListGames

    reply = ask(args, ListGames())
    if not reply.done:
        tell(reply)
        return None
    return reply.games


def _copies(args: argparse.Namespace, games: "tuple[GameLine, ...]", problems: list[str]) -> "Iterator[Found]":
    """Of each game a copy that the table has just made and proven. Raises OSError."""
    from companion.keeping.stick import Found
    from companion.table.messages import BackUp

    for game in games:
        reply = ask(args, BackUp(game.id))
        if reply.done:
            copy = Path(reply.lines[0])
            yield Found(f"games/{game.id}/{copy.name}", copy.read_bytes())
        else:
            problems.append(f"Game {game.id} could not be kept: {reply.message}")


def _household(args: argparse.Namespace) -> "Iterator[Found]":
    """Tags, devices and settings, of what there is. Raises OSError."""
    import os

    from companion.config import locate
    from companion.folders import data_folder
    from companion.keeping.manifest import HOUSEHOLD, SETTINGS
    from companion.keeping.stick import Found

    data, settings = data_folder(args.data), locate(None, os.environ)
    places = {f"household/{name}": data / name for name in HOUSEHOLD} | ({SETTINGS: settings} if settings else {})
    for path, place in places.items():
        if place.is_file():
            yield Found(path, place.read_bytes(), place.stat().st_mtime_ns // 1_000_000)


def _what(files: "list[Found]") -> str:
    from companion.rules.phrases import and_list

    others = [Path(file.path).name for file in files if not file.path.startswith("games/")]
    return and_list([_counted(len(files) - len(others)), *others])


def export_all(args: argparse.Namespace) -> int:
    from companion.cli.files import save
    from companion.table.messages import ExportGame

    folder, problems = Path(args.all), list[str]()
    if not folder.is_dir():
        return complain(f"companion export: {NO_FOLDER.format(folder)}")
    games = _games(args)
    if games is None:
        return FAILED
    for game in games:
        reply = ask(args, ExportGame(game.id))
        problems += [f"Game {game.id}: {why}" for why in (reply.lines if reply.done else (reply.message,))]
        try:
            if reply.done:
                save(folder / f"{game.id}.game", reply.text.encode())
        except OSError as error:
            return _failed(f"companion export: {folder} takes no more records: {error.strerror or error}.")
    print(printable(f"{_counted(len(games))} written to {folder}."))
    return _told(problems)


# Back


def restore_all(args: argparse.Namespace) -> int:
    from companion.keeping.manifest import Damaged
    from companion.keeping.stick import newest, take

    if not Path(args.all).is_dir():
        return complain(f"companion restore: {NO_FOLDER.format(args.all)}")
    folder = newest(Path(args.all))
    try:
        manifest, contents = take(folder)
    except (Damaged, OSError) as error:
        why = error if isinstance(error, Damaged) else error.strerror or error
        return _failed(f"The backup in {folder} cannot be used: {why}. Nothing was changed.")
    print(printable(f"From {folder}:"))
    outcomes = _brought(args, manifest, contents)
    return outcomes if isinstance(outcomes, int) else _tell_outcomes(outcomes)


def _brought(args: argparse.Namespace, manifest: "Manifest", contents: dict[str, bytes]) -> "list[Outcome] | int":
    """Into the folder as its owner, and with its lock, so that no table writes meanwhile."""
    from contextlib import closing

    from companion.cli.asking import means
    from companion.folders import data_folder
    from companion.journal import Locked
    from companion.owner import as_owner
    from companion.table.games.keeper import Keeper

    data = data_folder(args.data)
    try:
        data.mkdir(0o700, parents=True, exist_ok=True)
        with as_owner(data), closing(Keeper(data, means(), lambda _: None)) as keeper:
            outcomes = list(_into_folder(keeper, data, manifest, contents, force=args.force))
    except Locked:
        return _failed(RUNNING)
    except OSError as error:
        return _failed(f"The folder {data} cannot be used: {error.strerror or error}.")
    return [*outcomes, *_settings(manifest, contents, force=args.force)]


def _into_folder(
    keeper: "Keeper", data: Path, manifest: "Manifest", contents: dict[str, bytes], *, force: bool
) -> "Iterator[Outcome]":
    from companion.keeping.bringing_back import bring_file, bring_game

    for one in manifest.files:
        if one.game:
            yield bring_game(keeper, data, one, contents[one.path], force=force)
        elif one.household:
            yield bring_file(data / one.household, one, contents[one.path], force=force)


def _settings(manifest: "Manifest", contents: dict[str, bytes], *, force: bool) -> "Iterator[Outcome]":
    import os

    from companion.config import locate
    from companion.config.file import ETC
    from companion.keeping.bringing_back import bring_file
    from companion.keeping.manifest import SETTINGS

    place = locate(None, os.environ) or ETC
    for one in manifest.files:
        if one.path == SETTINGS:
            yield bring_file(place, one, contents[one.path], force=force)


def _tell_outcomes(outcomes: "list[Outcome]") -> int:
    for outcome in outcomes:
        print(printable(outcome.said), file=sys.stdout if outcome.done else sys.stderr)
    return DONE if all(outcome.done for outcome in outcomes) else FAILED


def _counted(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"


def _told(problems: list[str]) -> int:
    for problem in problems:
        print(printable(problem), file=sys.stderr)
    return FAILED if problems else DONE


def _failed(why: str) -> int:
    print(printable(why), file=sys.stderr)
    return FAILED
