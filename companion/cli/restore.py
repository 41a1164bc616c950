"""`companion restore`: a game as it was in one of its backups."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.asking import DONE, FAILED, add_data, add_game, ask_and_tell, complain, means, printable
from companion.cli.whole import NO_FOLDER, add_all, failed

if TYPE_CHECKING:
    from companion.household.usb_backup import Manifest
    from companion.household.usb_restore import RestoreResult
    from companion.table.games.library import Keeper

RUNNING = (
    "The table is running, and would not notice. Stop it first: sudo systemctl stop companion-tablet companion-table"
)

_EXAMPLES = """\
Nothing is deleted: the game as it is stays in its folder, set aside. If moves would be taken back, this is
told and nothing is done, unless --force says that it is meant.

With --all everything is brought back that `companion backup --all` has kept in that folder, or the newest of several
there. What is newer here stays, and whatever is replaced is kept beside it. The table must not run meanwhile.

examples:
  companion restore 20261116-2041 --list
  companion restore 20261116-2041
  companion restore 20261116-2041 --backup 50 --force
  sudo companion restore --all /media/stick
"""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "restore",
        help="go back to a backup of a game",
        description="Go back to a backup of a game.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_game(parser)
    parser.add_argument(
        "--backup", default="", metavar="NAME", help="its name or how many moves it has; without it, the newest"
    )
    parser.add_argument("--list", action="store_true", help="show the backups, and restore none")
    parser.add_argument("--force", action="store_true", help="also if moves are taken back by it")
    add_all(parser, "everything that `companion backup --all` has kept there")
    add_data(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.table.messages import ListBackups, RestoreBackup

    if args.all is not None and (args.game or args.backup or args.list):
        return complain("companion restore: --all is everything, and goes with neither a game nor --backup nor --list")
    if args.all is not None:
        return _restore_all(args)
    if args.list:
        return ask_and_tell(args, ListBackups(args.game))
    return ask_and_tell(args, RestoreBackup(args.game, args.backup, args.force))


# Everything


def _restore_all(args: argparse.Namespace) -> int:
    from companion.household.usb_backup import BackupDamaged, newest_backup, read_backup

    if not Path(args.all).is_dir():
        return complain(f"companion restore: {NO_FOLDER.format(args.all)}")
    folder = newest_backup(Path(args.all))
    try:
        manifest, contents = read_backup(folder)
    except (BackupDamaged, OSError) as error:
        why = error if isinstance(error, BackupDamaged) else error.strerror or error
        return failed(f"The backup in {folder} cannot be used: {why}. Nothing was changed.")
    print(printable(f"From {folder}:"))
    outcomes = _brought(args, manifest, contents)
    return outcomes if isinstance(outcomes, int) else _tell_outcomes(outcomes)


def _brought(args: argparse.Namespace, manifest: "Manifest", contents: dict[str, bytes]) -> "list[RestoreResult] | int":
    """Into the folder as its owner, and with its lock, so that no table writes meanwhile."""
    from contextlib import closing

    from companion.household.folders import as_owner, data_folder
    from companion.journal import Locked
    from companion.table.games.library import Keeper

    data = data_folder(args.data)
    try:
        data.mkdir(0o700, parents=True, exist_ok=True)
        with as_owner(data), closing(Keeper(data, means(), lambda _: None)) as keeper:
            outcomes = list(_into_folder(keeper, data, manifest, contents, force=args.force))
    except Locked:
        return failed(RUNNING)
    except OSError as error:
        return failed(f"The folder {data} cannot be used: {error.strerror or error}.")
    return [*outcomes, *_settings(manifest, contents, force=args.force)]


def _into_folder(
    keeper: "Keeper", data: Path, manifest: "Manifest", contents: dict[str, bytes], *, force: bool
) -> "Iterator[RestoreResult]":
    from companion.household.usb_restore import restore_file, restore_game

    for one in manifest.files:
        if one.game:
            yield restore_game(keeper, data, one, contents[one.path], force=force)
        elif one.household:
            yield restore_file(data / one.household, one, contents[one.path], force=force)


def _settings(manifest: "Manifest", contents: dict[str, bytes], *, force: bool) -> "Iterator[RestoreResult]":
    import os

    from companion.household.settings_file import ETC, locate
    from companion.household.usb_backup import SETTINGS
    from companion.household.usb_restore import restore_file

    place = locate(None, os.environ) or ETC
    for one in manifest.files:
        if one.path == SETTINGS:
            yield restore_file(place, one, contents[one.path], force=force)


def _tell_outcomes(outcomes: "list[RestoreResult]") -> int:
    for outcome in outcomes:
        print(printable(outcome.message), file=sys.stdout if outcome.done else sys.stderr)
    return DONE if all(outcome.done for outcome in outcomes) else FAILED
