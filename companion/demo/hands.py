"""Hands of automatic players: they press, tap and move tokens as people would, by the levers of the simulated table."""

import asyncio
from collections.abc import Callable

import msgspec

from companion.console.pace import Pace
from companion.rules import commands as given
from companion.rules.commands import AnyCommand
from companion.rules.ids import DeedId, PlayerId
from companion.rules.pending_steps import Buying
from companion.rules.state import Game
from companion.table.client import Client
from companion.table.messages import RigView
from companion.table.tags.bindings import DeedTag, PlayerTag, TokenTag, What
from companion.table.tags.stand_ins import stand_in

READER = "deeds"
BEAT_S = 0.02  # between two looks at the pace
LIES_S, READS_S, REACHES_S = 0.4, 1.1, 0.5  # a card on the reader, what has come up, a hand to a token
GESTURES_UNTIL = 4.0  # faster than that nobody could follow presses and taps


class Hands:
    """Each gesture waits its time first, and holds while the demonstration is paused."""

    def __init__(self, client: Client, pace: Pace, stands: Callable[[], RigView]) -> None:
        self._client = client
        self._pace = pace
        self._stands = stands

    async def wait(self, seconds: float) -> None:
        left = seconds
        while left > 0 or self._pace.view.is_paused:
            await asyncio.sleep(BEAT_S)
            left -= 0 if self._pace.view.is_paused else BEAT_S * self._pace.view.speed

    # What is done

    async def do(self, game: Game, command: AnyCommand) -> bool:
        """As far as hands can do it. Was a gesture made?"""
        if self._pace.view.speed > GESTURES_UNTIL:
            return False
        match command:
            case given.Roll() | given.Throw():
                await self._pull("press", button="dice")
            case given.BuyDeed(player):
                await self._look_at_offer(game)
                await self.tap(PlayerTag(player))
            case given.ClaimRent(player):
                await self.tap(PlayerTag(player))
            case given.Settle() | given.DrawCard():
                await self.wait(READS_S)
                await self._pull("press", button="confirm")
            case _:
                return False
        return True

    async def _look_at_offer(self, game: Game) -> None:
        deed = _offered(game)
        if deed is not None:
            await self.tap(DeedTag(deed))
            await self.wait(READS_S)

    async def tap(self, what: What) -> None:
        uid = stand_in(what)
        await self._pull("place", reader=READER, uid=uid)
        await self.wait(LIES_S)
        await self._pull("lift", reader=READER, uid=uid)

    # Tokens

    async def tidy(self, game: Game, tokens: tuple[str, ...]) -> None:
        """Every token to where the game says, and off the board who is out."""
        for seat, piece in enumerate(tokens[: len(game.players)]):
            await self._bring(stand_in(TokenTag(piece)), _home(game, seat))

    async def _bring(self, uid: str, space: int) -> None:
        if dict(self._stands().tokens).get(uid, -1) == space:
            return
        await self.wait(REACHES_S)
        if uid in dict(self._stands().tokens):
            await self._pull("pick-up", uid=uid)
            await self.wait(LIES_S)
        if space >= 0:
            await self._pull("put", uid=uid, space=space)

    async def _pull(self, lever: str, **values: str | int) -> None:
        """What cannot be done just now, as with a device that somebody unplugged, is left."""
        await self.wait(0)
        await self._client.signal(msgspec.json.encode({"lever": lever, **values}))


def _home(game: Game, seat: PlayerId) -> int:
    player = game.players[seat]
    return -1 if player.is_out else player.place


def _offered(game: Game) -> DeedId | None:
    return next((matter.deed for matter in game.agenda if isinstance(matter, Buying)), None)
