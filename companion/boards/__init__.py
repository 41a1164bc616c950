"""Boards: what the boxes print. Five are shipped; a household adds its own as files like them."""

from functools import cache
from importlib import resources

from companion.boards.board_file import parse_board
from companion.rules.board import Board
from companion.rules.editions import Rules

SHIPPED = ("atlantic-city", "atlantic-city-2010", "london", "germany", "france")


@cache
def shipped_board(key: str) -> Board:
    return parse_board(key, shipped_text(key))


def shipped_text(key: str) -> str:
    return resources.files(__package__).joinpath(f"{key}.toml").read_text("utf-8")


def usual_board(rules: Rules) -> Board:
    """The board that comes with this edition."""
    return shipped_board(rules.board)
