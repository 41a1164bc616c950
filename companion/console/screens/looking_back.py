"""Looking back: everybody's cash and worth over the turns, as lines and as numbers, and the books by reason."""

from collections.abc import Callable

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widgets import Button, Static

from companion.console.colours import aside, drawn, letters
from companion.console.columns import Row, in_columns
from companion.console.host import console_of
from companion.console.left_once import LeftOnce
from companion.console.pads.pad import Key
from companion.console.state import State
from companion.console.widgets.chart import Chart, Series, turn_words
from companion.console.words import cells, first_that_fits, fitted, money
from companion.table.messages.requests import LookBack, Reckon
from companion.table.messages.views import HistoryView, TurnPoint

WHY = "companion.console.screens.why:WhyScreen"
PARTS = ("Cash", "Worth", "Turns", "Ledger")
TITLES = (
    "Cash, turn by turn",
    "Worth: cash, deeds and buildings (a mortgage at half)",
    "Turn by turn, the last turn first",
    "The ledger: every reason, every account",
)
ONE = "p or a tap: one player"
HIDDEN = "not shown before the tax is chosen"
EVERYBODY = -1
Values = Callable[[TurnPoint], tuple[int | None, ...]]


class LookingBackScreen(LeftOnce[None]):
    BINDINGS = [
        ("escape", "leave", "Back"),
        ("v", "leave", "Back"),
        ("p", "next_player", "One player"),
        ("q", "why", "Why"),
        *((str(number), f"part({number})", part) for number, part in enumerate(PARTS, 1)),
    ]
    AUTO_FOCUS = ""

    def __init__(self) -> None:
        super().__init__()
        self._part = 1
        self._seat = EVERYBODY  # whose line stands out
        self._history: HistoryView | None = None
        self._asked = -1  # after which move

    def compose(self) -> ComposeResult:
        yield Static(id="past-title", classes="screen-title")
        with Horizontal(id="past-parts"):
            for number, part in enumerate(PARTS, 1):
                yield Key(f"{number} {part}", number, id=f"part-{number}")
            yield Key("q why", id="why", classes="back")
            yield Key("Back", id="back", classes="back")
        yield Chart()
        yield Static(id="past-legend")
        with VerticalScroll(id="past-lines"):
            yield Static(id="past-text")

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, lambda _: self._draw())  # another ground, other shades
        self.show(console_of(self).state)

    # What is known

    def show(self, state: State) -> None:
        if state.is_live and state.number != self._asked:
            self._asked = state.number
            self._ask()
        self._draw()

    @work(exclusive=True, group="past")
    async def _ask(self) -> None:
        reply = await console_of(self).ask(LookBack())
        if reply.history is not None:
            self._history = reply.history
            self._draw()
        elif not reply.done:
            self._asked = -1  # with the next move it is asked again
            self.query_one("#past-title", Static).update(Content(reply.message))

    # What is shown

    def _draw(self) -> None:
        history, state = self._history, console_of(self).state
        is_chart = self._part <= 2
        for number in range(1, len(PARTS) + 1):
            self.query_one(f"#part-{number}", Key).set_class(number == self._part, "yes")
        self.query_one(Chart).display = self.query_one("#past-legend").display = is_chart
        self.query_one("#past-lines").display = not is_chart
        if history is None or state.view is None or len(history.opening) != len(state.view.players) + 2:
            return
        self.query_one("#past-title", Static).update(Content(self._title(state)))
        self._draw_lines(state, history) if is_chart else self._draw_tables(state, history)

    def _title(self, state: State) -> str:
        title = TITLES[self._part - 1]
        if self._part > 2:
            return title
        more = state.name(self._seat) if self._seat != EVERYBODY else ONE
        ways = (f"{title}   ({more})", f"{PARTS[self._part - 1]}   ({more})")
        return first_that_fits(self.app.size.width - 2, *ways)

    def _draw_lines(self, state: State, history: HistoryView) -> None:
        names = _names(state)
        values: Values = _cash if self._part == 1 else _worth
        series = [
            Series(letter, self._colour(state, seat), tuple(values(point)[seat] for point in history.points))
            for seat, letter in enumerate(letters(names))
        ]
        ordered = [*series[self._seat + 1 :], *series[: self._seat + 1]]  # whose line stands out comes last
        self.query_one(Chart).show([point.turn for point in history.points], ordered)
        last = [_last_words(state, history, seat, values) for seat in range(len(names))]
        self.query_one("#past-legend", Static).update(_legend(names, series, last, max(self.app.size.width - 2, 20)))

    def _colour(self, state: State, seat: int) -> str:
        assert state.view is not None
        if self._seat not in (EVERYBODY, seat):
            return aside(self.app.current_theme)
        return drawn(state.view.players[seat].colour, seat, self.app.current_theme)

    def _draw_tables(self, state: State, history: HistoryView) -> None:
        width = max(self.app.size.width - 5, 20)  # of which one is the scrollbar's
        lines = _turns(state, history, width) if self._part == 3 else _ledger(state, history, width)
        self.query_one("#past-text", Static).update(Content("\n").join(lines))

    def on_resize(self, _: Resize) -> None:
        self._draw()

    # What is pressed

    @on(Chart.Tapped)
    def action_next_player(self) -> None:
        """One after the other, and then everybody again."""
        view = console_of(self).state.view
        if view is not None:
            self._seat = self._seat + 1 if self._seat + 1 < len(view.players) else EVERYBODY
            self._draw()

    def action_part(self, number: int) -> None:
        self._part = number
        self.query_one("#past-lines").scroll_home(animate=False)
        self._draw()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        value = getattr(event.button, "value", None)
        if isinstance(value, int):
            self.action_part(value)
        else:
            self.action_why() if event.button.id == "why" else self.dismiss()

    def action_why(self) -> None:
        """Of what everybody has, or the one whose line stands out."""
        app = console_of(self)
        everybody = range(len(app.state.view.players) if app.state.view else 0)
        app.open_screen(WHY, Reckon(tuple(everybody) if self._seat == EVERYBODY else (self._seat,)))

    def action_leave(self) -> None:
        self.dismiss()


