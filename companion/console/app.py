"""The console app. It passes on what the table says to the screens, and what people press to the table.

What can be pressed is in `console_keys` and `choose_move`, what the console knows in `state`.
"""

import asyncio
import gc
import os
import re
import signal
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from importlib import import_module
from typing import Any, TypeVar

from msgspec.structs import replace
from rich import _wrap
from textual import on
from textual.app import App, ComposeResult
from textual.css.model import RuleSet
from textual.dom import DOMNode
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Event, Key, MouseDown
from textual.screen import Screen
from textual.worker import get_current_worker

from companion.console import OPENING
from companion.console.choose_move import MoveOffer, chosen_act, is_bid_of_a_seat, shows_its_move, still_asked
from companion.console.colours import FELT, PAPER, SIXTEEN, first_theme
from companion.console.console_keys import CONSOLE_KEYS, ConsoleKey, why_letter_does_nothing
from companion.console.console_screen import Chosen, ConsoleScreen
from companion.console.demo_speed import DemoSpeed
from companion.console.key_names import key_words
from companion.console.key_queue import PASSED_BY, SETTLE_S, KeyQueue
from companion.console.link import ConsoleLink, Heard
from companion.console.pads.pad import Pad
from companion.console.palette import Palette, PaletteScreen
from companion.console.screens.table import LinkDownScreen, TableScreen
from companion.console.state import (
    ConsoleState,
    Note,
    after_event,
    calls_somebody,
    is_same,
    note_about_answer,
    with_note,
    without_old_notes,
)
from companion.table.client import LinkLost, ServerEvent
from companion.table.messages.requests import ExplainAmounts, Request
from companion.table.messages.setup import MenuView
from companion.table.messages.views import LogLine, MoveView, PlayerView, TurnView
from companion.table.messages.wire import Answer, Reply, Working

T = TypeVar("T")
SLOW_S = 0.6  # then the screen says that it is waiting for an answer
PATIENCE_S = 3.0  # then the screen says that there is no link yet; a slow machine needs longer than a moment
RuleSet.__hash__ = object.__hash__  # type: ignore[method-assign]  # the same, but not in Python, for each rule and part
_wrap.re_word = re.compile(r"[ \n]*[^ \n]+[ \n]*")  # Rich also breaks lines at no-break spaces, which amounts have
GONE_ON = "The game has moved on. This question no longer applies."


