"""What a player does on the page: a move, or a question why, under that device's name; and what is answered."""

import asyncio
import time
from pathlib import Path

import msgspec
from aiohttp import web
from msgspec import Raw, Struct

from companion.table.client import Client, LinkDown, LinkLost
from companion.table.messages.message import Id
from companion.table.messages.requests import Explain
from companion.table.messages.wire import Answer, Reply, Snapshot
from companion.web.gate import DEVICE, UNPAIRED
from companion.web.pairing import BODY_S
from companion.web.rates import Rates

ANSWER_S = 10.0
ACT_MOST = 4_000  # bytes: a deal over every deed has some hundred
MOVES_AT_ONCE, MOVES_A_SECOND = 20, 2
CLAUSES_MOST = 200  # characters
BUSY = "That was too much at once. Wait a moment."
UNANSWERED = "The table has not answered. Look whether it was done before you try again."


class _Given(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    act: Raw


class Acts:
    def __init__(self, table: Path) -> None:
        self._table = table
        self._moves = Rates(MOVES_AT_ONCE, MOVES_A_SECOND, time.monotonic)
        self._on_the_way: set[tuple[str, asyncio.Task[Answer]]] = set()

    async def give(self, request: web.Request) -> web.Response:
        device = request[DEVICE].id
        if not self._moves.take(device):
            raise web.HTTPTooManyRequests(text=BUSY, headers={"Retry-After": "1"})
        given = await _read(request)
        try:
            answer = await self._answer_unless_removed(device, given)
        except ValueError:
            raise web.HTTPBadRequest(text="That is no move.") from None
        except LinkLost as lost:
            raise web.HTTPServiceUnavailable(text=str(lost)) from None
        except TimeoutError:
            raise web.HTTPGatewayTimeout(text=UNANSWERED) from None
        return web.Response(body=msgspec.json.encode(answer), content_type="application/json")

    async def _answer_unless_removed(self, device: str, given: _Given) -> Answer:
        """The table does not speak to a device that it does not know: who waits would wait in vain."""
        one = device, asyncio.create_task(self._answer(device, given))
        self._on_the_way.add(one)
        try:
            await asyncio.wait({one[1]})
        finally:
            self._on_the_way.discard(one)
            one[1].cancel()
        if one[1].cancelled():
            raise web.HTTPUnauthorized(text=UNPAIRED)
        return one[1].result()

    def end(self, device: str) -> None:
        """It was removed."""
        for whose, task in self._on_the_way:
            if whose == device:
                task.cancel()

    async def why(self, request: web.Request) -> web.Response:
        """The words of some clauses, as they were in force at a move."""
        number, clauses = request.query.get("move", ""), request.query.get("clauses", "")
        if not (number.isascii() and number.isdecimal() and len(number) < 10) or len(clauses) > CLAUSES_MOST:
            raise web.HTTPBadRequest(text="That could not be read.")
        try:
            reply = await self._asked(request[DEVICE].id, Explain(tuple(filter(None, clauses.split(","))), int(number)))
        except (LinkLost, ValueError, TimeoutError) as error:
            raise web.HTTPServiceUnavailable(text=str(error)) from None
        return web.Response(body=msgspec.json.encode(reply.clauses), content_type="application/json")

    async def _asked(self, device: str, request: Explain) -> Reply:
        async with asyncio.timeout(ANSWER_S), self._client(device) as client:
            await _live(client)
            return await client.ask(request)

    def _client(self, device: str) -> Client:
        return Client(self._table, "viewer", name="page", device=device)

    async def _answer(self, device: str, given: _Given) -> Answer:
        """The same id again, from a page that was not answered, is the same move."""
        async with asyncio.timeout(ANSWER_S), self._client(device) as client:
            return await client.give(given.act, given.id)


async def _live(client: Client) -> None:
    """Questions are asked once, and so not before the link is up. Raises LinkLost."""
    async for told in client:
        if isinstance(told, LinkDown):
            raise LinkLost(told.why)
        if isinstance(told, Snapshot):
            return


async def _read(request: web.Request) -> _Given:
    try:
        async with asyncio.timeout(BODY_S):
            given = msgspec.json.decode(await request.read(), type=_Given)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, TimeoutError):
        raise web.HTTPBadRequest(text="That could not be read.") from None
    if len(bytes(given.act)) > ACT_MOST:
        raise web.HTTPBadRequest(text="That is no move.")
    return given
