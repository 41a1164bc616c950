"""Spaces as people tell them apart: three are called Chance, and Jail is two places."""

from collections.abc import Sequence

JAIL = 10  # its space
VISITING = "visiting Jail"  # where there is little room


def place_name(spaces: Sequence[str], at: int) -> str:
    if at == JAIL:
        return f"{spaces[at]}, just visiting"
    return spaces[at] if spaces.count(spaces[at]) == 1 else f"{spaces[at]} (after {spaces[at - 1]})"
