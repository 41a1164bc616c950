"""`companion enrol`: a guided walk in which the table learns which tag is which, and where the board's spots are."""

import argparse

from companion.cli.ask_table import add_data
from companion.cli.console import why_no_table
from companion.cli.terminal import Commands, add_command, not_empty

DEEDS = "deeds"
_HELP = """\
The walk asks for one thing after another. Hold it to the reader until it is done, lift it, hold the next. Each tag is
saved before you are told so, and things that have a tag are skipped: stop when you like, and continue another day.
During the walk a tap is not a move in the game; buttons and screens work as usual. If no table is running, one is
started.

  s  skips this one for now        b  goes back to the one before     q  stops

WHAT is deeds, tokens, players, cards, jail or board, or the name of one thing: a deed, a token, a player or "seat 3", a
card such as chance/advance-go, "jail key", or "token NAME" for a piece of your own.

examples:
  companion enrol
  companion enrol tokens
  companion enrol Oriental Avenue
  companion enrol board --again
"""


def register(commands: Commands) -> None:
    parser = add_command(commands, "enrol", run, "teach the table which tag is which deed, token or card", _HELP)
    parser.add_argument("what", nargs="*", metavar="WHAT", help="without it, the deeds")
    parser.add_argument("--again", action="store_true", help="include what has a tag already")
    add_data(parser)
    parser.add_argument("--config", type=not_empty, metavar="FILE", help="settings, if a table has to be started")


def run(args: argparse.Namespace) -> int:
    """On a running table, or on one that opens the devices for this and closes them at the end."""
    import asyncio

    from companion.cli.enrol_walk import walk
    from companion.cli.own_table import on_own_table
    from companion.household.folders import data_folder, socket_path

    folder, what = data_folder(args.data), " ".join(args.what) or DEEDS
    path = socket_path(folder)

    def walk_now() -> int:
        return asyncio.run(walk(path, what, again=args.again))

    if not why_no_table(path):
        return walk_now()
    return on_own_table(folder, path, ("--config", args.config) if args.config else (), walk_now)
