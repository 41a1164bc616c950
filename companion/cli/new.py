"""`companion new`: starts a game, or takes over one in progress that is played with paper money."""

import argparse
import sys
from pathlib import Path

from companion.cli.ask_table import ask, tell
from companion.cli.terminal import add_data, complain, not_empty, number
from companion.record.errors import RecordError, RecordLine
from companion.record.scanner import lines_of
from companion.table.messages.requests import NewGame

MAX_POSITION_BYTES = 32 * 1024
MAX_MINUTES = 24 * 60
HELP = """\
The game that was in play is put away; `companion games` still lists it. Anything you leave out comes from [game] in
companion.toml. `--variant none` means no variant, and NAME=off turns that house rule off.

A position is the table as it stands, one line for each thing:
  given Ann cash 1200
  given Ann at Boardwalk
  given Ann owns Oriental Avenue, Vermont Avenue
  given turn Ben
Write a name of several words as one: Aunt-May.

examples:
  companion new --players Ann Ben "Aunt May"
  companion new --players Ann Ben --variant short --option free-parking-pot=500 --title Sunday
  companion new --players Ann Ben --board london
  companion new --players Ann Ben --variant timed --minutes 90
  companion new --players Ann Ben Cy --starts Cy
  companion new --players Ann Ben --tokens Ship Hat --colours green red --dice hand
  companion new --players Ann Ben --real-cards --position table.game
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", nargs="+", default=[], metavar="NAME", help="who plays, in order around the table")
    parser.add_argument("--edition", default="", metavar="E", help="which rules; `companion rules` explains them")
    parser.add_argument("--board", default="", metavar="B", help="what your box prints; `companion board list` has all")
    parser.add_argument("--variant", action="append", default=[], metavar="V", help="repeatable")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME[=VALUE]", help="a house rule; repeatable"
    )
    parser.add_argument(
        "--minutes", type=number(1, MAX_MINUTES), default=0, metavar="N", help="how long a timed game lasts"
    )
    parser.add_argument("--title", default="", metavar="T", help="a name for this game")
    parser.add_argument("--tokens", nargs="+", default=[], metavar="TOKEN", help="the token of each player, in order")
    parser.add_argument(
        "--colours", nargs="+", default=[], metavar="COLOUR", help="the colour of each player, in order"
    )
    parser.add_argument("--starts", default="", metavar="NAME", help="who has the first turn; without it you roll")
    parser.add_argument("--dice", choices=("button", "hand"), help="rolled by the companion, or by hand and typed in")
    parser.add_argument(
        "--real-cards",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="draw cards by hand from the real decks, or let the companion draw",
    )
    parser.add_argument(
        "--position", type=not_empty, metavar="FILE", help="the table as it stands; - reads it from standard input"
    )
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    if not args.players and not args.position:
        return complain("companion new: say who plays, such as --players Ann Ben")
    try:
        position = _read_position(args.position) if args.position else ""
    except RecordError as error:
        for line in str(error).splitlines():
            complain(line)
        return complain("No game was started.")
    request = NewGame(
        tuple(args.players),
        args.edition,
        () if args.variant == ["none"] else tuple(args.variant) or None,
        dict(map(parse_option, args.option)),
        args.title,
        None if args.real_cards is None else not args.real_cards,
        position,
        tuple(args.tokens),
        tuple(args.colours),
        args.dice,
        minutes=args.minutes,
        board=args.board,
        starts=args.starts,
    )
    return tell(ask(args, request))


def parse_option(text: str) -> tuple[str, bool | int | str]:
    name, given, value = text.partition("=")
    if not given or value in ("on", "off"):
        return name, value != "off"
    return name, int(value) if value.isdecimal() and value.isascii() else value


def _read_position(where: str) -> str:
    """Raises RecordError for a file that cannot be read or is not text."""
    name = "the input" if where == "-" else where
    try:
        if where == "-":
            found = sys.stdin.buffer.read(MAX_POSITION_BYTES + 1)
        else:
            with Path(where).open("rb") as file:
                found = file.read(MAX_POSITION_BYTES + 1)
    except (OSError, ValueError) as error:
        raise RecordError(
            RecordLine(name, 0, ""), 0, f"cannot be read: {getattr(error, 'strerror', '') or error}"
        ) from error
    if len(found) > MAX_POSITION_BYTES:
        raise RecordError(RecordLine(name, 0, ""), 0, f"is larger than {MAX_POSITION_BYTES // 1024} KB: not a position")
    if not found.strip():
        raise RecordError(RecordLine(name, 0, ""), 0, "is empty: expected lines such as `given Ann cash 1200`")
    lines_of(found, name)
    return found.decode("utf-8")
