"""Letters to tap, for a tablet that has no keyboard."""

from textual.app import ComposeResult
from textual.containers import Grid
from textual.message import Message
from textual.widgets import Button

from companion.console.pads.pad import Key

ROWS = ("1234567890", "QWERTYUIOP", "ASDFGHJKL'", "ZXCVBNM-.←")


class Letters(Grid):
    """Posts what was tapped: a character, or RUB. The first letter of a word is a capital."""

    RUB = "←"

    class Tapped(Message):
        def __init__(self, character: str) -> None:
            super().__init__()
            self.character = character

    def compose(self) -> ComposeResult:
        for row in ROWS:
            for character in row:
                yield Key(character, character)
        yield Key("space", " ", id="space-key")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        if isinstance(event.button, Key):
            self.post_message(self.Tapped(str(event.button.value)))


def with_tapped(text: str, character: str) -> str:
    if character == Letters.RUB:
        return text[:-1]
    return text + (character if not text or text[-1] in " -'" else character.lower())
