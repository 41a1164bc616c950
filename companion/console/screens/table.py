"""The table: everyone's money, one question, its answers as buttons, and the last moves. And what hides it: no link."""

import string

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.events import Resize
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from companion.console.console_keys import CONSOLE_KEYS
from companion.console.console_screen import ConsoleScreen
from companion.console.state import ConsoleState
from companion.console.widgets.feed import Feed
from companion.console.widgets.key_bar import KeyBar
from companion.console.widgets.move_buttons import BUTTONS_MAX, MoveButtons
from companion.console.widgets.player_cards import PlayerCards, cards_height
from companion.console.widgets.prompt_panel import PromptPanel
from companion.console.widgets.table_lines import BankLine, GameOver, Notices, TopLine

_KEYS = dict.fromkeys((*string.ascii_letters, *"$@#", *(key.key for key in CONSOLE_KEYS)))
ROOMY = 0.3  # of the screen: with cards no higher than this there is air around the question
Part = TopLine | PlayerCards | GameOver | Notices | PromptPanel | MoveButtons | Feed | BankLine | KeyBar
NO_GAME = "No game is in play."


class TableScreen(ConsoleScreen[None]):
    BINDINGS = [
        *(Binding(key, f"app.press_key('{key}')", show=False) for key in _KEYS),
        *(Binding(str(number), f"offer({number})", show=False) for number in range(1, BUTTONS_MAX + 1)),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._prompt = ""  # as it is shown
        self._parts: tuple[Part, ...] = ()  # looked up once, and not at every move

    def compose(self) -> ComposeResult:
        yield TopLine()
        yield PlayerCards()
        yield Static(id="prompt")
        yield GameOver()
        yield Notices()
        yield PromptPanel()
        yield MoveButtons()
        yield Feed()
        with Vertical(id="foot"):
            yield BankLine()
            yield KeyBar()

    def built(self) -> None:
        self._parts = tuple(part for part in self.query(Widget) if isinstance(part, Part))

    def show(self, state: ConsoleState) -> None:
        for part in self._parts:
            part.show(state)
        view = state.view
        self.set_class(cards_height(state, self.app.size) < self.app.size.height * ROOMY, "-roomy")
        words = (view.prompt if not view.over else "") if view else NO_GAME
        if words != self._prompt:
            # A new layout costs time, and is needed only if the question takes more or fewer rows than before.
            prompt = self.query_one("#prompt", Static)
            before, now = (len(Content(text).wrap(max(prompt.size.width, 1))) for text in (self._prompt, words))
            self._prompt = words
            prompt.update(Content(words), layout=before != now)

    @on(Resize)
    def _rearrange(self) -> None:
        self.show(self.console.state)

    def action_offer(self, number: int) -> None:
        self.query_one(MoveButtons).press(number)


class LinkDownScreen(ModalScreen[None], ConsoleScreen[None]):
    """Lies over everything while the link is down. What is below stays, and only leaving works (Ctrl-Q)."""

    def compose(self) -> ComposeResult:
        with Vertical(id="link-down"):
            yield Static(id="link-title")
            yield Static(id="link-why")
            yield Static("What you see may be out of date. The console keeps trying.  Ctrl-Q leaves.", id="link-hint")

    def show(self, state: ConsoleState) -> None:
        title = "NO LINK TO THE TABLE" if state.down else "Looking for the table …"
        self.query_one("#link-title", Static).update(Content(title))
        self.query_one("#link-why", Static).update(Content(state.down))
