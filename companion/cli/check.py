"""`companion check`: runs game records, and says where one does not hold."""

import argparse
import sys
from pathlib import Path

from companion.boards.own_boards import find_board
from companion.cli.terminal import DONE, FAILED, UNUSABLE, add_data, not_empty
from companion.household.folders import data_folder
from companion.plain_text import printable
from companion.players.dice import seeded_dice
from companion.record.errors import RecordError
from companion.record.parser import load
from companion.record.runner import Failed, Held, Runner

HELP = """\
Every statement must be accepted, and every check must hold. Prints one line for each file. Exits with 0 if all hold, 1
if one does not, 2 if a file cannot be read or parsed.

example:
  companion check tests/games/*.game
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=not_empty, metavar="FILE", help="a game record")
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    data = data_folder(args.data)
    return max(check_record(Path(file), data) for file in args.files)


def check_record(path: Path, data: Path) -> int:
    """`data` has the boards of the household, which a record may name."""
    try:
        record = load(path, lambda name: find_board(name, data))
        checks = sum(isinstance(outcome, Held) for outcome in Runner(record, seeded_dice(record.header.seed)).play())
    except RecordError as error:
        print(error, file=sys.stderr, flush=True)
        return UNUSABLE
    except Failed as failed:
        print("\n".join(describe_failure(failed)), flush=True)
        return FAILED
    counts = {"statement": len(record.statements) - checks, "check": checks}
    counted = ", ".join(f"{count} {what}{'' if count == 1 else 's'}" for what, count in counts.items())
    print(f"ok    {printable(str(path))}  ({counted})", flush=True)
    return DONE


def describe_failure(failed: Failed) -> tuple[str, ...]:
    """A line that fails: which it is, what it expected, and what holds."""
    return (
        f"FAIL  {printable(failed.line.path)}:{failed.line.number}: {printable(failed.line.statement)}",
        f"      expected: {printable(failed.expected)}",
        f"      holds:    {printable(failed.holds)}",
    )
