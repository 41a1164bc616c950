"""Looking back: everybody's cash and worth over the turns, as lines and as numbers, and the books by reason."""

from operator import attrgetter

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Click
from textual.widgets import Static

from companion.console.colours import letters_for, muted_colour, player_colour
from companion.console.console_screen import ConsoleScreen, KeyButton
from companion.console.state import ConsoleState
from companion.console.widgets.chart import Chart, Series, describe_turn
from companion.console.words import AmountRow, cells, first_that_fits, in_columns, shorten
from companion.table.messages.requests import ExplainAmounts, ReadHistory
from companion.table.messages.views import CurrencyPrint, HistoryView, View

PARTS = ("Cash", "Worth", "Turns", "Ledger")
TITLES = (
    "Cash, turn by turn",
    "Worth: cash, deeds and buildings (a mortgage at half)",
    "Turn by turn, the last turn first",
    "The ledger: every reason, every account",
)
ONE = "p or a tap: one player"
HIDDEN = "hidden until the tax is chosen"
BALANCED = "Every row adds up to 0; the start plus every change is what is there now."
OFF_BALANCE = "THE LEDGER IS WRONG: money has appeared or disappeared."
EVERYBODY = -1


class LookingBackScreen(ConsoleScreen[None]):
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
        self._seat = EVERYBODY  # who is in focus
        self._history: HistoryView | None = None
        self._asked = -1  # after which move

    def compose(self) -> ComposeResult:
        yield Static(id="past-title", classes="screen-title")
        with Horizontal(id="past-parts"):
            for number, part in enumerate(PARTS, 1):
                yield KeyButton(f"{number} {part}", does=f"part({number})", id=f"part-{number}")
            yield KeyButton("q why", does="why", id="why", classes="back")
            yield KeyButton("Back", does="leave", id="back", classes="back")
        yield Chart()
        yield Static(id="past-legend")
        with VerticalScroll(id="past-lines"):
            yield Static(id="past-text")

    def built(self) -> None:
        self.app.theme_changed_signal.subscribe(self, lambda _: self.draw())  # other shades on another ground

    def show(self, state: ConsoleState) -> None:
        if state.is_live and state.number != self._asked:
            self._asked = state.number
            self._read()
        self.draw()

    @work(exclusive=True, group="past")
    async def _read(self) -> None:
        reply = await self.console.ask(ReadHistory())
        if reply.history is not None:
            self._history = reply.history
            self.draw()
        elif not reply.done:
            self._asked = -1  # ask again with the next move
            self.query_one("#past-title", Static).update(Content(reply.message))

    def draw(self) -> None:
        history, view = self._history, self.console.state.view
        is_chart = self._part <= 2
        for number in range(1, len(PARTS) + 1):
            self.query_one(f"#part-{number}", KeyButton).set_class(number == self._part, "yes")
        self.query_one(Chart).display = self.query_one("#past-legend").display = is_chart
        self.query_one("#past-lines").display = not is_chart
        if history is None or view is None or len(history.opening) != len(view.players) + 2:
            return
        title = TITLES[self._part - 1]
        if is_chart:
            more = ONE if self._seat == EVERYBODY else self.console.state.name(self._seat)
            ways = (f"{title}   ({more})", f"{PARTS[self._part - 1]}   ({more})")
            title = first_that_fits(self.app.size.width - 2, *ways)
            self._draw_chart(view, history)
        else:
            width = max(self.app.size.width - 5, 20)  # of which one is the scrollbar's
            show = _turns if self._part == 3 else _ledger
            lines = show(view, history, self.console.state.board.currency, width)
            self.query_one("#past-text", Static).update(Content("\n").join(lines))
        self.query_one("#past-title", Static).update(Content(title))

    def _draw_chart(self, view: View, history: HistoryView) -> None:
        values = attrgetter("cash" if self._part == 1 else "worth")
        theme, series, last = self.app.current_theme, [], []
        letters = letters_for([player.name for player in view.players])
        for player, letter in zip(view.players, letters, strict=True):
            seat = player.seat
            is_muted = self._seat not in (EVERYBODY, seat)
            colour = muted_colour(theme) if is_muted else player_colour(player.colour, seat, theme)
            series.append(Series(letter, colour, tuple(values(point)[seat] for point in history.points)))
            value = values(history.points[-1])[seat]
            missing = HIDDEN if seat in history.hidden else player.out or "out"
            last.append(missing if value is None else self.console.state.money(value))
        ordered = [*series[self._seat + 1 :], *series[: self._seat + 1]]  # the player in focus comes last
        turns = [point.turn for point in history.points]
        self.query_one(Chart).show(turns, ordered, self.console.state.board.currency)
        # The legend has as many columns as leave room for the amounts and for some of the names.
        width = max(self.app.size.width - 2, 20)
        columns = max(min(width // (max(map(cells, last)) + 12), 4, len(last)), 1)
        each, entries = width // columns - 2, []
        for player, one, words in zip(view.players, series, last, strict=True):
            name = shorten(player.name, max(each - cells(words) - 3, 1))
            gap = " " * max(each - cells(name) - cells(words) - 2, 1)
            entries.append(Content.assemble((f"{one.letter} ", f"bold {one.colour}"), name, gap, (words, "bold")))
        rows = (entries[at : at + columns] for at in range(0, len(entries), columns))
        legend = Content("\n").join(Content("  ").join(row) for row in rows)
        self.query_one("#past-legend", Static).update(legend)

    @on(Click, "#chart")
    def action_next_player(self) -> None:
        """Focuses one player after the other, and then everybody again."""
        view = self.console.state.view
        if view is not None:
            self._seat = self._seat + 1 if self._seat + 1 < len(view.players) else EVERYBODY
            self.draw()

    def action_part(self, number: int) -> None:
        self._part = number
        self.query_one("#past-lines").scroll_home(animate=False)
        self.draw()

    def action_why(self) -> None:
        """Explains what everybody has, or the player in focus."""
        app = self.console
        everybody = range(len(app.state.view.players) if app.state.view else 0)
        app.open_screen("why:WhyScreen", ExplainAmounts(tuple(everybody) if self._seat == EVERYBODY else (self._seat,)))


def _turns(view: View, history: HistoryView, currency: CurrencyPrint, width: int) -> list[Content]:
    names = [player.name for player in view.players]
    lines = [Content(f"{names[seat]}'s worth is {HIDDEN}.") for seat in history.hidden]
    for title, values in (("Cash", attrgetter("cash")), ("Worth", attrgetter("worth"))):
        rows = []
        for point in reversed(history.points):
            amounts = tuple("–" if value is None else currency.show(value) for value in values(point))
            rows.append(AmountRow(describe_turn(point.turn), amounts))
        lines += [Content.styled(title, "bold underline"), *in_columns(names, rows, width), Content("")]
    return lines


def _ledger(view: View, history: HistoryView, currency: CurrencyPrint, width: int) -> list[Content]:
    """Changes have a sign: what came in, and what went out."""
    money = currency.show
    heads = (*(player.name for player in view.players), "Bank", "pot", "sum")
    opening, balance = (
        tuple(map(money, (*accounts, sum(accounts)))) for accounts in (history.opening, history.balance)
    )
    rows = [AmountRow("at the start", opening)]
    for reason in history.reasons:
        signed = [money(one, plus=True) if one else "·" for one in reason.changes]
        rows.append(AmountRow(f"{reason.clause} {reason.title}", (*signed, money(sum(reason.changes)))))
    rows.append(AmountRow("now", balance, "bold"))
    changes = [reason.changes for reason in history.reasons]
    added = tuple(map(sum, zip(history.opening, *changes, strict=True)))
    verdict = Content.styled(BALANCED, "$text-success")
    if any(map(sum, (history.opening, *changes, history.balance))) or added != history.balance:
        verdict = Content.styled(OFF_BALANCE, "bold $text-error")
    return [*in_columns(heads, rows, width), Content(""), verdict]
