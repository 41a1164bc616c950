"""`companion export`: writes a game as a record."""

import argparse
import sys
from pathlib import Path

from companion.cli.asking import FAILED, add_data, add_game, ask, complain, not_empty, tell
from companion.cli.files import show
from companion.cli.whole import add_all

_EXAMPLES = """\
The record has every move with the dice and cards that fell. `companion replay` tells it as a story.

examples:
  companion export > sunday.game
  companion export 20261116-2041 --output sunday.game
  companion export --all /media/stick
"""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "export",
        help="write a game as a record",
        description="Write a game as a record, to be read, kept, checked or told.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_game(parser)
    parser.add_argument("--output", type=not_empty, metavar="FILE", help="where to write it; without it, it is shown")
    add_all(parser, "every game, each to a file there")
    add_data(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.cli.whole import export_all
    from companion.table.messages import ExportGame

    if args.all is not None and (args.game or args.output is not None):
        return complain("companion export: --all is every game, and goes with neither a game nor --output")
    if args.all is not None:
        return export_all(args)
    reply = ask(args, ExportGame(args.game))
    if not reply.done:
        return tell(reply)
    if args.output in (None, "-"):
        show(reply.text)
    elif code := _write(Path(args.output), reply.text):
        return code
    else:
        print(f"{reply.message.removesuffix('.')}, written to {args.output}.")
    for warning in reply.lines:
        print(warning, file=sys.stderr)
    return FAILED if reply.lines else 0


def _write(path: Path, text: str) -> int:
    from companion.cli.files import save

    try:
        save(path, text.encode())
    except (OSError, ValueError) as error:
        return complain(f"companion export: {path} cannot be written: {getattr(error, 'strerror', '') or error}")
    return 0
