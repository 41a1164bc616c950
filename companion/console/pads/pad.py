"""What all pads share: a frame with a title, a way back, and perhaps a button for yes; and the pad for yes or no."""

from typing import Generic, TypeVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Static

from companion.console.console_screen import ConsoleScreen, KeyButton

T = TypeVar("T")


class Pad(ModalScreen[T | None], ConsoleScreen[T | None], Generic[T]):
    """Gives back what was asked for, or None. A subclass yields its `body` and calls `dismiss`.

    With a `yes_text` there is a button for it beside the way back, and `action_yes` runs when it is pressed.
    """

    BINDINGS = [("escape", "leave", "Back"), ("ctrl+s", "press_yes", "Yes")]
    AUTO_FOCUS = ""
    yes_class = "yes"
    title_text = ""
    yes_text = ""
    takes_enter = True  # for yes; otherwise Enter ticks a line, and the pad names Ctrl-S

    def compose(self) -> ComposeResult:
        with Vertical(classes="pad-frame") as frame:
            frame.border_title = Content(self.title_text)
            frame.border_subtitle = Content("Esc: back" if self.takes_enter else "Ctrl-S: done · Esc: back")
            yield from self.body()
            with Horizontal(classes="pad-foot"):
                if self.yes_text:
                    yield KeyButton(self.yes_text, does="yes", id="ok", classes=self.yes_class)
                yield KeyButton("Back", does="leave", id="back", classes="back")

    def body(self) -> ComposeResult:
        yield Static()

    def action_press_yes(self) -> None:
        for key in self.query("#ok").results(KeyButton):
            key.press()
            if key.disabled:
                self.say("Not yet: something is still missing.")

    def action_yes(self) -> None:
        """What was entered will do."""


class ConfirmPad(Pad[bool]):
    """Says what would happen, and asks yes or no. With `is_careful` the cursor starts on no."""

    BINDINGS = [("y", "yes", "Yes"), ("n", "leave", "No")]

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

    def built(self) -> None:
        self.query_one("#back" if self._is_careful else "#ok").focus()

    def action_yes(self) -> None:
        self.dismiss(True)

    def counts_once(self, key: Key) -> bool:
        return key.key in ("y", "n") or super().counts_once(key)
