"""The last moves, the newest first, each with its time and the clauses it was made under."""

from collections.abc import Sequence

from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from companion.console.state import State
from companion.console.words import clock_time, first_that_fits
from companion.table.messages.views import LogLine

CLAUSES_MOST = 22  # columns


class Feed(Widget):
    """As many as fit. Wrapped, and there whole or not at all; the newest is always there, as far as it goes."""

    class Tapped(Message):
        """Somebody wants to know why."""

        def __init__(self, line: LogLine) -> None:
            super().__init__()
            self.line = line

    def __init__(self) -> None:
        super().__init__(id="feed")
        self._log: tuple[LogLine, ...] = ()
        self._rows: list[LogLine] = []  # which line of the log each row of the screen belongs to

    def show(self, state: State) -> None:
        if state.log is not self._log:
            self._log = state.log
            self.refresh()

    def render(self) -> Content:
        width, height = self.size
        lines: list[Content] = []
        self._rows = []
        for number, line in enumerate(reversed(self._log)):
            wrapped = log_line(line, width, is_new=not number)
            if not number:
                wrapped = _as_far_as_it_goes(wrapped, width, height)
            if len(lines) + len(wrapped) > height:
                break
            lines += wrapped
            self._rows += [line] * len(wrapped)
        return Content("\n").join(lines)

    def on_click(self, event: Click) -> None:
        event.stop()
        row = event.get_content_offset_capture(self).y
        if 0 <= row < len(self._rows):
            self.post_message(self.Tapped(self._rows[row]))


def _as_far_as_it_goes(rows: list[Content], width: int, height: int) -> list[Content]:
    """Cut between words and with an ellipsis, never within an amount: the log and `why` have the rest."""
    if len(rows) <= height or height < 1:
        return rows
    *kept, last = rows[:height]
    short = next((row for row in last.wrap(max(width - 2, 1))), last)
    return [*kept, short.rstrip() + Content(" …")]


def log_line(line: LogLine, width: int, *, is_new: bool = False) -> list[Content]:
    clauses = _clauses(line.clauses) if width >= 60 else ""
    beside = f" {clauses}" if clauses else ""
    room = max(width - 7 - len(beside), 10)
    texts = Content(line.text).wrap(room)
    first = Content.assemble(
        (f"{clock_time(line.at_ms)}  ", "$foreground-muted"),
        texts[0].extend_right(room - texts[0].cell_length),
        (beside, "$foreground-muted"),
    )
    rest = [Content(" " * 7) + text for text in texts[1:]]
    return [one.stylize("bold") if is_new else one for one in (first, *rest)]


def _clauses(clauses: Sequence[str]) -> str:
    """All of them, or the first that have room: `why` tells the others."""
    joined = " ".join(clauses)
    ways = (f"{' '.join(clauses[:count])} …" for count in range(len(clauses) - 1, 0, -1))
    return first_that_fits(CLAUSES_MOST, joined, *ways)
