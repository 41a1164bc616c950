"""The players' cards, as many beside each other as there is room for.

A card shows the name and whose turn it is, the cash and what the last move did to it, deeds, and where the token is.
"""

from textual.app import ComposeResult
from textual.containers import Grid
from textual.content import Content
from textual.events import Click
from textual.geometry import Size
from textual.widget import Widget

from companion.console.colours import GroupChip, chip_rows, drawn_symbol, group_chips
from companion.console.console_screen import Chosen
from companion.console.state import ConsoleState
from companion.console.words import JAIL, cells, first_that_fits, shorten
from companion.table.messages.views import CurrencyPrint, PlayerView

PLAYERS_MAX = 8
UP, DOWN = "▲", "▼"
NARROWEST, COMFORTABLE = 18, 26  # columns of a card, its border included
EDGES = 4  # columns that the border and the padding of a card take
HIGH = 45  # rows of a screen that has room for comfort
LOWEST, HIGHEST = 4, 6  # rows
SHARE = 0.43  # of the screen's rows


class PlayerCard(Widget):
    """Cash is always written whole. What has no room is left out, and can be read on the player's own sheet."""

    def __init__(self, seat: int) -> None:
        super().__init__(id=f"player-{seat}")
        self.seat = seat
        self._state = ConsoleState()
        self._shown: object = None

    def show(self, state: ConsoleState) -> None:
        self._state = state
        view, player = state.view, self._player()
        if view is None or player is None:
            return
        chips, board = group_chips(view, state.board, self.seat), state.board
        now = player, view.turn, view.over, view.winners, chips, board, self.app.theme
        if now == self._shown:
            return
        self._shown = now
        self.set_class(view.turn == self.seat and not view.over, "-turn")
        self.set_class(bool(player.out), "-out")
        self.set_class(self.seat in view.winners, "-winner")
        self.on_resize()
        self.refresh()

    def _player(self) -> PlayerView | None:
        view = self._state.view
        return view.players[self.seat] if view and self.seat < len(view.players) else None

    def on_resize(self) -> None:
        """Draws the border: only now it is known how much of a name has room."""
        player = self._player()
        if player is None or not self.size:
            return
        room = max(self.size.width - 2, 4)
        mark = "★ " if self.has_class("-winner") else "▶ " if self.has_class("-turn") else ""
        symbol = drawn_symbol(self.app, player.colour, self.seat)
        self.border_title = Content.assemble(mark, symbol, f" {shorten(player.name, room - len(mark) - 2)}")
        spaces, jail = self._state.board.spaces, self._state.board.words.jail
        where = spaces[player.space] if player.space < len(spaces) else ""
        if player.out:
            where = player.out
        elif player.jail > 0:
            rolls = "1 roll" if player.jail == 1 else f"{player.jail} rolls"
            where = first_that_fits(room, f"{jail}, {rolls}", f"{jail}, {player.jail}×")
        elif player.jail == 0:
            where = f"in {jail}"
        elif player.space == JAIL:
            where = f"visiting {jail}"
        self.border_subtitle = Content(shorten(where, room))

    def render(self) -> Content:
        player, state = self._player(), self._state
        if player is None or state.view is None:
            return Content("")
        width, height = self.size
        lines = [cash_line(player, state.board.currency, width)]
        if player.owes:
            lines.append(Content.styled(f"owes {state.money(player.owes)}", "bold $text-error"))
        chips = group_chips(state.view, state.board, self.seat)
        if player.jail_cards:
            count = f"×{player.jail_cards}" if player.jail_cards > 1 else ""
            chips = (GroupChip(f"JAIL CARD{count}", "reverse"), *chips)
        if chips:
            lines += chip_rows(chips, width, max(height - len(lines), 1))
        return Content("\n").join(lines[: max(height, 1)])

    def on_click(self, event: Click) -> None:
        event.stop()
        self.post_message(Chosen(self._player()))


def cash_line(player: PlayerView, currency: CurrencyPrint, width: int) -> Content:
    """The cash, and what the last move did to it: an arrow and the amount."""
    cash, arrow = currency.show(player.cash), UP if player.change > 0 else DOWN if player.change else ""
    change = f"{arrow} {currency.show(abs(player.change))}" if arrow else ""
    text = first_that_fits(width, f"{cash}   {change}", f"{cash} {change}", f"{cash} {arrow}", cash).rstrip()
    style = {UP: "bold $text-success", DOWN: "bold $text-error"}.get(arrow, "")
    return Content.assemble((cash, "bold"), (text[len(cash) :], style))


class PlayerCards(Grid):
    def __init__(self) -> None:
        super().__init__(id="cards")
        self._state = ConsoleState()
        self._arranged_for: tuple[int, int, Size] | None = None
        self._cards = tuple(PlayerCard(seat) for seat in range(PLAYERS_MAX))

    def compose(self) -> ComposeResult:
        yield from self._cards

    def show(self, state: ConsoleState) -> None:
        self._state = state
        self.on_resize()
        for card in self._cards:
            card.display = card.seat < player_count(state)
            card.show(state)

    def on_resize(self) -> None:
        """Only when it must be: whatever moves on the screen costs a layout of all of it."""
        now = player_count(self._state), widest_cash(self._state), self.app.size
        if self._arranged_for == now:
            return
        self._arranged_for = now
        columns, rows = columns_and_rows(*now)
        self.styles.grid_size_columns = columns
        self.styles.grid_rows = [str(_card_height(rows, self.app.size.height))]
        self.styles.height = cards_height(self._state, self.app.size)


def player_count(state: ConsoleState) -> int:
    return len(state.view.players) if state.view else 0


def widest_cash(state: ConsoleState) -> int:
    return max((cells(state.money(player.cash)) for player in state.view.players), default=0) if state.view else 0


def columns_and_rows(count: int, widest: int, screen: Size) -> tuple[int, int]:
    """As even as possible, and no card narrower than the widest amount needs."""
    narrowest = max(NARROWEST if screen.height < HIGH else COMFORTABLE, widest + EDGES)
    rows = max(-(-count // max(screen.width // narrowest, 1)), 1)
    return max(-(-count // rows), 1), rows


def cards_height(state: ConsoleState, screen: Size) -> int:
    count = player_count(state)
    _, rows = columns_and_rows(count, widest_cash(state), screen)
    return rows * _card_height(rows, screen.height) if count else 0


def _card_height(rows: int, screen: int) -> int:
    return max(LOWEST, min(HIGHEST, int(screen * SHARE) // rows))
