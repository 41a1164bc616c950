"""`companion table`: keeps the games of a folder, and serves screens and programs over a socket until it is stopped."""

import argparse
import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.terminal import DONE, add_config, add_data, complain, fail
from companion.plain_text import printable

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.table.server.table import Table

UNTIL_LEFT = "--until-left"
LOCK_S, LOOK_S = 10.0, 0.02  # to wait for the folder, and between two looks
HELP = """\
Serves the screens and programs of this machine. A folder can have only one table. Continues the game that was in play,
and prints one line when screens can connect. Stop it with Ctrl-C or SIGTERM.

examples:
  companion table
  companion table --data /tmp/games
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_data(parser)
    add_config(parser)
    add_simulated(parser)
    parser.add_argument(UNTIL_LEFT, action="store_true", help=argparse.SUPPRESS)  # by the process that holds its input


def add_simulated(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--simulated", action="store_true", help="simulated devices, whatever the settings say")


def run(args: argparse.Namespace) -> int:
    gc.disable()  # what is loaded stays, and looking for garbage in it takes a tenth of the time
    import asyncio

    from msgspec.structs import replace

    from companion.cli.ask_table import session_deps
    from companion.household.build_rig import wire_table
    from companion.household.folders import data_folder, socket_path
    from companion.household.settings import usual_game
    from companion.household.settings_file import load
    from companion.journal import Locked
    from companion.table.server.socket_server import CannotListen
    from companion.table.server.table import Table
    from companion.toml_document import TomlError

    gc.freeze()
    gc.enable()
    data = data_folder(args.data)
    try:
        config = load(args.config, os.environ)
        if args.simulated:
            config = replace(config, rig=replace(config.rig, kind="simulated"))
        wired, usual = wire_table(config), usual_game(config)
        socket = socket_path(data)
        table = _once_free(lambda: Table(data, socket, session_deps(), wired, usual), socket)
    except TomlError as error:
        return complain(str(error))
    except Locked as locked:
        return fail(str(locked))
    except OSError as error:
        return fail(f"The folder {data} cannot be used: {error.strerror or error}.")
    try:
        asyncio.run(_serve(table, is_for_parent=args.until_left))
    except CannotListen as error:
        return fail(str(error))
    return DONE


def _once_free(make: "Callable[[], Table]", socket: Path) -> "Table":
    """Waits while a command has the folder, or a table that is stopping. Raises Locked if a table is there."""
    from time import monotonic, sleep

    from companion.journal import Locked
    from companion.table.client.link import is_listening

    until = monotonic() + LOCK_S
    while True:
        try:
            return make()
        except Locked:
            if is_listening(socket) or monotonic() > until:
                raise
        sleep(LOOK_S)


async def _serve(table: "Table", *, is_for_parent: bool) -> None:
    import asyncio
    import signal
    from time import monotonic_ns

    from companion.notify import Notifier
    from companion.table.server.watchdog import ParentWatch

    stop, loop, parent = asyncio.Event(), asyncio.get_running_loop(), None
    for signalled in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(signalled, stop.set)
    if is_for_parent:
        parent = ParentWatch(sys.stdin.fileno(), _say, lambda: monotonic_ns() // 1_000_000)
        parent.watch(loop)
    await table.serve(stop, _say, Notifier(os.environ), parent)


def _say(line: str) -> None:
    print(printable(line), flush=True)
