"""All players' cards: as many beside each other as there is room for, and the rows as high as they can be."""

from textual.app import ComposeResult
from textual.containers import Grid
from textual.geometry import Size

from companion.console.state import State
from companion.console.widgets.card import Card

MOST = 8  # players
NARROWEST, COMFORTABLE = 18, 26  # columns of a card, its border included
HIGH = 45  # rows of a screen that has room for comfort
LOWEST, HIGHEST = 4, 6  # rows
SHARE = 0.43  # of the screen's rows


class Cards(Grid):
    def __init__(self) -> None:
        super().__init__(id="cards")
        self._count = 0
        self._stand: tuple[int, Size] | None = None  # as they are arranged
        self._cards = tuple(Card(seat) for seat in range(MOST))

    def compose(self) -> ComposeResult:
        yield from self._cards

    def show(self, state: State) -> None:
        self._count = len(state.view.players) if state.view else 0
        self._arrange()
        for card in self._cards:
            card.display = card.seat < self._count
            card.show(state)

    def on_resize(self) -> None:
        self._arrange()

    def _arrange(self) -> None:
        """Only when it must be: whatever moves on the screen costs a layout of all of it."""
        if self._stand == (self._count, self.app.size):
            return
        self._stand = self._count, self.app.size
        columns, rows = arranged(self._count, self.app.size)
        self.styles.grid_size_columns = columns
        self.styles.grid_rows = [str(card_height(rows, self.app.size.height))]
        self.styles.height = cards_height(self._count, self.app.size)


def arranged(count: int, screen: Size) -> tuple[int, int]:
    """Columns and rows, as even as can be."""
    narrowest = NARROWEST if screen.height < HIGH else COMFORTABLE
    rows = max(-(-count // max(screen.width // narrowest, 1)), 1)
    return max(-(-count // rows), 1), rows


def cards_height(count: int, screen: Size) -> int:
    _, rows = arranged(count, screen)
    return rows * card_height(rows, screen.height) if count else 0


def card_height(rows: int, screen: int) -> int:
    return max(LOWEST, min(HIGHEST, int(screen * SHARE) // rows))
