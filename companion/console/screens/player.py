"""A player's sheet: every deed with its rent, buildings and mortgage, why, and what that player may do now."""

from collections.abc import Iterator

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Button, OptionList, Static

from companion.console.asking import building_words
from companion.console.commands import row_of
from companion.console.groups import LOOKS
from companion.console.host import console_of
from companion.console.left_once import LeftOnce
from companion.console.listed import Lines, Listed
from companion.console.pads.choose import Choice, ChoosePad
from companion.console.pads.pad import Key
from companion.console.state import State
from companion.console.words import money
from companion.table.messages.requests import Reckon
from companion.table.messages.views import MoveView

WHY = "companion.console.screens.why:WhyScreen"


class PlayerScreen(LeftOnce[None]):
    BINDINGS = [("escape", "leave", "Back"), ("a", "choose", "Moves"), ("q", "why", "Why")]

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat

    def compose(self) -> ComposeResult:
        yield Static(id="player-title", classes="screen-title")
        yield Lines(id="player-lines", markup=False)
        yield Key("a  What this player may do now …", id="moves", classes="yes")
        yield Key("Esc  Back", id="back")

    def on_mount(self) -> None:
        self.query_one("#player-lines").focus()
        self.show(console_of(self).state)

    def show(self, state: State) -> None:
        if state.view is None or self.seat >= len(state.view.players):
            return
        self.query_one("#player-title", Static).update(Content(f"{state.name(self.seat)}   (Enter or a tap: why)"))
        options = self.query_one(OptionList)
        at = options.highlighted or 0
        options.clear_options()
        options.add_options(self._lines(state))
        options.highlighted = min(at, options.option_count - 1)
        self.query_one("#moves", Key).disabled = not self._moves(state)

    def _lines(self, state: State) -> Iterator[Listed[Reckon]]:
        """Two rows at least for a finger."""
        below = "\n" if self.app.has_class("-touch") else ""
        yield Listed(Content(_has(state, self.seat) + below), Reckon(seats=(self.seat,)))
        for deed, line in _deed_lines(state, self.seat):
            yield Listed(Content.assemble(line, below), Reckon(deeds=(deed,)))

    def _moves(self, state: State) -> tuple[MoveView, ...]:
        return tuple(move for move in state.moves if move.seat == self.seat)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.action_choose() if event.button.id == "moves" else self.dismiss()

    def action_leave(self) -> None:
        self.dismiss()

    @on(OptionList.OptionSelected)
    def _tell_why(self, event: OptionList.OptionSelected) -> None:
        assert isinstance(event.option, Listed)
        console_of(self).open_screen(WHY, event.option.value)

    def action_why(self) -> None:
        self.query_one(OptionList).action_select()

    def action_choose(self) -> None:
        app = console_of(self)
        choices = [Choice(move.label, move) for move in self._moves(app.state)]
        if choices:
            app.push_screen(ChoosePad(app.state.name(self.seat), choices), self._take)

    def _take(self, move: MoveView | None) -> None:
        if move is not None:
            self.dismiss()
            console_of(self).take(row_of(console_of(self).state, move), (move,))


def _has(state: State, seat: int) -> str:
    assert state.view is not None
    player = state.view.players[seat]
    owes = f" · owes {money(player.owes)}" if player.owes else ""
    cards = f" · jail cards {player.jail_cards}" if player.jail_cards else ""
    deeds = "" if any(title.owner == seat for title in state.view.titles) else " · no deeds yet"
    return f"Cash {money(player.cash)}{owes}{cards}{deeds}"


def _deed_lines(state: State, seat: int) -> Iterator[tuple[int, Content]]:
    """Each with the number of its deed."""
    assert state.view is not None
    order = list(LOOKS)
    held = [(deed, at) for at, deed in enumerate(state.board.deeds) if state.view.titles[at].owner == seat]
    for deed, at in sorted(held, key=lambda pair: order.index(pair[0].group)):
        title, look = state.view.titles[at], LOOKS[deed.group]
        stands = f"{building_words(title.buildings)}, " if title.buildings else ""
        rent = "mortgaged" if title.mortgaged else f"{stands}rent {_rent(deed.group, title.rent)}"
        yield at, Content.assemble((f" {look.letters} ", look.style), f" {deed.name:<22} {rent}")


def _rent(group: str, rent: int) -> str:
    return f"{rent} times the dice" if group == "utility" else money(rent)
