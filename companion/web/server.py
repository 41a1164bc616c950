"""The web server as a whole: its routes and pages, the headers of every answer, and its own link to the table."""

import asyncio
import logging
import re
import socket
from collections.abc import Iterable
from contextlib import aclosing, suppress
from pathlib import Path

from aiohttp import web
from aiohttp.http import HttpProcessingError

from companion.notify import LogLimit, Notifier
from companion.table.client import Client, LinkLost
from companion.table.client.programs import ProgramFailed, follow_companion, run_companion
from companion.table.messages.requests import WEB_SERVER, AnnounceWeb
from companion.table.messages.wire import Pairing, Snapshot
from companion.web.addresses import page_urls
from companion.web.certificate import Encryption
from companion.web.gate import DEVICE, STICKER, CookieSigner, PairedDevices, make_gate
from companion.web.limits import HEADER_S, ConnectionLimits, network_of
from companion.web.page_files import PageFiles
from companion.web.pages import Pages
from companion.web.pairing import PairingRequests
from companion.web.words import HEALTHY, ODDS_BUSY, ONLY_BANKER, SERVING, UNREADABLE

MAX_BODY_BYTES = 64 * 1024
KEEP_ALIVE_S = 30.0
STOP_S = 1.0
LOOK_S = 0.5  # whether a page still waits for the odds
BUSY_S = 10  # until others are told to wait: a page that has just left may have asked for them
CSP = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
)
GAME_ID = re.compile(r"(?:[0-9a-z][0-9a-z-]{0,63})?")
REPORT_CSP = ("default-src 'none'", "style-src 'unsafe-inline'", "img-src data:", "frame-ancestors 'none'")
HEADERS = {  # of every answer
    "Content-Security-Policy": "; ".join(CSP),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Server": "companion",
}
LOG = logging.getLogger("companion.web")


