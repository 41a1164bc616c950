"""What all pads have: a frame with a title, a way back, and buttons that take every tap."""

from typing import Generic, TypeVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from companion.console.left_once import LeftOnce

T = TypeVar("T")


class Key(Button):
    """A button of a pad. It takes taps as fast as they come: the usual one is deaf for 0.2 s after each."""

    def __init__(self, label: str, value: object = None, *, id: str | None = None, classes: str = "") -> None:
        super().__init__(Content(label), id=id, classes=f"key {classes}")
        self.active_effect_duration = 0
        self.value = value


class Pad(ModalScreen[T | None], LeftOnce[T | None], Generic[T]):
    """Gives back what was asked for, or None. A subclass yields its `body` and calls `dismiss`.

    With a `yes_text` there is a key with the id `ok` for it, beside the way back.
    """

    BINDINGS = [("escape", "give_up", "Back"), ("ctrl+s", "say_yes", "Yes")]
    AUTO_FOCUS = ""
    yes_class = "yes"
    title_text = ""
    yes_text = ""
    takes_enter = True  # for yes; else that ticks a line, and Ctrl-S is shown as the key

    def compose(self) -> ComposeResult:
        with Vertical(classes="pad-frame") as frame:
            frame.border_title = Content(self.title_text)
            frame.border_subtitle = Content("Esc: back" if self.takes_enter else "Ctrl-S: done · Esc: back")
            yield from self.body()
            with Horizontal(classes="pad-foot"):
                if self.yes_text:
                    yield Key(self.yes_text, "ok", id="ok", classes=self.yes_class)
                yield Key("Back", id="back", classes="back")

    def body(self) -> ComposeResult:
        yield Static()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        if event.button.id == "back":
            self.dismiss(None)
        elif isinstance(event.button, Key):
            self.tapped(event.button)

    def tapped(self, key: Key) -> None:
        """One of the pad's own keys."""

    def action_say_yes(self) -> None:
        for key in self.query("#ok").results(Key):
            key.press()

    def action_give_up(self) -> None:
        self.dismiss(None)
