"""The table process: wires up games, dispatcher, socket and signals, and runs from start to stop."""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from companion.notify import Notifier
from companion.play.acts import RecordedMove
from companion.table.games.game_clock import GameClock
from companion.table.games.library import GameLibrary
from companion.table.games.new_game import NOTHING_SET
from companion.table.games.session import Session, SessionDeps
from companion.table.games.tags_file import KeptTags
from companion.table.games.words import describe_check, describe_restart, describe_start
from companion.table.gestures.tags import Bindings, with_simulated_tags
from companion.table.messages.setup import Usual
from companion.table.messages.views import RigView
from companion.table.server.announcer import Announcer
from companion.table.server.attempt import attempt
from companion.table.server.dispatcher import Dispatcher
from companion.table.server.enrol_walks import EnrolWalks
from companion.table.server.lamps_and_sounds import Sounds
from companion.table.server.pairing import Pairings
from companion.table.server.ports import TableRig
from companion.table.server.requests import TableRequests
from companion.table.server.rounds import Rounds
from companion.table.server.signal_controller import SignalController
from companion.table.server.socket_server import SocketServer
from companion.table.server.voice import Espeak, Speaker, Voice
from companion.table.server.watchdog import ParentWatch, Watchdog
from companion.table.views.game_view import TIME_UP
from hardware.signals import BoardKind, Signal

GOODBYE = "The table was stopped. Nothing is lost: the game goes on when it is started again."
UNHEARD = Notifier({})
MAX_SIGNALS = 1_000  # that wait


class Wired(NamedTuple):
    """What is wired to the table: the rig and its clock, and for a simulated rig its levers and its state."""

    rig: TableRig
    now_ms: Callable[[], int]
    board: BoardKind = BoardKind.IDENTIFYING
    hand_dice: bool = False
    pull: Callable[[bytes], None] | None = None
    rig_view: Callable[[], RigView] | None = None
    speaker: Speaker = Espeak()
    is_spoken: bool = False  # unless somebody has pressed the key


class SignalQueue:
    """Carries signals from the devices' threads to the loop that serves the table: in order, and bounded.

    `wake` may be called from any thread and makes the loop call `deliver` once. Each delivery asks for the
    next, so that clients are served between two signals.
    """

    def __init__(self, feel: Callable[[Signal], None], wake: Callable[[], object]) -> None:
        self._feel = feel
        self._wake = wake
        self._waiting: deque[Signal] = deque()
        self._lock = Lock()
        self.dropped = 0

    def emit(self, signal: Signal) -> None:
        """Neither blocks nor raises. Drops signals when the queue is full."""
        with self._lock:
            if len(self._waiting) >= MAX_SIGNALS:
                self.dropped += 1
                return
            self._waiting.append(signal)
            is_first = len(self._waiting) == 1
        if is_first:
            self._wake_loop()

    def _wake_loop(self) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self._wake()

    def deliver(self) -> None:
        """One signal only, so that clients are served however fast signals come."""
        with self._lock:
            signal = self._waiting[0] if self._waiting else None
        if signal is None:
            return
        try:
            self._feel(signal)
        finally:
            with self._lock:
                self._waiting.popleft()
                is_more = bool(self._waiting)
            if is_more:
                self._wake_loop()


