"""The Bank's line: what is left to build with, the pot, and whether all the money adds up."""

from textual.content import Content
from textual.widget import Widget

from companion.console.state import State
from companion.console.words import money
from companion.table.messages.views import View


class Bankline(Widget):
    def __init__(self) -> None:
        super().__init__(id="bankline")
        self._words = ""

    def show(self, state: State) -> None:
        words = " · ".join((*_stock(state.view), ledger(state))) if state.view else ""
        if words == self._words:
            return
        self._words = words
        self.set_class(bool(state.off_balance), "-wrong")
        self.refresh()

    def render(self) -> Content:
        return Content.assemble(("Bank  ", "bold"), self._words) if self._words else Content("")


def _stock(view: View) -> tuple[str, ...]:
    houses, hotels = (str(count) if count >= 0 else "no end" for count in (view.houses, view.hotels))
    pot = (f"pot {money(view.pot)}",) if view.pot else ()
    return f"houses {houses}", f"hotels {hotels}", *pot


def ledger(state: State) -> str:
    return "ledger balanced" if not state.off_balance else f"LEDGER OFF BY {money(state.off_balance)}"
