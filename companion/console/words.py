"""How times, places and tables of amounts are written. An amount is written whole or not at all, never cut."""

import time
from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content

from companion.table.messages.views import BoardPrint, BoardWords

JAIL = 10  # its space
NAME_MAX = 28  # columns of a deed's name
GAP = 2  # columns between two amounts
LABEL_MIN = 16  # columns, where that keeps all amounts beside each other


def describe_buildings(words: BoardWords, count: int) -> str:
    houses = (f"{number} {words.houses}" for number in (2, 3, 4))
    return ("nothing", f"1 {words.house}", *houses, words.a_hotel)[count]


def describe_place(board: BoardPrint, at: int) -> str:
    """So that people can tell spaces apart: three are called Chance, and Jail is two places."""
    spaces = board.spaces
    if at == JAIL:
        return f"{spaces[at]}, just visiting"
    return spaces[at] if spaces.count(spaces[at]) == 1 else f"{spaces[at]} (after {spaces[at - 1]})"


def deed_column(board: BoardPrint, name: str) -> str:
    """A deed's name in a column wide enough for every deed of the board, up to a point."""
    width = min(max(cells(deed.name) for deed in board.deeds), NAME_MAX)
    name = shorten(name, width)
    return name + " " * (width - cells(name))


def clock_time(at_ms: int) -> str:
    return time.strftime("%H:%M", time.localtime(at_ms / 1000))


def day_and_time(at_ms: int) -> str:
    return time.strftime("%d %b %Y, %H:%M", time.localtime(at_ms / 1000))


def describe_progress(what: str, done: int, total: int) -> str:
    """Of something that takes long: `Verifying: 12 of 60 games.`"""
    return f"{what}: {done:,} of {total:,} games." if total else f"{what} …"


def and_list(names: tuple[str, ...]) -> str:
    *most, last = names or ("",)
    return f"{', '.join(most)} and {last}" if most else last


def digit_words(digits: Sequence[int]) -> str:
    """`1–4`, or `1, 3 and 4`."""
    if len(digits) > 2 and digits == list(range(digits[0], digits[0] + len(digits))):
        return f"{digits[0]}–{digits[-1]}"
    return and_list(tuple(str(digit) for digit in digits))


def cells(text: str) -> int:
    return cell_len(text)


def rows_of(text: str, width: int) -> int:
    """That it takes in a column so wide. Breaking it takes time, and is not needed where it fits."""
    return 1 if cells(text) <= width else len(Content(text).wrap(max(width, 1)))


def first_that_fits(width: int, *ways: str) -> str:
    """The fullest way of saying it that has room; the last one if none has."""
    return next((way for way in ways if cells(way) <= width), ways[-1])


def shorten(text: str, width: int) -> str:
    """Cut with an ellipsis. Only for names and places: an amount is never cut."""
    return Content(text).truncate(width, ellipsis=True).plain


class AmountRow(NamedTuple):
    label: str
    amounts: tuple[str, ...]
    style: str = ""


def in_columns(heads: Sequence[str], rows: Sequence[AmountRow], width: int) -> list[Content]:
    """A column for every head, as many beside each other as fit, the rest below. An amount is never shortened."""
    widest = [max((cells(row.amounts[at]) for row in rows), default=0) for at in range(len(heads))]
    widths = [max(size, min(cells(head), 8)) + GAP for head, size in zip(heads, widest, strict=True)]
    left = width - sum(widths)
    label_width = min(
        max((cells(row.label) for row in rows), default=0), left if left >= LABEL_MIN else max(width * 2 // 5, 8)
    )
    blocks: list[list[tuple[int, int]]] = [[]]  # of columns: which one, and how wide
    for at, size in enumerate(widths):
        if blocks[-1] and sum(other for _, other in blocks[-1]) + size > width - label_width:
            blocks.append([])
        blocks[-1].append((at, size))
    lines: list[Content] = []
    for block in blocks:
        lines += [Content("")] if lines else []
        lines.append(Content.styled(" " * label_width + "".join(_right(heads[at], size) for at, size in block), "bold"))
        for row in rows:
            label = shorten(row.label, label_width)
            amounts = "".join(_right(row.amounts[at], size) for at, size in block)
            lines.append(Content.styled(label + " " * (label_width - cells(label)) + amounts, row.style))
    return lines


def _right(text: str, width: int) -> str:
    short = shorten(text, width - GAP) if cells(text) > width - GAP else text
    return " " * (width - cells(short)) + short
