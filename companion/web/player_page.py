"""A player's page: what it hears from the table, and what it may ask. Everything goes out under the device's id."""

import asyncio
import time
from pathlib import Path

import msgspec
from aiohttp import web
from msgspec import Raw, Struct
from msgspec.structs import replace

from companion.table.client import Client, LinkDown, LinkLost, LinkUp, ServerEvent
from companion.table.messages.message import Id
from companion.table.messages.requests import ExplainClauses
from companion.table.messages.wire import Answer, Moved, Snapshot, Trouble, Welcome
from companion.web.gate import DEVICE
from companion.web.limits import BODY_S, RateLimits
from companion.web.words import NO_ANSWER, NO_MOVE, TOO_MANY_MOVES, UNPAIRED, UNREADABLE

BEAT_S = 10.0
BEAT = b"event: beat\ndata:\n\n"
WRITE_S = 20.0  # then the page is asleep; it connects again when it wakes
MAX_STREAMS = 32
MAX_PER_DEVICE = 4
ANSWER_S = 10.0
MAX_ACT_BYTES = 4_000  # a deal over every deed takes a few hundred
MOVES_AT_ONCE, MOVES_A_SECOND = 20, 2
MAX_CLAUSES_CHARS = 200
_KINDS = {LinkUp: "up", LinkDown: "down", Welcome: "welcome", Snapshot: "snapshot", Moved: "moved", Trouble: "trouble"}


class _GivenMove(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    act: Raw


class PlayerPages:
    def __init__(self, table: Path) -> None:
        self._table = table
        self._rates = RateLimits(MOVES_AT_ONCE, MOVES_A_SECOND, time.monotonic)
        self._streams: dict[asyncio.Task[None], str] = {}  # whose device it is, oldest first
        self._sending: dict[asyncio.Task[Answer], str] = {}  # whose device it is

    def _client(self, device: str) -> Client:
        return Client(self._table, "viewer", name="page", device=device)

    def end(self, device: str) -> None:
        """The device was removed."""
        for task, whose in (*self._streams.items(), *self._sending.items()):
            if whose == device:
                task.cancel()

    def close_all(self) -> None:
        for stream in self._streams:
            stream.cancel()

    # What a page hears

    async def stream(self, request: web.Request) -> web.StreamResponse:
        """Sends everything the table says as server-sent events, and a beat when it is quiet.

        If there are too many streams, the oldest ends; its page connects again if it is in use.
        """
        device = request[DEVICE].id
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        await response.write(b"retry: 1000\n\n")  # milliseconds until a browser connects again
        own = [stream for stream, whose in self._streams.items() if whose == device]
        if len(own) >= MAX_PER_DEVICE:
            self._close(own[0])
        elif len(self._streams) >= MAX_STREAMS:
            self._close(next(iter(self._streams)))
        stream = asyncio.create_task(self._send_events(device, response))
        self._streams[stream] = device
        try:
            await stream
        except (ConnectionError, TimeoutError, asyncio.CancelledError):
            pass  # the page, its device or the server is gone
        finally:
            self._close(stream)
        return response

    def _close(self, stream: asyncio.Task[None]) -> None:
        """It leaves the list at once, so that the next one finds the room."""
        stream.cancel()
        self._streams.pop(stream, None)

    async def _send_events(self, device: str, response: web.StreamResponse) -> None:
        async with self._client(device) as client:
            while True:
                try:
                    async with asyncio.timeout(BEAT_S):
                        while not (event := encode_event(await anext(client))):
                            continue
                except TimeoutError:
                    event = BEAT
                async with asyncio.timeout(WRITE_S):
                    await response.write(event)

    # What a page asks

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


def encode_event(event: ServerEvent) -> bytes:
    """Nothing for events that only the table's own screens need."""
    kind = _KINDS.get(type(event))
    if isinstance(event, Snapshot):
        event = replace(event, prompts=None)
    return b"event: %s\ndata: %s\n\n" % (kind.encode(), msgspec.json.encode(event)) if kind else b""
