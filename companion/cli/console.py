"""`companion console`: the screen of the evening, on a table that runs."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.asking import DONE, FAILED, add_data, complain, printable
from companion.cli.numbers import number

if TYPE_CHECKING:
    from companion.table.messages import RoleName

seat_number = number(1, 8, "the number of a player,")
ROLES = ("banker", "player", "viewer")
STEADY_S = 5.0  # a console that lived so long did not stumble over its start
NO_TERMINAL = (
    "The console needs a terminal to draw on, and this is none. Start it in a terminal window (over ssh: ssh -t), with "
    "neither input nor output redirected. `companion --help` lists what works without one."
)
_EXAMPLES = """\
The console shows what the table tells and gives what people press. It may be closed at any moment: nothing is lost.
`companion` alone starts a table, too, if none runs.

examples:
  companion console
  companion console --touch
  companion console --role viewer
  companion console --role player --seat 2
"""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "console",
        help="the screen of the evening, on a table that runs",
        description="Open the screen of the evening on the table that runs on this machine.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_data(parser)
    add_touch(parser)
    parser.add_argument("--role", choices=ROLES, default="banker", help="whose screen it is; the Banker's without it")
    parser.add_argument("--seat", type=seat_number, default=0, metavar="N", help="with --role player: which, from 1")
    parser.add_argument("--device", default="", metavar="ID", help=argparse.SUPPRESS)  # a paired tablet's
    parser.set_defaults(run=run)


def add_touch(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--touch", action="store_true", help="large buttons, for fingers")


def run(args: argparse.Namespace) -> int:
    from companion.household.folders import data_folder, socket_path

    if (args.role == "player") != bool(args.seat):
        return complain("companion console: --role player and --seat N belong together")
    if not has_terminal():
        return complain(NO_TERMINAL)
    path = socket_path(data_folder(args.data))
    if not args.device and (why := why_no_table(path)):  # a tablet waits for the table, and says so
        print(printable(why), file=sys.stderr)
        return FAILED
    if args.device:
        _end_with_parent()
    return open_console(path, is_touch=args.touch, role=args.role, seat=args.seat - 1, device=args.device)


def has_terminal() -> bool:
    """A browser's console has pipes, and Textual's own driver for them."""
    import os

    streams = sys.stdin, sys.stdout, sys.stderr  # the last is what is drawn on
    return all(stream.isatty() for stream in streams) or bool(os.environ.get("TEXTUAL_DRIVER"))


def why_no_table(path: Path) -> str:
    """A sentence, or nothing if a table answers there."""
    from companion.table.client import LinkLost, TableSilent, ask
    from companion.table.messages import ListGames

    try:
        reply = ask(path, ListGames())
    except TableSilent:
        return ""  # it runs, and the console says what it waits for
    except LinkLost as lost:
        return str(lost)
    return (
        "" if reply else f"No table is running at {path}. Start one with `companion table`, or both with `companion`."
    )


def _end_with_parent() -> None:
    """A console for a browser has nobody left to draw for when the server that started it has gone, however it went."""
    import ctypes
    import signal

    pr_set_pdeathsig = 1
    ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGTERM)
    if _has_hung_up(sys.stdin.fileno()):
        raise SystemExit(DONE)  # it went before it could be watched


def _has_hung_up(file: int) -> bool:
    import select

    poll = select.poll()
    poll.register(file, select.POLLHUP)
    return bool(poll.poll(0))


def open_console(path: Path, *, is_touch: bool, role: "RoleName" = "banker", seat: int = -1, device: str = "") -> int:
    """A console that stumbles over a mistake of ours is opened again, unless that would go on for ever."""
    import time

    from companion.cli.stumbled import noted, opened_again, said
    from companion.console.app import ConsoleApp
    from companion.console.link import TableLink

    note = None
    while True:
        since = time.monotonic()
        app = ConsoleApp(TableLink(path, role, seat, device=device), is_touch=is_touch, note=note)
        app.run()
        if app.mistake is None:
            return app.return_code or DONE
        where = noted(path.parent, app.mistake)
        if device or time.monotonic() - since < STEADY_S:  # who serves browsers opens it again
            print(printable(said(where)), file=sys.stderr)
            return FAILED
        note = opened_again(where)
