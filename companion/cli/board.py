"""`companion board`: which boards there are, what one prints, whether a file is right, and a copy to make your own."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from companion.boards import SHIPPED, shipped_board, usual_board
from companion.boards.board_file import examine_board, parse_board, read_board_text
from companion.boards.own_boards import (
    SUFFIX,
    BoardName,
    add_own_board,
    board_text,
    own_boards,
    own_path,
    require_own_key,
)
from companion.cli.terminal import DONE, add_command, add_data, complain, fail, not_empty, warn, wrap
from companion.household.folders import as_owner, data_folder
from companion.plain_text import printable
from companion.rules.board import Board, Space
from companion.rules.cards import Deck
from companion.rules.editions import Rules
from companion.rules.phrases import describe_card
from companion.toml_document import TomlError

HELP = """\
A board is what a box prints: names, prices, rents, cards and money. Some come with the companion. A board of your own
is a file that you can edit, in the folder `boards` where the games are. A game that has begun keeps its board, whatever
becomes of the file.

examples:
  companion board list
  companion board show london
  companion board copy london ours
  companion board check ours
"""
_LIST = """\
A file of your own that cannot be used is listed with its first mistake.

example:
  companion board list
"""
_SHOW = """\
Streets are shown with their price, mortgage value, price of a house, and rents: with no houses, with one to four
houses, and with a hotel. Cards are shown with the number of their task, for rulebooks with tasks in place of cards.

example:
  companion board show london
"""
_CHECK = """\
Every mistake is told with its line. Exits with 0 if the board can be played on, 1 if it cannot, 2 if there is no such
file or it cannot be read.

examples:
  companion board check ours
  companion board check ~/ours.toml
"""
_COPY = """\
Writes a file for a board of your own, to begin with. It never replaces one.

example:
  companion board copy london ours
"""
_BOARD = "its name, or a file that ends with .toml"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    listing = add_command(actions, "list", run, "list the boards there are", _LIST)
    listing.set_defaults(do=list_boards)
    showing = add_command(actions, "show", run, "show what a board prints", _SHOW)
    showing.set_defaults(do=show_board)
    checking = add_command(actions, "check", run, "say whether a board can be played on", _CHECK)
    checking.set_defaults(do=check_file)
    copying = add_command(actions, "copy", run, "write a file for a board of your own", _COPY)
    copying.set_defaults(do=copy_board)
    for action in (showing, checking, copying):
        action.add_argument("board", type=not_empty, metavar="BOARD", help=_BOARD)
    copying.add_argument("name", type=not_empty, metavar="NAME", help="what to call yours: letters, digits and hyphens")
    for action in (listing, showing, checking, copying):
        add_data(action)


def run(args: argparse.Namespace) -> int:
    try:
        return int(args.do(args))
    except (BoardName, TomlError) as error:
        return complain(f"companion board: {error}")


def list_boards(args: argparse.Namespace) -> int:
    own = own_boards(data_folder(args.data))
    wide = max(len(key) for key in (*SHIPPED, *(each.key for each in own)))
    for key in SHIPPED:
        print(wrap(f"{key:{wide}}  {shipped_board(key).title}", "", "  "))
    for each in own:
        says = f"{each.board.title} ({each.path})" if each.board else f"cannot be used: {each.wrong}"
        print(wrap(printable(f"{each.key:{wide}}  {says}"), "", "  "))
    return DONE


def show_board(args: argparse.Namespace) -> int:
    for line in _describe(parse_board(*_read(args))):
        print(line)
    return DONE


def check_file(args: argparse.Namespace) -> int:
    board, mistakes = examine_board(*_read(args))
    if not mistakes:
        print(printable(f"ok    {args.board}  ({board.title})"))
    return warn(map(str, mistakes))


def copy_board(args: argparse.Namespace) -> int:
    """The text itself, so that comments are kept."""
    data = data_folder(args.data)
    require_own_key(args.name)
    key, text, file = _read(args)
    parse_board(key, text, file)
    try:
        data.mkdir(0o700, parents=True, exist_ok=True)
        with as_owner(data):
            path = add_own_board(data, args.name, text)
    except OSError as error:
        return fail(f"companion board: {own_path(data, args.name)} cannot be written: {error.strerror or error}")
    print(printable(f"A copy of {args.board} is in {path}."))
    print(f"Edit it, and then check it: companion board check {args.name}")
    return DONE


def _read(args: argparse.Namespace) -> tuple[str, str, str]:
    """The key, the text and the file of a board that is named, or whose file is. Raises BoardName or TomlError."""
    named, data = args.board, data_folder(args.data)
    if "/" in named or named.endswith(SUFFIX):
        return Path(named).stem, read_board_text(Path(named)), named
    return named, board_text(named, data), f"{named}{SUFFIX}" if named in SHIPPED else str(own_path(data, named))


# For commands that take a board


def add_board(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--board", type=not_empty, metavar="B", help="what your box prints; `companion board list` has all"
    )
    add_data(parser)


def chosen_board(args: argparse.Namespace, rules: Rules) -> Board:
    """Without --board, the one that comes with the edition. Raises BoardName or TomlError."""
    return parse_board(*_read(args)) if args.board is not None else usual_board(rules)


# What a board prints


def _describe(board: Board) -> Iterator[str]:
    words, cards = board.words, [(deck, board.cards(deck)) for deck in Deck]
    yield wrap(f"{board.key}: {board.title}")
    yield ""
    taxes = ((board.spaces[4].name, board.income_tax), (board.spaces[38].name, board.luxury_tax))
    yield wrap("; ".join(f"{name} {board.money(amount)}" for name, amount in taxes), "", "  ")
    rents = ", ".join(map(board.money, board.railroad_rents))
    yield wrap(f"rent for one to four {words.railroads}: {rents}", "", "  ")
    one, both = board.utility_factors
    yield wrap(f"rent for one of the {words.utilities}: {one} times the roll; for both: {both} times", "", "  ")
    yield wrap(f"buildings: {words.house}, {words.houses}; {words.hotel}, {words.hotels}", "", "  ")
    yield ""
    yield wrap("SPACES: price, mortgage value, price of one house, rents", "", "  ")
    wide = max(len(space.name) for space in board.spaces)
    groups = max(len(group.name) for group in board.groups)
    for space in board.spaces:
        yield wrap(_space_line(board, space, wide, groups).rstrip(), "", "      ")
    for deck, deck_cards in cards:
        yield ""
        yield wrap(f"{board.deck_name(deck).upper()}: number of the task, name", "", "  ")
        for card in sorted(deck_cards, key=lambda card: card.task):
            yield wrap(f"{card.task:>2}  {describe_card(board, card)}", "", "      ")


def _space_line(board: Board, space: Space, wide: int, groups: int) -> str:
    line = f"{space.id:>2}  {space.name:{wide}}"
    if space.deed < 0:
        return line
    deed = board.deeds[space.deed]
    amounts = (deed.price, deed.mortgage_value, *([deed.house_cost] if deed.is_street else []))
    columns = "  ".join(f"{board.money(amount):>6}" for amount in amounts)
    rents = " ".join(map(board.currency.digits, deed.rents))
    return f"{line}  {board.group_name(deed.group):{groups}}  {columns}  {rents}"
