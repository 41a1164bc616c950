"""`companion journal`: checks the journals of games, and repairs a damaged one."""

import argparse

from companion.cli.ask_table import add_data, add_game, ask_and_tell
from companion.cli.terminal import Commands, add_command

_HELP = """\
Every move of a game is saved twice.

examples:
  companion journal verify
  companion journal repair 20261116-2041
"""
_VERIFY = """\
Changes nothing. Exits with 0 if no journal is damaged, 1 if one is.

examples:
  companion journal verify
  companion journal verify 20261116-2041
"""
_REPAIR = """\
The game continues after the last move that is proven. Later moves are set aside in the game's folder, not deleted.

example:
  companion journal repair 20261116-2041
"""


def register(commands: Commands) -> None:
    parser = add_command(commands, "journal", verify, "verify or repair the journals of games", _HELP)
    actions = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    verifying = add_command(actions, "verify", verify, "say what is wrong with one game or all", _VERIFY)
    add_game(verifying, "all of them")
    add_data(verifying)
    repairing = add_command(actions, "repair", repair, "make a damaged journal whole again", _REPAIR)
    add_game(repairing)
    add_data(repairing)


def verify(args: argparse.Namespace) -> int:
    from companion.table.messages.requests import VerifyJournal

    return ask_and_tell(args, VerifyJournal(args.game))


def repair(args: argparse.Namespace) -> int:
    from companion.table.messages.requests import RepairJournal

    return ask_and_tell(args, RepairJournal(args.game))
