"""Pairing a device: it sends the code shown at the table and gets a cookie."""

import asyncio
import time
from pathlib import Path
from urllib.parse import parse_qs

from aiohttp import web

from companion.table.client import LinkLost, ask
from companion.table.messages.requests import Pair, Request, RevokeDevice
from companion.table.messages.wire import Reply
from companion.web.gate import COOKIE_DAYS, COOKIE_NAME, DEVICE, CookieSigner, PairedDevices, SignedInDevice
from companion.web.limits import BODY_S, RateLimits
from companion.web.words import NO_TABLE, TOO_MANY_CODES, UNREADABLE, WRONG_CODE_LENGTH

GUESSES_AT_ONCE, GUESSES_A_SECOND = 5, 5 / 60  # from one address
DIGITS = 6
MAX_FIELDS = 8
MAX_NAME_CHARS = 200


class PairingRequests:
    def __init__(self, table: Path, signer: CookieSigner, paired: PairedDevices) -> None:
        self._table = table
        self._signer = signer
        self._paired = paired
        self._guesses = RateLimits(GUESSES_AT_ONCE, GUESSES_A_SECOND, time.monotonic)

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
        if not self._guesses.take(request.remote or ""):
            raise web.HTTPTooManyRequests(text=TOO_MANY_CODES, headers={"Retry-After": "60"})
        reply = await self._ask(Pair(code, name))
        if not reply.done:
            raise web.HTTPForbidden(text=reply.message)
        device = reply.devices[0]
        self._paired.add(device.id)
        self._guesses.reset(request.remote or "")
        if (before := request.get(DEVICE)) is not None:
            await self._ask(RevokeDevice(before.id))  # the same device under its old id
        response = web.Response(text="/")
        cookie = self._signer.cookie(SignedInDevice(device.id, device.role), int(time.time()))
        age_s = COOKIE_DAYS * 86_400
        response.set_cookie(COOKIE_NAME, cookie, max_age=age_s, path="/", httponly=True, samesite="Strict")
        return response

    async def _ask(self, request: Request) -> Reply:
        try:
            reply = await asyncio.to_thread(ask, self._table, request)
        except LinkLost as lost:
            raise web.HTTPServiceUnavailable(text=str(lost)) from None
        if reply is None:
            raise web.HTTPServiceUnavailable(text=NO_TABLE)
        return reply
