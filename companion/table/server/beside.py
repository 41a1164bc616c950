"""Work beside the loop: one thread, one piece after the other, first come, first served.

Each client waits in line once, with the first of its questions: so nobody's questions hold up those of another for
longer than one of them takes, and nobody's hold up a move.
"""

import asyncio
import sys
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from companion.table.games.long_answer import Cancelled, WorkProgress
from companion.table.messages.wire import Ask, Reply, Working
from companion.table.server.attempt import attempt
from companion.table.server.connection import Connection
from companion.table.server.dispatcher import Dispatcher

MAX_QUESTIONS = 32  # of one client, in line; then nothing more is read from it
TELL_S = 0.5  # between two words about how far it is
SWITCH_S = 0.0005  # a move does not wait for the thread for longer than this, each time both want to go on


class BesideLoop:
    """The thread is started when it is first needed."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "beside")
        self._turn = asyncio.Lock()  # which is given in the order in which it was asked for
        sys.setswitchinterval(SWITCH_S)

    @property
    def turn(self) -> asyncio.Lock:
        """Whoever has it may use the thread, or change what work in the thread would read."""
        return self._turn

    def work(self, work: Callable[[], Reply]) -> "asyncio.Future[Reply]":
        """Only for whoever has the turn."""
        return asyncio.get_running_loop().run_in_executor(self._thread, work)

    def when_there_is_time(self, what: str, work: Callable[[], None]) -> None:
        """Nobody waits for it."""
        self._thread.submit(attempt, what, work)

    def close(self) -> None:
        """What was begun is done; the rest is not."""
        self._thread.shutdown(cancel_futures=True)


class QuestionLine:
    """The questions of one client that take long, in order."""

    def __init__(self, dispatcher: Dispatcher, connection: Connection, beside: BesideLoop) -> None:
        self._dispatcher = dispatcher
        self._connection = connection
        self._beside = beside
        self._asked: deque[tuple[Ask, WorkProgress]] = deque()  # the first is being answered
        self._more, self._less = asyncio.Event(), asyncio.Event()
        connection.put_in_line, connection.cancel = self._put, self._cancel

    def _put(self, ask: Ask) -> None:
        self._asked.append((ask, WorkProgress()))
        self._more.set()

    def _cancel(self, id: str) -> None:
        for ask, progress in self._asked:
            if ask.id == id:
                progress.cancel()

    async def at_most(self, questions: int) -> None:
        """Returns when no more than so many are in line."""
        while len(self._asked) > questions:
            self._less.clear()
            await self._less.wait()

    async def serve(self) -> None:
        """Until it is cancelled. What is being done in the thread then comes to an end first."""
        while True:
            await self._more.wait()
            ask, progress = self._asked[0]
            turn = asyncio.ensure_future(self._beside.turn.acquire())
            try:
                await self._tell_meanwhile(turn, ask, progress)
                if reply := await self._reply(ask, progress):
                    self._connection.tell(reply)
                    self._dispatcher.tell_trouble()
            finally:
                if turn.done() and not turn.cancelled():
                    self._beside.turn.release()
                turn.cancel()
            self._asked.popleft()
            self._less.set()
            if not self._asked:
                self._more.clear()

    async def _reply(self, ask: Ask, progress: WorkProgress) -> Reply | None:
        """None if nobody waits for it any more."""
        try:
            progress.step(0, 0)
            reply = self._dispatcher.begin_reply(self._connection, ask)
            if isinstance(reply, Reply):
                return reply
            working = self._beside.work(partial(reply, progress))
            try:
                await self._tell_meanwhile(working, ask, progress)
            except asyncio.CancelledError:
                progress.cancel()
                working.add_done_callback(_drop_result)
                await asyncio.wait((working,))
                raise
            return self._dispatcher.end_reply(ask, working.result)
        except Cancelled:
            return None

    async def _tell_meanwhile(self, waited_for: "asyncio.Future[Any]", ask: Ask, progress: WorkProgress) -> None:
        """How far it is, until it is done."""
        while not (await asyncio.wait((waited_for,), timeout=TELL_S))[0]:
            self._connection.tell(Working(ask.id, progress.done, progress.total))


def _drop_result(work: "asyncio.Future[Reply]") -> None:
    """Nobody wants the result. If nobody looked at it, Python would report its error at the end."""
    if not work.cancelled():
        work.exception()
