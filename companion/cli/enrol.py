"""`companion enrol`: a guided walk in which the table learns which tag is which, and where the board's spots are."""

import argparse
import asyncio
import os
import re
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.cli.console import why_no_table
from companion.cli.own_table import on_own_table
from companion.cli.terminal import DONE, FAILED, add_data, not_empty
from companion.household.folders import data_folder, socket_path
from companion.plain_text import printable
from companion.table.client import Client, LinkDown, LinkLost, ServerEvent
from companion.table.messages.requests import BeginWalk, StepAnswer, StepWalk
from companion.table.messages.views import WalkView
from companion.table.messages.wire import Snapshot, TablePrompts

KEYS: dict[str, StepAnswer] = {"s": "skip", "b": "back", "q": "stop", "y": "yes", "n": "no", "": "no"}
HINT = "s skips this one, b goes back, q stops."
SIMULATED = (
    "The devices are simulated: type a tag's number to hold it, or hold cards in the console (S). For a real reader, "
    "`companion doctor` says what to set."
)
SIMULATED_BOARD = "The board is simulated: type the number of a space, from 0 to 39, to put a token there."
DEEDS, BOARD, TOKEN = "deeds", "board", "04A2B3C4D5E6FF"
ENDED_ELSEWHERE = "Another screen has ended this. What was enrolled is kept."
_UID = re.compile(r"[0-9A-Fa-f]{8}|[0-9A-Fa-f]{14}|[0-9A-Fa-f]{20}")
ABSENT_S, HOLD_S = 0.6, 0.8  # as long as a hand takes to fetch the next one, and to hold it

Line = str | None  # a typed line; None at the end of the input
Event = ServerEvent | Line | signal.Signals

HELP = """\
With several readers, first hold any tag to the one that you want to use.

It asks for one thing after another. Hold each thing to the reader until it is done, lift it, hold the next. Each tag is
saved before you are told so, and things that have a tag are skipped: stop when you like, and continue another day.
Meanwhile a tap is not a move in the game; buttons and screens work as usual. If no table is running, one is
started.

  s  skips this one for now        b  goes back to the one before     q  stops

WHAT is deeds, tokens, players, cards, jail or board, or the name of one thing: a deed, a token, a player or "seat 3", a
card such as chance/advance-go, "jail key", or "token NAME" for a piece of your own.

examples:
  companion enrol
  companion enrol tokens
  companion enrol Oriental Avenue
  companion enrol board --again
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", nargs="*", metavar="WHAT", help="without it, the deeds")
    parser.add_argument("--again", action="store_true", help="include what has a tag already")
    add_data(parser)
    parser.add_argument("--config", type=not_empty, metavar="FILE", help="settings, if a table has to be started")


def run(args: argparse.Namespace) -> int:
    """On a running table, or on one that opens the devices for this and closes them at the end."""
    folder, what = data_folder(args.data), " ".join(args.what) or DEEDS
    path = socket_path(folder)

    def walk_now() -> int:
        return asyncio.run(walk(path, what, again=args.again))

    if not why_no_table(path):
        return walk_now()
    return on_own_table(folder, path, ("--config", args.config) if args.config else (), walk_now)


async def walk(path: Path, what: str, *, again: bool) -> int:
    loop, events = asyncio.get_running_loop(), asyncio.Queue[Event]()
    if sys.stdin is not None:
        threading.Thread(target=_read_lines, args=(sys.stdin.fileno(), loop, events), name="keys", daemon=True).start()
    for number in (signal.SIGTERM, signal.SIGHUP):  # or a table of our own would be left behind
        loop.add_signal_handler(number, events.put_nowait, number)

    async def listen(client: Client) -> None:
        async for told in client:
            events.put_nowait(told)

    async with Client(path, "banker", name="companion enrol") as client:
        listening = asyncio.create_task(listen(client))
        try:
            terminal = TerminalWalk(client, what, again=again, is_typed=sys.stdin is not None and sys.stdin.isatty())
            while terminal.ended is None:
                await terminal.take(await events.get())
            return terminal.ended
        finally:
            listening.cancel()


def _read_lines(file: int, loop: asyncio.AbstractEventLoop, events: "asyncio.Queue[Event]") -> None:
    """Reads the file itself: a thread that waits in Python's own buffer could not be left behind at the end."""
    rest = b""
    with suppress(RuntimeError):  # the loop has ended
        while more := os.read(file, 4_096):
            *lines, rest = (rest + more).split(b"\n")
            for line in lines:
                loop.call_soon_threadsafe(events.put_nowait, line.decode(errors="replace").strip())
        loop.call_soon_threadsafe(events.put_nowait, None)


