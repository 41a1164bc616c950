"""`companion play`, or `companion` alone: a console, and under it a table, which is started if none runs."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.asking import FAILED, add_data, complain, printable
from companion.cli.console import NO_TERMINAL, add_touch, has_terminal, open_console, why_no_table

if TYPE_CHECKING:
    pass

_EXAMPLES = """\
Goes on with the game that was in play, or offers to begin one. A table that runs already is used and left running.

examples:
  companion
  companion play --touch
  companion play --data /tmp/games
"""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "play",
        help="a table and its console together; also `companion` alone",
        description="Start a table if none is running, and open the console on it. When it closes, that table stops.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_data(parser)
    add_touch(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    return play(args.data, is_touch=args.touch)


def play(data: str | None = None, *, is_touch: bool = False) -> int:
    from companion.folders import data_folder, socket_path

    if not has_terminal():
        return complain(NO_TERMINAL)
    folder = data_folder(data)
    path = socket_path(folder)
    if not why_no_table(path):
        return open_console(path, is_touch=is_touch)
    return _play_on_own_table(folder, path, is_touch=is_touch)


def _play_on_own_table(folder: Path, path: Path, *, is_touch: bool) -> int:
    from companion.cli.own_table import NoTable, OwnTable

    table: OwnTable
    try:
        table = OwnTable(folder)
    except NoTable as error:
        if not why_no_table(path):  # somebody was faster
            return open_console(path, is_touch=is_touch)
        print(printable(str(error)), file=sys.stderr)
        return FAILED
    with table:
        return open_console(path, is_touch=is_touch)
