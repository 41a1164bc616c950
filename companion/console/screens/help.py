"""Help: every key of the console and every move of the game, with what it means; and how to read a card."""

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from companion.console.console_keys import CONSOLE_KEYS, key_name
from companion.console.console_screen import ConsoleScreen, KeyButton
from companion.console.deed_chips import legend

KEY_WIDTH = 9  # columns
INTRO = (
    "Everybody's money is at the top. Below it is one question, and the buttons are its answers: press a "
    "digit, or tap. Enter presses the one with the ↵. A grey digit does nothing yet. With real dice, digits are what "
    "you rolled; in an auction they are the seats. Nothing is shown that is not saved. Press u to undo a mistake."
)


class HelpScreen(ConsoleScreen[None]):
    BINDINGS = [("escape", "leave", "Back"), ("question_mark", "leave", "Back")]

    def compose(self) -> ComposeResult:
        yield Static("Help   (Esc: back)", classes="screen-title")
        with VerticalScroll(id="help-lines"):
            yield Static(Content(INTRO), classes="help-part")
            yield Static(id="help-keys", classes="help-part")
            yield Static(id="help-moves", classes="help-part")
            yield Static(Content(f"On a card:   {legend(self.console.state.board.words)}"), classes="help-part")
        yield KeyButton("Back", does="leave", id="back", classes="touch-only")

    def built(self) -> None:
        self.draw()

    def draw(self) -> None:
        width, state = max(self.page_width - 6, 30), self.console.state
        own = [key for key in CONSOLE_KEYS if key.needs != "demo" or key.possible(state)]
        keys = [(key_name(key), key.label, key.help) for key in own]
        moves = [(key_name(entry), entry.name, entry.help) for entry in state.menu.values()]
        self.query_one("#help-keys", Static).update(_table("Any time", keys, width))
        self.query_one("#help-moves", Static).update(_table("In the game, when it is possible", moves, width))


def _table(title: str, rows: Iterable[tuple[str, str, str]], width: int) -> Content:
    """Each row is a key, its label, and what it means."""
    lines = [Content.styled(title, "bold underline")]
    for key, label, meaning in rows:
        first, *more = Content.assemble((f"{label}: ", "bold"), meaning).wrap(width - KEY_WIDTH)
        lines.append(Content.styled(f"{key:>{KEY_WIDTH - 2}}  ", "bold $text-accent") + first)
        lines += [Content(" " * KEY_WIDTH) + line for line in more]
    return Content("\n").join(lines)
