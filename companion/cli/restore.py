"""`companion restore`: a game as it was in one of its backups, or everything from a USB stick."""

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from companion.cli.ask_table import ask, session_deps, tell
from companion.cli.backup import NO_FOLDER, add_all
from companion.cli.terminal import DONE, FAILED, add_data, add_game, complain, fail
from companion.household.backup_checks import list_devices
from companion.household.folders import as_owner, data_folder
from companion.household.settings_file import ETC, locate
from companion.household.usb_backup import (
    SETTINGS,
    BackupDamaged,
    BackupFile,
    StickBackup,
    newest_backup,
    other_backup_of,
    read_backup,
    read_file,
)
from companion.household.usb_restore import RestoreResult, restore_file, restore_game
from companion.journal import Locked
from companion.journal.kept import Unreadable
from companion.plain_text import printable
from companion.table.games.library import GameLibrary
from companion.table.messages.requests import ListBackups, RestoreBackup
from companion.table.server.pairing import FILE as DEVICES

RUNNING = (
    "The table is running and would not notice. Stop it first: sudo systemctl stop companion-tablet companion-table"
)
LEFT_OUT = (
    "devices.json was left out: nobody is let in by a backup alone. To let these devices in: "
    "companion restore --all {folder} --devices"
)
HELP = """\
Nothing is deleted: the game as it is now stays in its folder, set aside. If moves would be lost, this command says so
and does nothing, unless you add --force.

With --all everything comes back that `companion backup --all` saved in that folder, or the newest of several backups
there. What is newer here stays, and whatever is replaced is kept beside it. The table must not be running.

A backup may come from anybody, so all of it is checked as if it were typed in now. What fails is left out and named.
Paired devices are listed with their roles, and come back only with --devices and your yes.

examples:
  companion restore 20261116-2041 --list
  companion restore 20261116-2041
  companion restore 20261116-2041 --backup 50 --force
  sudo companion restore --all /media/stick
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--backup", default="", metavar="NAME", help="its name or how many moves it has; without it, the newest"
    )
    parser.add_argument("--list", action="store_true", help="show the backups, and restore none")
    parser.add_argument("--force", action="store_true", help="even if moves are lost")
    add_all(parser, "everything that `companion backup --all` saved there")
    parser.add_argument("--devices", action="store_true", help="with --all: ask whether to let in its paired devices")
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    if args.all is not None and (args.game or args.backup or args.list):
        return complain("companion restore: --all is everything; leave out the game, --backup and --list")
    if args.all is not None:
        return restore_all(args)
    if args.list:
        return tell(ask(args, ListBackups(args.game)))
    return tell(ask(args, RestoreBackup(args.game, args.backup, args.force)))


def restore_all(args: argparse.Namespace) -> int:
    """Works in the data folder as its owner and holds its lock, so that no table writes meanwhile."""
    if not Path(args.all).is_dir():
        return complain(f"companion restore: {NO_FOLDER.format(args.all)}")
    folder, data, force, deps = newest_backup(Path(args.all)), data_folder(args.data), args.force, session_deps()
    results = list[RestoreResult]()
    try:
        backup = read_backup(folder, deps.dice)
    except (BackupDamaged, OSError) as error:
        why = error if isinstance(error, BackupDamaged) else error.strerror or error
        return fail(f"The backup in {folder} cannot be used: {why}. Nothing was changed.")
    if not backup.usable:
        why = backup.problem or "; ".join(f"{path}: {why}" for path, why in backup.wrong.items()) or "it is empty"
        return fail(f"The backup in {folder} cannot be used: {why}. Nothing was changed.")
    print(printable(f"From {folder}:"), flush=True)
    try:
        data.mkdir(0o700, parents=True, exist_ok=True)
        with as_owner(data):
            library = GameLibrary(data, deps, lambda _: None)
        with closing(library):
            for file in backup.usable:
                content = read_file(folder, file)  # as whoever may read the stick
                if file.path == SETTINGS:
                    results.append(restore_file(locate(None, os.environ) or ETC, file, content, force=force))
                    continue
                here, is_agreed = data / file.household, False
                if here.name == DEVICES and (not here.is_file() or here.read_bytes() != content):
                    is_agreed = _lets_in(content, here, asks=args.devices)
                    if not is_agreed:
                        results.append(RestoreResult(LEFT_OUT.format(folder=folder), done=False))
                        continue
                with as_owner(data):
                    if file.game:
                        results.append(restore_game(library, data, file, content, force=force))
                    else:
                        results.append(restore_file(here, file, content, force=force or is_agreed))
    except Locked:
        return fail(RUNNING)
    except (BackupDamaged, OSError) as error:
        results.append(RestoreResult(f"The rest could not be restored: {error}.", done=False))
    results += [RestoreResult(text, done=False) for text in _left_out(folder, backup)]
    for result in results:
        print(printable(result.message), file=sys.stdout if result.done else sys.stderr)
    return DONE if all(result.done for result in results) else FAILED


def _lets_in(content: bytes, here: Path, *, asks: bool) -> bool:
    """Lists the devices that would be let in, and with which roles. They are only if somebody says yes to that."""
    try:
        devices = list(list_devices(content, here.read_bytes() if here.is_file() else b""))
    except (Unreadable, OSError):
        devices = list(list_devices(content, b""))
    print("It has paired devices:")
    for device in devices:
        print(printable(f"  {device}"))
    sys.stdout.flush()
    try:
        return asks and bool(devices) and input("Let them in with these roles? Type yes or no: ").strip() == "yes"
    except EOFError:
        return False


def _left_out(folder: Path, backup: StickBackup) -> Iterator[str]:
    """What is not sound in the backup, and where else it may be."""
    for path, why in backup.wrong.items():
        game = BackupFile(path, 0, "").game
        what = f"Game {game[0]}" if game else Path(path).name
        left = f"{what} was not restored: in the backup, {path}, {why}."
        other = other_backup_of(folder, path)
        here = f" `companion restore {game[0]} --list` shows the copies on this machine, if it has any." if game else ""
        yield f"{left} `companion restore --all {other}` has an older copy." if other else f"{left}{here}"
    if backup.problem:
        yield f"{backup.problem}: only games that prove themselves were restored. All files are still in {folder}."
