"""A player's card: the name and whose turn it is, the cash and what the last move did to it, deeds, place and Jail."""

from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from companion.console.groups import Chip, chips, in_rows
from companion.console.places import JAIL, VISITING
from companion.console.signs import drawn_sign
from companion.console.state import State
from companion.console.words import DOWN, UP, change_words, first_that_fits, fitted, money
from companion.table.messages.views import PlayerView


class Card(Widget):
    """Cash is always written whole. What has no room is left out, and can be read on the player's own sheet."""

    class Tapped(Message):
        def __init__(self, seat: int) -> None:
            super().__init__()
            self.seat = seat

    def __init__(self, seat: int) -> None:
        super().__init__(id=f"player-{seat}")
        self.seat = seat
        self._state: State | None = None
        self._shown: object = None

    def show(self, state: State) -> None:
        self._state = state
        view, player = state.view, self._player()
        if view is None or player is None:
            return
        now = player, view.turn, view.over, view.winners, chips(view, state.board, self.seat), self.app.theme
        if now == self._shown:
            return
        self._shown = now
        self.set_class(view.turn == self.seat and not view.over, "-turn")
        self.set_class(bool(player.out), "-out")
        self.set_class(self.seat in view.winners, "-winner")
        self._show_border(player)
        self.refresh()

    def on_resize(self) -> None:
        player = self._player()
        if player is not None:
            self._show_border(player)

    def _player(self) -> PlayerView | None:
        view = self._state.view if self._state else None
        return view.players[self.seat] if view and self.seat < len(view.players) else None

    def _show_border(self, player: PlayerView) -> None:
        """Before it has its place nobody knows how much of a name has room; then it is told of it."""
        if not self.size:
            return
        room = max(self.size.width - 2, 4)
        mark = "★ " if self.has_class("-winner") else "▶ " if self.has_class("-turn") else ""
        sign = drawn_sign(self.app, player.colour, self.seat)
        name = fitted(player.name, room - len(mark) - 2)
        self.border_title = Content.assemble(mark, sign, f" {name}")
        self.border_subtitle = Content(fitted(self._where(player, room), room))

    def _where(self, player: PlayerView, room: int) -> str:
        if player.out:
            return player.out
        if player.jail >= 0:
            return _in_jail(player.jail, room)
        if player.space == JAIL:
            return VISITING
        spaces = self._state.board.spaces if self._state else ()
        return spaces[player.space] if player.space < len(spaces) else ""

    def render(self) -> Content:
        player, state = self._player(), self._state
        if player is None or state is None or state.view is None:
            return Content("")
        width, height = self.size
        found = (*_cards(player), *chips(state.view, state.board, self.seat))
        lines = [_cash(player, width), *_owes(player)]
        if found:
            lines += in_rows(found, width, max(height - len(lines), 1))
        return Content("\n").join(lines[: max(height, 1)])

    def on_click(self, event: Click) -> None:
        event.stop()
        self.post_message(self.Tapped(self.seat))


def _in_jail(failed: int, room: int) -> str:
    """With the throws that have failed there."""
    throws = "1 throw" if failed == 1 else f"{failed} throws"
    return first_that_fits(room, f"Jail, {throws}", f"Jail, {failed}×") if failed else "in Jail"


def _cash(player: PlayerView, width: int) -> Content:
    cash, change = money(player.cash), change_words(player.change)
    arrow = change[:1]
    text = first_that_fits(width, f"{cash}   {change}", f"{cash} {change}", f"{cash} {arrow}", cash).rstrip()
    style = {UP: "bold $text-success", DOWN: "bold $text-error"}.get(arrow, "")
    return Content.assemble((cash, "bold"), (text[len(cash) :], style))


def _owes(player: PlayerView) -> list[Content]:
    return [Content.styled(f"owes {money(player.owes)}", "bold $text-error")] if player.owes else []


def _cards(player: PlayerView) -> tuple[Chip, ...]:
    """A card or key that leads out of Jail."""
    if not player.jail_cards:
        return ()
    count = f"×{player.jail_cards}" if player.jail_cards > 1 else ""
    return (Chip(f"JAIL CARD{count}", "reverse"),)
