"""`companion check`: runs game records, and says where one does not hold."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.record.runner import Failed
    from companion.record.statements import Record

HOLD, FAIL, UNREADABLE = 0, 1, 2
_EXAMPLE = """\
Prints one line a file. Exits with 0 if all hold, 1 if one does not, 2 if a file cannot be read or parsed.

example:
  companion check tests/games/*.game
"""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "check",
        help="run game records and say whether they hold",
        description="Run game records: every statement must be accepted, every check must hold.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="+", type=record_file, metavar="FILE", help="a game record")
    parser.set_defaults(run=run)


def record_file(text: str) -> Path:
    """An empty name would be taken for this very folder."""
    if not text:
        raise argparse.ArgumentTypeError("expected the name of a file, and this one is empty")
    return Path(text)


def run(args: argparse.Namespace) -> int:
    return max(_check(path) for path in args.files)


def _check(path: Path) -> int:
    from companion.record.errors import RecordError, printable
    from companion.record.parser import load
    from companion.record.runner import Failed

    try:
        print(f"ok    {printable(str(path))}  ({_counted(load(path))})", flush=True)
    except RecordError as error:
        print(error, file=sys.stderr, flush=True)
        return UNREADABLE
    except Failed as failed:
        print("\n".join(told(failed)), flush=True)
        return FAIL
    return HOLD


def _counted(record: "Record") -> str:
    """Plays the record, and counts what was in it."""
    from companion.players.dice import seeded_dice
    from companion.record.runner import Held, Runner

    checks = sum(isinstance(outcome, Held) for outcome in Runner(record, seeded_dice(record.header.seed)).play())
    return f"{_many(len(record.statements) - checks, 'statement')}, {_many(checks, 'check')}"


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def told(failed: "Failed") -> tuple[str, ...]:
    """A failing line: which it is, what it expected, and what holds."""
    from companion.record.errors import printable

    return (
        f"FAIL  {printable(failed.line.path)}:{failed.line.number}: {printable(failed.line.spoken)}",
        f"      expected: {printable(failed.expected)}",
        f"      holds:    {printable(failed.holds)}",
    )
