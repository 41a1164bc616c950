"""The log, the newest move first, with the clauses it was made under: all of it, or what concerns one player."""

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from companion.console.console_screen import ConsoleScreen, KeyButton, ValueList
from companion.console.pads.choose import ChoosePad, PadChoice
from companion.console.state import ConsoleState
from companion.console.widgets.feed import log_rows
from companion.table.messages.requests import ReadLog
from companion.table.messages.views import LogLine

EVERYBODY = -1


class LogScreen(ConsoleScreen[None]):
    """The latest moves are there at once. Earlier ones, and those of one player, are asked for by pages."""

    BINDINGS = [("escape", "leave", "Back"), ("w", "leave", "Back"), ("p", "whose", "Whose"), ("m", "more", "Earlier")]

    def __init__(self) -> None:
        super().__init__()
        self._seat = EVERYBODY
        self._lines: tuple[LogLine, ...] = ()  # as far back as they are known
        self._earlier = 0  # the page before them ends at this move; 0 if there is none

    def compose(self) -> ComposeResult:
        yield Static(id="log-title", classes="screen-title")
        yield ValueList(id="log-lines")
        with Horizontal(id="log-keys"):
            yield KeyButton("p  One player …", does="whose", id="whose")
            yield KeyButton("m  Earlier moves", does="more", id="more")
            yield KeyButton("Esc  Back", does="leave", id="back", classes="back")

    def built(self) -> None:
        self._lines = self.console.state.log
        self._earlier = self._lines[0].number if self._lines and self._lines[0].number > 1 else 0

    def show(self, state: ConsoleState) -> None:
        newest = self._lines[-1].number if self._lines else 0
        news = tuple(line for line in state.log if line.number > newest)
        has_gap = bool(news) and news[0].number > newest + 1  # some were missed while the link was down
        if self._seat == EVERYBODY and not has_gap:
            self._lines += news
        elif news and state.is_live:
            self._read(0)
        self._draw(state)

    @work(exclusive=True, group="log")
    async def _read(self, before: int) -> None:
        """The newest page again, or with `before` the page before what is shown."""
        reply = await self.console.ask(ReadLog(before, self._seat))
        if reply.done:
            self._lines = (*reply.log, *(self._lines if before else ()))
            self._earlier = reply.earlier
            self._draw(self.console.state)
        else:
            self.query_one("#log-title", Static).update(Content(reply.message))

    def _draw(self, state: ConsoleState) -> None:
        width = max(self.app.size.width - 5, 20)  # of which one is the scrollbar's
        lines = ((Content("\n").join(log_rows(line, width)), line) for line in reversed(self._lines))
        self.query_one(ValueList).fill(lines)
        whose = f" of {state.name(self._seat)}" if self._seat != EVERYBODY else ""
        self.query_one("#log-title", Static).update(Content(f"The log{whose}, newest first   (Enter or a tap: why)"))
        self.query_one("#more", KeyButton).disabled = not self._earlier

    def action_more(self) -> None:
        if self._earlier:
            self._read(self._earlier)

    def action_whose(self) -> None:
        state = self.console.state
        players = state.view.players if state.view else ()
        choices = [PadChoice("Everybody", EVERYBODY), *(PadChoice(player.name, player.seat) for player in players)]

        def choose(seat: int | None) -> None:
            if seat is not None and seat != self._seat:
                self._seat, self._lines, self._earlier = seat, (), 0
                self.query_one("#log-lines").scroll_home(animate=False)
                self._read(0)

        self.app.push_screen(ChoosePad("Whose log?", choices), choose)
