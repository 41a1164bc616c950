"""`companion demo`: automatic players at a simulated table of their own, watched on the console."""

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.cli.ask_table import session_deps
from companion.cli.console import NO_TERMINAL, add_touch, has_terminal
from companion.cli.terminal import DONE, complain, fail, number
from companion.console.app import ConsoleApp
from companion.console.demo_speed import DemoSpeed
from companion.console.link import TableLink
from companion.demo.demonstration import CannotShow, Demonstration
from companion.household.build_rig import wire_table
from companion.household.settings import Config

MIN_SPEED, MAX_SPEED = 0.1, 100.0
SIMULATED = "simulated:SimulatedScreen"
HELP = """\
The players press the dice button, tap deeds and cards and move tokens, as people would. They have a table of their own,
in a folder that is deleted at the end: the games on this machine are not touched.

keys: Space pauses, + and - make it faster and slower, Esc shows the banker's console, S the board, q says why, Ctrl-Q
ends it.

examples:
  companion demo
  companion demo --speed 4 --players 6
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--speed", type=_speed, default=1.0, metavar="X", help="how many times as fast (1)")
    parser.add_argument("--players", type=number(2, 8), default=4, metavar="K", help="how many (4)")
    add_touch(parser)


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not MIN_SPEED <= speed <= MAX_SPEED:
        raise argparse.ArgumentTypeError(f"expected a number from {MIN_SPEED:g} to {MAX_SPEED:g}, not {text!r}")
    return speed


def run(args: argparse.Namespace) -> int:
    if not has_terminal():
        return complain(NO_TERMINAL)
    pace, wired = DemoSpeed(args.speed), wire_table(Config())
    try:
        with (
            TemporaryDirectory(prefix="companion-demo-") as folder,
            Demonstration(Path(folder) / "games", session_deps(), wired, pace, args.players) as demo,
        ):
            app = ConsoleApp(TableLink(demo.path), is_touch=args.touch, demo_speed=pace)
            app.opens_next = demo.game, SIMULATED
            app.run()
            if app.mistake is not None:
                raise CannotShow("Its console crashed.")
            return app.return_code or DONE
    except (CannotShow, OSError) as error:
        return fail(f"The demonstration cannot be shown: {error}")
