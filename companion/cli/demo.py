"""`companion demo`: automatic players at a simulated table of their own, watched on the console."""

import argparse
import sys
from typing import TYPE_CHECKING

from companion.cli.asking import DONE, FAILED, complain, means, printable
from companion.cli.console import NO_TERMINAL, add_touch, has_terminal
from companion.cli.numbers import number

if TYPE_CHECKING:
    from pathlib import Path

SLOWEST, FASTEST = 0.1, 100.0
SIMULATED = "companion.console.screens.simulated:SimulatedScreen"
_EXAMPLES = """\
They press the dice button, tap deeds and cards and move tokens, as people would. The table is one of its own in a
folder that is removed at the end: the games of this machine are not touched.

keys: Space holds it, + and - make it faster and slower, Esc shows the banker's console, S the board, q says why,
Ctrl-Q ends it.

examples:
  companion demo
  companion demo --speed 4 --players 6
"""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "demo",
        help="automatic players at a simulated table, watched on the console",
        description="Watch automatic players at a simulated table.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--speed", type=_speed, default=1.0, metavar="X", help="so many times as fast (1)")
    parser.add_argument("--players", type=number(2, 8), default=4, metavar="K", help="how many (4)")
    add_touch(parser)
    parser.set_defaults(run=run)


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not SLOWEST <= speed <= FASTEST:
        raise argparse.ArgumentTypeError(f"expected a number from {SLOWEST:g} to {FASTEST:g}, not {text!r}")
    return speed


def run(args: argparse.Namespace) -> int:
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from companion.demo.evening import CannotShow

    if not has_terminal():
        return complain(NO_TERMINAL)
    try:
        with TemporaryDirectory(prefix="companion-demo-") as folder:
            return _watch(Path(folder) / "games", args)
    except (CannotShow, OSError) as error:
        print(printable(f"The demonstration cannot be shown: {error}"), file=sys.stderr)
        return FAILED


def _watch(data: "Path", args: argparse.Namespace) -> int:
    from companion.console.app import ConsoleApp
    from companion.console.link import TableLink
    from companion.console.pace import Pace
    from companion.demo.evening import CannotShow, Evening
    from companion.household.build_rig import wire_table
    from companion.household.settings import Config

    pace = Pace(args.speed)
    with Evening(data, means(), wire_table(Config()), pace, args.players) as evening:
        app = ConsoleApp(TableLink(evening.path), is_touch=args.touch, pace=pace)
        app.opens_next = evening.game, SIMULATED
        app.run()
        if app.mistake is not None:
            raise CannotShow("its console stumbled over a mistake of its own.")
        return app.return_code or DONE
