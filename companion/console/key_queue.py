"""Keys are a queue: every key is carried out on the question that it was meant for, or the last row says why not.

Keys less than `settle_s` apart are one burst, typed by one hand, and so is what was typed before the last key showed
any effect. They are meant for what that hand saw when the burst began. From there only the burst's own keys lead on: a
key that opens a pad hands the rest of its burst to that pad. A digit never reaches a question that came up later. A
letter names its act, and acts as long as it means the same. A digit soon behind a key that did nothing does nothing
either, however slow the hand: it was meant for what that key would have brought.

A key waits until everything that the key before it has set going is done: messages, a pad that opens, an answer.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from textual.events import Key
from textual.screen import Screen
from textual.worker import Worker

from companion.console.console_screen import ConsoleScreen
from companion.console.key_names import key_words
from companion.console.state import ConsoleState

if TYPE_CHECKING:
    from companion.console.app import ConsoleApp

SETTLE_S = 0.35  # for so long the digits of a new question are grey, and do nothing
HELD = 1.5  # times as long: the same key again within this time may be one that is held down
UNDER_FINGERS = 3  # times as long after the game took a half entered answer away: more digits may be on their way
MISSED = 3  # times as long after a key that did nothing: digits may be the rest of what was meant
REMEMBERED = 64  # paintings
TIMES_IN_A_ROW = 2  # that nothing was left to do
TURNS_MAX = 50  # of the loop; then something takes its time, and is looked at less often
LOOK_S = 0.005  # how often
PASSED_BY = ("ctrl+q", "ctrl+c")  # the way out never waits
# Workers that may open a pad or give a move. The keys after the one that started them wait for that.
ASKING = frozenset(
    ("move", "key", "setting", "begin", "form", "correct", "rename", "enrol", "hands", "games", "resume")
)
MOVED_ON = "The game has moved on: {key} did nothing. Look, and press it again."
TOO_SOON = "{key} did nothing: this question has just come up. Press it again."
NOT_MEANT = "{key} did nothing: it was not meant for this question. Press it again."
AFTER_MISSED = "{key} did nothing, because the key before it did nothing. Look, and start again."
HELD_DOWN = "{key} is held down: it counts once."


class Painting(NamedTuple):
    """What people could see, and since when."""

    screen: ConsoleScreen[Any]
    question: object
    state: ConsoleState
    at: float
    live_at: float  # from then on its digits count
    taken_away: int  # how often the game had closed or covered a screen by then


class Burst:
    def __init__(self, seen: Painting, state: ConsoleState, *, is_early: bool) -> None:
        self.screen: ConsoleScreen[Any] | None = seen.screen  # where its keys go; None: the game took it away
        self.question = seen.question  # whose digits count
        self.is_early = is_early  # for digits
        self.seen = state  # in which its letters mean something
        self.taken_away = seen.taken_away


class KeyQueue:
    def __init__(self, app: "ConsoleApp", settle_s: float, clock: Callable[[], float]) -> None:
        self._app, self._settle_s, self._clock = app, settle_s, clock
        self._keys: asyncio.Queue[Key] = asyncio.Queue()
        self._paintings: deque[Painting] = deque(maxlen=REMEMBERED)
        self._burst: Burst | None = None
        self._last: Key | None = None
        self._heard = self._taken = 0  # how many keys
        self._heard_before_tap = 0
        self._missed_at = float("-inf")  # when a key did nothing, and none has done anything since
        self._done_at = 0.0  # when the effect of the last key could be seen
        self._own_move = 0  # the number of the last move that was made from here
        self._pads: dict[Worker[Any], Screen[Any]] = {}  # by the worker that waits for each
        self._taken_away = 0  # how often the game has closed or covered a screen
        self._was_half_entered = False
        self._has_opened = False  # the last key, the screen that is shown
        self.is_carrying = False  # out a key, with all that it sets going

    # What is seen

    def follow(self, state: ConsoleState) -> None:
        """Called when something on the screen may have changed. It counts as seen when it has been painted."""
        screen = self._app.screen
        if isinstance(screen, ConsoleScreen) and screen.is_there:
            screen.call_after_refresh(self._painted, screen, screen.question, state)

    def _painted(self, screen: ConsoleScreen[Any], question: object, state: ConsoleState) -> None:
        if screen is not self._app.screen:
            return  # it was taken away before it could be seen
        now = self._clock()
        before = next((one for one in reversed(self._paintings) if one.screen is screen), None)
        if before is not None and before.question == question:
            live_at = before.live_at
        else:
            guard_s = self._settle_s * (UNDER_FINGERS if self._was_half_entered else 1) if screen.has_guard else 0
            live_at, self._was_half_entered = now + guard_s, False
            screen.show_guard(guard_s)
        self._paintings.append(Painting(screen, question, state, now, live_at, self._taken_away))

    def is_settled(self) -> bool:
        """Whether what is asked now has been seen for long enough. A tap before that was meant for something else."""
        seen = self._paintings[-1] if self._paintings else None
        return seen is not None and seen.question == seen.screen.question and self._clock() >= seen.live_at

    def taken_away(self, *, was_half_entered: bool) -> None:
        """By the game: a screen, or a question with half an answer. Keys on their way there must not reach another."""
        self._taken_away += 1
        self._was_half_entered |= was_half_entered
        if self._burst is not None:
            self._burst.screen = None

    def made_move(self, number: int) -> None:
        """From this console: whoever types on wants what comes after it.

        The question was answered. Should somebody take that back, it is another one. Bids answer none.
        """
        self._own_move = number
        view = self._app.state.view
        if self._burst is not None and (view is None or view.auction is None):
            self._burst.question = None

    # What is pressed

    def hear(self, key: Key) -> None:
        self._heard += 1
        self._keys.put_nowait(key)

    def hear_tap(self) -> None:
        """A tap acts at once. Keys that still wait were pressed before it: none is meant for what it opens."""
        self._heard_before_tap = self._heard

    def missed(self, key: Key) -> None:
        """It did nothing: the digits behind it were meant for what it would have brought."""
        self._missed_at = key.time
        if self._burst is not None:
            self._burst.question = None

    @property
    def is_idle(self) -> bool:
        return self._keys.empty() and not self.is_carrying

    async def run(self) -> None:
        while True:
            key = await self._keys.get()
            self._taken += 1
            self.is_carrying = True
            try:
                await self._until_quiet()
                is_held = await self._carry_out(key)
                await self._until_quiet()
                is_after_taps = self._taken > self._heard_before_tap
                self._has_opened = (is_after_taps and self._hand_on()) or (is_held and self._has_opened)
                self._done_at = self._clock()
            finally:
                self.is_carrying = False

    async def _carry_out(self, key: Key) -> bool:
        """True if it was only held down."""
        before, self._last = self._last, key
        gap = key.time - before.time if before is not None else float("inf")
        if self._burst is None or (gap >= self._settle_s and key.time >= self._done_at):
            self._burst = self._burst_at(key.time)
        burst, screen, state = self._burst, self._app.screen, self._app.state
        if burst is None or not isinstance(screen, ConsoleScreen):
            self._app.say(TOO_SOON.format(key=key_words(key)))
            return False
        if self._own_move == state.number:
            burst.seen = state
        if burst.taken_away == self._taken_away and self._taken > self._heard_before_tap:
            self._hand_on()  # what a tap has opened is meant, too
        is_held = before is not None and before.key == key.key and gap < HELD * self._settle_s
        is_for_question = screen.is_for_question(key)
        is_after_missed = is_for_question and key.time - self._missed_at < MISSED * self._settle_s
        if screen is burst.screen and is_held and (self._has_opened or screen.counts_once(key)):
            self._app.say(HELD_DOWN.format(key=key_words(key)))
            return True
        self._missed_at = key.time
        if screen is not burst.screen:
            self._app.say(MOVED_ON.format(key=key_words(key)))
        elif is_for_question and (burst.is_early or burst.question != screen.question):
            self._app.say((TOO_SOON if burst.is_early else NOT_MEANT).format(key=key_words(key)))
        elif is_after_missed:
            self._app.say(AFTER_MISSED.format(key=key_words(key)))
        elif await screen.take_key(key, burst.seen):
            self._missed_at = float("-inf")
        else:
            self.missed(key)
        return False

    def _burst_at(self, at: float) -> Burst | None:
        """What its hand saw. News from others takes a moment to be read."""
        seen = [one for one in self._paintings if one.at < at]
        if not seen:
            return None
        read = (one for one in reversed(seen) if one.at <= at - self._settle_s or one.state.number == self._own_move)
        return Burst(seen[-1], next(read, seen[0]).state, is_early=at < seen[-1].live_at)

    def _hand_on(self) -> bool:
        """The rest of the burst goes to the screen that was opened; or gone back to, where no digit counts.

        Returns whether one was opened.
        """
        stack, burst = self._app.screen_stack, self._burst
        screen = stack[-1] if stack else None  # none when it is closing
        if burst is None or burst.screen in (None, screen) or not isinstance(screen, ConsoleScreen):
            return False
        is_opened = burst.screen in stack
        burst.screen, burst.question, burst.is_early = screen, screen.question if is_opened else None, False
        return is_opened

    # Waiting

    async def ask_with(self, pad: Screen[Any], worker: Worker[Any]) -> Any:
        """Opens the pad, and waits for what it gives back. Keys need not wait for this worker meanwhile."""
        assert is_asking(worker), f"keys do not wait for the pads of {worker.group!r}: see ASKING"
        self._pads[worker] = pad
        try:
            return await self._app.push_screen_wait(pad)
        finally:
            self._pads.pop(worker, None)

    async def _until_quiet(self) -> None:
        quiet = 0
        async for _ in _looks():
            if self._app.screen_stack:  # none when it is closing
                await self._until_heard()
            quiet = quiet + 1 if self._is_quiet() else 0
            if quiet == TIMES_IN_A_ROW:
                return

    async def _until_heard(self) -> None:
        """A message that has left its queue may still be at work. What a key causes goes from the focus upwards."""
        screen = self._app.screen
        for pump in (screen.focused or screen).ancestors_with_self:
            heard = asyncio.Event()
            if pump.call_later(heard.set):
                async for _ in _looks():
                    if heard.is_set() or not pump.is_running:
                        break

    def _is_quiet(self) -> bool:
        app = self._app
        if not app.screen_stack:
            return True  # it is closing
        screen, stack = app.screen, app.screen_stack
        if app.is_waiting or (isinstance(screen, ConsoleScreen) and not screen.is_there):
            return False
        if any(is_asking(one) and not one.is_finished and self._pads.get(one) not in stack for one in app.workers):
            return False
        return not any(pump.message_queue_size for pump in (app, *screen.walk_children(with_self=True)))


async def _looks() -> AsyncIterator[None]:
    """Times at which to look again: soon at first, and less often if something takes its time."""
    for turn in count():
        await asyncio.sleep(0 if turn < TURNS_MAX else LOOK_S)
        yield


def is_asking(worker: Worker[Any]) -> bool:
    return worker.group.partition(":")[0] in ASKING
