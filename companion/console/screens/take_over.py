"""A game with paper money, second step: what everybody has, one player after the other, and then whose turn it is."""

from collections.abc import Awaitable

from msgspec.structs import replace
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Grid, Horizontal
from textual.content import Content
from textual.widgets import Button, OptionList, Static
from textual.widgets.option_list import Option

from companion.console.groups import LOOKS
from companion.console.host import console_of
from companion.console.left_once import LeftOnce
from companion.console.pads.pad import Key
from companion.console.places import place_name
from companion.console.position import Position, Said, called, said
from companion.console.setup import Setup
from companion.console.signs import drawn_sign
from companion.console.telling import IN_JAIL, tell_cash, tell_deed, tell_place, tell_turn, title_words
from companion.console.words import money
from companion.table.messages.requests import NewGame
from companion.table.messages.wire import Reply

FIRST_LAP = "first-lap-no-buying"
NAME_WIDTH = 22  # of the longest deed


class TakeOverScreen(LeftOnce[Position]):
    """Gives back what was said so far, so that nothing is lost if somebody goes back to the names."""

    BINDINGS = [
        ("escape", "earlier", "Back"),
        ("ctrl+s", "next", "Next"),
        ("c", "cash", "Cash"),
        ("p", "place", "Place"),
        ("j", "jail_cards", "Jail cards"),
    ]

    def __init__(self, setup: Setup, position: Position) -> None:
        super().__init__()
        self.setup = setup
        self.position = position
        self.seat = 0

    def compose(self) -> ComposeResult:
        state = console_of(self).state
        order = list(LOOKS)
        self._board = state.board
        self._deeds = sorted(range(len(state.board.deeds)), key=lambda at: order.index(state.board.deeds[at].group))
        yield Static(id="whose", classes="screen-title")
        with Grid(id="who"):
            for seat in range(len(self.setup.seats)):
                yield Key("", ("seat", seat), id=f"seat-{seat}")
        with Horizontal(id="has"):
            yield Key("", id="cash")
            yield Key("", id="place")
            yield Key("", id="cards")
        yield OptionList(id="deeds", markup=False)
        yield Static(id="new-told")
        with Horizontal(id="new-keys"):
            yield Key("", id="next", classes="yes")
            yield Key("Back   (Esc)", id="back")

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()
        self._show()
        self._begin_player()

    # What is shown

    def _show(self) -> None:
        self._show_players()
        self._show_has()
        self._show_deeds()
        name = self.setup.seats[self.seat].name
        self.tell(f"Tap every deed that lies before {name}; again to build or mortgage.")

    def _show_players(self) -> None:
        for at, seat in enumerate(self.setup.seats):
            key, mark = self.query_one(f"#seat-{at}", Key), "▶ " if at == self.seat else ""
            key.label = Content.assemble(mark, drawn_sign(self.app, seat.colour), f" {seat.name}")
            key.set_class(at == self.seat, "-chosen")
        self.query_one("#whose", Static).update(Content(f"What has {self.setup.seats[self.seat].name}?"))

    def _show_has(self) -> None:
        has = self.position.players[self.seat]
        cash = "as at the start" if has.cash is None else money(has.cash)
        place = IN_JAIL[has.jail] if has.jail >= 0 else place_name(self._board.spaces, has.space)
        later = self.seat + 1 < len(self.setup.seats)
        words = {"cash": f"c  Cash: {cash}", "place": f"p  On: {place}", "cards": f"j  Jail cards: {has.jail_cards}"}
        words["next"] = f"Next: {self.setup.seats[self.seat + 1].name}" if later else "Next: whose turn is it?"
        for id, text in words.items():
            self.query_one(f"#{id}", Key).label = Content(f"{text}   (Ctrl-S)" if id == "next" else text)

    def _show_deeds(self) -> None:
        options = self.query_one(OptionList)
        at = options.highlighted or 0
        options.clear_options()
        options.add_options(Option(self._line(deed)) for deed in self._deeds)
        options.highlighted = at

    def _line(self, deed: int) -> Content:
        printed, title = self._board.deeds[deed], self.position.titles[deed]
        look, second = LOOKS[printed.group], "\n" if self.app.has_class("-touch") else ""
        style = "bold" if title.owner == self.seat else "$foreground-muted"
        words = f" {printed.name:<{NAME_WIDTH}} {title_words(title, self.setup)}{second}"
        return Content.assemble((f" {look.letters} ", look.style), (words, style))

    def tell(self, words: str, *, is_wrong: bool = False) -> None:
        told = self.query_one("#new-told", Static)
        told.set_class(is_wrong, "-wrong")
        told.update(Content(words))

    # One player after the other

    @work(exclusive=True, group="form")
    async def _begin_player(self) -> None:
        """Who comes for the first time is asked the two things everybody has."""
        app, seat = console_of(self), self.seat
        if self.position.players[seat].is_begun:
            return
        begun = replace(self.position.players[seat], is_begun=True)
        self._take(self.position.with_player(seat, begun))
        self._take(await tell_cash(app, self.setup, self.position, seat))
        self._take(await tell_place(app, self.setup, self.position, seat, self._board))

    def _turn_to(self, seat: int) -> None:
        self.seat = seat
        self.query_one(OptionList).highlighted = 0
        self._show()
        self._begin_player()

    def action_next(self) -> None:
        if self.seat + 1 < len(self.setup.seats):
            self._turn_to(self.seat + 1)
        else:
            self._finish()

    def action_earlier(self) -> None:
        if self.seat:
            self._turn_to(self.seat - 1)
        else:
            self.dismiss(self.position)

    # What is said

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        match event.button.id, getattr(event.button, "value", None):
            case _, ("seat", int(seat)):
                self._turn_to(seat)
            case "cash", _:
                self.action_cash()
            case "place", _:
                self.action_place()
            case "cards", _:
                self.action_jail_cards()
            case "next", _:
                self.action_next()
            case "back", _:
                self.action_earlier()

    def action_cash(self) -> None:
        self._wait_for(tell_cash(console_of(self), self.setup, self.position, self.seat))

    def action_place(self) -> None:
        self._wait_for(tell_place(console_of(self), self.setup, self.position, self.seat, self._board))

    def action_jail_cards(self) -> None:
        has = self.position.players[self.seat]
        count = (has.jail_cards + 1) % (self.setup.book.jail_cards + 1)
        self._take(self.position.with_player(self.seat, replace(has, jail_cards=count)))

    @on(OptionList.OptionSelected)
    def _choose_deed(self, event: OptionList.OptionSelected) -> None:
        deed = self._deeds[event.option_index]
        self._wait_for(tell_deed(console_of(self), self.setup, self.position, self.seat, deed, self._board))

    @work(exclusive=True, group="form")
    async def _wait_for(self, changing: Awaitable[Position | None]) -> None:
        self._take(await changing)

    def _take(self, position: Position | None) -> None:
        if position is not None:
            self.position = position
            self._show()

    # The end

    @work(exclusive=True, group="form")
    async def _finish(self) -> None:
        """The table of the game shows itself when the table tells of it."""
        app = console_of(self)
        position = await tell_turn(app, self.setup, self.position)
        if position is None:
            return
        self._take(position)
        lines = said(position, self._board, all_passed_go=self.setup.options.get(FIRST_LAP) is True)
        reply = await app.ask(self._request(lines))
        if not reply.done and self.is_attached:
            self._point_at(reply, lines)

    def _request(self, lines: tuple[Said, ...]) -> NewGame:
        words = tuple(called(seat) for seat in range(len(self.setup.seats)))
        return replace(self.setup.request(), position="\n".join(line.text for line in lines), called=words)

    def _point_at(self, reply: Reply, lines: tuple[Said, ...]) -> None:
        """To the player and the deed that the table complains of."""
        if reply.wrong is not None and 0 < reply.wrong.number <= len(lines):
            line = lines[reply.wrong.number - 1]
            self.seat = line.seat
            self._show()
            if line.deed >= 0:
                self.query_one(OptionList).highlighted = self._deeds.index(line.deed)
        self.tell(reply.wrong.why if reply.wrong is not None else reply.message, is_wrong=True)
