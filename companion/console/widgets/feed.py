"""The last turns, each a paragraph, the newest first. What was taken back is struck through and says so."""

import re
from itertools import zip_longest

from textual.content import Content
from textual.events import Click
from textual.geometry import Region, Size
from textual.widget import Widget

from companion.console.console_screen import Chosen
from companion.console.state import ConsoleState
from companion.console.words import clock_time, first_that_fits
from companion.table.messages.views import LogLine, TurnView

CLAUSES_WIDTH = 22
TAKEN_BACK = "taken back"
OLDER = "$foreground 80%"
ROLL = re.compile(r"(?<=rolled )\S+( \+ \S+)*(?=[:.,])")


class Feed(Widget):
    """As many turns as fit, each whole or not at all. Only the newest is cut if it has no room."""

    def __init__(self) -> None:
        super().__init__(id="feed")
        self._turns: tuple[TurnView, ...] = ()
        self._rows: list[TurnView] = []  # which turn each row of the screen belongs to
        self._lines: list[Content] = []  # the same rows, as they are drawn
        self._laid_out_for = Size()

    def show(self, state: ConsoleState) -> None:
        """A move may add a few words to the newest turn, and then only their row is drawn."""
        if state.turns is self._turns:
            return
        before, self._turns = self._lines, state.turns
        self._lay_out()
        rows = enumerate(zip_longest(before, self._lines, fillvalue=Content("")))
        changed = [Region(0, row, self.size.width, 1) for row, (was, now) in rows if not now.is_same(was)]
        if changed:
            self.refresh(*changed)

    def render(self) -> Content:
        if self.size != self._laid_out_for:
            self._lay_out()
        return Content("\n").join(self._lines)

    def _lay_out(self) -> None:
        self._laid_out_for = self.size
        width, height = self.size
        lines: list[Content] = []
        self._rows = []
        for number, turn in enumerate(reversed(self._turns)):
            rows = turn_rows(turn, width, is_new=not number)
            if not number and len(rows) > height >= 1:  # cut between words: the log and `why` have the rest
                *kept, last = rows[:height]
                short = next((row for row in last.wrap(max(width - 2, 1))), last)
                rows = [*kept, short.rstrip() + Content(" …")]
            if len(lines) + len(rows) > height:
                break
            lines += rows
            self._rows += [turn] * len(rows)
        self._lines = lines

    def on_click(self, event: Click) -> None:
        event.stop()
        row = event.get_content_offset_capture(self).y
        if 0 <= row < len(self._rows):
            self.post_message(Chosen(self._rows[row]))


def turn_rows(turn: TurnView, width: int, *, is_new: bool = False) -> list[Content]:
    """With the number of the turn at the left. Older turns are a little dimmer."""
    number = Content.styled(f"{turn.turn or '':>3}  ", "$foreground-muted")
    if turn.is_taken_back:
        text = Content.assemble((turn.text, "strike $foreground-muted"), "  ", (TAKEN_BACK, "$foreground-muted"))
    else:
        text = Content.styled(turn.text, "" if is_new else OLDER)
        for roll in ROLL.finditer(turn.text):
            text = text.stylize("bold", *roll.span())
    first, *rest = text.wrap(max(width - number.cell_length, 10))
    return [number + first, *(Content(" " * number.cell_length) + row for row in rest)]


def log_rows(line: LogLine, width: int) -> list[Content]:
    """With the clauses at the right, all of them or as many as have room: `why` tells the others."""
    clauses = line.clauses
    ways = (f"{' '.join(clauses[:count])} …" for count in range(len(clauses) - 1, 0, -1))
    shown = first_that_fits(CLAUSES_WIDTH, " ".join(clauses), *ways) if width >= 60 else ""
    beside = f" {shown}" if shown else ""
    room = max(width - 7 - len(beside), 10)
    text = Content(line.text)
    if line.is_taken_back:
        text = Content.assemble((line.text, "strike $foreground-muted"), "  ", (TAKEN_BACK, "$foreground-muted"))
    texts = text.wrap(room)
    first = Content.assemble(
        (f"{clock_time(line.at_ms)}  ", "$foreground-muted"),
        texts[0].extend_right(room - texts[0].cell_length),
        (beside, "$foreground-muted"),
    )
    return [first, *(Content(" " * 7) + text for text in texts[1:])]
