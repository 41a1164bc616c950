"""A game in progress with paper money: first who plays, then what everybody has, and then whose turn it is."""

from msgspec.structs import replace
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Grid, Horizontal
from textual.content import Content
from textual.widgets import Static

from companion.console.colours import GROUP_LOOKS, drawn_symbol
from companion.console.console_screen import Chosen, ConsoleScreen, KeyButton, ValueList
from companion.console.new_game_form import NewGameForm
from companion.console.paper_game_form import (
    IN_JAIL,
    PaperGameForm,
    ask_cash,
    ask_deed,
    ask_place,
    ask_turn,
    code_name,
    describe_title,
    empty_form,
    given_lines,
)
from companion.console.screens.new_game import NewGameScreen
from companion.console.words import describe_place, money
from companion.table.messages.views import GameLine

FIRST_LAP = "first-lap-no-buying"
NAME_WIDTH = 22  # of the longest deed


class PaperPlayersScreen(NewGameScreen):
    """The first step: who plays, and by which rules."""

    what = "A game with paper money"
    yes_text = "Next: what everybody has"

    def __init__(self, games: tuple[GameLine, ...] = (), chosen: NewGameForm | None = None) -> None:
        super().__init__(games, chosen)
        self._kept: tuple[tuple[str, ...], PaperGameForm] | None = None  # with its names, when somebody came back

    @work(exclusive=True, group="begin")
    async def go_on(self) -> None:
        names, deeds = self.form.names, len(self.console.state.board.deeds)
        form = self._kept[1].with_seats(self._kept[0], names) if self._kept else empty_form(len(names), deeds)
        given_back = await self.app.push_screen_wait(PaperGameScreen(self.form, form))
        if given_back is not None:
            self._kept = names, given_back