class ConsoleApp(App[None]):
    CSS_PATH = "console.tcss"
    TITLE = "Table Companion"
    COMMANDS = {Palette}
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (70, "-normal"), (110, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-high")]

    def __init__(
        self,
        link: ConsoleLink,
        *,
        is_touch: bool = False,
        settle_s: float = SETTLE_S,
        clock: Callable[[], float] = time.monotonic,
        demo_speed: DemoSpeed | None = None,
        note: Note | None = None,
    ) -> None:
        # Without colours only edges, bold and reverse are used. Textual must know at once, or all is black on black.
        self._news: list[ServerEvent] = []  # not taken in yet
        self._unstyled: dict[DOMNode, bool] | None = None
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.link = link
        self.demo_speed = demo_speed
        state = ConsoleState(link.role, link.seat, demo_speed=demo_speed.view if demo_speed else None)
        self.state = with_note(state, note)
        self.keys = KeyQueue(self, settle_s, clock)
        self.is_waiting = False  # for an answer
        self._made = "", 0  # the last move made here, which may not be shown yet; and its game
        self.asked_about: tuple[MoveView, ...] = ()  # by the pads that are open
        self.opens_next: tuple[str, str] | None = None  # a game, and the screen to open when it is shown
        self.set_class(is_touch, "-touch")
        for theme in (FELT, PAPER):
            self.register_theme(theme)
        self.theme = first_theme(None if self.no_color else self.console.color_system)
        self.stylesheet.set_variables(self.get_css_variables())

    # A fast start

    def get_default_screen(self) -> Screen[Any]:
        return TableScreen()

    def compose(self) -> ComposeResult:
        """Comes when the terminal was cleared and long before the first picture."""
        if self._driver is not None and not self.is_headless:
            self._driver.write(OPENING)
            self._driver.flush()
        return ()

    def refresh_css(self, animate: bool = True) -> None:
        """Textual reads all style sheets again after its start. Only another theme makes that worthwhile."""
        if self.get_css_variables() != self.stylesheet._variables:
            super().refresh_css(animate)
        else:
            self.stylesheet.update(self, animate=animate)

    def update_styles(self, node: DOMNode, animate: bool = True) -> None:
        """Whatever is not part of a screen yet is styled when it becomes one. Covered screens are styled, too."""
        if self._unstyled is not None:
            self._unstyled[node] = animate
        elif node is self:
            for screen in self.screen_stack:
                super().update_styles(screen, animate)
        elif node.is_attached:
            super().update_styles(node, animate)

    @contextmanager
    def styled_once(self) -> Iterator[None]:
        """Whatever has new classes or states is styled at the end, once, together with what is inside it."""
        if self._unstyled is not None:
            yield
            return
        self._unstyled = {}
        try:
            yield
        finally:
            unstyled, self._unstyled = self._unstyled, None
            for node, animate in unstyled.items():
                if not any(above in unstyled for above in node.ancestors):
                    self.update_styles(node, animate)

    # What the table says

    def on_mount(self) -> None:
        self.run_worker(self.link.run(self._hear), group="link")
        self.run_worker(self.keys.run(), group="keys")
        self.set_timer(PATIENCE_S, self._follow_link)
        if not self.is_headless:
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.exit)
            signal.signal(signal.SIGHUP, signal.SIG_DFL)  # without its terminal it could not even say good-bye
            signal.signal(signal.SIGCONT, self._go_on)

    def _go_on(self, *_: object) -> None:
        """Textual begins to read the terminal again, which is right only if it has ended it: not after a SIGSTOP."""
        driver = self._driver
        if isinstance(driver, LinuxDriver) and driver._must_signal_resume:
            driver._sigcont_application()

    @property
    def mistake(self) -> Exception | None:
        """The bug of ours that closed the console, if one did."""
        return self._exception

    def _fatal_error(self) -> None:
        """Textual would show people a traceback. The command that opened this console has a sentence for them."""
        self._close_messages_no_wait()

    async def on_event(self, event: Event) -> None:
        """Keys go through the queue, from which they come back by `pass_on`."""
        if isinstance(event, Key) and not event.is_forwarded and event.key not in PASSED_BY:
            self.keys.hear(event)
            return
        if isinstance(event, MouseDown):
            self.keys.hear_tap()
        await super().on_event(event)

    async def pass_on(self, key: Key) -> None:
        """To Textual, which gives it to what has the focus."""
        await super().on_event(key)

    def on_key(self, key: Key) -> None:
        """Nothing on the screen has taken it. What remains are actions that are possible now."""
        if key.key not in self.active_bindings:
            self.keys.missed(key)
            self.say(f"{key_words(key)} does nothing here.")

    def say(self, words: str) -> None:
        if isinstance(self.screen, ConsoleScreen):
            self.screen.say(words)

    def _hear(self, told: ServerEvent) -> None:
        """A move comes with other news. What is there when the app comes to it is shown together."""
        self._news.append(told)
        if len(self._news) == 1:
            self.post_message(Heard())

    @on(Heard)
    def _take_in(self) -> None:
        news, self._news = self._news, []
        if not self.screen_stack:
            return  # it is closing
        screen = self.screen
        self._follow_news(news)
        if self.screen is not screen:
            self.keys.taken_away(was_half_entered=isinstance(screen, Pad))
            self.keys.follow(self.state)

    def _follow_news(self, news: Sequence[ServerEvent]) -> None:
        """Goes to the table when another game comes, and to the list of games where there is none."""
        before, state = self.state, reduce(after_event, news, self.state)
        if state.app and not before.app:  # the first welcome: colours as chosen last
            kept = state.setup.usual.theme
            self.theme = kept if kept and self.theme != SIXTEEN else self.theme
        self.change(state)
        if self.state.is_live or self.state.down:
            self._follow_link()
        if self.state.is_live and self.state.game != before.game:
            while len(self.screen_stack) > 1:
                self.screen.dismiss()
            if self.opens_next is not None and self.opens_next[0] == self.state.game:
                self.open_screen(self.opens_next[1])
            self.opens_next = None
        elif self.state.is_live and self.asked_about and not still_asked(self.asked_about, before, self.state):
            self.close_pads()
            self.change(with_note(self.state, Note("told", "Closed", (GONE_ON,))))
        is_bankers = self.state.is_live and self.state.role == "banker"
        if is_bankers and self.state.view is None and len(self.screen_stack) == 1:
            self.open_screen("games:GamesScreen")
        if self.has_class("-touch") and calls_somebody(before, self.state):
            self.bell()  # on a tablet only: the table has sounds of its own

    def change(self, state: ConsoleState) -> None:
        """Shows the new state on every screen, if it differs from the old one."""
        before, self.state = self.state, state
        if is_same(before, state):
            return
        with self.styled_once():
            heard = [screen.hear(state) for screen in self.screen_stack if isinstance(screen, ConsoleScreen)]
        if any(heard):
            self.keys.follow(state)

    def show_again(self) -> None:
        """What is known is the same, but looks different now."""
        with self.styled_once():
            for screen in self.screen_stack:
                if isinstance(screen, ConsoleScreen) and screen.is_there:
                    screen.show(self.state)
        self.keys.follow(self.state)

    def _follow_link(self) -> None:
        if not gc.isenabled():
            gc.freeze()  # what was loaded stays, and looking for garbage in it takes time
            gc.enable()
        if not self.screen_stack:
            return  # it is closing
        is_shown = isinstance(self.screen, LinkDownScreen)
        if self.state.is_live and is_shown:
            self.screen.dismiss()
        elif not self.state.is_live and not is_shown:
            self.push_screen(LinkDownScreen())

    def close_pads(self) -> None:
        while isinstance(self.screen, Pad):
            self.screen.dismiss(None)

    @on(Chosen)
    def _take_choice(self, event: Chosen) -> None:
        match event.what:
            case ConsoleKey() as key:
                self.run_key(key)
            case MoveOffer() as offer:
                self.take_offer(offer)
            case PlayerView(seat=seat):
                self.open_screen("player:PlayerScreen", seat)
            case LogLine() | TurnView() | ExplainAmounts() as asked_about:
                self.open_screen("why:WhyScreen", asked_about)

    def action_press_key(self, pressed: str) -> None:
        """The moves that have this key come first. Menu entries that are never possible together may share one."""
        moves = tuple(move for move in self.state.moves if self.state.menu_entry(move).key == pressed)
        if moves:
            entry = self.state.menu_entry(moves[0])
            self.take(entry, moves, is_named=shows_its_move(entry, moves))
        elif own := [key for key in CONSOLE_KEYS if key.key == pressed and key.possible(self.state)]:
            self.run_key(own[0])
        else:
            self.say(why_letter_does_nothing(self.state, pressed))

    def action_command_palette(self) -> None:
        if self.state.is_live and not isinstance(self.screen, PaletteScreen):
            self.push_screen(PaletteScreen())

    def run_key(self, key: ConsoleKey) -> None:
        if key.screen:
            self.open_screen(key.screen)
        elif key.does is not None:
            key.does(self)

    def open_screen(self, name: str, *args: object, then: Callable[[Any], None] | None = None) -> None:
        """By module:class in `screens`, imported only now, so that the console starts fast."""
        module, _, kind = name.partition(":")
        self.push_screen(getattr(import_module(f"companion.console.screens.{module}"), kind)(*args), then)

    async def show_pad(self, pad: Pad[T]) -> T | None:
        """Only in a worker whose group keys wait for."""
        given_back: T | None = await self.keys.ask_with(pad, get_current_worker())
        return given_back

    async def show_form(self, form: ConsoleScreen[T]) -> T | None:
        """As a pad, but it has the whole screen."""
        given_back: T | None = await self.keys.ask_with(form, get_current_worker())
        return given_back

    def is_ready(self) -> bool:
        """Whether a press counts now. The queue has seen to it that a key does; a tap may come too early."""
        return self.state.is_live and not self.is_waiting and (self.keys.is_carrying or self.keys.is_settled())

    def start(self, doing: Callable[[], Coroutine[Any, Any, object]]) -> None:
        """Does one thing with the game at a time: pads still open for something else close."""
        if self.is_ready():
            self.close_pads()
            self.run_worker(doing(), group="move", exclusive=True)

    def take(self, entry: MenuView, moves: Sequence[MoveView], *, is_named: bool = True) -> None:
        """Makes one of the moves. Unless people have seen which (`is_named`), even a single one is shown first."""

        async def choose_and_give() -> None:
            self.asked_about = tuple(moves)
            try:
                act = await chosen_act(self, entry, moves, is_named=is_named)
            finally:
                self.asked_about = ()
            if act is not None:
                await self.give(act)

        self.start(choose_and_give)

    def take_offer(self, offer: MoveOffer) -> None:
        """A seat's bid is the next step, at once."""
        if offer.why_not:
            self.say(offer.why_not)
        elif is_bid_of_a_seat(self.state, offer):
            self.start(lambda: self.give(bytes(offer.moves[0].act), says=f"{offer.label}."))
        else:
            self.take(offer.entry, offer.moves)

    async def give(self, act: bytes, *, says: str = "") -> bool:
        """True if it was done: the table sends its new view by itself. A refusal is shown."""
        if self.is_waiting or not self.state.is_live:
            return False
        self.is_waiting = True
        self.change(without_old_notes(self.state))
        slow = self.set_timer(SLOW_S, lambda: self.change(replace(self.state, is_waiting=True)))
        try:
            game, made = self._made
            seen = max(self.state.number, made) if game == self.state.game else self.state.number
            answer, note = await _answered(self.link.give(act, seen=seen))
        finally:
            slow.stop()
            self.is_waiting = False
        if answer is not None and note is None:
            self._made = self.state.game, answer.number
            self.keys.made_move(answer.number)
        self.change(replace(with_note(self.state, note), is_waiting=False))
        if says and note is None:
            self.say(says)
        return note is None

    async def pull(self, lever: bytes) -> bool:
        """Pulls a lever of the simulated table, and says whether that was done."""
        _, note = await _answered(self.link.signal(lever))
        self.change(with_note(without_old_notes(self.state), note))
        return note is None

    async def decide(self, question: int, *, board_is_right: bool) -> None:
        """Answers a question about the sensed board."""
        _, note = await _answered(self.link.decide(question, board_is_right=board_is_right))
        self.change(with_note(without_old_notes(self.state), note))

    async def ask(self, request: Request, working: Callable[[Working], None] = lambda _: None) -> Reply:
        """If the link is lost, the reply says so. `working` hears how far it is, if it takes long."""
        try:
            return await self.link.ask(request, working=working)
        except (LinkLost, ValueError) as error:
            return Reply("", done=False, message=str(error))

    def show_reply(self, title: str, reply: Reply) -> None:
        self.change(with_note(self.state, Note("told", title, (reply.message, *reply.lines))))


async def _answered(answering: Awaitable[Answer]) -> tuple[Answer | None, Note | None]:
    """There is no note about it if it was done."""
    try:
        answer = await answering
    except (LinkLost, ValueError) as error:
        return None, Note("unknown", "Not known whether it was done", (str(error),))
    return answer, note_about_answer(answer)
