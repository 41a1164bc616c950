"""The text pad: a name or a reason. Common answers can be tapped, and letters where there is no keyboard."""

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Grid
from textual.content import Content
from textual.events import Key
from textual.widgets import Input, Static

from companion.console.console_screen import KeyButton, TextField
from companion.console.pads.pad import Pad
from companion.console.state import ConsoleState

LETTER_ROWS = ("1234567890", "QWERTYUIOP", "ASDFGHJKL'", "ZXCVBNM-.←")
RUB = "←"


class Letters(Grid):
    """Letters to tap, for a tablet that has no keyboard."""

    def compose(self) -> ComposeResult:
        for character in "".join(LETTER_ROWS):
            key = KeyButton(character, character, does=f"type({character!r})")
            key.styles.line_pad = 0  # a narrow screen has no room beside them; no style sheet may say 0
            yield key
        yield KeyButton("space", " ", does="type(' ')", id="space-key")


class TextPad(Pad[str]):
    """While nothing is typed yet, a digit takes a common answer."""

    yes_text = "Enter"

    def __init__(self, title: str, often: Sequence[str] = (), start: str = "", most: int = 60, hint: str = "") -> None:
        """`often` are common answers to tap; `most` is how many characters there may be."""
        super().__init__(classes="text-pad")
        self.title_text = title
        self._often = tuple(often)
        self._start = start
        self._most = most
        self._hint = hint

    def body(self) -> ComposeResult:
        if self._hint:
            yield Static(Content(self._hint), classes="pad-hint")
        yield TextField(self._start, id="text", max_length=self._most)
        if self._often:
            with Grid(id="often"):
                for number, words in enumerate(self._often, 1):
                    yield KeyButton(words if self.app.has_class("-touch") else f"{number}  {words}", words)
        if self.app.has_class("-touch"):
            yield Letters()

    def built(self) -> None:
        self.query_one(Input).focus()
        self._show()

    @on(Input.Changed)
    def _show(self) -> None:
        self.query_one("#ok", KeyButton).disabled = not self.query_one(Input).value.strip()

    async def take_key(self, key: Key, seen: ConsoleState) -> bool:
        digits = {str(number): words for number, words in enumerate(self._often, 1)}
        if key.character in digits and not self.query_one(Input).value:
            self.dismiss(digits[key.character])
            return True
        return await super().take_key(key, seen)

    def action_type(self, tapped: str) -> None:
        """The first letter of a word is a capital."""
        line = self.query_one(Input)
        if tapped == RUB:
            line.value = line.value[:-1]
        else:
            is_first = not line.value or line.value[-1] in " -'"
            line.value = (line.value + (tapped if is_first else tapped.lower()))[: self._most]
        line.cursor_position = len(line.value)

    def tapped(self, key: KeyButton) -> None:
        self.dismiss(str(key.value))

    @on(Input.Submitted)
    def action_yes(self) -> None:
        if text := self.query_one(Input).value.strip():
            self.dismiss(text)
