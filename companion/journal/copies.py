"""What one of the two copies of a journal was found to hold, whichever it is."""

from enum import Enum
from itertools import pairwise

from msgspec import Struct

from companion.journal.line import Line


class State(Enum):
    SOUND = "whole, as far as it goes"
    TORN = "whole, but for a last write that was cut off"
    MISSING = "not there, or empty"
    DAMAGED = "damaged"


class Copy(Struct, frozen=True):
    """Sound lines, wherever they stood, and what is wrong with the rest."""

    name: str  # for people
    state: State
    lines: tuple[Line, ...] = ()
    faults: tuple[str, ...] = ()


def is_chain(lines: tuple[Line, ...]) -> bool:
    """Do these follow one another from the head on"""
    if not lines or lines[0].number != 0:
        return False
    pairs = pairwise(lines)
    return all(after.number == before.number + 1 and after.prev == before.hash for before, after in pairs)