class TerminalWalk:
    """`take` whatever comes. `ended` is the exit code, once it is over."""

    def __init__(self, client: Client, what: str, *, again: bool, is_typed: bool) -> None:
        self._client = client
        self._what = what
        self._again = again
        self._is_typed = is_typed
        self._number = 0  # of our walk, as long as it is ours
        self._view: WalkView | None = None
        self._reader = ""  # of a simulated table, which tags can be held to from here
        self._has_board = False  # a simulated one
        self._has_asked = False  # whether another screen's walk may be ended
        self.ended: int | None = None

    async def take(self, event: Event) -> None:
        match event:
            case signal.Signals():
                self.ended = FAILED
            case None:
                if self._is_typed:
                    await self._step("stop")
            case str():
                await self._type(event)
            case LinkDown(why):
                self._number = 0
                print(printable(f"{why} What is enrolled is kept; waiting for the table."), file=sys.stderr, flush=True)
            case Snapshot(prompts=prompts):
                await self._follow(prompts or TablePrompts())
            case TablePrompts():
                await self._follow(event)

    # What the table says

    async def _follow(self, prompts: TablePrompts) -> None:
        other, rig = prompts.walk, prompts.rig
        if self._number:
            if other is None or other.number != self._number:
                self._end(FAILED, ENDED_ELSEWHERE)
                return
            before, self._view = self._view, other
            is_new = before is None or (before.number, before.step) != (other.number, other.step)
            if other.told and (is_new or before is None or before.told != other.told):
                _print(other.told)
            if other.is_over:
                self._end(DONE, other.prompt)
            elif is_new:
                _print(f"{other.question} y/n" if other.question else other.prompt)
            return
        self._reader = rig.readers[0][0] if rig is not None and rig.readers else ""
        self._has_board = self._what == BOARD and rig is not None and rig.has_board
        if self._has_asked:
            return
        if other is not None and not other.is_over and self._is_typed:
            self._has_asked = True
            by = other.by or "another screen"
            _print(f"{by} is enrolling {other.title} ({other.done} of {other.total}). End that, and go on here? y/n")
        else:
            await self._begin()

    async def _begin(self, *, instead: bool = False) -> None:
        is_first = self._view is None
        try:
            reply = await self._client.ask(BeginWalk(self._what, self._again, instead))
        except LinkLost:
            return  # begins when the link is back
        if not reply.done:
            self._end(FAILED, reply.message)
            return
        self._number = reply.walk
        if is_first:
            _print(reply.message, SIMULATED_BOARD if self._has_board else SIMULATED if self._reader else "", HINT)

    def _end(self, code: int, message: str) -> None:
        self.ended = code
        print(printable(message), file=sys.stderr if code else sys.stdout, flush=True)

    # What people type

    async def _type(self, line: str) -> None:
        is_question = self._view is not None and bool(self._view.question)  # then an empty line means no
        if self._has_asked and not self._number:
            self._has_asked = False
            if line.casefold().startswith("y"):
                await self._begin(instead=True)
            else:
                self._end(FAILED, "Nothing was started.")
        elif self._reader and _UID.fullmatch(line):
            for lever, seconds in (("place", ABSENT_S), ("lift", HOLD_S)):
                await asyncio.sleep(seconds)
                if not await self._pull(lever, reader=self._reader, uid=line.upper()):
                    break
        elif self._has_board and line.isdecimal() and len(line) < 3:
            await self._pull("put", uid=TOKEN, space=int(line))
        elif (does := KEYS.get(line.casefold()[:1])) is not None and (line or is_question):
            await self._step(does)
        else:
            _print(HINT)

    async def _step(self, does: StepAnswer) -> None:
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

    async def _pull(self, lever: str, **values: str | int) -> bool:
        """Was it done?"""
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
