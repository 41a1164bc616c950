"""`companion play`, or `companion` alone: a console, and under it a table, which is started if none runs."""

import argparse
from functools import partial

from companion.cli.asking import add_data, complain
from companion.cli.console import NO_TERMINAL, add_touch, has_terminal, open_console, why_no_table
from companion.cli.table import add_simulated

_EXAMPLES = """\
Goes on with the game that was in play, or offers to begin one. A table that runs already is used and left running.

examples:
  companion
  companion play --touch
  companion play --simulated --data /tmp/games
"""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "play",
        help="a table and its console together; also `companion` alone",
        description="Open the console on a table, which is started if none is running and stops with the last screen.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_data(parser)
    add_simulated(parser)
    add_touch(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    return play(args.data, is_touch=args.touch, is_simulated=args.simulated)


def play(data: str | None = None, *, is_touch: bool = False, is_simulated: bool = False) -> int:
    from companion.household.folders import data_folder, socket_path

    if not has_terminal():
        return complain(NO_TERMINAL)
    folder = data_folder(data)
    path = socket_path(folder)
    show = partial(open_console, path, is_touch=is_touch)
    if not why_no_table(path):
        return show()
    from companion.cli.own_table import on_own_table

    return on_own_table(folder, path, ("--simulated",) if is_simulated else (), show)
