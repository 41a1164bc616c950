"""The games of this machine: begin a new one, or go on with one of these."""

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from companion.console.console_screen import Chosen, ConsoleScreen, KeyButton, ValueList
from companion.console.new_game_form import NewGameForm
from companion.console.state import ConsoleState
from companion.console.widgets.prompt_panel import PromptPanel
from companion.console.words import and_list, day_and_time, describe_progress
from companion.table.messages.requests import ListGames, ResumeGame
from companion.table.messages.views import GameLine
from companion.table.messages.wire import Working


class GamesScreen(ConsoleScreen[None]):
    BINDINGS = [("n", "new", "New game"), ("p", "take_over", "Take over"), ("escape", "leave", "Back")]
    BINDINGS += [("ctrl+q", "app.quit", "Leave"), ("question_mark", "app.press_key('question_mark')", "Help")]
    BINDINGS += [(key, f"app.press_key('{key}')", "") for key in ("X", "S", "I", "P", "W", "M", "z", "Z", "f2", "f3")]

    def __init__(self) -> None:
        super().__init__()
        self._games: tuple[GameLine, ...] = ()
        self._is_first = True  # are the games listed for the first time?
        self._chosen: NewGameForm | None = None  # in the form, when it was left

    def compose(self) -> ComposeResult:
        yield Static("Table Companion", classes="screen-title")
        yield Static(id="games-told")
        yield PromptPanel()
        with Horizontal(id="begin-keys"):
            yield KeyButton("n  New game", does="new", id="new", classes="yes")
            yield KeyButton("p  Go on from paper money", does="take_over", id="take-over")
        yield Static("Or go on with one of these:", id="games-or")
        yield ValueList(id="games")
        yield KeyButton("Back to the game   (Esc)", does="leave", id="back")

    def built(self) -> None:
        self.query_one("#new").focus()
        self._list()

    def show(self, state: ConsoleState) -> None:
        self.query_one("#back").display = state.view is not None
        self.query_one(PromptPanel).show(state)
        if state.trouble:
            self._tell(state.trouble)

    @work(exclusive=True, group="games")
    async def _list(self) -> None:
        def tell(told: Working) -> None:
            self._tell(describe_progress("Reading the games", told.done, told.total))

        reply = await self.console.ask(ListGames(), tell)
        self._games = reply.games
        games = self.query_one(ValueList)
        lines = []
        for game in reply.games:
            state = "damaged" if game.damaged else "finished" if game.finished else "in play" if game.in_play else ""
            who = f"{and_list(game.names)} · " if game.title else ""
            moves = f"{game.moves:,} move{'' if game.moves == 1 else 's'}"
            about = f"{who}{game.edition} · {moves} · {day_and_time(game.last_at_ms)}"
            title = (game.title or and_list(game.names), "bold")
            lines.append((Content.assemble(title, (f"   {state}", "$text-accent"), f"\n{about}"), game))
        games.fill(lines)
        games.display = self.query_one("#games-or").display = bool(reply.games)
        now, is_first = self.console.state, self._is_first
        self._tell(now.trouble if reply.done else reply.message)
        self._is_first = False
        if is_first and reply.done and not (reply.games or now.trouble or now.view):
            self.action_new()  # only once: people who come back from the form want to be here

    def _tell(self, words: str) -> None:
        told = self.query_one("#games-told", Static)
        told.update(Content(words))
        told.display = bool(words)

    @on(Chosen)
    @work(exclusive=True, group="resume")
    async def _resume(self, event: Chosen) -> None:
        app, game = self.console, event.what
        if not isinstance(game, GameLine):
            return
        if app.state.view is not None and app.state.view.game == game.id:
            self.dismiss()
            return
        app.opens_next = (game.id, "setup_sheet:SetupSheetScreen") if not game.finished else None
        reply = await app.ask(ResumeGame(game.id))
        if not reply.done:
            app.opens_next = None
            self._tell(reply.message)

    def action_new(self) -> None:
        self.console.open_screen("new_game:NewGameScreen", self._games, self._chosen, then=self._keep)

    def action_take_over(self) -> None:
        self.console.open_screen("paper_game:PaperPlayersScreen", self._games, self._chosen, then=self._keep)

    def _keep(self, chosen: NewGameForm | None) -> None:
        """So that nobody who left by mistake has to type all the names again."""
        self._chosen = chosen or self._chosen

    def action_leave(self) -> None:
        if self.console.state.view is not None:
            self.dismiss()
        else:
            self.say("There is no game to go back to.")