class Table:
    """Holds the folder's lock from the start. Raises Locked, or OSError for a folder that cannot be made."""

    def __init__(self, data: Path, socket: Path, deps: SessionDeps, wired: Wired, usual: Usual = NOTHING_SET) -> None:
        data.mkdir(0o700, parents=True, exist_ok=True)
        self._deps = deps
        self._socket = socket
        self._wired = wired
        self._library = GameLibrary(data, deps, self._publish, self._show_anew, usual)
        self._tags = KeptTags(data)
        self._pairings = Pairings(data, wired.now_ms, deps.now_ms)
        self._sounds = Sounds(data, is_spoken=wired.is_spoken)
        self._game_clock = GameClock(data, wired.now_ms)
        self._voice = Voice(wired.speaker, wired.now_ms)
        self._requests = TableRequests(self._library, self._tags, self._pairings, self._bind)

    @property
    def session(self) -> Session | None:
        """The game in play, to look at."""
        return self._library.session

    async def serve(
        self,
        stop: asyncio.Event,
        say: Callable[[str], None],
        notifier: Notifier = UNHEARD,
        parent: ParentWatch | None = None,
    ) -> None:
        """Resumes the last game, and says one line once clients can connect. Raises CannotListen."""
        with closing(self._library):
            self._library.resume_last()
            troubles = self._troubles()
            self._wire_up(troubles)
            await self._socket_server.start()
            try:
                game = describe_start(self._library.session, self._library.trouble)
                say(" ".join(filter(None, (game, *troubles, f"Listening at {self._socket_server.path}."))))
                with self._open_rig():
                    notifier.ready(game)
                    await self._go_round(stop, say, notifier, parent)
            finally:
                notifier.stopping()
                self._voice.close()
                self._game_clock.keep()
                await self._socket_server.stop(GOODBYE)

    def _troubles(self) -> list[str]:
        """What went wrong with the small files, and with the voice: sentences."""
        kept = (self._tags, self._pairings, self._sounds, self._game_clock)
        troubles = [*(one.trouble for one in kept), self._library.choices_trouble]
        if self._sounds.are_spoken():
            troubles.append(self._voice.missing())
        return [trouble for trouble in troubles if trouble]

    def _wire_up(self, troubles: Sequence[str]) -> None:
        """Makes what serves the game, and tells each part of the others."""
        self._rounds = Rounds(asyncio.get_running_loop().time)
        self._resumed = resumed = self._library.session
        self._restart = " ".join(filter(None, (describe_restart(resumed, self._deps.now_ms()), *troubles)))
        self._unchecked = resumed.report if resumed is not None and resumed.report.unchecked else None
        self._dispatcher = Dispatcher(self._requests, self._deps.app, self._restart, self._wired.now_ms)
        if self._unchecked is not None:
            self._dispatcher.restarted = f"{self._restart} {describe_check(self._unchecked)}"
        self._dispatcher.usual = lambda: self._library.usual
        self._dispatcher.usual_board = lambda: self._library.usual_board
        self._dispatcher.printed_board = lambda: self._library.printed_board
        self._library.setup_changed = self._dispatcher.tell_setup
        self._socket_server = SocketServer(self._dispatcher, self._socket)
        beside = self._socket_server.beside
        self._library.beside = partial(beside.when_there_is_time, "looking after the games")
        self._controller = self._dispatcher.controller = self._make_controller()
        self._walks = self._dispatcher.walks = EnrolWalks(
            self._wired.rig,
            self._requests,
            self._wired.now_ms,
            show=self._controller.show_walk,
            mind=self._controller.feel,
            is_tapped=self._wired.board is BoardKind.TAP,
        )
        self._dispatcher.sounds, self._dispatcher.game_clock = self._sounds, self._game_clock
        self._pairings.names = lambda: self._requests.players()[0]
        self._dispatcher.pairings, self._pairings.changed = self._pairings, self._dispatcher.tell_pairing

    async def _go_round(
        self, stop: asyncio.Event, say: Callable[[str], None], notifier: Notifier, parent: ParentWatch | None
    ) -> None:
        """Looks again and again at what time alone changes, until the table is stopped or nobody needs it."""

        def journal_answers() -> bool:
            return self.session is None or self.session.journal_answers()

        def look_at_clock() -> None:
            if self._game_clock.look(self.session):
                self._dispatcher.changed()
                self._controller.announce(TIME_UP)

        def look_at_check() -> None:
            """Screens that connect later hear what came of it."""
            resumed, unchecked = self._resumed, self._unchecked
            if unchecked is not None and resumed is not None and resumed.report is not unchecked:
                self._unchecked, found = None, describe_check(resumed.report)
                self._dispatcher.restarted = f"{self._restart} {found}"
                if not resumed.report.is_sound:
                    say(found)

        watchdog = Watchdog(notifier, self._wired.now_ms, (self._wired.rig.has_looked, journal_answers))
        if parent is not None:
            parent.left = self._rounds.stir
        stopping = asyncio.create_task(stop.wait())
        stopping.add_done_callback(lambda _: self._rounds.wake())
        while not stop.is_set() and not (parent is not None and parent.is_done(self._dispatcher.connections)):
            watchdog.beat()
            attempt("telling the pages that it is there", self._dispatcher.beat)
            attempt("looking at the board", self._controller.look)
            attempt("looking at who enrols", self._walks.look)
            attempt("looking at the door", self._pairings.look)
            attempt("looking at the clock", look_at_clock)
            attempt("looking at what was checked", look_at_check)
            await self._rounds.next()
        stopping.cancel()

    def _make_controller(self) -> SignalController:
        wired = self._wired
        return SignalController(
            self._requests,
            wired.rig,
            self._in_use(self._tags.bindings),
            now_ms=wired.now_ms,
            send=self._dispatcher.send_prompts,
            name=f"hands-{secrets.token_hex(6)}",  # ids differ from those before a restart
            board=wired.board,
            hand_dice=wired.hand_dice,
            pull=wired.pull,
            rig_view=wired.rig_view,
            date_ms=self._deps.now_ms,
            are_muted=self._sounds.are_muted,
            announcer=Announcer(self._voice, self._sounds.are_spoken),
            let_in=self._pairings.open_again,
        )

    def _in_use(self, bindings: Bindings) -> Bindings:
        """At a simulated table everything has a tag, enrolled or not."""
        if self._wired.rig_view is None:
            return bindings
        session = self._library.session
        return with_simulated_tags(self._library.board, bindings, session.start.tokens if session is not None else ())

    @contextmanager
    def _open_rig(self) -> Iterator[None]:
        """Opens the rig, and brings its signals to the loop."""

        def feel(signal: Signal) -> None:
            self._rounds.stir()
            attempt("minding a signal", lambda: self._walks.feel(signal))
            self._dispatcher.tell_trouble()

        loop = asyncio.get_running_loop()
        queue = SignalQueue(feel, lambda: loop.call_soon_threadsafe(queue.deliver))
        self._tell_rig(self._tags.bindings)
        self._wired.rig.open(queue.emit)
        try:
            yield
        finally:
            self._wired.rig.close()

    # Nothing of this is called before `serve` has made the service.

    def _publish(self, move: RecordedMove) -> None:
        self._rounds.stir()
        self._socket_server.news(move)
        attempt("following a move", lambda: self._controller.news(move))

    def _show_anew(self) -> None:
        self._rounds.stir()
        self._dispatcher.restarted = ""
        self._dispatcher.changed()
        self._controller.changed()
        self._bind(self._tags.bindings)

    def _bind(self, bindings: Bindings) -> None:
        self._controller.bind(self._in_use(bindings))
        self._tell_rig(bindings)

    def _tell_rig(self, bindings: Bindings) -> None:
        self._wired.rig.map_board(dict(bindings.spots))
        self._wired.rig.know_tags([uid for uid, _ in bindings.tags])
