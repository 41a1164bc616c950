"""`companion play`, or `companion` alone: a console, and a table for it if none is running."""

import argparse
from functools import partial

from companion.cli.console import NO_TERMINAL, add_touch, has_terminal, load_console, open_console, why_no_table
from companion.cli.table import add_simulated
from companion.cli.terminal import add_data, complain, saying
from companion.console import OPENING

HELP = """\
If no table is running, one is started, and it stops with the last screen. Continues the game that was in play, or
offers to start one. A table that is already running is used and left running.

examples:
  companion
  companion play --touch
  companion play --simulated --data /tmp/games
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_data(parser)
    add_simulated(parser)
    add_touch(parser)


def run(args: argparse.Namespace) -> int:
    return play(args.data, is_touch=args.touch, is_simulated=args.simulated)


def play(data: str | None = None, *, is_touch: bool = False, is_simulated: bool = False) -> int:
    from companion.household.folders import data_folder, socket_path

    if not has_terminal():
        return complain(NO_TERMINAL)
    folder = data_folder(data)
    path = socket_path(folder)
    show = partial(open_console, path, is_touch=is_touch)
    with saying(OPENING):
        if has_table := path.exists() and not why_no_table(path):
            load_console()
    if has_table:
        return show()
    from companion.cli.own_table import on_own_table

    return on_own_table(folder, path, ("--simulated",) if is_simulated else (), show, meanwhile=load_console)
