"""The link is down: said large, over everything, with nothing to press until the table is back."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from companion.console.host import console_of
from companion.console.state import State

LOOKING = "Looking for the table …"


class LinkDownScreen(ModalScreen[None]):
    """What lies under it is kept, and goes on when the link is back. Only leaving works (Ctrl-Q)."""

    def compose(self) -> ComposeResult:
        with Vertical(id="link-down"):
            yield Static(id="link-title")
            yield Static(id="link-why")
            yield Static("What is shown may be old. It is tried again by itself.  Ctrl-Q leaves.", id="link-hint")

    def on_mount(self) -> None:
        self.show(console_of(self).state)

    def show(self, state: State) -> None:
        title = "NO LINK TO THE TABLE" if state.down else LOOKING
        self.query_one("#link-title", Static).update(Content(title))
        self.query_one("#link-why", Static).update(Content(state.down))