def _names(state: State) -> tuple[str, ...]:
    assert state.view is not None
    return tuple(player.name for player in state.view.players)


def _cash(point: TurnPoint) -> tuple[int | None, ...]:
    return point.cash


def _worth(point: TurnPoint) -> tuple[int | None, ...]:
    return point.worth


# Lines


def _last_words(state: State, history: HistoryView, seat: int, values: Values) -> str:
    assert state.view is not None
    if (value := values(history.points[-1])[seat]) is not None:
        return money(value)
    return HIDDEN if seat in history.hidden else state.view.players[seat].out or "out"


def _legend(names: tuple[str, ...], series: list[Series], last: list[str], width: int) -> Content:
    """In as many columns as leave room for the amounts and for some of the names."""
    needed = max(map(cells, last)) + 4
    columns = max(min(width // (needed + 8), 4, len(names)), 1)
    each = width // columns
    entries = [_entry(name, one, words, each - 2) for name, one, words in zip(names, series, last, strict=True)]
    rows = [entries[at : at + columns] for at in range(0, len(entries), columns)]
    return Content("\n").join(Content("  ").join(row) for row in rows)


def _entry(name: str, one: Series, words: str, width: int) -> Content:
    short = fitted(name, max(width - cells(words) - 3, 1))
    gap = " " * max(width - cells(short) - cells(words) - 2, 1)
    return Content.assemble((f"{one.letter} ", f"bold {one.colour}"), short, gap, (words, "bold"))


# Numbers


def _turns(state: State, history: HistoryView, width: int) -> list[Content]:
    names = _names(state)
    lines: list[Content] = []
    for title, values in (("Cash", _cash), ("Worth", _worth)):
        rows = [_turn(point, values) for point in reversed(history.points)]
        lines += [Content.styled(title, "bold underline"), *in_columns(names, rows, width), Content("")]
    hidden = [f"{names[seat]}'s worth is {HIDDEN}." for seat in history.hidden]
    return [*map(Content, hidden), *lines]


def _turn(point: TurnPoint, values: Values) -> Row:
    return Row(turn_words(point.turn), tuple("–" if value is None else money(value) for value in values(point)))


def _ledger(state: State, history: HistoryView, width: int) -> list[Content]:
    heads = (*_names(state), "Bank", "pot", "sum")
    rows = [
        Row("at the start", _amounts(history.opening)),
        *(Row(f"{one.clause} {one.title}", _changes(one.changes)) for one in history.reasons),
        Row("now", _amounts(history.balance), "bold"),
    ]
    return [*in_columns(heads, rows, width), Content(""), _verdict(history)]


def _amounts(accounts: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(map(money, (*accounts, sum(accounts))))


def _changes(changes: tuple[int, ...]) -> tuple[str, ...]:
    """With their sign: what came in, and what went out."""
    signed = tuple(f"+{money(change)}" if change > 0 else money(change) if change else "·" for change in changes)
    return *signed, money(sum(changes))


def _verdict(history: HistoryView) -> Content:
    rows = (history.opening, *(one.changes for one in history.reasons), history.balance)
    added = tuple(map(sum, zip(history.opening, *(one.changes for one in history.reasons), strict=True)))
    if any(map(sum, rows)) or added != history.balance:
        return Content.styled("THE LEDGER IS WRONG: money has come from nowhere, or gone there.", "bold $text-error")
    return Content.styled("Every row sums to 0, and the start with every reason is what is there now.", "$text-success")
