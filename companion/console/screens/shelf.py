"""The shelf: all games with how they went, the newest first, and everybody who played them."""

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from companion.console.colours import colour_symbol, player_colour
from companion.console.console_keys import write_report
from companion.console.console_screen import Chosen, ConsoleScreen, KeyButton, ValueList, ValueOption
from companion.console.pads.choose import ChoosePad, PadChoice
from companion.console.pads.pad import ConfirmPad
from companion.console.words import and_list, cells, day_and_time, describe_progress, first_that_fits, shorten
from companion.table.messages.requests import (
    ListShelf,
    MergeNames,
    PartName,
    PutBackOnShelf,
    Request,
    TakeOffShelf,
)
from companion.table.messages.views import PersonLine, ShelfLine, ShelfView
from companion.table.messages.wire import Working

NAME_MAX = 24  # columns
MORE = 100  # games that are drawn at once
GAMES_HINT = "Enter: its story"
PEOPLE_HINT = "Enter: which names are one person"


class ShelfScreen(ConsoleScreen[None]):
    BINDINGS = [
        ("escape", "leave", "Back"),
        ("X", "leave", "Back"),
        ("p", "turn_over", "Games or players"),
        ("x", "take_off", "Take off"),
        ("b", "put_back", "Put back"),
        ("m", "more", "Earlier"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._shelf = ShelfView()
        self._is_read = False
        self._shows_people = False
        self._most = MORE

    def compose(self) -> ComposeResult:
        yield Static(id="shelf-title", classes="screen-title")
        yield ValueList(id="shelf-lines")
        with Horizontal(id="shelf-keys"):
            yield KeyButton("p Players", does="turn_over", id="turn-over")
            yield KeyButton("x Take off", does="take_off", id="take-off")
            yield KeyButton("b Put back", does="put_back", id="put-back")
            yield KeyButton("m Earlier", does="more", id="more")
            yield KeyButton("Esc Back", does="leave", id="back", classes="back")

    def built(self) -> None:
        self.app.theme_changed_signal.subscribe(self, lambda _: self.draw())  # other shades on another ground
        self.query_one(ValueList).focus()
        self._read()

    @work(exclusive=True, group="shelf")
    async def _read(self, said: str = "") -> None:
        def tell(told: Working) -> None:
            self._tell(describe_progress("Reading the games", told.done, told.total))

        reply = await self.console.ask(ListShelf(), tell)
        if reply.shelf is None:
            self._tell(reply.message)
            return
        shelf = reply.shelf
        while len(shelf.games) < shelf.total:
            more = (await self.console.ask(ListShelf(len(shelf.games)))).shelf
            if more is None or not more.games:
                break
            shelf = ShelfView((*shelf.games, *more.games), shelf.people, shelf.total, shelf.taken_off)
        self._shelf, self._is_read = shelf, True
        self.draw()
        if said or reply.lines:
            self.say(said or reply.lines[0])

    def _tell(self, words: str) -> None:
        self.query_one("#shelf-title", Static).update(Content(words))

    def draw(self) -> None:
        if not self._is_read:
            return
        shelf, people = self._shelf, self._shows_people
        listed, width = self.query_one(ValueList), max(self.page_width - 5, 20)
        games = shelf.games[: self._most]
        listed.fill(
            [(self._person(one), one) for one in shelf.people]
            if people
            else [(self._game(one, width), one) for one in games]
        )
        count = f"{shelf.total:,} game{'' if shelf.total == 1 else 's'}"
        title = (
            f"Who played: {len(shelf.people):,} people in {count}" if people else f"The shelf: {count}, newest first"
        )
        hint = PEOPLE_HINT if people else GAMES_HINT
        self._tell(first_that_fits(self.page_width - 2, f"{title}   ({hint})", title))
        self.query_one("#turn-over", KeyButton).label = "p Games" if people else "p Players"
        self.query_one("#take-off").display = not people
        put_back, more = self.query_one("#put-back"), self.query_one("#more")
        put_back.display = not people and bool(shelf.taken_off)
        more.display = not people and self._most < len(shelf.games)

    def _game(self, game: ShelfLine, width: int) -> Content:
        theme = self.app.current_theme
        state = "damaged" if game.damaged else "in play" if game.in_play else "" if game.finished else "not finished"
        when = day_and_time(game.begun_at_ms) if game.begun_at_ms else game.id
        rows = [
            Content.assemble(
                (f"{when}  {game.title}".rstrip(), "bold"), (f"   {state}" if state else "", "$text-accent")
            )
        ]
        names = max((min(cells(player.name), NAME_MAX) for player in game.players), default=0)
        points = max((len(player.worth) for player in game.players), default=0)
        for seat, player in enumerate(game.players):
            name, colour = shorten(player.name, NAME_MAX), player_colour(player.colour, seat, theme)
            pad, gap = " " * (names - cells(name)), " " * (points - len(player.worth))
            symbol = colour_symbol(player.colour, seat) if player.colour else " "
            rows.append(
                Content.assemble(
                    (f"  {symbol} ", colour), f"{name}{pad}  ", (player.bars, colour), f"{gap}  {player.placed}"
                )
            )
        about = " · ".join(filter(None, (game.length, game.edition)))
        rows.append(Content.styled(f"  {shorten(about, width - 2)}", "$text-muted"))
        if game.damaged:
            rows.append(Content.styled(f"  {game.damaged}", "$text-error"))
        return Content("\n").join(rows)

    def _person(self, person: PersonLine) -> Content:
        also = f"   also {and_list(person.spellings)}" if person.spellings else ""
        facts = Content("\n".join(f"  {fact}" for fact in person.facts))
        return Content("\n").join([Content.assemble((person.name, "bold"), (also, "$text-accent")), facts])

    # Keys

    def action_turn_over(self) -> None:
        self._shows_people = not self._shows_people
        self.draw()
        self.query_one(ValueList).highlighted = 0

    def action_more(self) -> None:
        self._most += MORE
        self.draw()

    @on(Chosen)
    @work(exclusive=True, group="shelf")
    async def _open(self, event: Chosen) -> None:
        event.stop()
        if isinstance(event.what, ShelfLine):
            note = await write_report(self.console, event.what.id)
            self.say(" ".join(note.lines))
        elif isinstance(event.what, PersonLine):
            self._about(event.what)

    def _about(self, person: PersonLine) -> None:
        others = [PadChoice(one.name, one.name) for one in self._shelf.people if one.name != person.name]
        choices = [PadChoice(f"{person.name} is another spelling of …", "")] if others else []
        choices += [PadChoice(f"{spelling} is somebody else", spelling) for spelling in person.spellings]

        def merge(into: str | None) -> None:
            if into is not None:
                self._change(MergeNames(person.name, into))

        def choose(spelling: str | None) -> None:
            if spelling:
                self._change(PartName(spelling))
            elif spelling is not None:
                self.app.push_screen(ChoosePad(f"Who is {person.name}?", others), merge)

        if choices:
            self.app.push_screen(ChoosePad(person.name, choices), choose)

    @work(exclusive=True, group="shelf")
    async def _change(self, request: Request) -> None:
        self._read((await self.console.ask(request)).message)

    @work(exclusive=True, group="shelf")
    async def action_take_off(self) -> None:
        chosen = self.query_one(ValueList).highlighted_option
        if self._shows_people or not isinstance(chosen, ValueOption) or not isinstance(chosen.value, ShelfLine):
            return
        id = chosen.value.id
        reply = await self.console.ask(TakeOffShelf(id))
        if not reply.done:
            self.say(reply.message)
            return

        def take_off(is_sure: bool | None) -> None:
            if is_sure:
                self._change(TakeOffShelf(id, sure=True))

        pad = ConfirmPad("Take it off the shelf?", reply.message, "Take it off", is_careful=True)
        self.app.push_screen(pad, take_off)

    def action_put_back(self) -> None:
        def put_back(id: str | None) -> None:
            if id is not None:
                self._change(PutBackOnShelf(id))

        choices = [PadChoice(id, id) for id in reversed(self._shelf.taken_off)]
        if choices and not self._shows_people:
            self.app.push_screen(ChoosePad("Which game comes back?", choices), put_back)
