"""Boards: what the boxes print. Every .toml file here is shipped; a household keeps its own in its data folder."""

from functools import cache
from importlib import resources

from msgspec.structs import replace

from companion.boards.board_file import parse_board
from companion.rules.board import Board
from companion.rules.editions import Rules

_FILES = resources.files(__package__)
SHIPPED = tuple(sorted(file.name.removesuffix(".toml") for file in _FILES.iterdir() if file.name.endswith(".toml")))


@cache
def shipped_board(key: str) -> Board:
    return parse_board(key, shipped_text(key))


def shipped_text(key: str) -> str:
    return _FILES.joinpath(f"{key}.toml").read_text("utf-8")


def usual_board(rules: Rules) -> Board:
    """The board that comes with this edition."""
    return shipped_board(rules.board)


def is_shipped(board: Board) -> bool:
    """Prints the same as the shipped board of that key."""
    return board.key in SHIPPED and as_printed(board) == as_printed(shipped_board(board.key))


def as_printed(board: Board) -> Board:
    """Without search words: boxes do not print them, and the boards of older games have none."""
    chance, chest = (tuple(replace(card, search="") for card in deck) for deck in (board.chance, board.chest))
    return replace(board, chance=chance, chest=chest)
