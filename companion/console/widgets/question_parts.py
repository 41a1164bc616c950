"""Beside the question, where there is room: the sum it is about in large digits, and the title deed."""

from textual.content import Content
from textual.widget import Widget

from companion.console.colours import group_looks
from companion.console.large_type import large_amount
from companion.console.plan import TablePlan, screen_plan
from companion.console.question import SumAsked, deed_asked, question_words, sum_asked
from companion.console.state import ConsoleState
from companion.console.words import cells, rows_of, shorten
from companion.table.messages.views import DeedPrint, TitleView

DEED_COLUMNS = 30
SUM_COLUMNS = 30  # of a sum of five digits, its word, and the air around the question
QUESTION_ROWS = 4  # the most that leave room for a sum beside them
MIDDLE_WITH_DEED = 72, 34  # columns and rows inside the ring


class SumInQuestion(Widget):
    def __init__(self) -> None:
        super().__init__(id="sum")
        self._shown: tuple[SumAsked | None, object] = (None, None)
        self._lines: list[Content] = []

    def show(self, state: ConsoleState) -> None:
        plan, now = screen_plan(self.app, state), sum_asked(state)
        if now is not None:
            room = plan.middle.width - SUM_COLUMNS
            is_short = plan.has_ring and rows_of(question_words(state), room) <= QUESTION_ROWS
            now = now if is_short else None
        if (now, state.board.currency) == self._shown:
            return
        self._shown = now, state.board.currency
        self.display = now is not None
        if now is not None:
            self._lines = large_amount(state.board.currency, now.amount, "bold $text-accent")
            word = Content.styled(f"{now.word} ", "$foreground-muted")
            blank = Content(" " * word.cell_length)
            self._lines = [(word if line == 2 else blank) + one for line, one in enumerate(self._lines)]
            self.styles.width = self._lines[0].cell_length + 1
            self.refresh()

    def render(self) -> Content:
        return Content("\n").join(self._lines)


class DeedInQuestion(Widget):
    """The title deed that is talked about. The rent that holds now stands out."""

    def __init__(self) -> None:
        super().__init__(id="deed")
        self._state = ConsoleState()
        self._shown: object = None
        self._deed: DeedPrint | None = None
        self._title: TitleView | None = None

    def show(self, state: ConsoleState) -> None:
        deed = deed_asked(state) if has_deed_card(state, screen_plan(self.app, state)) else None
        title = state.view.titles[state.board.deeds.index(deed)] if deed and state.view else None
        if (deed, title) == self._shown:
            return
        self._state, self._shown, self._deed, self._title = state, (deed, title), deed, title
        self.display = deed is not None
        self.refresh()

    def render(self) -> Content:
        deed, state, width = self._deed, self._state, self.size.width
        if deed is None:
            return Content("")
        style = group_looks(state.board.groups)[deed.group].style
        name = shorten(deed.name, width)
        before = (width - cells(name)) // 2
        band = Content(" " * before + name + " " * (width - before - cells(name))).stylize(f"bold {style}")
        blank = Content(" " * width).stylize(style)
        lines = [blank, band, blank, Content("")]
        is_utility = max(deed.rents) < deed.house_cost or (not deed.house_cost and len(deed.rents) == 2)
        now = self._title.buildings if self._title and self._title.owner >= 0 and deed.house_cost else -1
        for at, (rent, words) in enumerate(zip(deed.rents, deed.rent_names, strict=True)):
            amount = f"× {rent}" if is_utility else state.money(rent)
            words = words.partition(",")[0] if is_utility else words
            lines.append(_row(words, amount, width, "bold $text-accent" if at == now else ""))
        lines.append(Content(""))
        house = [(f"a {state.board.words.house}", deed.house_cost)] if deed.house_cost else []
        for words, amount_of in (*house, ("mortgage", deed.mortgage), ("price", deed.price)):
            lines.append(_row(words, state.money(amount_of), width, "$foreground-muted"))
        return Content("\n").join(lines)


def has_deed_card(state: ConsoleState, plan: TablePlan) -> bool:
    is_wide = plan.middle.width >= MIDDLE_WITH_DEED[0] and plan.middle.height >= MIDDLE_WITH_DEED[1]
    return plan.has_ring and is_wide and deed_asked(state) is not None


def _row(words: str, amount: str, width: int, style: str) -> Content:
    gap = " " * max(width - cells(words) - cells(amount) - 2, 1)
    return Content.styled(f" {words}{gap}{amount} ", style)
