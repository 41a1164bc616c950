"""`companion resume`: puts a game in play again."""

import argparse

from companion.cli.asking import add_data, add_game, ask_and_tell

_EXAMPLES = """\
Tells the last saved move, and what had to be mended. A finished game can be looked at, and its end taken back.
If no table is running, the next one goes on with this game.

examples:
  companion resume
  companion resume 20261116-2041
"""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "resume",
        help="go on with a game",
        description="Go on with a game where it was left. The game in play is put away.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_game(parser)
    add_data(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.table.messages import ResumeGame

    return ask_and_tell(args, ResumeGame(args.game))
