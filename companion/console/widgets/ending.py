"""The end of the game: who has won, and how rich everybody was."""

from textual.content import Content
from textual.widget import Widget

from companion.console.state import State
from companion.console.words import and_list, money
from companion.table.messages import PlayerView


class Ending(Widget):
    def __init__(self) -> None:
        super().__init__(id="ending")
        self._state = State()

    def show(self, state: State) -> None:
        self._state = state
        self.display = state.view is not None and state.view.over
        if self.display:
            self.refresh(layout=True)

    def render(self) -> Content:
        view = self._state.view
        if view is None or not view.over:
            return Content("")
        names = and_list(tuple(view.players[seat].name for seat in view.winners))
        wins = "wins" if len(view.winners) == 1 else "win"
        head = Content.styled(f"★  {names} {wins}  ★" if names else "The game is over", "bold $text-accent")
        ranked = sorted(
            view.players, key=lambda player: (player.seat not in view.winners, bool(player.out), -player.cash)
        )
        hint = Content.styled("undo takes the last move back, games begins a new one", "$foreground-muted")
        return Content("\n").join([head, Content(""), *map(_line, ranked), Content(""), hint])


def _line(player: PlayerView) -> Content:
    return Content(f"{player.name}   {player.out or money(player.cash)}")
