"""The console as a whole, and no more than a switchboard: what is heard goes to screens, what is pressed to the link.

What there is to press stands in `commands`, what comes of it in `choosing` and `own`, what is known in `state`.
"""

import asyncio
import signal
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from importlib import import_module
from typing import Any, TypeVar

from msgspec.structs import replace
from textual import on
from textual._context import active_message_pump
from textual.app import App
from textual.css.query import NoMatches
from textual.screen import Screen

from companion.console.choosing import chosen_act, still_stand
from companion.console.commands import OWN_ROWS, Row, moves_with_key, row_of, shows_its_move
from companion.console.host import Showing
from companion.console.link import Heard, Link
from companion.console.notes import Note, from_answer, told
from companion.console.own import DOES
from companion.console.pace import Pace
from companion.console.pads.pad import Pad
from companion.console.palette import Palette, PaletteScreen
from companion.console.screens.link_down import LinkDownScreen
from companion.console.screens.table import TableScreen
from companion.console.state import State, after_command, calls_somebody, heard, with_note, without_last_note
from companion.console.themes import FELT, PAPER, first_theme, wants_no_colour
from companion.console.widgets.buttons import Buttons
from companion.console.widgets.card import Card
from companion.console.widgets.feed import Feed
from companion.console.widgets.hand import Hand
from companion.console.widgets.keybar import Keybar
from companion.console.widgets.notices import Notices
from companion.table.client import LinkLost, ServerEvent
from companion.table.messages.requests import Request
from companion.table.messages.setup import MenuView
from companion.table.messages.views import MoveView
from companion.table.messages.wire import Answer, Reply

T = TypeVar("T")
SETTLE_S = 0.35  # in which new buttons take no press: it was meant for the old ones
UNDER_FINGERS = 3  # times as long, where a pad was taken away and digits may still be on their way
SLOW_S = 0.6  # after which an answer that does not come is told of
PATIENCE_S = 0.5  # before a first link that does not come is told of
GONE_ON = "The game has gone on meanwhile. What was asked here is not the question any more."
GAMES = "companion.console.screens.games:GamesScreen"
PLAYER = "companion.console.screens.player:PlayerScreen"
WHY = "companion.console.screens.why:WhyScreen"


