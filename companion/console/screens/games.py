"""The games of this machine: begin a new one, or go on with one of these."""

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Button, OptionList, Static

from companion.console.host import console_of
from companion.console.left_once import LeftOnce
from companion.console.listed import Lines, Listed
from companion.console.pads.pad import Key
from companion.console.setup import Setup
from companion.console.state import State
from companion.console.widgets.hand import Hand
from companion.console.words import and_list, day_and_time
from companion.table.messages.requests import ListGames, ResumeGame
from companion.table.messages.views import GameLine
from companion.table.messages.wire import Reply

NEW_GAME = "companion.console.screens.new_game:NewGameScreen"
PAPER_MONEY = "companion.console.screens.new_game:PaperMoneyScreen"
SET_UP = "companion.console.screens.set_up:SetUpScreen"


class GamesScreen(LeftOnce[None]):
    BINDINGS = [("n", "new", "New game"), ("p", "take_over", "Take over"), ("escape", "leave", "Back")]
    BINDINGS += [("ctrl+q", "app.quit", "Leave"), ("question_mark", "app.press_key('question_mark')", "Help")]
    BINDINGS += [(key, f"app.press_key('{key}')", "") for key in ("S", "I", "P", "W", "M", "z", "Z", "f2", "f3")]

    def __init__(self) -> None:
        super().__init__()
        self._games: tuple[GameLine, ...] = ()
        self._is_first = True  # time that the games are listed
        self._chosen: Setup | None = None  # for a game that was not begun

    def compose(self) -> ComposeResult:
        yield Static("Table Companion", classes="screen-title")
        yield Static(id="games-told")
        yield Hand()
        with Horizontal(id="begin-keys"):
            yield Key("n  New game", id="new", classes="yes")
            yield Key("p  Go on from paper money", id="take-over")
        yield Static("Or go on with one of these:", id="games-or")
        yield Lines(id="games", markup=False)
        yield Key("Back to the game   (Esc)", id="back")

    def on_mount(self) -> None:
        self.query_one("#new").focus()
        self.show(console_of(self).state)
        self._list()

    def show(self, state: State) -> None:
        self.query_one("#back").display = state.view is not None
        self.query_one(Hand).show(state)
        if state.trouble:
            self._tell(state.trouble)

    @work(exclusive=True, group="games")
    async def _list(self) -> None:
        reply = await console_of(self).ask(ListGames())
        self._games = reply.games
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options(Listed(_words(game), game) for game in reply.games)
        options.display = self.query_one("#games-or").display = bool(reply.games)
        options.highlighted = 0 if reply.games else None
        self._tell(console_of(self).state.trouble if reply.done else reply.message)
        self._go_on_if_there_is_nothing_here(reply)

    def _go_on_if_there_is_nothing_here(self, reply: Reply) -> None:
        """To the form, once: whoever comes back from it wants to be here."""
        state, is_first = console_of(self).state, self._is_first
        self._is_first = False
        if is_first and reply.done and not (reply.games or state.trouble or state.view):
            self.action_new()

    def _tell(self, words: str) -> None:
        told = self.query_one("#games-told", Static)
        told.update(Content(words))
        told.display = bool(words)

    # What is pressed

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        assert isinstance(event.option, Listed)
        self._resume(event.option.value)

    @work(exclusive=True, group="games")
    async def _resume(self, game: GameLine) -> None:
        app = console_of(self)
        if app.state.view is not None and app.state.view.game == game.id:
            self.dismiss()
            return
        app.opens_next = (game.id, SET_UP) if not game.finished else None
        reply = await app.ask(ResumeGame(game.id))
        if not reply.done:
            app.opens_next = None
            self._tell(reply.message)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        match event.button.id:
            case "new":
                self.action_new()
            case "take-over":
                self.action_take_over()
            case "back":
                self.action_leave()

    def action_new(self) -> None:
        console_of(self).open_screen(NEW_GAME, self._games, self._chosen, then=self._keep)

    def action_take_over(self) -> None:
        console_of(self).open_screen(PAPER_MONEY, self._games, self._chosen, then=self._keep)

    def _keep(self, chosen: Setup | None) -> None:
        """Who has typed all the names, and left by mistake, finds them again."""
        self._chosen = chosen or self._chosen

    def action_leave(self) -> None:
        if console_of(self).state.view is not None:
            self.dismiss()


def _words(game: GameLine) -> Content:
    name = game.title or and_list(game.names)
    state = "damaged" if game.damaged else "finished" if game.finished else "in play" if game.in_play else ""
    who = f"{and_list(game.names)} · " if game.title else ""
    moves = f"{game.moves:,} move{'' if game.moves == 1 else 's'}"
    about = f"{who}{game.edition} · {moves} · {day_and_time(game.last_at_ms)}"
    return Content.assemble((name, "bold"), (f"   {state}", "$text-accent"), f"\n{about}")
