"""The buttons of the moment, with their digits: as wide as their words need, since a price must never be cut."""

from textual.app import ComposeResult
from textual.containers import Grid
from textual.content import Content
from textual.widgets import Button

from companion.console.choose_move import MoveOffer, move_offers
from companion.console.console_screen import Chosen
from companion.console.state import ConsoleState
from companion.console.widgets.player_cards import cards_height
from companion.console.widgets.prompt_panel import panel_rows

BUTTONS_MAX = 9  # as many as there are digits
ROWS_OF_TEXT = 2
OTHER_ROWS = 8  # the top line, two of the question, three of the log, the Bank's line, the key bar
TOUCH_ROWS = 8  # the same with one of the log, and a key bar for fingers


class MoveButton(Button):
    """It ignores presses for a moment after one, which keeps a double tap from paying twice."""

    def __init__(self, number: int) -> None:
        super().__init__(Content(""), id=f"offer-{number}", classes="offer")
        self.number = number
        self.offer: MoveOffer | None = None

    def show(self, offer: MoveOffer | None, *, is_first: bool) -> None:
        is_same = offer is not None and self.offer is not None and offer.label == self.offer.label
        self.offer = offer
        self.display = offer is not None
        if offer is not None and not is_same:
            self.label = Content.assemble((f"{self.number} ", "$foreground-muted"), offer.label)
        self.set_class(is_first, "-likeliest")
        self.set_class(offer is not None and bool(offer.moves[0].tells), "-careful")


class MoveButtons(Grid):
    def __init__(self) -> None:
        super().__init__(id="buttons")
        self._arranged_as: tuple[int, ...] = ()
        self._buttons = tuple(MoveButton(number) for number in range(1, BUTTONS_MAX + 1))

    def compose(self) -> ComposeResult:
        yield from self._buttons

    def show(self, state: ConsoleState) -> None:
        """In what the screen has left, with some lines of the log. Fingers come first, the log after."""
        self.disabled = not state.is_live
        offers = move_offers(state, 6 if self.app.size.height < 28 else BUTTONS_MAX)
        for at, button in enumerate(self._buttons):
            button.show(offers[at] if at < len(offers) else None, is_first=not at)
        is_touch, screen = self.app.has_class("-touch"), self.app.size
        columns = columns_for([f"0 {offer.label}" for offer in offers], screen.width)
        lines = -(-len(offers) // columns)
        others = (TOUCH_ROWS if is_touch else OTHER_ROWS) + panel_rows(state, screen.height)
        pitch = pitch_for(lines, screen.height - cards_height(state, screen) - others, is_touch=is_touch)
        if self._arranged_as == (columns, lines, pitch):
            return
        self._arranged_as = columns, lines, pitch
        self.set_class(pitch > ROWS_OF_TEXT, "-apart")
        self.styles.grid_size_columns = columns
        self.styles.grid_rows = [str(pitch)]
        self.styles.height = lines * pitch
        for button in self._buttons:
            button.set_class((button.number - 1) // columns % 2 == 1, "-odd")

    def press(self, number: int) -> None:
        offer = self._buttons[number - 1].offer
        if offer is not None and not self.disabled:
            self.post_message(Chosen(offer))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        if isinstance(event.button, MoveButton):
            self.press(event.button.number)


def pitch_for(lines: int, free: int, *, is_touch: bool) -> int:
    """Rows from one button to the next: two are text, and a third keeps them apart where there is room."""
    return next((rows for rows in ((4, 3) if is_touch else (3,)) if lines * rows <= free), ROWS_OF_TEXT)


def columns_for(labels: list[str], width: int) -> int:
    """As many as leave every label whole."""
    for columns in range(min(max(len(labels), 1), 3 if width >= 70 else 2), 1, -1):
        room = width // columns - 5
        if room > 0 and all(len(Content(label).wrap(room)) <= ROWS_OF_TEXT for label in labels):
            return columns
    return 1
