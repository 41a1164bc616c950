"""`companion journal`: checks the journals of games, and repairs a damaged one."""

import argparse

from companion.cli.ask_table import ask, tell
from companion.cli.terminal import add_command, add_data, add_game
from companion.table.messages.requests import RepairJournal, VerifyJournal

HELP = """\
Every move of a game is saved twice, and backups are kept beside it: each of them can prove the others.

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
What one copy has lost is taken from the others and from the backups. If a move is in none of them, the game continues
after the last move that is proven. Later moves are set aside in the game's folder, not deleted.

example:
  companion journal repair 20261116-2041
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    verifying = add_command(actions, "verify", run, "say what is wrong with one game or all", _VERIFY)
    add_game(verifying, "all of them")
    verifying.set_defaults(request=VerifyJournal)
    repairing = add_command(actions, "repair", run, "make a damaged journal whole again", _REPAIR)
    add_game(repairing)
    repairing.set_defaults(request=RepairJournal)
    for action in (verifying, repairing):
        add_data(action)


def run(args: argparse.Namespace) -> int:
    return tell(ask(args, args.request(args.game)))
