"""The table as a whole: keeper, desk, service and hands, each told of what the others do, from start to stop."""

import asyncio
import secrets
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple, Protocol

from companion.table.bindings import Bindings
from companion.table.course import Taken
from companion.table.crossing import Crossing
from companion.table.desk import Desk
from companion.table.hands import Hands
from companion.table.hands import Rig as Outputs
from companion.table.household import Household
from companion.table.keeper import Keeper
from companion.table.restart import restarted, started
from companion.table.sensed import BoardKind
from companion.table.service import Service, went_well
from companion.table.session import Means
from companion.table.tags import Tags
from hardware.signals import Signal

GOODBYE = "The table was stopped. Nothing is lost: the game goes on when it is started again."
LOOK_S = 0.25  # between two looks at the board


class Rig(Outputs, Protocol):
    def open(self, emit: Callable[[Signal], None]) -> None: ...

    def close(self) -> None: ...


class Wired(NamedTuple):
    """What is wired to the table: its rig, the rig's clock, and (of a simulated one) its levers."""

    rig: Rig
    now_ms: Callable[[], int]
    board: BoardKind = BoardKind.IDENTIFYING
    hand_dice: bool = False
    pull: Callable[[bytes], None] | None = None


class Table:
    """Has the folder's lock from the start. Raises Locked, or OSError for a folder that cannot be."""

    def __init__(self, data: Path, socket: Path, means: Means, wired: Wired) -> None:
        data.mkdir(0o700, parents=True, exist_ok=True)
        self._means = means
        self._socket = socket
        self._wired = wired
        self._keeper = Keeper(data, means, self._tell, self._show_anew)
        self._tags = Tags(data)
        self._household = Household(self._keeper, self._tags, self._bind)

    async def serve(self, stop: asyncio.Event, say: Callable[[str], None]) -> None:
        """Goes on with the last game. What is said is one line, when callers can come. Raises CannotListen."""
        with closing(self._keeper):
            self._keeper.resume_last()
            restart = restarted(self._keeper.session, self._means.now_ms())
            self._desk = Desk(self._household, self._means.app, restart)
            self._service = Service(self._desk, self._socket)
            self._hands = self._desk.hands = self._minded()
            await self._service.start()
            try:
                game, tags = started(self._keeper.session, self._keeper.trouble), self._tags.trouble
                say(" ".join(filter(None, (game, tags, f"Listening at {self._service.path}."))))
                with self._felt():
                    await self._look_until(stop)
            finally:
                await self._service.stop(GOODBYE)

    def _minded(self) -> Hands:
        wired = self._wired
        return Hands(
            self._household,
            wired.rig,
            self._tags.bindings,
            now_ms=wired.now_ms,
            tell=self._desk.tell_at_hand,
            name=f"hands-{secrets.token_hex(6)}",  # no act of theirs has the id of one before the restart
            board=wired.board,
            hand_dice=wired.hand_dice,
            pull=wired.pull,
        )

    @contextmanager
    def _felt(self) -> Iterator[None]:
        """While the rig is open, what it feels comes to the loop."""
        loop = asyncio.get_running_loop()
        crossing = Crossing(self._feel, lambda: loop.call_soon_threadsafe(crossing.deliver))
        self._wired.rig.open(crossing.emit)
        try:
            yield
        finally:
            self._wired.rig.close()

    def _feel(self, signal: Signal) -> None:
        went_well("minding a signal", lambda: self._hands.feel(signal))
        self._desk.tell_trouble()

    async def _look_until(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            went_well("looking at the board", self._hands.look)
            try:
                async with asyncio.timeout(LOOK_S):
                    await stop.wait()
            except TimeoutError:
                continue

    # Nobody gives a command or asks for anything before there is a service.

    def _tell(self, taken: Taken) -> None:
        self._service.news(taken)
        went_well("following a move", lambda: self._hands.news(taken))

    def _show_anew(self) -> None:
        self._desk.restarted = ""
        self._desk.changed()
        self._hands.changed()

    def _bind(self, bindings: Bindings) -> None:
        self._hands.bind(bindings)
