"""A game in progress with paper money: first who plays, then what everybody has, and then whose turn it is."""

from msgspec.structs import replace
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Grid, Horizontal
from textual.content import Content
from textual.widgets import Static
from textual.worker import get_current_worker

from companion.console.colours import drawn_symbol, group_looks
from companion.console.console_screen import Chosen, ConsoleScreen, KeyButton, ValueList
from companion.console.new_game_form import NewGameForm
from companion.console.pads.choose import ChoosePad, PadChoice
from companion.console.pads.numbers import AmountPad
from companion.console.paper_game_form import (
    BANK,
    HOTEL,
    PaperGameForm,
    PaperTitle,
    code_name,
    empty_form,
    given_lines,
)
from companion.console.screens.new_game import NewGameScreen
from companion.console.words import JAIL, deed_column, describe_buildings, describe_place
from companion.table.messages.views import GameLine

FIRST_LAP = "first-lap-no-buying"
IN_JAIL = ("In {}", "In {}, 1 failed roll", "In {}, 2 failed rolls")


class PaperPlayersScreen(NewGameScreen):
    """The first step: who plays, and by which rules."""

    what = "A game with paper money"
    yes_text = "Next: what everybody has"
    asks_who_starts = False  # the last question is whose turn it is

    def __init__(self, games: tuple[GameLine, ...] = (), chosen: NewGameForm | None = None) -> None:
        super().__init__(games, chosen)
        self._kept: tuple[tuple[str, ...], PaperGameForm] | None = None  # with its names, when somebody came back

    @work(exclusive=True, group="begin")
    async def go_on(self) -> None:
        names, deeds = self.form.names, len(self.form.board.deeds)
        form = self._kept[1].with_seats(self._kept[0], names) if self._kept else empty_form(len(names), deeds)
        screen = PaperGameScreen(self.form, form)
        given_back: PaperGameForm | None = await self.console.keys.ask_with(screen, get_current_worker())
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
        self._board, self._looks = self.game.board, group_looks(self.game.board.groups)
        deeds, order = self._board.deeds, list(self._looks)
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

    def built(self) -> None:
        self.query_one(ValueList).focus()
        self._draw()
        self._begin_player()

    def _draw(self) -> None:
        name, has = self.game.players[self.seat].name, self.form.players[self.seat]
        for seat, player in enumerate(self.game.players):
            key, mark = self.query_one(f"#seat-{seat}", KeyButton), "▶ " if seat == self.seat else ""
            key.label = Content.assemble(mark, drawn_symbol(self.app, player.colour), f" {player.name}")
            key.set_class(seat == self.seat, "-chosen")
        self.query_one("#whose", Static).update(Content(f"What does {name} have?"))
        cash = "as at the start" if has.cash is None else self._board.currency.show(has.cash)
        place = self._in_jail(has.jail) if has.jail >= 0 else describe_place(self._board, has.space)
        is_last = self.seat + 1 == len(self.game.players)
        after = "whose turn is it?" if is_last else self.game.players[self.seat + 1].name
        for id, text in (
            ("cash", f"c  Cash: {cash}"),
            ("place", f"p  On: {place}"),
            ("cards", f"j  Jail cards: {has.jail_cards}"),
            ("next", f"Next: {after}   (Ctrl-S)"),
        ):
            self.query_one(f"#{id}", KeyButton).label = Content(text)
        lines = []
        for deed in self._deeds:
            printed, title = self._board.deeds[deed], self.form.titles[deed]
            look = self._looks[printed.group]
            owner = self.game.players[title.owner].words if title.owner != BANK else ""
            stands = f", {describe_buildings(self._board.words, title.buildings)}" if title.buildings else ""
            name = deed_column(self._board, printed.name)
            words = f" {name}  {owner}{', mortgaged' if title.mortgaged else stands}"
            style = "bold" if title.owner == self.seat else "$foreground-muted"
            lines.append((Content.assemble((f" {look.letters} ", look.style), (words, style)), deed))
        self.query_one(ValueList).fill(lines)
        self.tell(f"Tap every deed that lies before {name}; again to build or mortgage.")

    def _in_jail(self, failed: int) -> str:
        return IN_JAIL[failed].format(self._board.words.jail)

    def tell(self, words: str, *, is_wrong: bool = False) -> None:
        told = self.query_one("#new-told", Static)
        told.set_class(is_wrong, "-wrong")
        told.update(Content(words))

    @work(exclusive=True, group="form")
    async def _begin_player(self) -> None:
        """The first time, it asks for the two things that everybody has."""
        has = self.form.players[self.seat]
        if not has.is_begun:
            self._take(self.form.with_player(self.seat, replace(has, is_begun=True)))
            await self._ask_cash()
            await self._ask_place()

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

    @work(exclusive=True, group="form")
    async def action_cash(self) -> None:
        await self._ask_cash()

    async def _ask_cash(self) -> None:
        has, most = self.form.players[self.seat], self.game.setup.max_amount
        title = f"How much money does {self.game.players[self.seat].name} have?"
        pad = AmountPad(title, self._board.currency, 0, most, has.cash or 0, "Count all the notes.", nought=True)
        cash = await self.console.show_pad(pad)
        if cash is not None:
            self._take(self.form.with_player(self.seat, replace(has, cash=cash)))

    @work(exclusive=True, group="form")
    async def action_place(self) -> None:
        await self._ask_place()

    async def _ask_place(self) -> None:
        player, board = self.game.players[self.seat], self._board
        places = [PadChoice(describe_place(board, at), (at, -1)) for at in range(len(board.spaces))]
        places[JAIL:JAIL] = [PadChoice(self._in_jail(failed), (JAIL, failed)) for failed in range(len(IN_JAIL))]
        chosen = await self.console.show_pad(ChoosePad(f"Where is the {player.token} of {player.name}?", places))
        if chosen is not None:
            has = replace(self.form.players[self.seat], space=chosen[0], jail=chosen[1])
            self._take(self.form.with_player(self.seat, has))

    def action_jail_cards(self) -> None:
        has = self.form.players[self.seat]
        count = (has.jail_cards + 1) % (self.game.book.jail_cards + 1)
        self._take(self.form.with_player(self.seat, replace(has, jail_cards=count)))

    @on(Chosen)
    @work(exclusive=True, group="form")
    async def _choose_deed(self, event: Chosen) -> None:
        """A deed of the Bank goes to the player at once: one tap for each card that lies there."""
        deed = event.what
        title, printed, names = self.form.titles[deed], self._board.deeds[deed], self.game.names
        choices: list[PadChoice[PaperTitle]] = []
        if title.owner == self.seat:
            for count in range(HOTEL + 1) if printed.house_cost else (0,):
                words = (
                    f"With {describe_buildings(self._board.words, count)} on it" if count else "Face up, nothing on it"
                )
                choices.append(PadChoice(words, replace(title, buildings=count, mortgaged=False)))
            choices.append(PadChoice("Face down: mortgaged", replace(title, buildings=0, mortgaged=True)))
            choices.append(PadChoice("It is the Bank's after all", PaperTitle()))
        elif title.owner != BANK:
            choices.append(PadChoice(f"It stays with {names[title.owner]}", title))
            choices.append(PadChoice(f"It is {names[self.seat]}'s", replace(title, owner=self.seat)))
            choices.append(PadChoice("It is the Bank's", PaperTitle()))
        changed: PaperTitle | None = PaperTitle(self.seat)
        if choices:
            changed = await self.console.show_pad(ChoosePad(printed.name, choices))
        if changed is not None:
            self._take(self.form.with_title(deed, changed))

    def _take(self, form: PaperGameForm) -> None:
        self.form = form
        self._draw()

    @work(exclusive=True, group="form")
    async def _finish(self) -> None:
        """When the table tells of the game, the app shows it. Otherwise this points at what the table complains of."""
        choices = [PadChoice(player.words, seat) for seat, player in enumerate(self.game.players)]
        turn = await self.console.show_pad(ChoosePad("Whose turn is it?", choices, "Who rolls the dice next."))
        if turn is None:
            return
        self._take(replace(self.form, turn=turn))
        lines = given_lines(self.form, self._board, all_passed_go=self.game.options.get(FIRST_LAP) is True)
        names = tuple(code_name(seat) for seat in range(len(self.game.players)))
        position = "\n".join(line.text for line in lines)
        reply = await self.console.ask(replace(self.game.request(), position=position, called=names, starts=""))
        if reply.done:
            return
        if reply.wrong is not None and 0 < reply.wrong.number <= len(lines):
            line = lines[reply.wrong.number - 1]
            self.seat = line.seat
            self._draw()
            if line.deed >= 0:
                self.query_one(ValueList).highlighted = self._deeds.index(line.deed)
        self.tell(reply.wrong.why if reply.wrong is not None else reply.message, is_wrong=True)
