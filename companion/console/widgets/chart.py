"""Lines over the turns, all on one scale, in half blocks: two colours fit a cell, so no line is lost where two cross.

Our own and small: the chart libraries bring numpy or are locked to old versions, draw in braille that a plain console
font has not got, and tell lines apart by colour alone. Here every line carries its player's letter.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from companion.console.words import money

LETTER_EVERY = 14  # columns
FULL, UPPER, LOWER = "█", "▀", "▄"


class Series(NamedTuple):
    letter: str
    colour: str
    values: tuple[int | None, ...]  # at the end of each turn; None is not drawn


class Chart(Widget):
    """Whose series comes last is drawn over the others."""

    class Tapped(Message):
        pass

    def __init__(self) -> None:
        super().__init__(id="chart")
        self._turns: tuple[int, ...] = ()
        self._series: tuple[Series, ...] = ()

    def show(self, turns: Sequence[int], series: Sequence[Series]) -> None:
        self._turns, self._series = tuple(turns), tuple(series)
        self.refresh()

    def on_click(self, event: Click) -> None:
        event.stop()
        self.post_message(self.Tapped())

    def render(self) -> Content:
        width, height = self.size
        if not self._turns or height < 4:
            return Content("")
        top = ceiling(max((value or 0 for one in self._series for value in one.values), default=0))
        left = len(money(top)) + 2
        rows = plotted(self._series, max(width - left, 8), height - 2, top)
        lines = [Content(mark) + row for mark, row in zip(_marks(top, height - 2, left), rows, strict=True)]
        return Content("\n").join([*lines, *_turn_line(self._turns, left, max(width - left, 8))])


def ceiling(value: int) -> int:
    """A round number that is not less, whose quarters are round, too."""
    unit = 100
    while True:
        for times in (1, 2, 3, 4, 5, 6, 8):
            if unit * times >= value:
                return unit * times
        unit *= 10


def _marks(top: int, height: int, left: int) -> Iterator[str]:
    """What an amount is on the scale, at every quarter of it, or only at its ends."""
    parts = 4 if height >= 9 else 2
    at = {round((height - 1) * part / parts): top * (parts - part) // parts for part in range(parts + 1)}
    for row in range(height):
        yield f"{money(at[row]):>{left - 2}} ┤" if row in at else " " * (left - 1) + "│"


def _turn_line(turns: Sequence[int], left: int, width: int) -> tuple[Content, Content]:
    first, last = turn_words(turns[0]), turn_words(turns[-1])
    gap = " " * max(width - len(first) - len(last), 1)
    return Content(" " * (left - 1) + "└" + "─" * width), Content(" " * left + first + gap + last)


def turn_words(turn: int) -> str:
    return f"turn {turn}" if turn else "start"


# The lines


def plotted(series: Sequence[Series], width: int, height: int, top: int) -> list[Content]:
    """As many rows as it is high."""
    dots: dict[tuple[int, int], int] = {}  # column and half row, from the bottom: whose
    for at, one in enumerate(series):
        dots |= dict.fromkeys(_dots(one.values, width, 2 * height, top), at)
    letters = _letters(dots, series, width)
    return [_row(series, dots, letters, row, width) for row in reversed(range(height))]


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
    """On each line its letter, now and then, each line's at other columns."""
    found: dict[tuple[int, int], int] = {}
    for at in range(len(series)):
        own = sorted((column, dot) for (column, dot), whose in dots.items() if whose == at)
        wanted = range((3 * at) % LETTER_EVERY, width + LETTER_EVERY, LETTER_EVERY)
        for first in wanted:
            place = next(((x, y // 2) for x, y in own if first <= x < first + LETTER_EVERY), None)
            if place is not None and place not in found:
                found[place] = at
    return found


def _row(
    series: Sequence[Series],
    dots: dict[tuple[int, int], int],
    letters: dict[tuple[int, int], int],
    row: int,
    width: int,
) -> Content:
    parts: list[tuple[str, str]] = []
    for column in range(width):
        if (whose := letters.get((column, row))) is not None:
            parts.append((series[whose].letter, f"bold {series[whose].colour}"))
        else:
            parts.append(_cell(series, dots.get((column, 2 * row + 1)), dots.get((column, 2 * row))))
    return Content.assemble(*parts)


def _cell(series: Sequence[Series], upper: int | None, lower: int | None) -> tuple[str, str]:
    if upper is None:
        return (LOWER, series[lower].colour) if lower is not None else (" ", "")
    if lower is None:
        return UPPER, series[upper].colour
    if upper == lower:
        return FULL, series[upper].colour
    return UPPER, f"{series[upper].colour} on {series[lower].colour}"
