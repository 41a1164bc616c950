"""`companion replay`: tells a game record as a story."""

import argparse
import sys

from companion.cli.check import describe_failure, record_file
from companion.cli.terminal import DONE, FAILED, UNUSABLE, width

MAX_WIDTH = 100
_EXAMPLE = """\
Each line shows the money it moved and the rule that moved it.

example:
  companion replay tests/games/an-evening.game
"""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "replay",
        help="tell a game record as a story",
        description="Tell a game record as a story, from the first roll to the standings.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", type=record_file, metavar="FILE", help="a game record")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.players.dice import seeded_dice
    from companion.record.errors import RecordError
    from companion.record.parser import load
    from companion.record.runner import Failed
    from companion.record.tale import tale

    try:
        record = load(args.file)
        for line in tale(record, seeded_dice(record.header.seed), min(width(90), MAX_WIDTH)):
            print(line)
    except RecordError as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    except Failed as failed:
        sys.stdout.flush()
        print("\n".join(describe_failure(failed)), file=sys.stderr)
        return FAILED
    return DONE
