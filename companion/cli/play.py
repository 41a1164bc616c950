"""`companion play`, or `companion` alone: a console, and under it a table, which is started if none runs."""

import argparse
import sys
from pathlib import Path

from companion.cli.asking import FAILED, add_data, complain, printable
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
        description="Start a table if none is running, and open the console on it. When it closes, that table stops.",
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
    from companion.folders import data_folder, socket_path

    if not has_terminal():
        return complain(NO_TERMINAL)
    folder = data_folder(data)
    path = socket_path(folder)
    if not why_no_table(path):
        return open_console(path, is_touch=is_touch)
    return _play_on_own_table(folder, path, is_touch=is_touch, is_simulated=is_simulated)


def _play_on_own_table(folder: Path, path: Path, *, is_touch: bool, is_simulated: bool) -> int:
    from companion.cli.own_table import NoTable, OwnTable, table_command

    table: OwnTable
    try:
        table = OwnTable(folder, table_command(folder, is_simulated=is_simulated))
    except NoTable as error:
        if not why_no_table(path):  # somebody was faster
            return open_console(path, is_touch=is_touch)
        print(printable(str(error)), file=sys.stderr)
        return FAILED
    with table:
        return open_console(path, is_touch=is_touch)
