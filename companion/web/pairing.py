"""Pairing a device: it sends the code shown at the table, or shows one of its own and waits, and gets a cookie."""

import asyncio
import time
from pathlib import Path
from urllib.parse import parse_qs

import msgspec
from aiohttp import web

from companion.table.client import LinkLost, ask
from companion.table.messages.requests import DeviceSeen, EnterAdmitted, Knock, Pair, Request, RevokeDevice
from companion.table.messages.views import DeviceLine
from companion.table.messages.wire import Reply
from companion.web.gate import DEVICE, CookieSigner, PairedDevices, SignedInDevice
from companion.web.limits import BODY_S, MAX_TABLE_LINKS, RateLimits, network_of
from companion.web.words import NO_TABLE, TOO_MANY_CODES, TOO_MANY_KNOCKS, UNREADABLE, WRONG_CODE_LENGTH

GUESSES_AT_ONCE, GUESSES_A_SECOND = 5, 5 / 60  # from one address
KNOCKS_AT_ONCE, KNOCKS_A_SECOND = 4, 4 / 600
LOOKS_AT_ONCE, LOOKS_A_SECOND = 20, 2  # of a wall that waits
SECRET_CHARS = 32
DIGITS = 6
MAX_FIELDS = 8
SIGHTINGS_AT_ONCE, SIGHTINGS_A_SECOND = 5, 1 / 60  # of one device from another address
MAX_NAME_CHARS = 200


class PairingRequests:
    def __init__(self, table: Path, signer: CookieSigner, paired: PairedDevices) -> None:
        self._table = table
        self._signer = signer
        self._paired = paired
        self._links = asyncio.Semaphore(MAX_TABLE_LINKS)
        self._addresses: dict[str, str] = {}  # of paired devices, as the table knows them
        self._telling: dict[str, asyncio.Task[None]] = {}
        self._sightings = RateLimits(SIGHTINGS_AT_ONCE, SIGHTINGS_A_SECOND, time.monotonic)
        self._guesses = RateLimits(GUESSES_AT_ONCE, GUESSES_A_SECOND, time.monotonic)
        self._knocks = RateLimits(KNOCKS_AT_ONCE, KNOCKS_A_SECOND, time.monotonic)
        self._looks = RateLimits(LOOKS_AT_ONCE, LOOKS_A_SECOND, time.monotonic)

    async def pair(self, request: web.Request) -> web.Response:
        """Takes a form, whatever its content type says. Errors are sentences for the page to show."""
        try:
            async with asyncio.timeout(BODY_S):
                form = parse_qs((await request.read()).decode(), keep_blank_values=True, max_num_fields=MAX_FIELDS)
        except (TimeoutError, ValueError):
            raise web.HTTPBadRequest(text=UNREADABLE) from None
        code, name = form.get("code", [""])[0], form.get("name", [""])[0][:MAX_NAME_CHARS]
        if not (len(code) == DIGITS and code.isascii() and code.isdecimal()):
            raise web.HTTPBadRequest(text=WRONG_CODE_LENGTH.format(digits=DIGITS))
        if not self._guesses.take(network_of(request.remote or "")):
            raise web.HTTPTooManyRequests(text=TOO_MANY_CODES, headers={"Retry-After": "60"})
        reply = await self._ask(Pair(code, name, network_of(request.remote or "")))
        if not reply.done:
            raise web.HTTPForbidden(text=reply.message)
        device = reply.devices[0]
        self._guesses.reset(network_of(request.remote or ""))
        if (before := request.get(DEVICE)) is not None:
            await self._ask(RevokeDevice(before.id))  # the same device under its old id
        return self._let_in(request, web.Response(text="/"), device)

    def _let_in(self, request: web.Request, response: web.Response, device: DeviceLine) -> web.Response:
        self._paired.add(device.id)
        self._signer.give(response, SignedInDevice(device.id, device.role), is_encrypted=request.secure)
        return response

    def seen(self, device: str, address: str) -> None:
        """Tells the table when a device comes from another address than before."""
        if address and self._addresses.get(device) != address and self._sightings.take(device):
            self._addresses[device] = address
            if device not in self._telling:
                self._telling[device] = asyncio.create_task(self._tell_seen(device))

    async def _tell_seen(self, device: str) -> None:
        told = ""
        try:
            while (address := self._addresses[device]) != told:
                await self._ask(DeviceSeen(device, address))
                told = address
        except web.HTTPServiceUnavailable:
            self._addresses.pop(device, None)  # the next request tells it
        finally:
            del self._telling[device]

    async def knock(self, request: web.Request) -> web.Response:
        """A wall asks for a code to show. Somebody at the table lets it in by that."""
        if not self._knocks.take(network_of(request.remote or "")):
            raise web.HTTPTooManyRequests(text=TOO_MANY_KNOCKS, headers={"Retry-After": "150"})
        reply = await self._ask(Knock())
        if not reply.done:
            raise web.HTTPServiceUnavailable(text=reply.message)
        return web.json_response({"code": reply.text, "secret": reply.secret})

    async def enter(self, request: web.Request) -> web.Response:
        """The wall asks whether it was let in: waiting, in (with a cookie) or over, when its code is good no more."""
        if not self._looks.take(network_of(request.remote or "")):
            raise web.HTTPTooManyRequests(text=TOO_MANY_KNOCKS, headers={"Retry-After": "2"})
        try:
            async with asyncio.timeout(BODY_S):
                secret = msgspec.json.decode(await request.read(), type=dict[str, str]).get("secret", "")
        except (TimeoutError, msgspec.MsgspecError, UnicodeError, RecursionError):
            raise web.HTTPBadRequest(text=UNREADABLE) from None
        if len(secret) != SECRET_CHARS:
            raise web.HTTPBadRequest(text=UNREADABLE)
        reply = await self._ask(EnterAdmitted(secret))
        if not reply.done:
            return web.json_response({"state": "over" if reply.unusable or reply.message else "waiting"})
        return self._let_in(request, web.json_response({"state": "in"}), reply.devices[0])

    async def _ask(self, request: Request) -> Reply:
        try:
            async with self._links:
                reply = await asyncio.to_thread(ask, self._table, request)
        except LinkLost as lost:
            raise web.HTTPServiceUnavailable(text=str(lost)) from None
        if reply is None:
            raise web.HTTPServiceUnavailable(text=NO_TABLE)
        return reply
