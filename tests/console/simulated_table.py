"""A whole table in the loop of a test. All is real but the simulated rig, whose clock the test sets."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from companion.console.app import ConsoleApp
from companion.console.link import TableLink
from companion.household import build_rig
from companion.play.acts import Act
from companion.players.dice import SeededDice
from companion.rules.state import Game
from companion.table.client import Client, new_id
from companion.table.games.session import Session, SessionDeps
from companion.table.gestures.tags import TaggedThing, TokenTag, simulated_uid
from companion.table.messages.message import RoleName
from companion.table.messages.requests import NewGame, Request
from companion.table.messages.setup import DiceFrom
from companion.table.messages.wire import Reply, Snapshot
from companion.table.server.table import Table, Wired
from hardware.clock import HandClock
from hardware.signals import BoardKind
from hardware.simulated import SimulatedRig, let_pass
from tests.console.screen_pilot import DEADLINE_S, SMALL, console, settled, until
from tests.console.tables import AT_MS

STEP_MS = 250
LOOK_S = 0.02  # the table looks at its board often: nobody waits for it here
CAR, DOG, HAT = (simulated_uid(TokenTag(piece)) for piece in ("Car", "Dog", "Hat"))


class SimulatedTable:
    """`begin` a game, `wait` for time to pass on its clock. Ann has the Car, Ben the Dog, Cy the Hat."""

    def __init__(
        self,
        data: Path,
        *,
        board: BoardKind | None = BoardKind.IDENTIFYING,
        is_told: bool = True,
    ) -> None:
        self.clock = HandClock(1_000_000)
        self.rig = SimulatedRig(self.clock, board=board)
        wired = Wired(
            self.rig,
            self.clock.now_ms,
            board or BoardKind.IDENTIFYING,
            False,
            lambda lever: build_rig.pull_lever(self.rig, lever),
            (lambda: build_rig.view_simulated_rig(self.rig)) if is_told else None,
        )
        self.socket = data / "table.sock"
        self.table = Table(data, self.socket, SessionDeps(SeededDice(1), lambda: AT_MS, "0.1.0"), wired)

    async def begin(self, *names: str, position: str = "given turn Ann", dice: DiceFrom = "button") -> None:
        reply = await self.ask(NewGame(names or ("Ann", "Ben", "Cy"), position=position, dice=dice))
        assert reply.done, reply.message

    async def ask(self, request: Request, **_: object) -> Reply:
        async with Client(self.socket, "banker") as client:
            async for told in client:
                if isinstance(told, Snapshot):
                    break
            return await client.ask(request)

    def act(self, act: Act) -> None:
        """Somebody gives it at another screen."""
        self.session.give(new_id(), act)

    @property
    def session(self) -> Session:
        assert self.table.session is not None
        return self.table.session

    @property
    def game(self) -> Game:
        return self.session.game

    def tag(self, what: TaggedThing) -> str:
        return simulated_uid(what)

    def set_up(self) -> None:
        """Puts every token where the game says."""
        for seat, piece in enumerate(self.session.start.tokens):
            self.rig.put(simulated_uid(TokenTag(piece)), self.game.players[seat].place)

    async def wait(self, ms: int = STEP_MS) -> None:
        """The rig's signals are handled meanwhile. The table looks at its board by the real clock."""
        for left in range(ms, 0, -STEP_MS):
            let_pass(self.rig, self.clock, min(left, STEP_MS))
            await asyncio.sleep(0)

    async def seen(self, pilot: Pilot[None], holds: Callable[[], bool]) -> None:
        """Waits for what comes over the socket, and lets the rig's clock go on meanwhile."""
        async with asyncio.timeout(DEADLINE_S):
            while not holds():
                await asyncio.sleep(0.02)
                let_pass(self.rig, self.clock, STEP_MS // 5)
        await settled(pilot)


@asynccontextmanager
async def serving(data: Path, **how: object) -> AsyncIterator[SimulatedTable]:
    table, stop, ready = SimulatedTable(data, **how), asyncio.Event(), asyncio.Event()  # type: ignore[arg-type]
    with pytest.MonkeyPatch.context() as patched:
        for pause in ("LOOK_S", "REST_S"):
            patched.setattr(f"companion.table.server.rounds.{pause}", LOOK_S)
        task = asyncio.create_task(table.table.serve(stop, lambda _: ready.set()))
        try:
            await asyncio.wait((task, asyncio.create_task(ready.wait())), return_when=asyncio.FIRST_COMPLETED)
            yield table
        finally:
            stop.set()
            await task


@asynccontextmanager
async def watched(
    table: SimulatedTable, size: tuple[int, int] = SMALL, *, role: RoleName = "banker", is_touch: bool = False
) -> AsyncIterator[tuple[ConsoleApp, Pilot[None]]]:
    """A console on it, with its first snapshot on the screen."""
    app = console(TableLink(table.socket, role), is_touch=is_touch)
    async with app.run_test(size=size) as pilot:
        await until(lambda: app.state.is_live)
        await settled(pilot)
        yield app, pilot
