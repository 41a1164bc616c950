"""The players of a demonstration. They make each move with their hands if they can, or else over the socket."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import msgspec

from companion.console.demo_speed import DemoSpeed
from companion.players.automatic import AutomaticTable
from companion.rules import commands as given
from companion.rules.commands import AnyCommand
from companion.rules.pending_steps import Buying
from companion.rules.state import Game
from companion.table.client import Client, LinkLost
from companion.table.games.session import Session
from companion.table.gestures.tags import DeedTag, PlayerTag, TaggedThing, TokenTag, simulated_uid
from companion.table.messages.views import RigView

READER = "deeds"
THINK_S = 1.2  # before a move
GESTURE_S = 1.0  # for a gesture to become a move; a roll that comes too early does not
BEAT_S = 0.02  # between two looks at the pace
HOLD_S, READ_S, REACH_S = 0.4, 1.1, 0.5  # a card on the reader, a screen to read, a hand to a token
MAX_GESTURE_SPEED = 4.0  # any faster and nobody could follow presses and taps


class CompanionsDice:
    """Nobody enters dice here: the dice button rolls them."""

    def dice(self, number: int, count: int, speed: bool) -> tuple[tuple[int, ...], str]:  # noqa: ARG002
        return (), ""

    def deal(self) -> tuple[int, ...]:
        return ()


class DemoPlayers:
    """They look at the game itself, as people look at the table."""

    def __init__(
        self, session: Callable[[], Session | None], client: Client, pace: DemoSpeed, rig_view: Callable[[], RigView]
    ) -> None:
        self._session = session
        self._client = client
        self._hands = DemoHands(client, pace, rig_view)
        self._automatic = AutomaticTable(CompanionsDice())

    async def play(self) -> None:
        """Until the game is over."""
        while (session := self._session()) is not None and not session.game.over:
            try:
                await self._hands.move_tokens(session.game, session.start.tokens)
                await self._hands.wait(THINK_S)
                game, number = session.game, session.number
                if game.over:
                    continue
                command = self._automatic.next_command(game)
                if await self._hands.make_gesture(game, command):
                    with suppress(TimeoutError):  # the gesture did not become a move
                        async with asyncio.timeout(GESTURE_S):
                            while session.number == number:
                                await asyncio.sleep(0.01)
                        continue
                await self._hands.wait(0)
                if session.number == number:  # unless somebody at the console has moved meanwhile
                    await self._client.give(msgspec.json.encode(command))
            except (LinkLost, ValueError):
                await asyncio.sleep(GESTURE_S)


class DemoHands:
    """They press, tap and move tokens with the levers of the simulated table.

    Each gesture first takes its time, and waits while the demonstration is paused.
    """

    def __init__(self, client: Client, pace: DemoSpeed, rig_view: Callable[[], RigView]) -> None:
        self._client = client
        self._pace = pace
        self._rig_view = rig_view

    async def wait(self, seconds: float) -> None:
        left = seconds
        while left > 0 or self._pace.view.is_paused:
            await asyncio.sleep(BEAT_S)
            left -= 0 if self._pace.view.is_paused else BEAT_S * self._pace.view.speed

    async def make_gesture(self, game: Game, command: AnyCommand) -> bool:
        """False if hands cannot do it."""
        if self._pace.view.speed > MAX_GESTURE_SPEED:
            return False
        match command:
            case given.Roll() | given.Throw():
                await self._pull("press", button="dice")
            case given.BuyDeed(player):
                for step in game.pending:
                    if isinstance(step, Buying):
                        await self._tap(DeedTag(step.deed))
                        await self.wait(READ_S)
                        break
                await self._tap(PlayerTag(player))
            case given.ClaimRent(player):
                await self._tap(PlayerTag(player))
            case given.Settle() | given.DrawCard():
                await self.wait(READ_S)
                await self._pull("press", button="confirm")
            case _:
                return False
        return True

    async def _tap(self, what: TaggedThing) -> None:
        uid = simulated_uid(what)
        await self._pull("place", reader=READER, uid=uid)
        await self.wait(HOLD_S)
        await self._pull("lift", reader=READER, uid=uid)

    async def move_tokens(self, game: Game, tokens: tuple[str, ...]) -> None:
        """Puts every token where the game says, and takes those of bankrupt players off the board."""
        for player, piece in zip(game.players, tokens, strict=False):
            uid, space = simulated_uid(TokenTag(piece)), -1 if player.is_out else player.place
            if dict(self._rig_view().tokens).get(uid, -1) == space:
                continue
            await self.wait(REACH_S)
            if uid in dict(self._rig_view().tokens):
                await self._pull("pick-up", uid=uid)
                await self.wait(HOLD_S)
            if space >= 0:
                await self._pull("put", uid=uid, space=space)

    async def _pull(self, lever: str, **values: str | int) -> None:
        """Ignores a refusal, for instance by a device that somebody has unplugged."""
        await self.wait(0)
        await self._client.signal(msgspec.json.encode({"lever": lever, **values}))