class ConsoleApp(App[None]):
    CSS_PATH = "console.tcss"
    TITLE = "Table Companion"
    COMMANDS = {Palette}
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (70, "-normal"), (110, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-high")]

    def __init__(
        self,
        link: Link,
        *,
        is_touch: bool = False,
        settle_s: float = SETTLE_S,
        clock: Callable[[], float] = time.monotonic,
        pace: Pace | None = None,
        note: Note | None = None,
    ) -> None:
        super().__init__(ansi_color=True if wants_no_colour() else None)
        self.link = link
        self.pace = pace  # of a demonstration
        self.state = with_note(State(link.role, link.seat, pace=pace.view if pace else None), note)
        self._settle_s, self._clock = settle_s, clock
        self._settled_at = 0.0
        self._is_waiting = False  # for an answer
        self.asked_about: tuple[MoveView, ...] = ()  # by the pads that are open
        self.opens_next: tuple[str, str] | None = None  # a game, and the screen to open once it is shown
        self.set_class(is_touch, "-touch")
        for theme in (FELT, PAPER):
            self.register_theme(theme)
        self.theme = first_theme(None if self.no_color else self.console.color_system)

    def get_default_screen(self) -> Screen[Any]:
        return TableScreen()

    def on_mount(self) -> None:
        self.run_worker(self.link.run(self._hear), group="link")
        self.set_timer(PATIENCE_S, self._follow_link)
        if not self.is_headless:
            self._leave_when_told()

    def _leave_when_told(self) -> None:
        """A closed terminal or a stopped service ends it as Ctrl-Q does."""
        for number in (signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, self.exit)

    @property
    def mistake(self) -> Exception | None:
        """What it stumbled over and was closed by: our mistake, and nobody else's."""
        return self._exception

    def _handle_exception(self, error: Exception) -> None:
        """A screen that is taken away while it is still being built misses its own parts, and nobody misses it."""
        where = active_message_pump.get()
        if isinstance(error, NoMatches) and isinstance(where, Screen) and where not in self.screen_stack:
            return
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """Textual would show people a traceback. Whoever opened this console has a sentence for them instead."""
        self._close_messages_no_wait()

    # What is heard

    def _hear(self, told: ServerEvent) -> None:
        self.post_message(Heard(told))

    @on(Heard)
    def _take_in(self, event: Heard) -> None:
        before = self.state
        self.change(heard(before, event.told))
        if self.state.is_live or self.state.down:
            self._follow_link()
        if self.state.is_live:
            self._follow_game(before)
        if self.has_class("-touch") and calls_somebody(before, self.state):
            self.bell()  # of a tablet: the table has sounds of its own

    def change(self, state: State) -> None:
        """Shown on every screen that wants to know."""
        if state.moves != self.state.moves:
            self._settled_at = self._clock() + self._settle_s
        self.state = state
        for screen in self.screen_stack:
            if screen.is_mounted and screen.children and isinstance(screen, Showing):
                screen.show(state)  # which one that comes or goes could not

    def _follow_link(self) -> None:
        if not self.screen_stack:
            return  # it is closing
        is_shown = isinstance(self.screen, LinkDownScreen)
        if self.state.is_live and is_shown:
            self.screen.dismiss()
        elif not self.state.is_live and not is_shown:
            self.push_screen(LinkDownScreen())

    def _follow_game(self, before: State) -> None:
        """To the table of another game, or to the list of games where there is none."""
        if _game(self.state) != _game(before):
            while len(self.screen_stack) > 1:
                self.screen.dismiss()
            self._open_next()
        elif self.asked_about and not still_stand(self.asked_about, before, self.state):
            self.close_pads()
            self._settled_at = self._clock() + UNDER_FINGERS * self._settle_s
            self.change(with_note(self.state, told("Closed", GONE_ON)))
        if self.state.view is None and self.state.role == "banker" and len(self.screen_stack) == 1:
            self.open_screen(GAMES)

    def _open_next(self) -> None:
        if self.opens_next is not None and self.opens_next[0] == _game(self.state):
            self.open_screen(self.opens_next[1])
        self.opens_next = None

    def close_pads(self) -> None:
        while isinstance(self.screen, Pad):
            self.screen.dismiss(None)

    # What is pressed

    @on(Buttons.Chosen)
    def _choose(self, event: Buttons.Chosen) -> None:
        self.take(event.offer.row, event.offer.moves)

    @on(Keybar.Tapped)
    def _tap_key(self, event: Keybar.Tapped) -> None:
        self.run_row(event.row)

    @on(Hand.Answered)
    def _answer(self, event: Hand.Answered) -> None:
        self.run_row(event.row)

    @on(Card.Tapped)
    def _tap_card(self, event: Card.Tapped) -> None:
        self.open_screen(PLAYER, event.seat)

    @on(Feed.Tapped)
    def _tell_why(self, event: Feed.Tapped) -> None:
        self.open_screen(WHY, event.line)

    @on(Notices.Read)
    def _put_away(self) -> None:
        self.change(without_last_note(self.state))

    def action_press_key(self, key: str) -> None:
        if moves := moves_with_key(self.state, key):
            row = row_of(self.state, moves[0])
            self.take(row, moves, is_named=shows_its_move(row, moves))
            return
        own = (row for row in OWN_ROWS if row.key == key and row.possible(self.state))
        if (own_row := next(own, None)) is not None:
            self.run_row(own_row)

    def action_command_palette(self) -> None:
        if self.state.is_live and not isinstance(self.screen, PaletteScreen):
            self.push_screen(PaletteScreen())

    def run_row(self, row: Row) -> None:
        """A row that stands for no moves: its screen, or what is done here."""
        if row.screen:
            self.open_screen(row.screen)
        else:
            DOES[row.id](self)

    def open_screen(self, name: str, *args: object, then: Callable[[Any], None] | None = None) -> None:
        """By module:class, loaded now: who never opens it never pays for it."""
        module, _, kind = name.partition(":")
        self.push_screen(getattr(import_module(module), kind)(*args), then)

    async def show_pad(self, pad: Pad[T]) -> T | None:
        return await self.push_screen_wait(pad)

    # What is given and asked

    def is_ready(self) -> bool:
        """May a press be taken? Not for what is shown no more, nor before the last one is answered."""
        return self.state.is_live and not self._is_waiting and self._clock() >= self._settled_at

    def start(self, doing: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """What people do with the game, one thing at a time: whatever was still asked is asked no more."""
        if self.is_ready():
            self.close_pads()
            self.run_worker(doing(), group="move", exclusive=True)

    def take(self, row: MenuView, moves: Sequence[MoveView], *, is_named: bool = True) -> None:
        """One of the moves. Where people have not seen which, even a single one is shown first."""
        self.start(lambda: self._take(row, moves, is_named))

    async def _take(self, row: MenuView, moves: Sequence[MoveView], is_named: bool) -> None:
        """After everything that it needs was asked for."""
        self.asked_about = tuple(moves)
        try:
            act = await chosen_act(self, row, moves, is_named=is_named)
        finally:
            self.asked_about = ()
        if act is not None:
            await self.give(act)

    async def give(self, act: bytes) -> None:
        """What comes of it is told by the table, and shown then. Only a refusal is the answer's own news."""
        if self._is_waiting or not self.state.is_live:
            return
        self._is_waiting = True
        self.change(after_command(self.state))
        slow = self.set_timer(SLOW_S, lambda: self.change(replace(self.state, is_waiting=True)))
        try:
            note = from_answer(await self.link.give(act))
        except (LinkLost, ValueError) as error:
            note = Note("unknown", "Not known whether it was done", (str(error),))
        finally:
            slow.stop()
            self._is_waiting = False
        self.change(replace(with_note(self.state, note), is_waiting=False))

    async def ask(self, request: Request) -> Reply:
        """A lost link is an answer, too."""
        try:
            return await self.link.ask(request)
        except (LinkLost, ValueError) as error:
            return Reply("", done=False, message=str(error))

    def tell_reply(self, title: str, reply: Reply) -> None:
        self.change(with_note(self.state, told(title, reply.message, *reply.lines)))

    # What hands do

    async def pull(self, lever: bytes) -> bool:
        """Of the simulated table. Is it done?"""
        return await self._by_hand(self.link.signal(lever))

    async def decide(self, question: int, *, board_is_right: bool) -> None:
        """About the sensed board."""
        await self._by_hand(self.link.decide(question, board_is_right=board_is_right))

    async def _by_hand(self, answering: Awaitable[Answer]) -> bool:
        try:
            note = from_answer(await answering)
        except (LinkLost, ValueError) as error:
            note = Note("unknown", "Not known whether it was done", (str(error),))
        self.change(with_note(after_command(self.state), note))
        return note is None


def _game(state: State) -> str:
    return state.view.game if state.view else ""
