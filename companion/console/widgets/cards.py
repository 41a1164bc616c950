"""All players' cards: as many beside each other as there is room for, and the rows as high as they can be."""

from textual.app import ComposeResult
from textual.containers import Grid
from textual.geometry import Size

from companion.console.state import State
from companion.console.widgets.card import Card

MOST = 8  # players
NARROWEST = 18  # columns of a card, its border included
LOWEST, HIGHEST = 4, 6  # rows
SHARE = 0.43  # of the screen's rows


class Cards(Grid):
    def __init__(self) -> None:
        super().__init__(id="cards")
        self._count = 0

    def compose(self) -> ComposeResult:
        for seat in range(MOST):
            yield Card(seat)

    def show(self, state: State) -> None:
        self._count = len(state.view.players) if state.view else 0
        self._arrange()
        for card in self.query(Card):
            card.display = card.seat < self._count
            card.show(state)

    def on_resize(self) -> None:
        self._arrange()

    def _arrange(self) -> None:
        columns, rows = arranged(self._count, self.app.size.width)
        self.styles.grid_size_columns = columns
        self.styles.grid_rows = [str(card_height(rows, self.app.size.height))]
        self.styles.height = cards_height(self._count, self.app.size)


def arranged(count: int, width: int) -> tuple[int, int]:
    """Columns and rows, as even as can be."""
    rows = max(-(-count // max(width // NARROWEST, 1)), 1)
    return max(-(-count // rows), 1), rows


def cards_height(count: int, screen: Size) -> int:
    _, rows = arranged(count, screen.width)
    return rows * card_height(rows, screen.height) if count else 0


def card_height(rows: int, screen: int) -> int:
    return max(LOWEST, min(HIGHEST, int(screen * SHARE) // rows))
