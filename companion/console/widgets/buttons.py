"""The buttons of the moment, with their digits: as wide as their words need, since a price must never be cut."""

from textual.app import ComposeResult
from textual.containers import Grid
from textual.content import Content
from textual.message import Message
from textual.widgets import Button

from companion.console.hand import rows_taken
from companion.console.offers import Offer, offers
from companion.console.state import State
from companion.console.widgets.cards import cards_height
from companion.console.widgets.hand import lines_most

MOST = 9  # as many as there are digits
ROWS_OF_TEXT = 2
OTHER_ROWS = 8  # the top line, two of the question, three of the log, the Bank's line, the key bar
TOUCH_ROWS = 8  # the same with one of the log, and a key bar for fingers


class MoveButton(Button):
    """Deaf for a moment after it was pressed, which keeps a double tap from paying twice."""

    def __init__(self, number: int) -> None:
        super().__init__(Content(""), id=f"offer-{number}", classes="offer")
        self.number = number
        self.offer: Offer | None = None

    def show(self, offer: Offer | None, *, is_first: bool) -> None:
        is_same = offer is not None and self.offer is not None and offer.label == self.offer.label
        self.offer = offer
        self.display = offer is not None
        if offer is not None and not is_same:
            self.label = Content.assemble((f"{self.number} ", "$foreground-muted"), offer.label)
        self.set_class(is_first, "-likeliest")
        self.set_class(offer is not None and bool(offer.moves[0].tells), "-careful")


class Buttons(Grid):
    class Chosen(Message):
        def __init__(self, offer: Offer) -> None:
            super().__init__()
            self.offer = offer

    def __init__(self) -> None:
        super().__init__(id="buttons")
        self._state = State()
        self._stand: tuple[int, ...] = ()  # as they are arranged
        self._buttons = tuple(MoveButton(number) for number in range(1, MOST + 1))

    def compose(self) -> ComposeResult:
        yield from self._buttons

    def show(self, state: State) -> None:
        self._state = state
        self.disabled = not state.is_live
        shown = offers(state, self._room())
        for button in self._buttons:
            at = button.number - 1
            button.show(shown[at] if at < len(shown) else None, is_first=not at)
        self._arrange(shown)

    def press(self, number: int) -> None:
        offer = self._buttons[number - 1].offer
        if offer is not None and not self.disabled:
            self.post_message(self.Chosen(offer))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        if isinstance(event.button, MoveButton):
            self.press(event.button.number)

    # How they stand

    def _room(self) -> int:
        return 6 if self.app.size.height < 28 else MOST

    def _arrange(self, shown: tuple[Offer, ...]) -> None:
        columns = columns_for([f"0 {offer.label}" for offer in shown], self.app.size.width)
        lines = -(-len(shown) // columns)
        pitch = pitch_for(lines, self._free_rows(), is_touch=self.app.has_class("-touch"))
        if self._stand == (columns, lines, pitch):
            return
        self._stand = columns, lines, pitch
        self.set_class(pitch > ROWS_OF_TEXT, "-apart")
        self.styles.grid_size_columns = columns
        self.styles.grid_rows = [str(pitch)]
        self.styles.height = lines * pitch
        for button in self._buttons:
            button.set_class((button.number - 1) // columns % 2 == 1, "-odd")

    def _free_rows(self) -> int:
        """What the screen has left for buttons, with some lines of the log. Fingers come first, the log after."""
        players = len(self._state.view.players) if self._state.view else 0
        others = TOUCH_ROWS if self.app.has_class("-touch") else OTHER_ROWS
        hand = rows_taken(self._state, lines_most(self.app.size.height))
        return self.app.size.height - cards_height(players, self.app.size) - others - hand


def pitch_for(lines: int, free: int, *, is_touch: bool) -> int:
    """Rows from one button to the next: two are text, and a third keeps them apart where there is room."""
    return next((rows for rows in ((4, 3) if is_touch else (3,)) if lines * rows <= free), ROWS_OF_TEXT)


def columns_for(labels: list[str], width: int) -> int:
    """As many as leave every label whole."""
    most = min(max(len(labels), 1), 3 if width >= 70 else 2)
    return next((columns for columns in range(most, 1, -1) if _fit(labels, width // columns - 5, ROWS_OF_TEXT)), 1)


def _fit(labels: list[str], width: int, rows: int) -> bool:
    return width > 0 and all(len(Content(label).wrap(width)) <= rows for label in labels)
