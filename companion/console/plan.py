"""What goes where on the table's screen, for a size of the terminal: pure arithmetic.

From about 110×34 on the board is drawn as a ring, with the question inside it and the players at its right. On smaller
screens the players stand above the question, and there is no ring.
"""

from typing import Any, NamedTuple

from textual.app import App
from textual.geometry import Size

from companion.console.state import ConsoleState

ALONG = 11  # spaces along a side, the corners included
MARGIN = 1  # column to the left of the ring
SIDE_LEAST = 43  # columns: the turn's mark, a letter, a name of 20 letters, and cash of five digits in large type
SIDE_COMFORT = 54
NARROWEST, WIDEST = 6, 12  # columns of a space with its gap
COMFORT = 9  # columns from which names are easily read
LOWEST, HIGHEST = 3, 5  # rows of a space
LONGER = Size(4, 2)  # spaces at the sides are broader, those at the top and bottom higher, as on a real board
LINES_BELOW = 16  # rows of a screen without a ring that are not the players'
CARD_ROWS = 9  # of a player beside the ring, where there is room
TOUCH_FOOT = 3  # rows of the key bar for fingers
OF_SIDE = 2  # rows beside the ring that are not the players': the top line, and the Bank's


class TablePlan(NamedTuple):
    """Sizes in columns and rows. Without a ring, `space` and `corner` are nothing."""

    space: Size  # of one at the top or the bottom, with its gap; its height is that of one at the sides
    corner: Size
    side: int  # columns of the players
    middle: Size  # for the question, its answers and the log
    player: int  # rows of each

    @property
    def has_ring(self) -> bool:
        return self.space.width > 0

    @property
    def ring(self) -> Size:
        return Size(9 * self.space.width + 2 * self.corner.width, 9 * self.space.height + 2 * self.corner.height)


def table_plan(screen: Size, players: int, *, foot: int = 1) -> TablePlan:
    """`foot`: rows of the key bar, which is higher for fingers."""
    players, rows = max(players, 1), screen.height - foot
    height = min(rows // ALONG, HIGHEST)
    comfortable = min((screen.width - MARGIN - SIDE_COMFORT) // ALONG, WIDEST)
    width = comfortable if comfortable >= COMFORT else min((screen.width - MARGIN - SIDE_LEAST) // ALONG, COMFORT)
    if width < NARROWEST or height < LOWEST:
        lines = 2 if screen.height - 2 * players >= LINES_BELOW else 1
        middle = Size(screen.width, max(rows - OF_SIDE - lines * players, 0))
        return TablePlan(Size(0, 0), Size(0, 0), screen.width, middle, lines)
    spare = Size(max(screen.width - MARGIN - SIDE_COMFORT - ALONG * width, 0), rows - ALONG * height)
    corner = Size(width + min(spare.width // 2, LONGER.width), height + min(spare.height // 2, LONGER.height))
    side = screen.width - MARGIN - 9 * width - 2 * corner.width
    player = max(min((rows - OF_SIDE) // players, CARD_ROWS), LOWEST)
    return TablePlan(Size(width, height), corner, side, Size(9 * width, 9 * height), player)


def screen_plan(app: App[Any], state: ConsoleState) -> TablePlan:
    """Of the table's screen as it is now."""
    players = len(state.view.players) if state.view is not None else 0
    return table_plan(app.size, players, foot=TOUCH_FOOT if app.has_class("-touch") else 1)