def is_our_mistake(record: logging.LogRecord) -> bool:
    """Only our own mistakes are logged. Bad requests and lost connections are not: they could fill the disk."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, HttpProcessingError | ConnectionError)


LOG.addFilter(is_our_mistake)
LOG.addFilter(LogLimit())


class WebServer:
    """Raises OSError if it cannot listen."""

    def __init__(self, table: Path, signer: CookieSigner, names: frozenset[str], household: str = "Table") -> None:
        self._table = table
        self._signer = signer
        self._files = PageFiles(household)
        self._paired = PairedDevices()
        self._connections = ConnectionLimits()
        self._gate = make_gate(signer, names, self._paired, self._seen)
        self._pages = Pages(table, self._paired)
        self._reporting, self._playing_out = asyncio.Lock(), asyncio.Lock()
        self._pairing = PairingRequests(table, signer, self._paired)

    def app(self) -> web.Application:
        app = web.Application(middlewares=[self._gate], client_max_size=MAX_BODY_BYTES)
        app.add_routes(
            [
                web.get("/", self._page),
                web.get("/pair", self._page),
                web.get("/pair/address", _own_address),
                web.get(f"/{{sticker:{STICKER.pattern[1:]}}}", self._page),
                web.get("/wall", self._page),
                web.post("/wall/knock", self._pairing.knock),
                web.post("/wall/enter", self._pairing.enter),
                web.post("/pair", self._pairing.pair),
                web.get("/events", self._pages.stream),
                web.post("/give", self._pages.give),
                web.post("/ask", self._pages.ask),
                web.post("/answer", self._pages.answer),
                web.get("/report", self._report),
                web.get("/odds", self._odds),
                web.get("/health", _health),
                web.get("/paired", _paired),
                web.get("/page/{name}", self._files.serve),
                web.get("/page/{digest}/{name}", self._files.serve),
            ]
        )
        app.on_response_prepare.append(_add_headers)
        app.on_shutdown.append(self._shut)
        return app

    async def serve(
        self,
        listening: socket.socket,
        urls: Iterable[str],
        stop: asyncio.Event,
        notifier: Notifier,
        encryption: Encryption | None = None,
    ) -> None:
        runner = web.AppRunner(
            self.app(),
            access_log=None,
            logger=LOG,
            auto_decompress=False,  # our pages never compress what they send
            handle_signals=False,
            shutdown_timeout=STOP_S,
            keepalive_timeout=KEEP_ALIVE_S,
        )
        await runner.setup()
        assert runner.server is not None
        self._connections.make_inner = runner.server
        server = await asyncio.get_running_loop().create_server(
            self._connections,
            sock=listening,
            ssl=encryption.context if encryption else None,
            ssl_handshake_timeout=HEADER_S if encryption else None,
        )
        where = AnnounceWeb(tuple(urls), encryption.fingerprint if encryption else "")
        table_link = asyncio.create_task(self._follow_table(where))
        try:
            notifier.ready(SERVING)
            while not stop.is_set():
                notifier.alive()
                with suppress(TimeoutError):
                    async with asyncio.timeout(notifier.beat_s or None):
                        await stop.wait()
        finally:
            notifier.stopping()
            table_link.cancel()
            server.close()
            await runner.cleanup()

    async def _follow_table(self, where: AnnounceWeb) -> None:
        """Tells the table where the pages are, whenever it starts, and hears from it which devices are paired."""
        async with Client(self._table, "banker", name=WEB_SERVER) as client:
            async for event in client:
                if isinstance(event, Snapshot):
                    with suppress(LinkLost):  # a new link brings a new snapshot
                        await client.ask(where)
                if isinstance(event, Pairing):
                    for removed in self._paired.update(device.id for device in event.devices):
                        self._pages.links.end(removed)

    def _seen(self, request: web.Request) -> None:
        self._connections.mark_paired(id(request.transport))
        self._pairing.seen(request[DEVICE].id, network_of(request.remote or ""))

    async def _report(self, request: web.Request) -> web.Response:
        """The story of a game, or of the one in play, for the Banker; one at a time."""
        if request[DEVICE].role != "banker":
            raise web.HTTPForbidden(text=ONLY_BANKER)
        game = request.query.get("game", "")
        if not GAME_ID.fullmatch(game):
            raise web.HTTPBadRequest(text=UNREADABLE)
        async with self._reporting:
            told = await run_companion(self._table.parent, "report", *filter(None, [game]), "--output", "-")
        if not told.done:
            raise web.HTTPServiceUnavailable(text=told.message)
        headers = {"Content-Security-Policy": "; ".join(REPORT_CSP), "Cache-Control": "no-store"}
        return web.Response(text=told.text, content_type="text/html", headers=headers)

    async def _odds(self, request: web.Request) -> web.StreamResponse:
        """Of the game in play, for the Banker: a line of JSON whenever more is known. It ends with the page."""
        if request[DEVICE].role != "banker":
            raise web.HTTPForbidden(text=ONLY_BANKER)
        try:
            await asyncio.wait_for(self._playing_out.acquire(), BUSY_S)
        except TimeoutError:
            raise web.HTTPServiceUnavailable(text=ODDS_BUSY) from None
        try:
            return await self._send_odds(request)
        finally:
            self._playing_out.release()

    async def _send_odds(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "application/jsonl"})

        async def send() -> None:
            async with aclosing(follow_companion(self._table.parent, "odds", "--follow")) as lines:
                async for line in lines:
                    if not response.prepared:
                        await response.prepare(request)
                    await response.write(line)

        sending = asyncio.create_task(send())
        try:
            while not sending.done() and request.transport is not None:  # without one, the page has gone
                await asyncio.wait((sending,), timeout=LOOK_S)
        finally:
            sending.cancel()
        try:
            await sending
        except ProgramFailed as failed:
            raise web.HTTPServiceUnavailable(text=str(failed)) from None
        except (ConnectionError, asyncio.CancelledError):
            pass
        return response

    async def _page(self, request: web.Request) -> web.Response:
        name = f"{request.path[1:]}.html"
        if request.path == "/" or "sticker" in request.match_info:
            name = "banker.html" if request[DEVICE].role == "banker" else "player.html"
        response, device = self._files.page(request, name), request.get(DEVICE)
        if device is not None and device.is_old:
            self._signer.give(response, device, is_encrypted=request.secure)
        return response

    async def _shut(self, _: web.Application) -> None:
        await self._pages.links.close_all()


async def _add_headers(_: web.Request, response: web.StreamResponse) -> None:
    own = response.headers.get("Content-Security-Policy")  # a report has its style in the page
    response.headers.update(HEADERS)
    if own is not None:
        response.headers["Content-Security-Policy"] = own
    response.headers.setdefault("Cache-Control", "no-store")


async def _own_address(request: web.Request) -> web.Response:
    """This machine by its number, as this request has reached it: phones are paired by that. Empty for IPv6."""
    ip, port = request.transport.get_extra_info("sockname")[:2] if request.transport else ("", 0)
    host = ip.removeprefix("::ffff:")
    urls = page_urls((host,), port, is_encrypted=request.secure) if ":" not in host else ()
    return web.Response(text="".join(urls))


async def _paired(_: web.Request) -> web.Response:
    """A page that lost its link asks here whether it may come back."""
    return web.Response(status=204)


async def _health(_: web.Request) -> web.Response:
    return web.Response(text=HEALTHY)
