"""The setup sheet: where everything belongs when a game is set up again, to tick off line by line."""

from textual import on, work
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from companion.console.colours import drawn_symbol
from companion.console.console_screen import ConsoleScreen, KeyButton
from companion.table.messages.requests import ShowSetup

TICKED, OPEN = "✓", "·"


class SetupSheetScreen(ConsoleScreen[None]):
    """The ticks are only on this screen, for whoever sets up the board. The game does not wait for them."""

    BINDINGS = [("escape", "leave", "Back"), ("space", "tick", "Tick"), ("O", "leave", "Back")]

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[str | None] = []  # as they are listed; None is a heading
        self._ticked: set[int] = set()

    def compose(self) -> ComposeResult:
        yield Static("Set up the board", classes="screen-title")
        yield Static(id="set-up-told")
        yield OptionList(id="set-up", markup=False)
        yield KeyButton("Back to the game   (Esc)", does="leave", id="done", classes="yes")

    def built(self) -> None:
        self.query_one(OptionList).focus()
        self._list()

    @work(exclusive=True)
    async def _list(self) -> None:
        view, options = self.console.state.view, self.query_one(OptionList)
        reply = await self.console.ask(ShowSetup(self.console.state.game))
        for part in reply.parts:
            heading = Content.styled(part.title, "bold $text-accent")
            if view is not None and 0 <= part.seat < len(view.players):
                symbol = drawn_symbol(self.app, view.players[part.seat].colour, part.seat)
                heading = Content.assemble(symbol, (f" {part.title}", "bold $text-accent"))
            options.add_option(Option(heading, disabled=True))
            self._lines.append(None)
            for line in part.lines:
                self._lines.append(line)
                options.add_option(Option(self._line(len(self._lines) - 1)))
        self._highlight_first_open()
        self._tell(reply.message if not reply.done else "")

    def _line(self, at: int) -> Content:
        """Two rows for a finger."""
        is_ticked, second = at in self._ticked, "\n" if self.app.has_class("-touch") else ""
        mark = (TICKED, "bold $text-success") if is_ticked else (OPEN, "bold")
        style = "$foreground-muted" if is_ticked else ""
        return Content.assemble("  ", mark, (f" {self._lines[at]}{second}", style))

    @on(OptionList.OptionSelected)
    def _tick(self, event: OptionList.OptionSelected) -> None:
        at = event.option_index
        self._ticked ^= {at}
        self.query_one(OptionList).replace_option_prompt_at_index(at, self._line(at))
        if at in self._ticked:
            self._highlight_first_open(at)
        self._tell()

    def action_tick(self) -> None:
        self.query_one(OptionList).action_select()

    def _highlight_first_open(self, after: int = 0) -> None:
        """So that pressing Enter again and again goes through all of it."""
        there = [at for at, line in enumerate(self._lines) if line is not None and at not in self._ticked]
        if there:
            self.query_one(OptionList).highlighted = next((at for at in there if at > after), there[0])

    def _tell(self, trouble: str = "") -> None:
        count = sum(line is not None for line in self._lines)
        words = "Everything is in place." if len(self._ticked) == count else ""
        hint = f"{len(self._ticked)} of {count} done. Enter or a tap ticks a line."
        self.query_one("#set-up-told", Static).update(Content(trouble or words or hint))
