"""Lines over the turns, all on one scale, in half blocks: two colours fit a cell, so no line is lost where two cross.

Our own and small: chart libraries bring numpy or are pinned to old versions, draw in braille that plain console fonts
do not have, and tell lines apart by colour alone. Here every line carries its player's letter.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from textual.content import Content
from textual.widget import Widget

from companion.table.messages.views import CurrencyPrint

LETTER_EVERY = 14  # columns
FULL, UPPER, LOWER = "█", "▀", "▄"


class Series(NamedTuple):
    letter: str
    colour: str
    values: tuple[int | None, ...]  # at the end of each turn; None is not drawn


class Chart(Widget):
    """The last series is drawn over the others."""

    def __init__(self) -> None:
        super().__init__(id="chart")
        self._turns: tuple[int, ...] = ()
        self._series: tuple[Series, ...] = ()
        self._currency = CurrencyPrint()

    def show(self, turns: Sequence[int], series: Sequence[Series], currency: CurrencyPrint) -> None:
        self._turns, self._series, self._currency = tuple(turns), tuple(series), currency
        self.refresh()

    def render(self) -> Content:
        """The scale to the left shows an amount at every quarter, or only in the middle and at its ends."""
        height = self.size.height - 2  # below the lines are the axis and the turns
        if not self._turns or height < 2:
            return Content("")
        top = round_up(max((value or 0 for one in self._series for value in one.values), default=0))
        money = self._currency.show
        left = len(money(top)) + 2
        width = max(self.size.width - left, 8)
        parts = 4 if height >= 9 else 2
        marks = {round((height - 1) * part / parts): top * (parts - part) // parts for part in range(parts + 1)}
        lines = []
        for row, plotted in enumerate(plot(self._series, width, height, top)):
            mark = f"{money(marks[row]):>{left - 2}} ┤" if row in marks else " " * (left - 1) + "│"
            lines.append(Content(mark) + plotted)
        first, last = describe_turn(self._turns[0]), describe_turn(self._turns[-1])
        gap = " " * max(width - len(first) - len(last), 1)
        lines += [Content(" " * (left - 1) + "└" + "─" * width), Content(" " * left + first + gap + last)]
        return Content("\n").join(lines)


def round_up(value: int) -> int:
    """To a round number whose quarters are round, too."""
    unit = 100
    while True:
        for times in (1, 2, 3, 4, 5, 6, 8):
            if unit * times >= value:
                return unit * times
        unit *= 10


def describe_turn(turn: int) -> str:
    return f"turn {turn}" if turn else "start"


def plot(series: Sequence[Series], width: int, height: int, top: int) -> list[Content]:
    """The rows of the chart, the highest first."""
    dots: dict[tuple[int, int], int] = {}  # from column and half row, counted from the bottom, to the series
    for at, one in enumerate(series):
        dots |= dict.fromkeys(_dots(one.values, width, 2 * height, top), at)
    letters = _letters(dots, series, width)
    rows = []
    for row in reversed(range(height)):
        cells: list[tuple[str, str]] = []
        for column in range(width):
            if (whose := letters.get((column, row))) is not None:
                cells.append((series[whose].letter, f"bold {series[whose].colour}"))
                continue
            upper, lower = dots.get((column, 2 * row + 1)), dots.get((column, 2 * row))
            if upper is None:
                cells.append((LOWER, series[lower].colour) if lower is not None else (" ", ""))
            elif lower is None:
                cells.append((UPPER, series[upper].colour))
            elif upper == lower:
                cells.append((FULL, series[upper].colour))
            else:
                cells.append((UPPER, f"{series[upper].colour} on {series[lower].colour}"))
        rows.append(Content.assemble(*cells))
    return rows


def _dots(values: Sequence[int | None], width: int, height: int, top: int) -> Iterator[tuple[int, int]]:
    """Without gaps: from one column to the next the line climbs or falls within the column."""
    before: int | None = None
    for column in range(width):
        value = _value_at(values, column / max(width - 1, 1))
        if value is None:
            before = None
            continue
        here = round(value / top * (height - 1))
        start = here if before is None else before + (here > before) - (here < before)
        for dot in range(min(start, here), max(start, here) + 1):
            yield column, dot
        before = here


def _value_at(values: Sequence[int | None], share: float) -> float | None:
    """Between two turns it is on the way from one to the other."""
    at = share * (len(values) - 1)
    before, after = values[int(at)], values[min(int(at) + 1, len(values) - 1)]
    if before is None or (after is None and at > int(at)):
        return None
    return before + ((before if after is None else after) - before) * (at - int(at))


def _letters(dots: dict[tuple[int, int], int], series: Sequence[Series], width: int) -> dict[tuple[int, int], int]:
    """Each line has its letter every few columns, and other lines have theirs at other columns."""
    found: dict[tuple[int, int], int] = {}
    for at in range(len(series)):
        own = sorted((column, dot) for (column, dot), whose in dots.items() if whose == at)
        for first in range((3 * at) % LETTER_EVERY, width + LETTER_EVERY, LETTER_EVERY):
            place = next(((x, y // 2) for x, y in own if first <= x < first + LETTER_EVERY), None)
            if place is not None and place not in found:
                found[place] = at
    return found
