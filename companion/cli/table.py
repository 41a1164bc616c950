"""`companion table`: keeps the games of a folder, and serves screens and programs over a socket until it is stopped."""

import argparse
import sys
from typing import TYPE_CHECKING

from companion.cli.asking import DONE, FAILED, add_data, complain, means, not_empty, printable

if TYPE_CHECKING:
    import asyncio

    from companion.household.settings import Config
    from companion.table.server.table import Table
    from companion.table.server.watchdog import Starter

UNTIL_LEFT = "--until-left"
_EXAMPLE = """\
Goes on with the game that was in play, and prints one line when screens can connect. Stop it with Ctrl-C or SIGTERM.

examples:
  companion table
  companion table --data /tmp/games
"""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "table",
        help="keep the game in play and serve screens",
        description="Keep the game in play, and serve the screens and programs of this machine. One table to a folder.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_data(parser)
    parser.add_argument("--config", type=not_empty, metavar="FILE", help="what this household has set (companion.toml)")
    add_simulated(parser)
    parser.add_argument(UNTIL_LEFT, action="store_true", help=argparse.SUPPRESS)  # by whoever holds its input
    parser.set_defaults(run=run)


def add_simulated(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--simulated", action="store_true", help="simulated devices, whatever is set")


def _config(args: argparse.Namespace) -> "Config":
    """Raises ConfigError."""
    import os

    from msgspec.structs import replace

    from companion.household.settings_file import load

    config = load(args.config, os.environ)
    return replace(config, rig=replace(config.rig, kind="simulated")) if args.simulated else config


def run(args: argparse.Namespace) -> int:
    import asyncio

    from companion.household.build_rig import usual_game, wire_table
    from companion.household.folders import data_folder, socket_path
    from companion.household.settings_document import ConfigError
    from companion.journal import Locked
    from companion.table.server.socket_server import CannotListen
    from companion.table.server.table import Table

    data = data_folder(args.data)
    try:
        config = _config(args)
        table = Table(data, socket_path(data), means(), wire_table(config), usual_game(config))
    except ConfigError as error:
        return complain(str(error))
    except Locked as locked:
        return _fail(str(locked))
    except OSError as error:
        return _fail(f"The folder {data} cannot be used: {error.strerror or error}.")
    try:
        asyncio.run(_serve(table, is_for_starter=args.until_left))
    except CannotListen as error:
        return _fail(str(error))
    return DONE


def _fail(why: str) -> int:
    print(printable(why), file=sys.stderr)
    return FAILED


async def _serve(table: "Table", *, is_for_starter: bool) -> None:
    import asyncio
    import os
    import signal

    from companion.notify import Notifier

    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for signalled in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(signalled, stop.set)
    starter = _starter(loop) if is_for_starter else None
    await table.serve(stop, _say, Notifier(os.environ), starter)


def _starter(loop: "asyncio.AbstractEventLoop") -> "Starter":
    from time import monotonic_ns

    from companion.table.server.watchdog import Starter

    starter = Starter(sys.stdin.fileno(), _say, lambda: monotonic_ns() // 1_000_000)
    starter.watch(loop)
    return starter


def _say(line: str) -> None:
    print(printable(line), flush=True)
