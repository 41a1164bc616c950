"""What all pads share: a frame with a title, a way back, buttons that take every tap; and the pad for yes or no."""

from typing import Generic, TypeVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from companion.console.console_screen import ConsoleScreen

T = TypeVar("T")


class KeyButton(Button):
    """It takes taps as fast as they come: Textual's own button ignores taps for 0.2 s after each."""

    def __init__(self, label: str, value: object = None, *, id: str | None = None, classes: str = "") -> None:
        super().__init__(Content(label), id=id, classes=f"key {classes}")
        self.active_effect_duration = 0
        self.value = value


class Pad(ModalScreen[T | None], ConsoleScreen[T | None], Generic[T]):
    """Gives back what was asked for, or None. A subclass yields its `body` and calls `dismiss`.

    With a `yes_text` there is a button with the id `ok` for it, beside the way back.
    """

    BINDINGS = [("escape", "leave", "Back"), ("ctrl+s", "say_yes", "Yes")]
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
                    yield KeyButton(self.yes_text, "ok", id="ok", classes=self.yes_class)
                yield KeyButton("Back", id="back", classes="back")

    def body(self) -> ComposeResult:
        yield Static()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        if event.button.id == "back":
            self.dismiss(None)
        elif isinstance(event.button, KeyButton):
            self.tapped(event.button)

    def tapped(self, key: KeyButton) -> None:
        """One of the pad's own buttons."""

    def action_say_yes(self) -> None:
        for key in self.query("#ok").results(KeyButton):
            key.press()


class ConfirmPad(Pad[bool]):
    """Says what would happen, and asks yes or no. With `is_careful` the cursor stands on no."""

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

    def on_mount(self) -> None:
        self.query_one("#back" if self._is_careful else "#ok").focus()

    def tapped(self, key: KeyButton) -> None:
        self.dismiss(key.id == "ok")

    def action_yes(self) -> None:
        self.dismiss(True)
