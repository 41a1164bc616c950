"""`companion journal`: checks the journals of games, and repairs a damaged one."""

import argparse

from companion.cli.ask_table import add_data, add_game, ask_and_tell

_EXAMPLES = """\
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


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "journal",
        help="verify or repair the journals of games",
        description="Every move of a game is saved twice. Check whether both copies are whole, or repair them.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    verifying = commands.add_parser(
        "verify",
        help="say what is wrong with one game or all",
        description="Say what is wrong with one game or all.",
        epilog=_VERIFY,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_game(verifying, "all of them")
    add_data(verifying)
    verifying.set_defaults(run=verify)
    repairing = commands.add_parser(
        "repair",
        help="make a damaged journal whole again",
        description="Make a damaged journal whole again.",
        epilog=_REPAIR,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_game(repairing)
    add_data(repairing)
    repairing.set_defaults(run=repair)


def verify(args: argparse.Namespace) -> int:
    from companion.table.messages import VerifyJournal

    return ask_and_tell(args, VerifyJournal(args.game))


def repair(args: argparse.Namespace) -> int:
    from companion.table.messages import RepairJournal

    return ask_and_tell(args, RepairJournal(args.game))
