"""`companion enrol`: a guided walk in which the table learns which tag is which, and where the board's spots are."""

import argparse
from functools import partial
from pathlib import Path

from companion.cli.asking import add_data, not_empty
from companion.cli.console import why_no_table

DEEDS = "deeds"
_EXAMPLES = """\
The walk asks for one thing after the other. Hold it to the reader until it is done, lift it, hold the next. Each tag is
on the disk before it is told, and what has its tag is passed over: stop when you like, and go on another day. While it
lasts a tap is no move in the game; buttons and screens go on as usual. A table that runs is asked; else one is started.

  s  leaves this one for later     b  goes back to the one before     q  stops

WHAT is deeds, tokens, players, cards, jail or board, or the name of one thing: a deed, a token, a player or "seat 3", a
card such as chance/advance-go, "jail key", or "token NAME" for a piece of your own.

examples:
  companion enrol
  companion enrol tokens
  companion enrol Oriental Avenue
  companion enrol board --again
"""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "enrol",
        help="say which tag is which deed, token, player or card, by holding them",
        description="Learn which tag is which, by holding one thing after the other to the reader.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", nargs="*", metavar="WHAT", help="without it, the deeds")
    parser.add_argument("--again", action="store_true", help="also through what has its tag already")
    add_data(parser)
    parser.add_argument("--config", type=not_empty, metavar="FILE", help="for a table that has to be started")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """On a table that runs, or on one that opens the devices for it and closes them again in the end."""
    from companion.household.folders import data_folder, socket_path

    folder, what = data_folder(args.data), " ".join(args.what) or DEEDS
    path = socket_path(folder)
    walk = partial(_walk, path, what, again=args.again)
    if not why_no_table(path):
        return walk()
    from companion.cli.own_table import on_own_table

    return on_own_table(folder, path, ("--config", args.config) if args.config else (), walk)


def _walk(path: Path, what: str, *, again: bool) -> int:
    import asyncio

    from companion.cli.walking import walk

    return asyncio.run(walk(path, what, again=again))
