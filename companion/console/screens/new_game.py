"""A new game: who plays, and by which rules. Whatever is not chosen stays as in the settings."""

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Grid, Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.widgets import Input, Static

from companion.console.colours import drawn_symbol
from companion.console.console_screen import ConsoleScreen, KeyButton, TextField
from companion.console.new_game_form import (
    STAND_INS,
    NewGameForm,
    add_player,
    change_player,
    change_setting,
    usual_form,
)
from companion.console.screens.correct_board import CorrectBoardScreen, choose_board
from companion.console.words import cells
from companion.table.messages.views import GameLine

KNOWN_NAMES_MAX = 8  # names from earlier games that can be tapped
SEAT_CELLS, WIDE_SEAT_CELLS = 11, 18  # a name that fits with four seats in a row of 80 columns, and with three


class NewGameScreen(ConsoleScreen[NewGameForm]):
    """When it is left, it gives back what was chosen so far."""

    BINDINGS = [("escape", "leave", "Back"), ("ctrl+s", "start", "Start"), ("ctrl+b", "correct_board", "Board")]
    what = "A new game"
    yes_text = "Start the game"
    asks_who_starts = True

    def __init__(self, games: tuple[GameLine, ...] = (), chosen: NewGameForm | None = None) -> None:
        """Unless something was chosen already, it begins with the players of the last game."""
        super().__init__()
        self._games, self._chosen = games, chosen
        self.form: NewGameForm

    def compose(self) -> ComposeResult:
        state = self.console.state
        names = self._games[0].names if self._games else ()
        self.form = self._chosen or usual_form(state.setup, state.usual_board, names, state.usual_print)
        known = tuple(dict.fromkeys(name for game in self._games for name in game.names))
        yield Static(f"{self.what}: who plays?   (in order around the table)", classes="screen-title")
        with VerticalScroll(id="new-game"):
            with Horizontal(id="name-line"):
                yield TextField(id="name")
                yield KeyButton("Add a player …", does="ask_name", id="add", classes="touch-only")
            yield Grid(id="players")
            with Grid(id="before"):
                for name in known[: KNOWN_NAMES_MAX + len(self.form.players)] or STAND_INS:
                    yield KeyButton(f"+ {name}", name, does=f"add({name!r})")
            with Grid(id="settings"):
                for name in self.form.words():
                    yield KeyButton("", does=f"change_setting('{name}')", id=f"set-{name}", classes="setting")
        yield Static(id="new-told")
        with Horizontal(id="new-keys"):
            yield KeyButton(f"{self.yes_text}   (Ctrl-S)", does="start", id="start", classes="yes")
            yield KeyButton("Back   (Esc)", does="leave", id="back")

    def built(self) -> None:
        self.query_one("#name").focus()
        self._draw()

    def _draw(self) -> None:
        form = self.form
        for name, words in form.words().items():
            self.query_one(f"#set-{name}", KeyButton).label = Content(words)
        self.query_one("#set-cards").disabled = not form.book.has_decks
        self.query_one("#start", KeyButton).disabled = bool(form.problem())
        empty = "to finish" if not form.problem() else f"for {STAND_INS[0]} and {STAND_INS[1]}"
        self.query_one("#name", Input).placeholder = f"A name, then Enter   (leave empty {empty})"
        count = len(form.players)
        told = f"{count} players can begin. Tap a player for token, colour and seat."
        if self.asks_who_starts:
            told = f"{count} players can begin. Tap a player for token, colour, seat and who starts."
            if form.starts:
                told = f"{count} players can begin, and {form.starts} starts. Tap a player to change that."
        self.tell(form.problem() or told)
        keys = []
        for at, player in enumerate(form.players):
            symbol, about = drawn_symbol(self.app, player.colour), f"\n{player.token}, {player.colour}"
            label = Content.assemble(f"{at + 1} ", symbol, f" {player.name}", (about, "$foreground-muted"))
            keys.append(KeyButton(label, does=f"change_player({at})", classes="seat"))
        players, before = self.query_one("#players"), self.query_one("#before")
        longest = max(map(cells, form.names), default=0)
        players.set_class(longest > SEAT_CELLS, "-wide")
        players.set_class(longest > WIDE_SEAT_CELLS, "-wider")
        players.remove_children()
        players.mount_all(keys)
        players.display = bool(keys)
        # With two players named, nobody wants stand-ins any more.
        is_wanted = bool(self._games) or len(form.players) < len(STAND_INS)
        for key in before.query(KeyButton):
            key.display = is_wanted and key.value not in form.names
        before.display = any(key.display for key in before.query(KeyButton))

    def tell(self, words: str, *, is_wrong: bool = False) -> None:
        told = self.query_one("#new-told", Static)
        told.set_class(is_wrong, "-wrong")
        told.update(Content(words))

    @on(Input.Changed, "#name")
    def _count_typed(self) -> None:
        """A name that is typed but not entered yet counts, too."""
        name = self.query_one("#name", Input).value
        form = self.form if self.form.name_problem(name) else self.form.with_player(name)
        self.query_one("#start").disabled = bool(form.problem())

    @on(Input.Submitted, "#name")
    def _add_typed(self, event: Input.Submitted) -> None:
        """Enter without a name ends the list of names."""
        if event.value:
            self._enter_typed()
            return
        self._take(self.form.with_stand_ins())
        if not self.form.problem():
            self.query_one("#start").focus()

    def _enter_typed(self) -> bool:
        """False if there is still a name in the field that will not do."""
        field = self.query_one("#name", Input)
        if field.value and not self.action_add(field.value):
            return False
        field.value = ""
        return True

    def action_add(self, name: str) -> bool:
        """Or says why not."""
        if problem := self.form.name_problem(name):
            self.tell(problem, is_wrong=True)
            return False
        self._take(self.form.with_player(name))
        return True

    def _take(self, form: NewGameForm | None) -> None:
        if form is not None:
            self.form = form
            self._draw()

    @work(exclusive=True, group="setting")
    async def action_ask_name(self) -> None:
        self._take(await add_player(self.console, self.form))

    @work(exclusive=True, group="setting")
    async def action_change_player(self, at: int) -> None:
        self._take(await change_player(self.console, self.form, at, may_start=self.asks_who_starts))

    @work(exclusive=True, group="setting")
    async def action_change_setting(self, name: str) -> None:
        if name == "board":
            self._take(await choose_board(self.console, self.form))
        else:
            self._take(await change_setting(self.console, self.form, name))

    @work(exclusive=True, group="setting")
    async def action_correct_board(self) -> None:
        form = await self.console.show_form(CorrectBoardScreen(self.form))
        self._take(form)

    def counts_once(self, _: Key) -> bool:
        """Enter twice is the short way to a game."""
        return False

    def action_start(self) -> None:
        if not self._enter_typed():
            return
        if self.form.problem():
            self.tell(self.form.problem(), is_wrong=True)
        else:
            self.go_on()

    @work(exclusive=True, group="begin")
    async def go_on(self) -> None:
        """When the table tells of the new game, the app shows it."""
        reply = await self.console.ask(self.form.request())
        if not reply.done:
            self.tell(reply.message, is_wrong=True)

    def action_leave(self) -> None:
        self.dismiss(self.form)
