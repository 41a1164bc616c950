"""Are you sure? What would happen, in words, and yes or no. What must not happen by accident has no as its first."""

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from companion.console.pads.pad import Key, Pad


class ConfirmPad(Pad[bool]):
    BINDINGS = [("y", "yes", "Yes"), ("n", "give_up", "No")]

    def __init__(self, title: str, text: str, yes: str, *, is_careful: bool = False) -> None:
        super().__init__(classes="confirm-pad")
        self.title_text = title
        self._text = text
        self.yes_text = f"y  {yes}"
        self.yes_class = "careful" if is_careful else "yes"
        self._is_careful = is_careful

    def body(self) -> ComposeResult:
        with VerticalScroll(classes="pad-scroll"):
            yield Static(Content(self._text), classes="pad-text")

    def on_mount(self) -> None:
        self.query_one("#back" if self._is_careful else "#ok").focus()

    def tapped(self, key: Key) -> None:
        self.dismiss(key.id == "ok")

    def action_yes(self) -> None:
        self.dismiss(True)
