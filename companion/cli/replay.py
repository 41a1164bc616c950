"""`companion replay`: tells a game record as a story."""

import argparse
import sys
from pathlib import Path

from companion.boards.own_boards import find_board
from companion.cli.check import describe_failure
from companion.cli.terminal import DONE, FAILED, UNUSABLE, add_data, not_empty, width
from companion.household.folders import data_folder
from companion.players.dice import seeded_dice
from companion.record.errors import RecordError
from companion.record.parser import load
from companion.record.runner import Failed
from companion.record.story import story

MAX_WIDTH = 100
HELP = """\
Each line shows the money it moved and the rule that moved it.

example:
  companion replay tests/games/an-evening.game
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=not_empty, metavar="FILE", help="a game record")
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    try:
        data = data_folder(args.data)
        record = load(Path(args.file), lambda name: find_board(name, data))
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
