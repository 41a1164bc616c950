"""A walk as a terminal shows it: what the table asks for is printed, and what is typed is said to the table."""

import asyncio
import os
import re
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from companion.cli.asking import DONE, FAILED, printable
from companion.table.client import Client, LinkDown, LinkLost, Told
from companion.table.messages import AtHand, BeginWalk, Does, Snapshot, StepWalk, WalkView

KEYS: dict[str, Does] = {"s": "skip", "b": "back", "q": "stop", "y": "yes", "n": "no", "": "no"}
HINT = "s leaves it for later, b goes back, q stops."
SIMULATED = "The devices are simulated: type a tag's number to hold it, or hold cards in the console (S)."
SIMULATED_BOARD = "The board is simulated: type the number of a space, from 0 to 39, to put a token there."
BOARD, TOKEN = "board", "04A2B3C4D5E6FF"
TAKEN = "Another screen has ended this walk. What was enrolled is kept."
_UID = re.compile(r"[0-9A-Fa-f]{8}|[0-9A-Fa-f]{14}|[0-9A-Fa-f]{20}")
ABSENT_S, HOLD_S = 0.6, 0.8  # as long as a hand would take for the next one, and hold it

Line = str | None  # that was typed; None at the end of all of them
Event = Told | Line | signal.Signals


async def walk(path: Path, what: str, *, again: bool) -> int:
    loop, events = asyncio.get_running_loop(), asyncio.Queue[Event]()
    _listen_to_keys(lambda line: loop.call_soon_threadsafe(events.put_nowait, line))
    for number in (signal.SIGTERM, signal.SIGHUP):  # a table of our own must not be left behind
        loop.add_signal_handler(number, events.put_nowait, number)
    async with Client(path, "banker", name="companion enrol") as client, _heard(client, events):
        walking = Walking(client, what, again=again, is_typed=sys.stdin is not None and sys.stdin.isatty())
        while walking.ended is None:
            await walking.mind(await events.get())
        return walking.ended


@asynccontextmanager
async def _heard(client: Client, events: "asyncio.Queue[Event]") -> AsyncIterator[None]:
    async def hear() -> None:
        async for told in client:
            events.put_nowait(told)

    hearing = asyncio.create_task(hear())
    try:
        yield
    finally:
        hearing.cancel()


def _listen_to_keys(tell: Callable[[Line], object]) -> None:
    """By the file itself: a thread that waits in Python's own buffer could not be left behind at the end."""
    if sys.stdin is not None:
        threading.Thread(target=_read_lines, args=(sys.stdin.fileno(), tell), name="keys", daemon=True).start()


def _read_lines(file: int, tell: Callable[[Line], object]) -> None:
    kept = b""
    while more := os.read(file, 4_096):
        *lines, kept = (kept + more).split(b"\n")
        for line in lines:
            if not _told(tell, line.decode(errors="replace").strip()):
                return
    _told(tell, None)


def _told(tell: Callable[[Line], object], line: Line) -> bool:
    try:
        tell(line)
    except RuntimeError:  # the loop has ended
        return False
    return True


