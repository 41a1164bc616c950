"""The keys one may need any time, as words to tap. One row on a small screen, three where fingers tap.

Where not all have room, those that the menu and the palette have as well go first: help and the way out always stay.
"""

from typing import NamedTuple

from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from companion.console.commands import OWN_ROWS, Row, key_words
from companion.console.state import State
from companion.console.words import cells

GAP = 2
STAY_LONGEST = ("help", "quit", "menu", "undo", "pause", "raise", "redo", "simulated")


class Span(NamedTuple):
    start: int
    end: int
    row: Row


class Keybar(Widget):
    class Tapped(Message):
        def __init__(self, row: Row) -> None:
            super().__init__()
            self.row = row

    def __init__(self) -> None:
        super().__init__(id="keybar")
        self._rows: tuple[Row, ...] = ()
        self._spans: list[Span] = []

    def show(self, state: State) -> None:
        first: dict[str, Row] = {}  # of those that share a key
        for row in OWN_ROWS:
            if row.short and row.possible(state):
                first.setdefault(row.key, row)
        if (rows := tuple(first.values())) != self._rows:
            self._rows = rows
            self.refresh()

    def render(self) -> Content:
        is_touch = self.app.has_class("-touch")
        words = {row.id: f"  {row.short}  " if is_touch else f"{key_words(row)} {row.short}" for row in self._rows}
        fitting = _fitting(words, self.size.width)
        rows = [row for row in self._rows if row.id in fitting]
        self._spans, at = [], 0
        for row in rows:
            self._spans.append(Span(at, at + cells(words[row.id]), row))
            at = self._spans[-1].end + GAP
        line = Content(" " * GAP).join([(_touchable if is_touch else _typed)(words[row.id]) for row in rows])
        return Content("\n").join([_blank(line), line, _blank(line)]) if is_touch else line

    def on_click(self, event: Click) -> None:
        event.stop()
        x = event.get_content_offset_capture(self).x
        for span in self._spans:
            if span.start <= x < span.end:
                self.post_message(self.Tapped(span.row))


def _fitting(words: dict[str, str], width: int) -> set[str]:
    """The rows that have room beside each other, the most important first."""
    fitting, left = set[str](), width + GAP
    for id in sorted(words, key=_importance):
        if left >= cells(words[id]) + GAP:
            fitting.add(id)
            left -= cells(words[id]) + GAP
    return fitting


def _importance(id: str) -> int:
    return STAY_LONGEST.index(id) if id in STAY_LONGEST else len(STAY_LONGEST)


def _touchable(text: str) -> Content:
    return Content.styled(text, "bold on $panel")


def _typed(text: str) -> Content:
    key, _, word = text.partition(" ")
    return Content.assemble((key, "bold $text-accent"), f" {word}")


def _blank(line: Content) -> Content:
    """The same colours without the words: a row of the button above or below them."""
    return Content(" " * len(line.plain), list(line.spans))
