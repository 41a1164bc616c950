"""Raise cash: what it is for, what is still missing, every way to get it and what it brings, and the payment."""

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from companion.console.choose_move import label_with_name
from companion.console.console_screen import Chosen, ConsoleScreen, KeyButton, ValueList
from companion.console.state import ConsoleState
from companion.console.words import cells
from companion.table.messages.requests import ExplainAmounts
from companion.table.messages.views import MoveView, RaiseView

DIGITS = 9
NO_WAY = "Nothing is left to sell or to mortgage."


class RaiseCashScreen(ConsoleScreen[None]):
    """Stays open from step to step, and goes when the payment is made or not wanted any more."""

    BINDINGS = [
        ("escape", "leave", "Back"),
        ("y", "pay", "Pay"),
        ("B", "bankrupt", "Bankrupt"),
        ("q", "why", "Why"),
        *((str(digit), f"way({digit})", "") for digit in range(1, DIGITS + 1)),
    ]

    def __init__(self, wanted: MoveView | None = None) -> None:
        """Without `wanted` it is for what the table waits for."""
        super().__init__()
        self.wanted = wanted
        self.ways: tuple[MoveView, ...] = ()
        self._told = ""  # why something was not done

    def compose(self) -> ComposeResult:
        yield Static("Raise cash   (Esc: back)", classes="screen-title")
        with Horizontal(id="raise-head"):
            with Vertical():
                yield Static(id="raise-text")
                yield Static(id="raise-sums")
            yield KeyButton("q why", does="why", id="why", classes="back")
        yield ValueList(id="ways")
        yield Static(id="raise-told")
        with Horizontal(id="raise-keys"):
            yield KeyButton("", does="pay", id="pay", classes="yes")
            yield KeyButton("Bankrupt …   (B)", does="bankrupt", id="bankrupt", classes="careful")
            yield KeyButton("Back", does="leave", id="back")

    has_guard = True  # the ways change with every one that is taken

    @property
    def question(self) -> object:
        return tuple(bytes(move.act) for move in self.ways)

    def built(self) -> None:
        self.query_one("#ways").focus()

    def on_screen_resume(self) -> None:
        self.draw()

    def draw(self) -> None:
        self.show(self.console.state)

    def show(self, state: ConsoleState) -> None:
        """The wanted move as it is now, with what is still missing. If it is not possible any more, the screen goes."""
        found = next((one.move for one in state.raising if one.is_asked), None)
        if (before := self.wanted) is not None:
            found = next((move for move in state.known_moves if bytes(move.act) == bytes(before.act)), None)
        if found is None:
            self.dismiss()
            return
        self.wanted, raising = found, _raising(state, found)
        answers = [move for move in state.moves if move.menu == "answer" and not move.short_by]
        own = [move for move in state.moves if move.raises and move.seat == found.seat]
        self.ways = (*answers, *own)
        lines, width = [], max(self.page_width - 8, 30)
        for number, move in enumerate(self.ways):
            digit = f"{number + 1}  " if number < DIGITS else "   "
            gain = state.money(move.change, plus=True)
            brings = gain if move.change > 0 else "…" if move.needs else ""
            words = digit + label_with_name(state, move).removesuffix(f" ({gain})")
            gap = " " * max(width - cells(words) - cells(brings), 1)
            lines.append((Content.assemble(words, gap, (brings, "bold $text-success")), move))
        self.query_one(ValueList).fill(lines)
        text = raising.text if raising else state.view.prompt if state.view else ""
        self.query_one("#raise-text", Static).update(Content(text))
        sums = Content.styled("There is enough now.", "bold $text-success")
        if raising is not None:
            short = (f"Short by {state.money(raising.move.short_by)}", "bold $text-error")
            sums = Content.assemble(short, f"  ·  can raise {state.money(raising.can_raise)} in all")
        self.query_one("#raise-sums", Static).update(sums)
        no_way = NO_WAY if not any(move.change > 0 for move in self.ways) and raising else ""
        self.query_one("#raise-told", Static).update(Content(self._told or no_way))
        pay = self.query_one("#pay", KeyButton)
        pay.label = Content(found.label if found.short_by else f"{found.label}   (y)")
        pay.disabled = bool(found.short_by) or not state.is_live
        if not found.short_by and self.focused is not pay:
            pay.focus()
        may = self._bankruptcy() is not None
        self.query_one("#bankrupt").display = may or bool(raising and raising.not_bankrupt)

    @on(Chosen)
    def _choose(self, event: Chosen) -> None:
        event.stop()
        self._take(event.what)

    def action_way(self, number: int) -> None:
        if number <= len(self.ways):
            self._take(self.ways[number - 1])
        else:
            self.say(f"{number} does nothing now.")

    def action_pay(self) -> None:
        if self.wanted is not None and self.wanted.short_by:
            self.say(f"Not yet: {self.console.state.money(self.wanted.short_by)} short.")
        elif self.wanted is not None:
            self._take(self.wanted)

    def action_bankrupt(self) -> None:
        """Refused with the reason while there is still something to raise."""
        state = self.console.state
        if move := self._bankruptcy():
            self._take(move)
        elif self.wanted is not None and (raising := _raising(state, self.wanted)):
            self._told = raising.not_bankrupt
            self.show(state)

    def _bankruptcy(self) -> MoveView | None:
        moves = self.console.state.moves
        mine = (move for move in moves if self.wanted is not None and move.seat == self.wanted.seat)
        return next((move for move in mine if move.menu == "bankrupt"), None)

    def action_why(self) -> None:
        """Explains what is missing, every way to get it, and what they come to in all."""
        if self.wanted is not None:
            acts = tuple(move.act for move in (self.wanted, *self.ways))
            self.console.open_screen("why:WhyScreen", ExplainAmounts((self.wanted.seat,), acts=acts))

    def _take(self, move: MoveView) -> None:
        self._told = ""
        self.console.take(self.console.state.menu_entry(move), (move,))


def _raising(state: ConsoleState, wanted: MoveView) -> RaiseView | None:
    return next((one for one in state.raising if bytes(one.move.act) == bytes(wanted.act)), None)
