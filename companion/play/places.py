"""Spaces as people tell them apart: three are called Chance, three Community Chest, and Jail is two places."""

from collections import Counter

from companion.rules.board import BOARD, JAIL
from companion.rules.ids import SpaceId

_NAMED = Counter(space.name for space in BOARD)


def place_name(space: SpaceId) -> str:
    if space == JAIL:
        return "Jail, just visiting"
    name = BOARD[space].name
    return name if _NAMED[name] == 1 else f"{name} (after {BOARD[space - 1].name})"
