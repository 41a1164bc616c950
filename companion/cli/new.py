"""`companion new`: begins a game, or takes over one that is played already with paper money."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.asking import add_data, ask_and_tell, complain, not_empty
from companion.cli.numbers import number

if TYPE_CHECKING:
    from companion.table.messages import NewGame

POSITION_MOST = 32 * 1024  # bytes
MINUTES_MOST = 24 * 60
_EXAMPLES = """\
The game that was in play is put away; `companion games` still lists it. What is not said is as the household has set it
in companion.toml, under [game]; `--variant none` is none of the variants, and NAME=off is without that house rule.

A position is the table as it stands, a line for each thing:
  given Ann cash 1200
  given Ann at Boardwalk
  given Ann owns Oriental Avenue, Vermont Avenue
  given turn Ben
A name of several words is written as one there: Aunt-May.

examples:
  companion new --players Ann Ben "Aunt May"
  companion new --players Ann Ben --variant short --option free-parking-pot=500 --title Sunday
  companion new --players Ann Ben --variant timed --minutes 90
  companion new --players Ann Ben --tokens Ship Hat --colours green red --dice hand
  companion new --players Ann Ben --real-cards --position table.game
"""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "new",
        help="begin a game, or take over one that is played already",
        description="Begin a game, or take over one that is played already with paper money.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--players", nargs="+", default=[], metavar="NAME", help="who plays, in order around the table")
    parser.add_argument("--edition", default="", metavar="E", help="whose rules; `companion rules` tells them")
    parser.add_argument("--variant", action="append", default=[], metavar="V", help="repeatable")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME[=VALUE]", help="a house rule; repeatable"
    )
    parser.add_argument(
        "--minutes", type=number(1, MINUTES_MOST), default=0, metavar="N", help="how long a timed game lasts"
    )
    parser.add_argument("--title", default="", metavar="T", help="what you call this game")
    parser.add_argument("--tokens", nargs="+", default=[], metavar="TOKEN", help="the piece of each player, in order")
    parser.add_argument("--colours", nargs="+", default=[], metavar="COLOUR", help="of each player, in order")
    parser.add_argument("--dice", choices=("button", "hand"), help="thrown by the companion, or by hand and entered")
    parser.add_argument(
        "--real-cards",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="cards are drawn by hand from the real decks, or by the companion",
    )
    parser.add_argument(
        "--position", type=not_empty, metavar="FILE", help="the table as it stands; - reads it from the input"
    )
    add_data(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.record.errors import RecordError

    if not args.players and not args.position:
        return complain("companion new: say who plays, such as --players Ann Ben")
    try:
        position = _position(args.position) if args.position else ""
    except RecordError as error:
        for line in str(error).splitlines():
            complain(line)
        return complain("Nothing was begun.")
    return ask_and_tell(args, _request(args, position))


def _request(args: argparse.Namespace, position: str) -> "NewGame":
    from companion.table.messages import NewGame

    return NewGame(
        tuple(args.players),
        args.edition,
        _variants(args.variant),
        dict(map(_option, args.option)),
        args.title,
        None if args.real_cards is None else not args.real_cards,
        position,
        tuple(args.tokens),
        tuple(args.colours),
        args.dice,
        minutes=args.minutes,
    )


def _variants(named: list[str]) -> tuple[str, ...] | None:
    return () if named == ["none"] else tuple(named) or None


def _option(text: str) -> tuple[str, bool | int | str]:
    name, given, value = text.partition("=")
    if not given or value in ("on", "off"):
        return name, value != "off"
    return name, int(value) if value.isdecimal() and value.isascii() else value


def _position(where: str) -> str:
    """Raises RecordError for what cannot be read, or is no text."""
    from companion.record.errors import Line, RecordError
    from companion.record.source import lines_of

    name = "the input" if where == "-" else where
    try:
        found = sys.stdin.buffer.read(POSITION_MOST + 1) if where == "-" else _read(Path(where))
    except (OSError, ValueError) as error:
        raise RecordError(Line(name, 0, ""), 0, f"cannot be read: {getattr(error, 'strerror', '') or error}") from error
    if len(found) > POSITION_MOST:
        raise RecordError(Line(name, 0, ""), 0, f"is larger than {POSITION_MOST // 1024} KB: not a position")
    if not found.strip():
        raise RecordError(Line(name, 0, ""), 0, "is empty: expected lines such as `given Ann cash 1200`")
    lines_of(found, name)
    return found.decode("utf-8")


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(POSITION_MOST + 1)
