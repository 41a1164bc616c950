"""Raise cash: what it is for, what is still missing, every way to get it and what it brings, and the payment."""

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, OptionList, Static

from companion.console.commands import row_of
from companion.console.host import console_of
from companion.console.left_once import LeftOnce
from companion.console.listed import Lines, Listed
from companion.console.offers import titled
from companion.console.pads.pad import Key
from companion.console.state import State
from companion.console.words import cells, money
from companion.table.messages.requests import Reckon
from companion.table.messages.views import MoveView, RaiseView

DIGITS = 9
WHY = "companion.console.screens.why:WhyScreen"
NO_WAY = "Nothing is left to sell or to mortgage."


class RaiseScreen(LeftOnce[None]):
    """Stays open from step to step, and goes when it is paid, or is not in question any more."""

    BINDINGS = [
        ("escape", "leave", "Back"),
        ("y", "pay", "Pay"),
        ("B", "bankrupt", "Bankrupt"),
        ("q", "why", "Why"),
        *((str(digit), f"way({digit})", "") for digit in range(1, DIGITS + 1)),
    ]

    def __init__(self, wanted: MoveView | None = None) -> None:
        """Without anything wanted it is what the table waits for."""
        super().__init__()
        self._wanted = wanted
        self._ways: tuple[MoveView, ...] = ()
        self._told = ""  # why something was not done

    def compose(self) -> ComposeResult:
        yield Static("Raise cash   (Esc: back)", classes="screen-title")
        with Horizontal(id="raise-head"):
            with Vertical():
                yield Static(id="raise-text")
                yield Static(id="raise-sums")
            yield Key("q why", id="why", classes="back")
        yield Lines(id="ways", markup=False)
        yield Static(id="raise-told")
        with Horizontal(id="raise-keys"):
            yield Key("", id="pay", classes="yes")
            yield Key("Bankrupt …   (B)", id="bankrupt", classes="careful")
            yield Key("Back", id="back")

    def on_mount(self) -> None:
        self.query_one("#ways").focus()
        self.show(console_of(self).state)

    def on_screen_resume(self) -> None:
        self.show(console_of(self).state)

    # What is shown

    def show(self, state: State) -> None:
        wanted = self._found(state)
        if wanted is None:
            self.dismiss()
            return
        self._wanted = wanted
        self._ways = _ways(state, wanted.seat)
        self._show_ways(state)
        self._show_sums(state, _raising(state, wanted))
        self._show_keys(state, wanted)

    def _found(self, state: State) -> MoveView | None:
        """The same as before, with what is missing now; nothing if it is no longer to be had."""
        if self._wanted is None:
            return next((one.move for one in state.raising if one.is_asked), None)
        return next((move for move in state.known_moves if bytes(move.act) == bytes(self._wanted.act)), None)

    def _show_ways(self, state: State) -> None:
        options = self.query_one(OptionList)
        at = options.highlighted or 0
        options.clear_options()
        width = max(self.app.size.width - 8, 30)
        options.add_options(Listed(self._line(state, n, width), move) for n, move in enumerate(self._ways))
        options.highlighted = min(at, len(self._ways) - 1) if self._ways else None

    def _line(self, state: State, number: int, width: int) -> Content:
        """The words to the left, what it brings to the right; two rows for a finger."""
        move = self._ways[number]
        digit = f"{number + 1}  " if number < DIGITS else "   "
        brings = f"+{money(move.change)}" if move.change > 0 else "…" if move.needs else ""
        words = digit + titled(state, move).removesuffix(f" (+{money(move.change)})")
        gap = " " * max(width - cells(words) - cells(brings), 1)
        below = "\n" if self.app.has_class("-touch") else ""
        return Content.assemble(words, gap, (brings, "bold $text-success"), below)

    def _show_sums(self, state: State, raising: RaiseView | None) -> None:
        prompt = state.view.prompt if state.view else ""
        text = raising.text if raising else prompt
        self.query_one("#raise-text", Static).update(Content(text))
        if raising is None:
            sums = Content.styled("There is enough now.", "bold $text-success")
        else:
            short = (f"Short by {money(raising.move.short_by)}", "bold $text-error")
            sums = Content.assemble(short, f"  ·  can raise {money(raising.can_raise)} in all")
        self.query_one("#raise-sums", Static).update(sums)
        no_way = NO_WAY if not any(move.change > 0 for move in self._ways) and raising else ""
        self.query_one("#raise-told", Static).update(Content(self._told or no_way))

    def _show_keys(self, state: State, wanted: MoveView) -> None:
        pay = self.query_one("#pay", Key)
        pay.label = Content(f"{wanted.label}" + ("" if wanted.short_by else "   (y)"))
        pay.disabled = bool(wanted.short_by) or not state.is_live
        if not wanted.short_by and self.focused is not pay:
            pay.focus()
        raising = _raising(state, wanted)
        may = self._bankruptcy() is not None
        self.query_one("#bankrupt").display = may or bool(raising and raising.not_bankrupt)

    # What is pressed

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        assert isinstance(event.option, Listed)
        self._take(event.option.value)

    def action_way(self, number: int) -> None:
        if number <= len(self._ways):
            self._take(self._ways[number - 1])

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        doing = {"pay": self.action_pay, "bankrupt": self.action_bankrupt, "why": self.action_why}
        doing.get(event.button.id or "", self.action_leave)()

    def action_pay(self) -> None:
        if self._wanted is not None and not self._wanted.short_by:
            self._take(self._wanted)

    def action_bankrupt(self) -> None:
        """Refused with the reason while there is still something to raise."""
        state = console_of(self).state
        if move := self._bankruptcy():
            self._take(move)
        elif self._wanted is not None and (raising := _raising(state, self._wanted)):
            self._told = raising.not_bankrupt
            self.show(state)

    def _bankruptcy(self) -> MoveView | None:
        moves = console_of(self).state.moves
        mine = (move for move in moves if self._wanted is not None and move.seat == self._wanted.seat)
        return next((move for move in mine if move.menu == "bankrupt"), None)

    def action_why(self) -> None:
        """Of what is missing, of every way to get it, and of what they come to in all."""
        if self._wanted is not None:
            acts = tuple(move.act for move in (self._wanted, *self._ways))
            console_of(self).open_screen(WHY, Reckon((self._wanted.seat,), acts=acts))

    def action_leave(self) -> None:
        self.dismiss()

    def _take(self, move: MoveView) -> None:
        self._told = ""
        console_of(self).take(row_of(console_of(self).state, move), (move,))


def _raising(state: State, wanted: MoveView) -> RaiseView | None:
    return next((one for one in state.raising if bytes(one.move.act) == bytes(wanted.act)), None)


def _ways(state: State, seat: int) -> tuple[MoveView, ...]:
    """What brings cash, and the answers to a deal that is on the table."""
    answers = [move for move in state.moves if move.menu == "answer" and not move.short_by]
    return (*answers, *(move for move in state.moves if move.raises and move.seat == seat))
