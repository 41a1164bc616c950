"""How a device comes in: it says the code that is shown at the table, and is given a cookie."""

import asyncio
import time
from pathlib import Path
from urllib.parse import parse_qs

from aiohttp import web

from companion.table.client import LinkLost, ask
from companion.table.messages.requests import Pair, Request, RevokeDevice
from companion.table.messages.wire import Reply
from companion.web.cookies import DAYS, NAME, Device, Signer
from companion.web.gate import DEVICE
from companion.web.known import Known
from companion.web.pages import page
from companion.web.rates import Rates

GUESSES_AT_ONCE, GUESSES_A_SECOND = 5, 5 / 60  # from one address
BODY_S = 5.0
DIGITS = 6
FIELDS_MOST = 8
TOO_MANY = "Too many codes were tried from here. Wait a minute."
NO_TABLE = "The table is not running."


class PairingPages:
    def __init__(self, table: Path, signer: Signer, known: Known) -> None:
        self._table = table
        self._signer = signer
        self._known = known
        self._guesses = Rates(GUESSES_AT_ONCE, GUESSES_A_SECOND, time.monotonic)

    async def form(self, _: web.Request) -> web.StreamResponse:
        return page("pair.html")

    async def pair(self, request: web.Request) -> web.Response:
        """Answered in words, for the page to show. Raises what a browser understands, too."""
        code, name = await _said(request)
        if not self._guesses.take(request.remote or ""):
            raise web.HTTPTooManyRequests(text=TOO_MANY, headers={"Retry-After": "60"})
        reply = await self._ask(Pair(code, name))
        if not reply.done:
            raise web.HTTPForbidden(text=reply.message)
        device = reply.devices[0]
        self._known.add(device.id)
        self._guesses.forgive(request.remote or "")
        if (before := request.get(DEVICE)) is not None:
            await self._ask(RevokeDevice(before.id))  # it is this very device, under its new name
        response = web.Response(text="/")
        cookie = self._signer.cookie(Device(device.id, device.role), int(time.time()))
        response.set_cookie(NAME, cookie, max_age=DAYS * 86_400, path="/", httponly=True, samesite="Strict")
        return response

    async def _ask(self, request: Request) -> Reply:
        try:
            reply = await asyncio.to_thread(ask, self._table, request)
        except LinkLost as lost:
            raise web.HTTPServiceUnavailable(text=str(lost)) from None
        if reply is None:
            raise web.HTTPServiceUnavailable(text=NO_TABLE)
        return reply


async def _said(request: web.Request) -> tuple[str, str]:
    """A form as browsers send it, whatever it calls itself."""
    try:
        async with asyncio.timeout(BODY_S):
            said = parse_qs((await request.read()).decode(), keep_blank_values=True, max_num_fields=FIELDS_MOST)
    except (TimeoutError, ValueError):
        raise web.HTTPBadRequest(text="That could not be read.") from None
    code, name = said.get("code", [""])[0], said.get("name", [""])[0]
    if not _is_code(code):
        raise web.HTTPBadRequest(text=f"A code has {DIGITS} digits.")
    return code, name[:200]


def _is_code(code: str) -> bool:
    return len(code) == DIGITS and code.isascii() and code.isdecimal()
