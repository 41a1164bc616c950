"""Help: every command of the table, with its key and what it means; and how to read a card."""

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from companion.console.commands import Row, key_words, own_rows
from companion.console.groups import LEGEND
from companion.console.host import console_of
from companion.console.left_once import LeftOnce
from companion.console.pads.pad import Key

KEY_WIDTH = 9  # columns
INTRO = (
    "Everybody's money is at the top. Below it stands one question, and its answers are the buttons: press their "
    "digit, or tap them. Nothing is shown that is not saved. A mistake is put right with u."
)


class HelpScreen(LeftOnce[None]):
    BINDINGS = [("escape", "leave", "Back"), ("question_mark", "leave", "Back")]

    def compose(self) -> ComposeResult:
        width, state = max(self.app.size.width - 6, 30), console_of(self).state
        menu = [Row(entry.id, entry.key, entry.name, entry.help) for entry in state.menu.values()]
        yield Static("Help   (Esc: back)", classes="screen-title")
        with VerticalScroll(id="help-lines"):
            yield Static(Content(INTRO), classes="help-part")
            yield Static(_table("Any time", own_rows(state), width), classes="help-part")
            yield Static(_table("In the game, when it is possible", menu, width), classes="help-part")
            yield Static(Content(f"On a card:   {LEGEND}"), classes="help-part")
        yield Key("Back", id="back", classes="touch-only")

    def action_leave(self) -> None:
        self.dismiss()

    def on_button_pressed(self) -> None:
        self.dismiss()


def _table(title: str, rows: Iterable[Row], width: int) -> Content:
    lines = [line for row in rows for line in _lines(row, width - KEY_WIDTH)]
    return Content("\n").join([Content.styled(title, "bold underline"), *lines])


def _lines(row: Row, width: int) -> list[Content]:
    first, *more = Content.assemble((f"{row.label}: ", "bold"), row.help).wrap(width)
    key = Content.styled(f"{key_words(row):>{KEY_WIDTH - 2}}  ", "bold $text-accent")
    return [key + first, *(Content(" " * KEY_WIDTH) + line for line in more)]
