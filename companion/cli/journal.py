"""`companion journal`: are the journals whole, and what is done when one is not."""

import argparse

from companion.cli.asking import add_data, add_game, ask_and_tell

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
Goes on after the last move that is proven. What comes after it is set aside in the game's folder, not deleted.

example:
  companion journal repair 20261116-2041
"""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "journal",
        help="verify or repair the journals of games",
        description="Every move of a game is kept twice. See whether both copies are whole, or repair what is not.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    what = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add(what, "verify", "say what is wrong, of one game or of all", _VERIFY, "all of them").set_defaults(run=verify)
    _add(what, "repair", "make a damaged journal whole again", _REPAIR).set_defaults(run=repair)


def _add(
    what: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    help: str,
    epilog: str,
    otherwise: str = "the game in play, or the one played last",
) -> argparse.ArgumentParser:
    formatter = argparse.RawDescriptionHelpFormatter
    description = f"{help[0].upper()}{help[1:]}."
    parser = what.add_parser(name, help=help, description=description, epilog=epilog, formatter_class=formatter)
    add_game(parser, otherwise)
    add_data(parser)
    return parser


def verify(args: argparse.Namespace) -> int:
    from companion.table.messages import VerifyJournal

    return ask_and_tell(args, VerifyJournal(args.game))


def repair(args: argparse.Namespace) -> int:
    from companion.table.messages import RepairJournal

    return ask_and_tell(args, RepairJournal(args.game))
