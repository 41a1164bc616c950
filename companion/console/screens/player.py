"""A player's sheet: every deed with its rent, buildings and mortgage, why, and what that player may do now."""

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from companion.console.colours import group_looks
from companion.console.console_screen import ConsoleScreen, KeyButton, ValueList
from companion.console.pads.choose import ChoosePad, PadChoice
from companion.console.state import ConsoleState
from companion.console.words import deed_column, describe_buildings
from companion.table.messages.requests import ExplainAmounts
from companion.table.messages.views import MoveView


class PlayerScreen(ConsoleScreen[None]):
    BINDINGS = [("escape", "leave", "Back"), ("a", "choose", "Moves"), ("q", "why", "Why")]
    AUTO_FOCUS = "#player-lines"

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat

    def compose(self) -> ComposeResult:
        yield Static(id="player-title", classes="screen-title")
        yield ValueList(id="player-lines")
        yield KeyButton("a  What this player may do now …", does="choose", id="moves", classes="yes")
        yield KeyButton("Esc  Back", does="leave", id="back")

    def show(self, state: ConsoleState) -> None:
        """What the player has, and then every deed by its group, each with the amounts that `why` explains."""
        view, seat = state.view, self.seat
        if view is None or seat >= len(view.players):
            return
        self.query_one("#player-title", Static).update(Content(f"{state.name(seat)}   (Enter or a tap: why)"))
        player = view.players[seat]
        owes = f" · owes {state.money(player.owes)}" if player.owes else ""
        count = "1 card" if player.jail_cards == 1 else f"{player.jail_cards} cards"
        cards = f" · {count} to leave {state.board.words.jail}" if player.jail_cards else ""
        held = [(deed, at) for at, deed in enumerate(state.board.deeds) if view.titles[at].owner == seat]
        no_deeds = "" if held else " · no deeds yet"
        lines = [(Content(f"Cash {state.money(player.cash)}{owes}{cards}{no_deeds}"), ExplainAmounts(seats=(seat,)))]
        looks = group_looks(state.board.groups)
        order = list(looks)
        for deed, at in sorted(held, key=lambda pair: order.index(pair[0].group)):
            title, look = view.titles[at], looks[deed.group]
            stands = f"{describe_buildings(state.board.words, title.buildings)}, " if title.buildings else ""
            rent = f"{title.rent} times the dice" if deed.group == "utility" else state.money(title.rent)
            words = "mortgaged" if title.mortgaged else f"{stands}rent {rent}"
            line = Content.assemble((f" {deed_column(state.board, deed.name)} ", look.style), f"  {words}")
            lines.append((line, ExplainAmounts(deeds=(at,))))
        self.query_one(ValueList).fill(lines)
        self.query_one("#moves", KeyButton).disabled = not self._moves()

    def _moves(self) -> tuple[MoveView, ...]:
        return tuple(move for move in self.console.state.moves if move.seat == self.seat)

    def action_why(self) -> None:
        self.query_one(ValueList).action_select()

    def action_choose(self) -> None:
        def take(move: MoveView | None) -> None:
            if move is not None:
                self.dismiss()
                self.console.take(self.console.state.menu_entry(move), (move,))

        name = self.console.state.name(self.seat)
        if choices := [PadChoice(move.label, move) for move in self._moves()]:
            self.app.push_screen(ChoosePad(name, choices), take)
        else:
            self.say(f"{name} can do nothing now.")
