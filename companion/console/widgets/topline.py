"""The top line: which game by which book, the turn, and what fell last."""

from textual.content import Content
from textual.widget import Widget

from companion.console.state import State
from companion.console.words import cells, fitted
from companion.table.messages import View


class Topline(Widget):
    def __init__(self) -> None:
        super().__init__(id="topline")
        self._state = State()

    def show(self, state: State) -> None:
        self._state = state
        self.refresh()

    def render(self) -> Content:
        view = self._state.view
        if view is None:
            return Content("Table Companion")
        right = "waiting for the table …" if self._state.is_waiting else _right(view)
        room = max(self.size.width - cells(right) - 2, 0)
        left = fitted(_left(view), room)
        gap = " " * max(self.size.width - cells(left) - cells(right), 1)
        return Content.assemble(left, gap, (right, "bold"))


def _left(view: View) -> str:
    rent = "rent must be asked for" if "rent claim" in view.house_rules else "rent automatic"
    others = [rule for rule in view.house_rules if not rule.startswith("rent ")]
    house = f"{len(others)} house rule{'s' if len(others) > 1 else ''}" if others else ""
    parts = (view.title, " ".join((view.edition, *view.variants)), rent, house)
    return " · ".join(part for part in parts if part)


def _right(view: View) -> str:
    dice = " + ".join(map(str, view.dice))
    return f"turn {view.turn_number}" + (f" · dice {dice}" if dice else "")
