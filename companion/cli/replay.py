"""`companion replay`: tells a game record as a story."""

import argparse
import sys

from companion.cli.check import describe_failure, record_file
from companion.cli.terminal import DONE, FAILED, UNUSABLE, Commands, add_command, width

MAX_WIDTH = 100
_HELP = """\
Each line shows the money it moved and the rule that moved it.

example:
  companion replay tests/games/an-evening.game
"""


def register(commands: Commands) -> None:
    parser = add_command(commands, "replay", run, "tell a game record as a story", _HELP)
    parser.add_argument("file", type=record_file, metavar="FILE", help="a game record")


def run(args: argparse.Namespace) -> int:
    from companion.players.dice import seeded_dice
    from companion.record.errors import RecordError
    from companion.record.parser import load
    from companion.record.runner import Failed
    from companion.record.story import story

    try:
        record = load(args.file)
        for line in story(record, seeded_dice(record.header.seed), min(width(90), MAX_WIDTH)):
            print(line)
    except RecordError as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    except Failed as failed:
        sys.stdout.flush()
        print("\n".join(describe_failure(failed)), file=sys.stderr)
        return FAILED
    return DONE
