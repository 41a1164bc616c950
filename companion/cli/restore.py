"""`companion restore`: a game as it was in one of its backups."""

import argparse

from companion.cli.asking import add_data, add_game, ask_and_tell, complain
from companion.cli.whole import add_all

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
    from companion.cli.whole import restore_all
    from companion.table.messages import ListBackups, RestoreBackup

    if args.all is not None and (args.game or args.backup or args.list):
        return complain("companion restore: --all is everything, and goes with neither a game nor --backup nor --list")
    if args.all is not None:
        return restore_all(args)
    if args.list:
        return ask_and_tell(args, ListBackups(args.game))
    return ask_and_tell(args, RestoreBackup(args.game, args.backup, args.force))
