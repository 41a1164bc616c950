"""The text pad: a name or a reason. What people often say can be tapped, and letters where there are no keys."""

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Grid
from textual.content import Content
from textual.widgets import Input, Static

from companion.console.pads.letters import Letters, with_tapped
from companion.console.pads.pad import Key, Pad
from companion.console.widgets.field import Field


class TextPad(Pad[str]):
    yes_text = "Enter"

    def __init__(self, title: str, often: Sequence[str] = (), start: str = "", most: int = 60, hint: str = "") -> None:
        super().__init__(classes="text-pad")
        self.title_text = title
        self._often = tuple(often)
        self._start = start
        self._most = most
        self._hint = hint

    def body(self) -> ComposeResult:
        if self._hint:
            yield Static(Content(self._hint), classes="pad-hint")
        yield Field(self._start, id="text", max_length=self._most)
        if self._often:
            with Grid(id="often"):
                for words in self._often:
                    yield Key(words, words)
        if self.app.has_class("-touch"):
            yield Letters()

    def on_mount(self) -> None:
        self.query_one(Input).focus()
        self._show()

    @on(Input.Changed)
    def _show(self) -> None:
        self.query_one("#ok", Key).disabled = not self._text()

    def _text(self) -> str:
        return self.query_one(Input).value.strip()

    @on(Letters.Tapped)
    def _type(self, event: Letters.Tapped) -> None:
        line = self.query_one(Input)
        line.value = with_tapped(line.value, event.character)[: self._most]
        line.cursor_position = len(line.value)

    def tapped(self, key: Key) -> None:
        if key.id != "ok":
            self.dismiss(str(key.value))
        elif self._text():
            self.dismiss(self._text())

    @on(Input.Submitted)
    def _give(self) -> None:
        if self._text():
            self.dismiss(self._text())
