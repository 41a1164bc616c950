"""A new game: who plays, and by which rules. Whatever is not chosen is as usual here."""

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Grid, Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Input, Static

from companion.console.host import console_of
from companion.console.left_once import LeftOnce
from companion.console.pads.pad import Key
from companion.console.position import Position, empty_position
from companion.console.setup import STAND_INS, Seat, Setup, usual_setup
from companion.console.signs import drawn_sign
from companion.console.widgets.field import Field
from companion.console.wishing import add_player, change_player, change_setting
from companion.table.messages.views import GameLine

BEFORE_MOST = 8  # names from earlier games that can be tapped


class NewGameScreen(LeftOnce[Setup]):
    """Whoever leaves it gives back what was chosen so far."""

    BINDINGS = [("escape", "leave", "Back"), ("ctrl+s", "start", "Start")]
    what = "A new game"
    yes_text = "Start the game"

    def __init__(self, games: tuple[GameLine, ...] = (), chosen: Setup | None = None) -> None:
        """The players of the last one may well play again, unless something was chosen already."""
        super().__init__()
        self._games, self._chosen = games, chosen
        self.setup: Setup

    def compose(self) -> ComposeResult:
        books = console_of(self).state.books
        self.setup = self._chosen or usual_setup(books, self._games[0].names if self._games else ())
        yield Static(f"{self.what}: who plays?   (in order around the table)", classes="screen-title")
        with VerticalScroll(id="new-game"):
            with Horizontal(id="name-line"):
                yield Field(id="name")
                yield Key("Add a player …", id="add", classes="touch-only")
            yield Grid(id="players")
            with Grid(id="before"):
                for name in self._known_names():
                    yield Key(f"+ {name}", ("before", name))
            with Grid(id="settings"):
                for name in self.setup.words():
                    yield Key("", ("setting", name), id=f"set-{name}", classes="setting")
        yield Static(id="new-told")
        with Horizontal(id="new-keys"):
            yield Key(f"{self.yes_text}   (Ctrl-S)", id="start", classes="yes")
            yield Key("Back   (Esc)", id="back")

    def _known_names(self) -> tuple[str, ...]:
        """Of earlier games; where there are none, two that will do."""
        known = dict.fromkeys(name for game in self._games for name in game.names)
        return tuple(known)[: BEFORE_MOST + len(self.setup.seats)] or STAND_INS

    def on_mount(self) -> None:
        self.query_one("#name").focus()
        self._show()

    # What is shown

    def _show(self) -> None:
        setup = self.setup
        for name, words in setup.words().items():
            self.query_one(f"#set-{name}", Key).label = Content(words)
        self.query_one("#set-cards").disabled = not setup.book.has_decks
        self.query_one("#start", Key).disabled = bool(setup.problem())
        alone = "that is all" if not setup.problem() else f"{STAND_INS[0]} and {STAND_INS[1]}"
        self.query_one("#name", Input).placeholder = f"A name, then Enter   (Enter alone: {alone})"
        self.tell(setup.problem() or f"{len(setup.seats)} players can begin. Tap a player to change token or colour.")
        self._show_players()

    def tell(self, words: str, *, is_wrong: bool = False) -> None:
        told = self.query_one("#new-told", Static)
        told.set_class(is_wrong, "-wrong")
        told.update(Content(words))

    def _show_players(self) -> None:
        players = self.query_one("#players")
        players.remove_children()
        players.mount_all([self._player_key(at, seat) for at, seat in enumerate(self.setup.seats)])
        players.display = bool(self.setup.seats)
        for key in self.query_one("#before").query(Key):
            key.display = isinstance(key.value, tuple) and self._is_offered(key.value[1])
        self.query_one("#before").display = any(key.display for key in self.query_one("#before").query(Key))

    def _is_offered(self, name: str) -> bool:
        """Stand-ins are for who cannot wait: with names enough nobody wants them."""
        is_wanted = bool(self._games) or len(self.setup.seats) < len(STAND_INS)
        return is_wanted and name not in self.setup.names

    def _player_key(self, at: int, seat: Seat) -> Key:
        key = Key("", ("player", at), classes="seat")
        name = Content.assemble(f"{at + 1} ", drawn_sign(self.app, seat.colour), f" {seat.name}")
        key.label = Content.assemble(name, (f"\n{seat.token}, {seat.colour}", "$foreground-muted"))
        return key

    # Names

    @on(Input.Changed, "#name")
    def _count_typed(self) -> None:
        """A name that is typed and not entered yet plays, too."""
        name = self.query_one("#name", Input).value
        setup = self.setup if self.setup.name_problem(name) else self.setup.with_player(name)
        self.query_one("#start").disabled = bool(setup.problem())

    @on(Input.Submitted, "#name")
    def _add_typed(self, event: Input.Submitted) -> None:
        """Enter with no name is done with names."""
        if not event.value:
            self._be_done()
        else:
            self._enter_typed()

    def _enter_typed(self) -> bool:
        """Is there nothing typed any more that does not play?"""
        field = self.query_one("#name", Input)
        if field.value and not self._add(field.value):
            return False
        field.value = ""
        return True

    def _be_done(self) -> None:
        self._take(self.setup.with_stand_ins())
        if not self.setup.problem():
            self.query_one("#start").focus()

    def _add(self, name: str) -> bool:
        """Or say why not."""
        if problem := self.setup.name_problem(name):
            self.tell(problem, is_wrong=True)
            return False
        self._take(self.setup.with_player(name))
        return True

    def _take(self, setup: Setup | None) -> None:
        if setup is not None:
            self.setup = setup
            self._show()

    # Buttons

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        match event.button.id, getattr(event.button, "value", None):
            case "back", _:
                self.action_leave()
            case "start", _:
                self.action_start()
            case "add", _:
                self._ask_name()
            case _, ("before", str(name)):
                self._add(name)
            case _, ("player", int(at)):
                self._ask_player(at)
            case _, ("setting", str(name)):
                self._ask(name)

    @work(exclusive=True, group="setting")
    async def _ask(self, name: str) -> None:
        self._take(await change_setting(console_of(self), self.setup, name))

    @work(exclusive=True, group="setting")
    async def _ask_name(self) -> None:
        self._take(await add_player(console_of(self), self.setup))

    @work(exclusive=True, group="setting")
    async def _ask_player(self, at: int) -> None:
        self._take(await change_player(console_of(self), self.setup, at))

    # The start

    def action_start(self) -> None:
        if not self._enter_typed():
            return
        if self.setup.problem():
            self.tell(self.setup.problem(), is_wrong=True)
        else:
            self.go_on()

    def go_on(self) -> None:
        self._begin()

    @work(exclusive=True, group="begin")
    async def _begin(self) -> None:
        """The table of the new game shows itself when the table tells of it."""
        reply = await console_of(self).ask(self.setup.request())
        if not reply.done and self.is_attached:
            self.tell(reply.message, is_wrong=True)

    def action_leave(self) -> None:
        self.dismiss(self.setup)


class PaperMoneyScreen(NewGameScreen):
    """A game that is played already with paper money: the first step, before what everybody has."""

    what = "A game with paper money"
    yes_text = "Next: what everybody has"

    def __init__(self, games: tuple[GameLine, ...] = (), chosen: Setup | None = None) -> None:
        super().__init__(games, chosen)
        self._said: tuple[tuple[str, ...], Position] | None = None  # by whom, and what, before somebody came back

    def go_on(self) -> None:
        from companion.console.screens.take_over import TakeOverScreen

        names, deeds = self.setup.names, len(console_of(self).state.board.deeds)
        position = self._said[1].seated(self._said[0], names) if self._said else empty_position(len(names), deeds)
        self.app.push_screen(TakeOverScreen(self.setup, position), self._keep)

    def _keep(self, position: Position | None) -> None:
        if position is not None:
            self._said = self.setup.names, position
