"""The log, the newest move first, with the clauses it was made under: all of it, or what concerns one player.

From here the game goes back to any line: everything after it is taken back.
"""

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from companion.console.console_screen import ConsoleScreen, KeyButton, ValueList, ValueOption
from companion.console.pads.choose import ChoosePad, PadChoice
from companion.console.several_undos import Does, undo_pad, undo_several
from companion.console.state import ConsoleState
from companion.console.widgets.feed import log_rows
from companion.console.words import first_that_fits
from companion.table.messages.requests import PlanRedo, PlanUndo, ReadLog
from companion.table.messages.views import LogLine

EVERYBODY = -1
MAX_COUNT = 9  # moves that one digit takes back
HINT = "Enter: why · 1 to 9: take back so many moves"
JUST_WHY = "Enter or a tap: why"


class LogScreen(ConsoleScreen[None]):
    """The latest moves are there at once. Earlier ones, and those of one player, are asked for by pages."""

    BINDINGS = [
        ("escape", "leave", "Back"),
        ("w", "leave", "Back"),
        ("p", "whose", "Whose"),
        ("m", "more", "Earlier"),
        ("u", "back_to_line", "Back to this line"),
        ("U", "redo_to_line", "Redo to this line"),
        *(Binding(str(count), f"take_back({count})", show=False) for count in range(1, MAX_COUNT + 1)),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._seat = EVERYBODY
        self._lines: tuple[LogLine, ...] = ()  # as far back as they are known
        self._earlier = 0  # the page before them ends at this move; 0 if there is none

    def compose(self) -> ComposeResult:
        yield Static(id="log-title", classes="screen-title")
        yield ValueList(id="log-lines")
        with Horizontal(id="log-keys"):
            yield KeyButton("u Back to here", does="back_to_line", id="to-line")
            yield KeyButton("U Redo to here", does="redo_to_line", id="redo-to-line")
            yield KeyButton("p Player …", does="whose", id="whose")
            yield KeyButton("m Earlier", does="more", id="more")
            yield KeyButton("Esc Back", does="leave", id="back", classes="back")

    def built(self) -> None:
        self._lines = self.console.state.log
        self._earlier = self._lines[0].number if self._lines and self._lines[0].number > 1 else 0

    def show(self, state: ConsoleState) -> None:
        newest = self._lines[-1].number if self._lines else 0
        news = tuple(line for line in state.log if line.number > newest)
        has_gap = bool(news) and news[0].number > newest + 1  # some were missed while the link was down
        if self._seat == EVERYBODY and not has_gap:
            oldest = state.log[0].number if state.log else 0
            self._lines = (*(line for line in self._lines if line.number < oldest), *state.log)
        elif news and state.is_live:
            self._read(0)
        self.draw()

    @work(exclusive=True, group="log")
    async def _read(self, before: int) -> None:
        """The newest page again, or with `before` the page before what is shown."""
        reply = await self.console.ask(ReadLog(before, self._seat))
        if reply.done:
            self._lines = (*reply.log, *(self._lines if before else ()))
            self._earlier = reply.earlier
            self.draw()
        else:
            self._say(reply.message)

    def _say(self, text: str) -> None:
        """In place of the title, until the next news."""
        self.query_one("#log-title", Static).update(Content(text))

    def draw(self) -> None:
        state, width = self.console.state, max(self.page_width - 5, 20)  # of which one is the scrollbar's
        shown, listed = tuple(reversed(self._lines)), self.query_one(ValueList)
        chosen, was_at = self._line, listed.highlighted
        listed.fill((Content("\n").join(log_rows(line, width)), line) for line in shown)
        if chosen is not None and was_at:  # stays on its line when new ones come above it
            same = (at for at, line in enumerate(shown) if (line.number, line.text) == (chosen.number, chosen.text))
            listed.highlighted = next(same, was_at)
        whose = f" of {state.name(self._seat)}" if self._seat != EVERYBODY else ""
        title, may_undo = f"The log{whose}, newest first", state.role == "banker"
        ways = (f"{title}   ({HINT})" if may_undo else title, f"{title}   ({JUST_WHY})", title)
        self._say(first_that_fits(self.page_width - 2, *ways))
        self.query_one("#to-line").display = self.query_one("#redo-to-line").display = may_undo
        self.query_one("#more", KeyButton).disabled = not self._earlier

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:  # noqa: ARG002, Textual's
        if action in ("back_to_line", "redo_to_line", "take_back"):
            return self.console.state.role == "banker"
        return action != "more" or bool(self._earlier)

    def action_more(self) -> None:
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

    # Back to a line

    @property
    def _line(self) -> LogLine | None:
        """The one with the cursor."""
        chosen = self.query_one(ValueList).highlighted_option
        return chosen.value if isinstance(chosen, ValueOption) and isinstance(chosen.value, LogLine) else None

    def action_back_to_line(self) -> None:
        if self._line is not None:
            self._plan(PlanUndo(self._line.number), "Undo")

    def action_take_back(self, count: int) -> None:
        self._plan(PlanUndo(count=count), "Undo")

    def action_redo_to_line(self) -> None:
        if self._line is not None:
            self._plan(PlanRedo(self._line.number), "Redo")

    def _plan(self, request: PlanUndo | PlanRedo, does: Does) -> None:
        """Shows what that means, and does it after a yes."""
        app = self.console

        async def plan() -> None:
            reply = await app.ask(request)
            if reply.undo is None:
                self._say(reply.message)
            elif await app.show_pad(undo_pad(reply.undo, does)):
                self.dismiss()
                await undo_several(app, reply.undo, does)

        app.start(plan)
