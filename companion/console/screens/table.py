"""The table: everyone's money, one question, its answers as buttons, and the last moves."""

import string

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.events import Resize
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from companion.console.commands import OWN_ROWS
from companion.console.host import console_of
from companion.console.state import State
from companion.console.widgets.bankline import Bankline
from companion.console.widgets.buttons import MOST, Buttons
from companion.console.widgets.cards import Cards, cards_height
from companion.console.widgets.ending import Ending
from companion.console.widgets.feed import Feed
from companion.console.widgets.hand import Hand
from companion.console.widgets.keybar import Keybar
from companion.console.widgets.notices import Notices
from companion.console.widgets.topline import Topline

_KEYS = dict.fromkeys((*string.ascii_letters, *"$@#", *(row.key for row in OWN_ROWS)))
ROOMY = 0.3  # of the screen: with cards no higher than this there is air around the question
Part = Topline | Cards | Ending | Notices | Hand | Buttons | Feed | Bankline | Keybar
NO_GAME = "No game is in play."


class TableScreen(Screen[None]):
    BINDINGS = [
        *(Binding(key, f"app.press_key('{key}')", show=False) for key in _KEYS),
        *(Binding(str(number), f"offer({number})", show=False) for number in range(1, MOST + 1)),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._prompt = ""  # as it is shown
        self._parts: tuple[Part, ...] = ()  # looked for once, and not at every move

    def compose(self) -> ComposeResult:
        yield Topline()
        yield Cards()
        yield Static(id="prompt")
        yield Ending()
        yield Notices()
        yield Hand()
        yield Buttons()
        yield Feed()
        with Vertical(id="foot"):
            yield Bankline()
            yield Keybar()

    def on_mount(self) -> None:
        self._parts = tuple(part for part in self.query(Widget) if isinstance(part, Part))
        self.show(console_of(self).state)

    def show(self, state: State) -> None:
        for part in self._parts:
            part.show(state)
        view = state.view
        players = len(view.players) if view else 0
        self.set_class(cards_height(players, self.app.size) < self.app.size.height * ROOMY, "-roomy")
        words = (view.prompt if not view.over else "") if view else NO_GAME
        if words != self._prompt:
            self._ask(words)

    def _ask(self, words: str) -> None:
        """Everything below moves only if the question takes more or fewer rows than the one before."""
        shown = self.query_one("#prompt", Static)
        width = max(shown.size.width, 1)
        before, now = (len(Content(text).wrap(width)) for text in (self._prompt, words))
        self._prompt = words
        shown.update(Content(words), layout=before != now)

    @on(Resize)
    def _rearrange(self) -> None:
        self.show(console_of(self).state)

    def action_offer(self, number: int) -> None:
        self.query_one(Buttons).press(number)