class PaperGameScreen(ConsoleScreen[PaperGameForm]):
    """The second step. It gives back what was said so far, so that people can go back to the names and lose nothing."""

    BINDINGS = [
        ("escape", "earlier", "Back"),
        ("ctrl+s", "next", "Next"),
        ("c", "cash", "Cash"),
        ("p", "place", "Place"),
        ("j", "jail_cards", "Jail cards"),
    ]

    def __init__(self, game: NewGameForm, form: PaperGameForm) -> None:
        super().__init__()
        self.game = game
        self.form = form
        self.seat = 0

    def compose(self) -> ComposeResult:
        self._board, order = self.console.state.board, list(GROUP_LOOKS)
        deeds = self._board.deeds
        self._deeds = sorted(range(len(deeds)), key=lambda at: order.index(deeds[at].group))
        yield Static(id="whose", classes="screen-title")
        with Grid(id="who"):
            for seat in range(len(self.game.players)):
                yield KeyButton("", does=f"turn_to({seat})", id=f"seat-{seat}")
        with Horizontal(id="has"):
            yield KeyButton("", does="cash", id="cash")
            yield KeyButton("", does="place", id="place")
            yield KeyButton("", does="jail_cards", id="cards")
        yield ValueList(id="deeds")
        yield Static(id="new-told")
        with Horizontal(id="new-keys"):
            yield KeyButton("", does="next", id="next", classes="yes")
            yield KeyButton("Back   (Esc)", does="earlier", id="back")

    def on_mount(self) -> None:
        self.query_one(ValueList).focus()
        self._draw()
        self._begin_player()

    # What is shown

    def _draw(self) -> None:
        name, has = self.game.players[self.seat].name, self.form.players[self.seat]
        for seat, player in enumerate(self.game.players):
            key, mark = self.query_one(f"#seat-{seat}", KeyButton), "▶ " if seat == self.seat else ""
            key.label = Content.assemble(mark, drawn_symbol(self.app, player.colour), f" {player.name}")
            key.set_class(seat == self.seat, "-chosen")
        self.query_one("#whose", Static).update(Content(f"What does {name} have?"))
        cash = "as at the start" if has.cash is None else money(has.cash)
        place = IN_JAIL[has.jail] if has.jail >= 0 else describe_place(self._board.spaces, has.space)
        is_last = self.seat + 1 == len(self.game.players)
        after = "whose turn is it?" if is_last else self.game.players[self.seat + 1].name
        for id, text in (
            ("cash", f"c  Cash: {cash}"),
            ("place", f"p  On: {place}"),
            ("cards", f"j  Jail cards: {has.jail_cards}"),
            ("next", f"Next: {after}   (Ctrl-S)"),
        ):
            self.query_one(f"#{id}", KeyButton).label = Content(text)
        self.query_one(ValueList).fill((self._line(deed), deed) for deed in self._deeds)
        self.tell(f"Tap every deed that lies before {name}; again to build or mortgage.")

    def _line(self, deed: int) -> Content:
        printed, title = self._board.deeds[deed], self.form.titles[deed]
        look = GROUP_LOOKS[printed.group]
        style = "bold" if title.owner == self.seat else "$foreground-muted"
        words = f" {printed.name:<{NAME_WIDTH}} {describe_title(title, self.game)}"
        return Content.assemble((f" {look.letters} ", look.style), (words, style))

    def tell(self, words: str, *, is_wrong: bool = False) -> None:
        told = self.query_one("#new-told", Static)
        told.set_class(is_wrong, "-wrong")
        told.update(Content(words))

    # One player after the other

    @work(exclusive=True, group="form")
    async def _begin_player(self) -> None:
        """The first time, it asks for the two things that everybody has."""
        app, seat = self.console, self.seat
        if self.form.players[seat].is_begun:
            return
        begun = replace(self.form.players[seat], is_begun=True)
        self._take(self.form.with_player(seat, begun))
        self._take(await ask_cash(app, self.game, self.form, seat))
        self._take(await ask_place(app, self.game, self.form, seat, self._board))

    def action_turn_to(self, seat: int) -> None:
        self.seat = seat
        self.query_one(ValueList).highlighted = 0
        self._draw()
        self._begin_player()

    def action_next(self) -> None:
        if self.seat + 1 < len(self.game.players):
            self.action_turn_to(self.seat + 1)
        else:
            self._finish()

    def action_earlier(self) -> None:
        if self.seat:
            self.action_turn_to(self.seat - 1)
        else:
            self.dismiss(self.form)

    # What is said

    @work(exclusive=True, group="form")
    async def action_cash(self) -> None:
        self._take(await ask_cash(self.console, self.game, self.form, self.seat))

    @work(exclusive=True, group="form")
    async def action_place(self) -> None:
        self._take(await ask_place(self.console, self.game, self.form, self.seat, self._board))

    def action_jail_cards(self) -> None:
        has = self.form.players[self.seat]
        count = (has.jail_cards + 1) % (self.game.book.jail_cards + 1)
        self._take(self.form.with_player(self.seat, replace(has, jail_cards=count)))

    @on(Chosen)
    @work(exclusive=True, group="form")
    async def _choose_deed(self, event: Chosen) -> None:
        self._take(await ask_deed(self.console, self.game, self.form, self.seat, event.what, self._board))

    def _take(self, form: PaperGameForm | None) -> None:
        if form is not None:
            self.form = form
            self._draw()

    # The end

    @work(exclusive=True, group="form")
    async def _finish(self) -> None:
        """When the table tells of the game, the app shows it. Otherwise this points at what the table complains of."""
        form = await ask_turn(self.console, self.game, self.form)
        if form is None:
            return
        self._take(form)
        lines = given_lines(form, self._board, all_passed_go=self.game.options.get(FIRST_LAP) is True)
        names = tuple(code_name(seat) for seat in range(len(self.game.players)))
        position = "\n".join(line.text for line in lines)
        reply = await self.console.ask(replace(self.game.request(), position=position, called=names))
        if reply.done or not self.is_attached:
            return
        if reply.wrong is not None and 0 < reply.wrong.number <= len(lines):
            line = lines[reply.wrong.number - 1]
            self.seat = line.seat
            self._draw()
            if line.deed >= 0:
                self.query_one(ValueList).highlighted = self._deeds.index(line.deed)
        self.tell(reply.wrong.why if reply.wrong is not None else reply.message, is_wrong=True)
