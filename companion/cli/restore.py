"""`companion restore`: a game as it was in one of its backups."""

import argparse

from companion.cli.asking import add_data, add_game, ask_and_tell

_EXAMPLES = """\
Nothing is deleted: the game as it is stays in its folder, set aside. If moves would be taken back, this is
told and nothing is done, unless --force says that it is meant.

examples:
  companion restore 20261116-2041 --list
  companion restore 20261116-2041
  companion restore 20261116-2041 --backup 50 --force
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
    add_data(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.table.messages import ListBackups, RestoreBackup

    if args.list:
        return ask_and_tell(args, ListBackups(args.game))
    return ask_and_tell(args, RestoreBackup(args.game, args.backup, args.force))
