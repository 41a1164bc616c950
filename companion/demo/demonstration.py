"""A demonstration: its table and its players, in a thread of their own."""

import asyncio
import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from companion.console.demo_speed import DemoSpeed
from companion.demo.players import DemoPlayers
from companion.household.folders import socket_path
from companion.table.client import Client, LinkLost
from companion.table.games.session import SessionDeps
from companion.table.messages.requests import NewGame
from companion.table.messages.views import RigView
from companion.table.messages.wire import Snapshot
from companion.table.server.table import Table, Wired

START_S = 30.0
NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")


class CannotShow(Exception):
    """The message is a sentence."""


class Demonstration:
    """Inside its `with` a game is in play, and `game` is its id. It does not delete its folder."""

    def __init__(self, data: Path, deps: SessionDeps, wired: Wired, pace: DemoSpeed, players: int = 4) -> None:
        self.path = socket_path(data)
        self.game = ""
        self._table = Table(data, self.path, deps, wired)
        self._rig_view = wired.rig_view or RigView
        self._pace = pace
        self._names = NAMES[:players]
        self._begun, self._why = threading.Event(), ""
        self._thread = threading.Thread(target=self._run, name="demo")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop = asyncio.Event()

    def __enter__(self) -> "Demonstration":
        """Raises CannotShow."""
        self._thread.start()
        if not self._begun.wait(START_S) or self._why:
            self.__exit__(None, None, None)
            raise CannotShow(self._why or "The demonstration has not started in time.")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._loop is not None:
            with suppress(RuntimeError):  # it has ended by itself
                self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    # In the thread

    def _run(self) -> None:
        try:
            asyncio.run(self._serve_and_play())
        except* Exception as errors:  # nobody else would hear of it
            first = errors.exceptions[0]
            self._why = str(first) or type(first).__name__
        finally:
            self._begun.set()

    async def _serve_and_play(self) -> None:
        self._loop, ready = asyncio.get_running_loop(), asyncio.Event()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._table.serve(self._stop, lambda _: ready.set()))
            playing = tasks.create_task(self._play(ready))
            await self._stop.wait()
            playing.cancel()

    async def _play(self, ready: asyncio.Event) -> None:
        await ready.wait()
        async with Client(self.path, "banker", name="demo") as client:
            async for told in client:
                if isinstance(told, Snapshot):
                    break
            # Somebody is given the first turn: rolling for it takes four seconds each, and there is nothing to see.
            turn = f"given turn {self._names[0]}"
            wish = NewGame(self._names, title="Demonstration", electronic_cards=True, dice="button", position=turn)
            reply = await client.ask(wish)
            if not reply.done or self._table.session is None:
                raise LinkLost(reply.message)
            self.game = self._table.session.game_id
            self._begun.set()
            reading = asyncio.create_task(_read_everything(client))
            try:
                await DemoPlayers(lambda: self._table.session, client, self._pace, self._rig_view).play()
                await reading  # the game is over, and stays on the screens
            finally:
                reading.cancel()


async def _read_everything(client: Client) -> None:
    """The table sends everything again and again to a client that does not read."""
    async for _ in client:
        pass
