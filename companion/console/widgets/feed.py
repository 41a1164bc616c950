"""The last moves, the newest first, each with its time and the clauses it was made under."""

from textual.content import Content
from textual.events import Click
from textual.widget import Widget

from companion.console.console_screen import Chosen
from companion.console.state import ConsoleState
from companion.console.words import clock_time, first_that_fits
from companion.table.messages.views import LogLine

CLAUSES_WIDTH = 22


class Feed(Widget):
    """As many moves as fit, each whole or not at all. Only the newest is cut if it has no room."""

    def __init__(self) -> None:
        super().__init__(id="feed")
        self._log: tuple[LogLine, ...] = ()
        self._rows: list[LogLine] = []  # which line of the log each row of the screen belongs to

    def show(self, state: ConsoleState) -> None:
        if state.log is not self._log:
            self._log = state.log
            self.refresh()

    def render(self) -> Content:
        width, height = self.size
        lines: list[Content] = []
        self._rows = []
        for number, line in enumerate(reversed(self._log)):
            rows = log_rows(line, width, is_new=not number)
            if not number and len(rows) > height >= 1:  # cut between words: the log and `why` have the rest
                *kept, last = rows[:height]
                short = next((row for row in last.wrap(max(width - 2, 1))), last)
                rows = [*kept, short.rstrip() + Content(" …")]
            if len(lines) + len(rows) > height:
                break
            lines += rows
            self._rows += [line] * len(rows)
        return Content("\n").join(lines)

    def on_click(self, event: Click) -> None:
        event.stop()
        row = event.get_content_offset_capture(self).y
        if 0 <= row < len(self._rows):
            self.post_message(Chosen(self._rows[row]))


def log_rows(line: LogLine, width: int, *, is_new: bool = False) -> list[Content]:
    """With the clauses at the right, all of them or as many as have room: `why` tells the others."""
    clauses = line.clauses
    ways = (f"{' '.join(clauses[:count])} …" for count in range(len(clauses) - 1, 0, -1))
    shown = first_that_fits(CLAUSES_WIDTH, " ".join(clauses), *ways) if width >= 60 else ""
    beside = f" {shown}" if shown else ""
    room = max(width - 7 - len(beside), 10)
    texts = Content(line.text).wrap(room)
    first = Content.assemble(
        (f"{clock_time(line.at_ms)}  ", "$foreground-muted"),
        texts[0].extend_right(room - texts[0].cell_length),
        (beside, "$foreground-muted"),
    )
    rest = [Content(" " * 7) + text for text in texts[1:]]
    return [one.stylize("bold") if is_new else one for one in (first, *rest)]
