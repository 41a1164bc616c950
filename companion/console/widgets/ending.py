"""The end of the game: who has won, and how rich everybody was."""

from textual.content import Content
from textual.widget import Widget

from companion.console.state import State
from companion.console.words import and_list, money
from companion.table.messages.views import PlayerView

HINT = "u takes the last move back, G begins a new game"
TOUCH_HINT = "undo takes the last move back; a new game is among all moves"


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
        ranked = sorted(view.players, key=lambda one: (one.seat not in view.winners, bool(one.out), -one.worth))
        hint = Content.styled(TOUCH_HINT if self.app.has_class("-touch") else HINT, "$foreground-muted")
        return Content("\n").join([head, Content(""), *map(_line, ranked), Content(""), hint])


def _line(player: PlayerView) -> Content:
    return Content(f"{player.name}   {player.out or f'worth {money(player.worth)} with {money(player.cash)} in cash'}")
