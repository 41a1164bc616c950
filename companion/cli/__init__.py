"""The command `companion`: its subcommands, and how any of them ends."""

import argparse
import io
import os
import sys
from collections.abc import Sequence

from companion.cli import check, replay, rules, simulate

BROKEN_PIPE, INTERRUPTED = 141, 130
_EXAMPLES = """\
examples:
  companion replay tests/games/an-evening.game
  companion check tests/games/*.game
  companion rules RENT-2
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Exits as tools do: 0 for good, 1 for a failure found, 2 for wrong usage or an unreadable file."""
    _let_anything_be_printed()
    parser = _parser()
    args = parser.parse_args(argv)
    try:
        code = _run(parser, args)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone; what is still buffered must not complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="companion",
        description="Keeps the bank of a property-trading board game played at a real table.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="store_true", help="show the version and leave")
    parser.set_defaults(run=None)
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND")
    for command in (check, replay, rules, simulate):
        command.register(subparsers)
    return parser


def _run(parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    if args.version:
        print(f"companion {_version()}")
        return 0
    if args.run is None:
        parser.print_help()
        return 0
    return int(args.run(args))


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("table-companion")
    except PackageNotFoundError:
        return "(not installed)"


def _let_anything_be_printed() -> None:
    """A terminal that cannot show a character shows its number."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