class Walking:
    """`mind` whatever comes. `ended` is how to exit, once it is over."""

    def __init__(self, client: Client, what: str, *, again: bool, is_typed: bool) -> None:
        self._client = client
        self._what = what
        self._again = again
        self._is_typed = is_typed
        self._number = 0  # of our walk, while it is ours
        self._view: WalkView | None = None
        self._reader = ""  # of a simulated table, to which tags can be held from here
        self._has_board = False  # a simulated one
        self._may_take = False  # has it been asked whether another's walk may be ended
        self.ended: int | None = None

    async def mind(self, event: Event) -> None:
        match event:
            case signal.Signals():
                self.ended = FAILED
            case None:
                if self._is_typed:
                    await self._say("stop")
            case str():
                await self._type(event)
            case LinkDown(why):
                self._number = 0
                print(printable(f"{why} What is enrolled is kept; waiting for the table."), file=sys.stderr, flush=True)
            case Snapshot(at_hand=at_hand):
                await self._follow(at_hand or AtHand())
            case AtHand():
                await self._follow(event)

    async def _follow(self, at_hand: AtHand) -> None:
        if not self._number:
            await self._begin(at_hand)
        elif at_hand.walk is None or at_hand.walk.number != self._number:
            self._end(FAILED, TAKEN)
        else:
            self._show(at_hand.walk)

    # The walk

    async def _begin(self, at_hand: AtHand) -> None:
        walked = at_hand.walk
        self._reader = at_hand.rig.readers[0][0] if at_hand.rig is not None and at_hand.rig.readers else ""
        self._has_board = self._what == BOARD and at_hand.rig is not None and at_hand.rig.has_board
        if self._may_take:
            return  # the answer is waited for
        if walked is not None and not walked.is_over and self._is_typed:
            self._may_take = True
            by = walked.by or "another screen"
            _print(f"{by} is enrolling {walked.title} ({walked.done} of {walked.total}). End that, and go on here? y/n")
            return
        await self._begin_now()

    async def _begin_now(self, *, instead: bool = False) -> None:
        is_first = self._view is None
        try:
            reply = await self._client.ask(BeginWalk(self._what, self._again, instead))
        except LinkLost:
            return  # it is begun when the link is back
        if not reply.done:
            self._end(FAILED, reply.message)
            return
        self._number = reply.walk
        if is_first:
            _print(reply.message)
            _print(SIMULATED_BOARD if self._has_board else SIMULATED if self._reader else "", HINT)

    def _show(self, view: WalkView) -> None:
        before, self._view = self._view, view
        is_new = before is None or (before.number, before.step) != (view.number, view.step)
        if view.told and (is_new or before is None or before.told != view.told):
            _print(view.told)
        if view.is_over:
            self._end(DONE, view.prompt)
        elif is_new:
            _print(f"{view.question} y/n" if view.question else view.prompt)

    def _end(self, code: int, *words: str) -> None:
        self.ended = code
        stream = sys.stderr if code else sys.stdout
        for word in words:
            print(printable(word), file=stream, flush=True)

    # What is typed

    async def _type(self, line: str) -> None:
        if self._may_take and not self._number:
            self._may_take = False
            if line.casefold().startswith("y"):
                await self._begin_now(instead=True)
            else:
                self._end(FAILED, "Nothing was begun.")
        elif self._reader and _UID.fullmatch(line):
            await self._hold(line.upper())
        elif self._has_board and line.isdecimal() and len(line) < 3:
            await self._pull("put", uid=TOKEN, space=int(line))
        elif (does := KEYS.get(line.casefold()[:1])) is not None and (line or self._is_asked()):
            await self._say(does)
        else:
            _print(HINT)

    def _is_asked(self) -> bool:
        """Then an empty line is a no."""
        return self._view is not None and bool(self._view.question)

    async def _say(self, does: Does) -> None:
        if self._view is None or not self._number:
            self.ended = DONE if does == "stop" else self.ended
            return
        try:
            reply = await self._client.ask(StepWalk(self._number, self._view.step, does))
        except LinkLost as lost:
            _print(str(lost))
            return
        if does == "stop":
            self._end(DONE, reply.message)
        elif not reply.done:
            _print(reply.message)

    async def _hold(self, uid: str) -> None:
        for lever, seconds in (("place", ABSENT_S), ("lift", HOLD_S)):
            await asyncio.sleep(seconds)
            if not await self._pull(lever, reader=self._reader, uid=uid):
                return

    async def _pull(self, lever: str, **values: str | int) -> bool:
        """Is it done?"""
        try:
            answer = await self._client.signal(msgspec.json.encode({"lever": lever, **values}))
        except LinkLost as lost:
            _print(str(lost))
            return False
        _print(answer.message)
        return answer.outcome == "done"


def _print(*lines: str) -> None:
    for line in filter(None, lines):
        print(printable(line), flush=True)
