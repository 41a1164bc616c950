"""Money that moves: who pays whom, how much and why. The coin runs once, and then rests at the one who is paid."""

from textual.content import Content
from textual.reactive import reactive
from textual.theme import Theme
from textual.widget import Widget

from companion.console.colours import goal_style, seat_marks
from companion.console.plan import screen_plan
from companion.console.state import ConsoleState
from companion.console.words import cells
from companion.table.messages.views import PaymentView

RUN_S = 0.6  # of the coin
STEPS = 6  # of its way: each is drawn once
LINES_MAX = 3  # payments of a move that are shown
TRACK_LEAST, TRACK_MOST = 4, 24  # columns besides the coin
ACCOUNTS = {-1: "the Bank", -2: "the pot"}


class MoneyOnItsWay(Widget):
    """Without colours, and where motion is switched off, the coin is where it rests."""

    run: reactive[float] = reactive(1.0, repaint=False)  # of its way

    def __init__(self) -> None:
        super().__init__(id="money")
        self._state = ConsoleState()
        self._shown: object = None
        self._rows = 0

    def watch_run(self, before: float, now: float) -> None:
        if int(before * STEPS) != int(now * STEPS):
            self.refresh()

    def show(self, state: ConsoleState) -> None:
        payments = state.view.payments if state.view is not None and not state.view.over else ()
        before, now = self._shown, (state.game, state.number if payments else 0, payments, self.app.theme)
        self._arrange(state, payments)
        if now == before:
            return
        is_first = self._shown is None or state.game != self._state.game
        self._state, self._shown = state, now
        has_motion = not self.app.no_color and self.app.animation_level != "none"
        if payments and not is_first and has_motion:
            self.run = 0.0
            self.animate("run", 1.0, duration=RUN_S, easing="in_out_cubic")
        self.refresh()

    def _arrange(self, state: ConsoleState, payments: tuple[PaymentView, ...]) -> None:
        """Beside the ring its rows are kept, so that the question stays where it is."""
        rows = 1 if payments else 0
        if screen_plan(self.app, state).has_ring:
            rows = max(min(len(payments), LINES_MAX + 1), 2)
        if rows != self._rows:
            self._rows = rows
            self.styles.height = rows
        self.display = rows > 0

    def render(self) -> Content:
        state, width = self._state, self.size.width
        payments = state.view.payments if state.view is not None else ()
        if not payments or width < 1:
            return Content("")
        theme = self.app.current_theme
        if len(payments) == 1 and self._rows > 1:
            line = payment_line(state, payments[0], theme, self.run, width)
            reason = Content.styled(payments[0].why, "$foreground-muted").wrap(max(width - 4, 1))
            return Content("\n").join([line, *(Content("    ") + one for one in reason[:1])])
        lines = []
        count = len(payments) if len(payments) <= self._rows else max(self._rows - 1, 1)
        for payment in payments[:count]:
            line = payment_line(state, payment, theme, self.run, width)
            why = payment.why if len(payments) <= count or self._rows > 1 else f"and {len(payments) - count} more"
            lines.append(_with_reason(line, why, width))
        if count < len(payments) and self._rows > 1:
            lines.append(Content.styled(f"and {len(payments) - count} more", "$foreground-muted"))
        return Content("\n").join(lines)


def payment_line(state: ConsoleState, payment: PaymentView, theme: Theme, run: float, width: int) -> Content:
    """With names if they have room, and otherwise with the players' letters alone."""
    coin = f" {state.money(payment.amount)} "
    for has_names in (True, False):
        payer, payee = (_account(state, one, theme, has_name=has_names) for one in (payment.payer, payment.payee))
        left, right = Content(" ").join(payer) + " ", Content(" ") + Content(" ").join(reversed(payee))
        room = width - left.cell_length - right.cell_length - cells(coin) - 1
        if room >= TRACK_LEAST or not has_names:
            break
    track = max(min(room, TRACK_MOST), 0)
    passed = round(track * run)
    ahead = Content.styled("─" * (track - passed), "$foreground-muted") + Content.styled("▶", "$accent")
    return Content.assemble(left, ("━" * passed, "$accent"), (coin, f"bold {goal_style(theme)}"), ahead, right)


def _account(state: ConsoleState, account: int, theme: Theme, *, has_name: bool) -> list[Content]:
    if account < 0 or state.view is None:
        return [Content.styled(ACCOUNTS.get(account, ""), "bold")]
    mark = seat_marks(state.view, theme)[account].drawn()
    return [mark, Content.styled(state.name(account), "bold")] if has_name else [mark]


def _with_reason(line: Content, why: str, width: int) -> Content:
    fits = line.cell_length + 2 + cells(why) <= width
    return line + "  " + Content.styled(why, "$foreground-muted") if fits else line
