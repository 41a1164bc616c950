"""The log: every move that is known here, the newest first, with the clauses it was made under."""

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from companion.console.host import console_of
from companion.console.pads.pad import Key
from companion.console.state import State
from companion.console.widgets.feed import log_line


class LogScreen(Screen[None]):
    BINDINGS = [("escape", "leave", "Back"), ("w", "leave", "Back")]

    def compose(self) -> ComposeResult:
        yield Static("The log, newest first   (Esc: back)", classes="screen-title")
        with VerticalScroll(id="log-lines"):
            yield Static(id="log-text")
        yield Key("Back", id="back", classes="touch-only")

    def on_mount(self) -> None:
        self.show(console_of(self).state)

    def show(self, state: State) -> None:
        width = max(self.app.size.width - 4, 20)
        lines = [part for line in reversed(state.log) for part in log_line(line, width)]
        self.query_one("#log-text", Static).update(Content("\n").join(lines))

    def action_leave(self) -> None:
        self.dismiss()

    def on_button_pressed(self) -> None:
        self.dismiss()
