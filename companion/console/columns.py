"""Tables of amounts: a column for every account, as many beside each other as fit, the rest below. Nothing is cut."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content

from companion.console.words import cells, fitted

GAP = 2  # columns between two amounts
LABEL_LEAST = 16  # columns, where that keeps all amounts beside each other


class Row(NamedTuple):
    label: str
    amounts: tuple[str, ...]
    style: str = ""


def in_columns(heads: Sequence[str], rows: Sequence[Row], width: int) -> list[Content]:
    """Labels and heads may be shortened, an amount never."""
    widths = _widths(heads, rows)
    label = min(max((cells(row.label) for row in rows), default=0), _label_room(sum(widths), width))
    lines: list[Content] = []
    for columns in _blocks(widths, width - label):
        lines += [Content("")] if lines else []
        lines.append(Content.styled(" " * label + "".join(_right(heads[at], size) for at, size in columns), "bold"))
        for row in rows:
            amounts = "".join(_right(row.amounts[at], size) for at, size in columns)
            lines.append(Content.styled(_left(row.label, label) + amounts, row.style))
    return lines


def _label_room(amounts: int, width: int) -> int:
    return width - amounts if width - amounts >= LABEL_LEAST else max(width * 2 // 5, 8)


def _widths(heads: Sequence[str], rows: Sequence[Row]) -> list[int]:
    """As wide as the longest amount, and wider for a name that needs no more than a few columns."""
    most = [max((cells(row.amounts[at]) for row in rows), default=0) for at in range(len(heads))]
    return [max(size, min(cells(head), 8)) + GAP for head, size in zip(heads, most, strict=True)]


def _blocks(widths: Sequence[int], room: int) -> list[list[tuple[int, int]]]:
    blocks: list[list[tuple[int, int]]] = [[]]
    for at, size in enumerate(widths):
        if blocks[-1] and sum(other for _, other in blocks[-1]) + size > room:
            blocks.append([])
        blocks[-1].append((at, size))
    return blocks


def _right(text: str, width: int) -> str:
    short = fitted(text, width - GAP) if cells(text) > width - GAP else text
    return " " * (width - cells(short)) + short


def _left(text: str, width: int) -> str:
    short = fitted(text, width)
    return short + " " * (width - cells(short))
