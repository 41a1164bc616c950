"""The log, the newest move first, with the clauses it was made under: all of it, or what concerns one player."""

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Button, OptionList, Static

from companion.console.host import console_of
from companion.console.left_once import LeftOnce
from companion.console.listed import Lines, Listed
from companion.console.pads.choose import Choice, ChoosePad
from companion.console.pads.pad import Key
from companion.console.state import State
from companion.console.widgets.feed import log_line
from companion.table.messages.requests import ReadLog
from companion.table.messages.views import LogLine

EVERYBODY = -1
WHY = "companion.console.screens.why:WhyScreen"


class LogScreen(LeftOnce[None]):
    """What the table last told is there at once; what came before, and a player's own, is asked for by pages."""

    BINDINGS = [("escape", "leave", "Back"), ("w", "leave", "Back"), ("p", "whose", "Whose"), ("m", "more", "Earlier")]

    def __init__(self) -> None:
        super().__init__()
        self._seat = EVERYBODY
        self._lines: tuple[LogLine, ...] = ()  # as far back as they are known
        self._earlier = 0  # the page before them ends at this move; 0 if there is none

    def compose(self) -> ComposeResult:
        yield Static(id="log-title", classes="screen-title")
        yield Lines(id="log-lines", markup=False)
        with Horizontal(id="log-keys"):
            yield Key("p  One player …", id="whose")
            yield Key("m  Earlier moves", id="more")
            yield Key("Esc  Back", id="back", classes="back")

    def on_mount(self) -> None:
        state = console_of(self).state
        self._lines = state.log
        self._earlier = state.log[0].number if state.log and state.log[0].number > 1 else 0
        self.show(state)

    # What is known

    def show(self, state: State) -> None:
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
        """The newest page anew, or the page before what is shown."""
        reply = await console_of(self).ask(ReadLog(before, self._seat))
        if reply.done:
            self._lines = (*reply.log, *(self._lines if before else ()))
            self._earlier = reply.earlier
            self._draw(console_of(self).state)
        else:
            self.query_one("#log-title", Static).update(Content(reply.message))

    # What is shown

    def _draw(self, state: State) -> None:
        width = max(self.app.size.width - 5, 20)  # of which one is the scrollbar's
        options = self.query_one(OptionList)
        at = options.highlighted or 0
        options.clear_options()
        options.add_options(Listed(self._option(line, width), line) for line in reversed(self._lines))
        options.highlighted = min(at, len(self._lines) - 1) if self._lines else None
        whose = f" of {state.name(self._seat)}" if self._seat != EVERYBODY else ""
        self.query_one("#log-title", Static).update(Content(f"The log{whose}, newest first   (Enter or a tap: why)"))
        self.query_one("#more", Key).disabled = not self._earlier

    def _option(self, line: LogLine, width: int) -> Content:
        """Two rows at least for a finger."""
        rows = log_line(line, width)
        return Content("\n").join([*rows, Content("")] if len(rows) == 1 and self.app.has_class("-touch") else rows)

    # What is pressed

    @on(OptionList.OptionSelected)
    def _tell_why(self, event: OptionList.OptionSelected) -> None:
        assert isinstance(event.option, Listed)
        console_of(self).open_screen(WHY, event.option.value)

    def action_more(self) -> None:
        if self._earlier:
            self._read(self._earlier)

    def action_whose(self) -> None:
        state = console_of(self).state
        players = state.view.players if state.view else ()
        choices = [Choice("Everybody", EVERYBODY), *(Choice(player.name, player.seat) for player in players)]
        self.app.push_screen(ChoosePad("Whose log?", choices), self._choose)

    def _choose(self, seat: int | None) -> None:
        if seat is not None and seat != self._seat:
            self._seat, self._lines, self._earlier = seat, (), 0
            self.query_one("#log-lines").scroll_home(animate=False)
            self._read(0)

    def action_leave(self) -> None:
        self.dismiss()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        {"whose": self.action_whose, "more": self.action_more}.get(event.button.id or "", self.action_leave)()
