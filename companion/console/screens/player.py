"""A player's sheet: every deed with its rent, buildings and mortgage, and what that player may do now."""

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from companion.console.asking import building_words
from companion.console.commands import row_of
from companion.console.groups import LOOKS
from companion.console.host import console_of
from companion.console.left_once import LeftOnce
from companion.console.pads.choose import Choice, ChoosePad
from companion.console.pads.pad import Key
from companion.console.state import State
from companion.console.words import money
from companion.table.messages import MoveView


class PlayerScreen(LeftOnce[None]):
    BINDINGS = [("escape", "leave", "Back"), ("enter", "choose", "Moves")]

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat

    def compose(self) -> ComposeResult:
        yield Static(id="player-title", classes="screen-title")
        with VerticalScroll(id="player-lines"):
            yield Static(id="player-text")
        yield Key("Enter: what this player may do now …", id="moves", classes="yes")
        yield Key("Esc: back", id="back")

    def on_mount(self) -> None:
        self.show(console_of(self).state)

    def show(self, state: State) -> None:
        if state.view is None or self.seat >= len(state.view.players):
            return
        player = state.view.players[self.seat]
        owes = f"   owes {money(player.owes)}" if player.owes else ""
        cards = f"   jail cards {player.jail_cards}" if player.jail_cards else ""
        self.query_one("#player-title", Static).update(Content(f"{player.name}   {money(player.cash)}{owes}{cards}"))
        lines = list(_deed_lines(state, self.seat)) or [Content("No deeds yet.")]
        self.query_one("#player-text", Static).update(Content("\n").join(lines))
        self.query_one("#moves", Key).disabled = not self._moves(state)

    def _moves(self, state: State) -> tuple[MoveView, ...]:
        return tuple(move for move in state.moves if move.seat == self.seat)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        self.action_choose() if event.button.id == "moves" else self.dismiss()

    def action_leave(self) -> None:
        self.dismiss()

    def action_choose(self) -> None:
        app = console_of(self)
        choices = [Choice(move.label, move) for move in self._moves(app.state)]
        if choices:
            app.push_screen(ChoosePad(app.state.name(self.seat), choices), self._take)

    def _take(self, move: MoveView | None) -> None:
        if move is not None:
            self.dismiss()
            console_of(self).take(row_of(move), (move,))


def _deed_lines(state: State, seat: int) -> Iterator[Content]:
    assert state.view is not None
    order = list(LOOKS)
    pairs = zip(state.board.deeds, state.view.titles, strict=True)
    for deed, title in sorted(pairs, key=lambda pair: order.index(pair[0].group)):
        if title.owner == seat:
            look = LOOKS[deed.group]
            stands = f"{building_words(title.buildings)}, " if title.buildings else ""
            rent = "mortgaged" if title.mortgaged else f"{stands}rent {_rent(deed.group, title.rent)}"
            yield Content.assemble((f" {look.letters} ", look.style), f" {deed.name:<22} {rent}")


def _rent(group: str, rent: int) -> str:
    return f"{rent} times the dice" if group == "utility" else money(rent)
