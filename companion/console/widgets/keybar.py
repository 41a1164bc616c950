"""The keys one may need any time, as words to tap. One row on a small screen, three where fingers tap."""

from typing import NamedTuple

from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from companion.console.commands import OWN_ROWS, Row, is_possible, key_words
from companion.console.state import State
from companion.console.words import cells


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
            if row.short and is_possible(state, row):
                first.setdefault(row.key, row)
        self._rows = tuple(first.values())
        self.refresh()

    def render(self) -> Content:
        is_touch = self.app.has_class("-touch")
        words = [f"  {row.short}  " if is_touch else f"{key_words(row)} {row.short}" for row in self._rows]
        parts: list[Content] = []
        self._spans, at = [], 0
        for row, text in zip(self._rows, words, strict=True):
            if at + cells(text) > self.size.width:
                break  # the menu and the palette have it, too
            self._spans.append(Span(at, at + cells(text), row))
            parts.append(_touchable(text) if is_touch else _typed(text))
            at += cells(text) + 2
        line = Content("  ").join(parts)
        return Content("\n").join([_blank(line), line, _blank(line)]) if is_touch else line

    def on_click(self, event: Click) -> None:
        event.stop()
        x = event.get_content_offset_capture(self).x
        for span in self._spans:
            if span.start <= x < span.end:
                self.post_message(self.Tapped(span.row))


def _touchable(text: str) -> Content:
    return Content.styled(text, "bold on $panel")


def _typed(text: str) -> Content:
    key, _, word = text.partition(" ")
    return Content.assemble((key, "bold $text-accent"), f" {word}")


def _blank(line: Content) -> Content:
    """The same colours without the words: a row of the button above or below them."""
    return Content(" " * len(line.plain), list(line.spans))
