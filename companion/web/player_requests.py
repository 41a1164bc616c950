"""What a player's page asks of the table: to make a move, or to explain one. Each goes out under the device's id."""

import asyncio
import time
from pathlib import Path

import msgspec
from aiohttp import web
from msgspec import Raw, Struct

from companion.table.client import Client, LinkDown, LinkLost
from companion.table.messages.message import Id
from companion.table.messages.requests import ExplainClauses
from companion.table.messages.wire import Answer, Snapshot
from companion.web.gate import DEVICE
from companion.web.limits import BODY_S, RateLimits
from companion.web.words import NO_ANSWER, NO_MOVE, TOO_MANY_MOVES, UNPAIRED, UNREADABLE

ANSWER_S = 10.0
MAX_ACT_BYTES = 4_000  # a deal over every deed takes a few hundred
MOVES_AT_ONCE, MOVES_A_SECOND = 20, 2
MAX_CLAUSES_CHARS = 200


class _GivenMove(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    act: Raw


class PlayerRequests:
    def __init__(self, table: Path) -> None:
        self._table = table
        self._rates = RateLimits(MOVES_AT_ONCE, MOVES_A_SECOND, time.monotonic)
        self._sending: dict[asyncio.Task[Answer], str] = {}  # whose device it is

    async def give(self, request: web.Request) -> web.Response:
        device = request[DEVICE].id
        if not self._rates.take(device):
            raise web.HTTPTooManyRequests(text=TOO_MANY_MOVES, headers={"Retry-After": "1"})
        try:
            async with asyncio.timeout(BODY_S):
                given = msgspec.json.decode(await request.read(), type=_GivenMove)
        except (msgspec.MsgspecError, UnicodeError, RecursionError, TimeoutError):
            raise web.HTTPBadRequest(text=UNREADABLE) from None
        if len(bytes(given.act)) > MAX_ACT_BYTES:
            raise web.HTTPBadRequest(text=NO_MOVE)
        # A task of its own, so that `end` can cancel it: the table never answers a device it does not know.
        sending = asyncio.create_task(self._send(device, given))
        self._sending[sending] = device
        try:
            await asyncio.wait({sending})
        finally:
            del self._sending[sending]
            sending.cancel()
        if sending.cancelled():
            raise web.HTTPUnauthorized(text=UNPAIRED)
        try:
            answer = sending.result()
        except ValueError:
            raise web.HTTPBadRequest(text=NO_MOVE) from None
        except LinkLost as lost:
            raise web.HTTPServiceUnavailable(text=str(lost)) from None
        except TimeoutError:
            raise web.HTTPGatewayTimeout(text=NO_ANSWER) from None
        return web.Response(body=msgspec.json.encode(answer), content_type="application/json")

    async def _send(self, device: str, given: _GivenMove) -> Answer:
        """A page that got no answer sends the same id again; the table then makes the move only once."""
        async with asyncio.timeout(ANSWER_S), self._client(device) as client:
            return await client.give(given.act, given.id)

    def end(self, device: str) -> None:
        """The device was removed."""
        for sending, whose in self._sending.items():
            if whose == device:
                sending.cancel()

    async def why(self, request: web.Request) -> web.Response:
        """The text of some clauses, as they were in force at a move."""
        number, clauses = request.query.get("move", ""), request.query.get("clauses", "")
        if not (number.isascii() and number.isdecimal() and len(number) < 10) or len(clauses) > MAX_CLAUSES_CHARS:
            raise web.HTTPBadRequest(text=UNREADABLE)
        try:
            async with asyncio.timeout(ANSWER_S), self._client(request[DEVICE].id) as client:
                async for event in client:  # a question is sent only once, so the link must be up first
                    if isinstance(event, LinkDown):
                        raise LinkLost(event.why)
                    if isinstance(event, Snapshot):
                        break
                reply = await client.ask(ExplainClauses(tuple(filter(None, clauses.split(","))), int(number)))
        except (LinkLost, ValueError, TimeoutError) as error:
            raise web.HTTPServiceUnavailable(text=str(error)) from None
        return web.Response(body=msgspec.json.encode(reply.clauses), content_type="application/json")

    def _client(self, device: str) -> Client:
        return Client(self._table, "viewer", name="page", device=device)
