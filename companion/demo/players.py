"""The players of a demonstration: each move is made by hand where hands can make it, and else given over the socket."""

import asyncio
from collections.abc import Callable

import msgspec

from companion.console.pace import Pace
from companion.demo.hands import Hands
from companion.players.automatic import AutomaticTable
from companion.rules.commands import AnyCommand
from companion.table.client import Client, LinkLost
from companion.table.games.session import Session
from companion.table.messages import RigView

THINKS_S = 1.2  # before a move
TAKES_S = 1.0  # for a gesture to become a move; a throw too early does not


class CompanionsDice:
    """Nobody throws here: the dice button does."""

    def dice(self, number: int, count: int, speed: bool) -> tuple[tuple[int, ...], str]:  # noqa: ARG002
        return (), ""

    def deal(self) -> tuple[int, ...]:
        return ()


class Players:
    """They look at the game itself, as people look at the table, and act as anybody would."""

    def __init__(
        self, session: Callable[[], Session | None], client: Client, pace: Pace, stands: Callable[[], RigView]
    ) -> None:
        self._session = session
        self._client = client
        self._hands = Hands(client, pace, stands)
        self._automatic = AutomaticTable(CompanionsDice())

    async def play(self) -> None:
        """Until the game is over."""
        while (session := self._session()) is not None and not session.game.over:
            try:
                await self._hands.tidy(session.game, session.start.tokens)
                await self._hands.wait(THINKS_S)
                await self._move(session)
            except (LinkLost, ValueError):
                await asyncio.sleep(TAKES_S)

    async def _move(self, session: Session) -> None:
        """Somebody at the console may have been faster."""
        game, number = session.game, session.number
        if game.over:
            return
        command = self._automatic.next_command(game)
        was_by_hand = await self._hands.do(game, command)
        if not (was_by_hand and await self._has_moved(session, number)):
            await self._hands.wait(0)
            await self._give(session, number, command)

    async def _has_moved(self, session: Session, number: int) -> bool:
        try:
            async with asyncio.timeout(TAKES_S):
                while session.number == number:
                    await asyncio.sleep(0.01)
        except TimeoutError:
            return False
        return True

    async def _give(self, session: Session, number: int, command: AnyCommand) -> None:
        if session.number == number:
            await self._client.give(msgspec.json.encode(command))
