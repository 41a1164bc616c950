"""What pages hear from the table, give and ask. Everything goes out under the device's id: the table decides."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import msgspec
from aiohttp import web
from msgspec import Raw, Struct

from companion.table.client import Client, LinkLost
from companion.table.messages.message import Id, Message, Text
from companion.table.messages.requests import Request
from companion.web.device_links import DeviceLinks, EventStream
from companion.web.gate import DEVICE, PairedDevices
from companion.web.limits import BODY_S, RateLimits
from companion.web.words import NO_ANSWER, NO_MOVE, TOO_MANY_MOVES, TOO_MANY_QUESTIONS, UNPAIRED, UNREADABLE

WRITE_S = 20.0  # then the page is asleep; it connects again when it wakes
MAX_PER_DEVICE = 4
ANSWER_S = 10.0
REPLY_S = 30.0  # a check of all games takes its time
MAX_ACT_BYTES = 4_000  # a deal over every deed takes a few hundred
MAX_REQUEST_BYTES = 60_000  # a board with every price corrected
MOVES_AT_ONCE, MOVES_A_SECOND = 20, 2
QUESTIONS_AT_ONCE, QUESTIONS_A_SECOND = 30, 5
T = TypeVar("T", bound=Struct)
Sent = Callable[[Client], Awaitable[Message]]


class GivenMove(Struct, frozen=True, forbid_unknown_fields=True):
    """What these mean is said at `Give`. A page must say what it saw, and which beat it heard."""

    id: Id
    act: Raw
    seen: int
    beat: int
    game: Text | None = None
    offer: int = 0


class AskedQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    request: Request
    beat: int
    game: Text | None = None


class BoardAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    question: int
    board_is_right: bool
    beat: int


class Pages:
    def __init__(self, table: Path, paired: PairedDevices) -> None:
        self._paired = paired
        self._moves = RateLimits(MOVES_AT_ONCE, MOVES_A_SECOND, time.monotonic)
        self._questions = RateLimits(QUESTIONS_AT_ONCE, QUESTIONS_A_SECOND, time.monotonic)
        self.links = DeviceLinks(table)

    async def stream(self, request: web.Request) -> web.StreamResponse:
        """Sends everything the table says as server-sent events. Of too many pages of a device, the oldest ends."""
        is_compressed = "gzip" in request.headers.get("Accept-Encoding", "")
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Vary": "Accept-Encoding"})
        if is_compressed:
            response.headers["Content-Encoding"] = "gzip"
        await response.prepare(request)
        stream = EventStream(is_compressed=is_compressed)
        async with self.links.open(request[DEVICE].id) as link:
            if len(link.streams) >= MAX_PER_DEVICE:
                link.streams[0].end()
                del link.streams[0]
            link.add(stream)
            try:
                while content := await stream.next_bytes():
                    async with asyncio.timeout(WRITE_S):
                        await response.write(content)
            except (ConnectionError, TimeoutError):
                pass  # the page is gone
            finally:
                if stream in link.streams:
                    link.streams.remove(stream)
        return response

    async def give(self, request: web.Request) -> web.Response:
        if not self._moves.take(request[DEVICE].id):
            raise web.HTTPTooManyRequests(text=TOO_MANY_MOVES, headers={"Retry-After": "1"})
        given = await _read(request, GivenMove, MAX_ACT_BYTES)
        return await self._send(
            request,
            ANSWER_S,
            lambda client: client.give(
                given.act, given.id, game=given.game, seen=given.seen, offer=given.offer, beat=given.beat
            ),
        )

    async def ask(self, request: web.Request) -> web.Response:
        self._take_question(request)
        asked = await _read(request, AskedQuestion, MAX_REQUEST_BYTES)
        return await self._send(
            request, REPLY_S, lambda client: client.ask(asked.request, game=asked.game, beat=asked.beat)
        )

    async def answer(self, request: web.Request) -> web.Response:
        self._take_question(request)
        told = await _read(request, BoardAnswer, MAX_ACT_BYTES)
        return await self._send(
            request,
            ANSWER_S,
            lambda client: client.decide(told.question, board_is_right=told.board_is_right, beat=told.beat),
        )

    def _take_question(self, request: web.Request) -> None:
        if not self._questions.take(request[DEVICE].id):
            raise web.HTTPTooManyRequests(text=TOO_MANY_QUESTIONS, headers={"Retry-After": "1"})

    async def _send(self, request: web.Request, within_s: float, sent: Sent) -> web.Response:
        device = request[DEVICE].id
        try:
            async with asyncio.timeout(within_s), self.links.open(device) as link:
                answer = await sent(await link.ready())
        except ValueError:
            raise web.HTTPBadRequest(text=NO_MOVE) from None
        except LinkLost as lost:
            if device not in self._paired:
                raise web.HTTPUnauthorized(text=UNPAIRED) from None
            raise web.HTTPServiceUnavailable(text=str(lost)) from None
        except TimeoutError:
            raise web.HTTPGatewayTimeout(text=NO_ANSWER) from None
        return web.Response(body=msgspec.json.encode(answer), content_type="application/json")


async def _read(request: web.Request, kind: type[T], max_bytes: int) -> T:
    try:
        async with asyncio.timeout(BODY_S):
            body = await request.read()
        if len(body) <= max_bytes:
            return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, TimeoutError):
        pass
    raise web.HTTPBadRequest(text=UNREADABLE)
