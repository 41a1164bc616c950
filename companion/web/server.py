"""The tablet's server as a whole: its routes, its listening socket, and where it tells the table that it is found."""

import asyncio
import os
import socket
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from aiohttp import web

from companion.notify import Notifier
from companion.table.client import Client, LinkLost
from companion.table.messages.requests import TABLET_SERVER, TabletAt
from companion.table.messages.wire import Pairing, Snapshot
from companion.web import terminal
from companion.web.acts import Acts
from companion.web.answers import add_headers
from companion.web.consoles import Consoles
from companion.web.cookies import Signer
from companion.web.doorstep import Doorstep
from companion.web.gate import DEVICE, Gate
from companion.web.interfaces import of_interfaces
from companion.web.known import Known
from companion.web.log import LOG
from companion.web.pages import files, page
from companion.web.pairing import PairingPages
from companion.web.stream import Streams

BODY_MOST = 16 * 1024
KEEP_ALIVE_S = 30.0
STOP_S = 1.0
FIRST_FD = 3  # of those that systemd hands over
BANKER_ONLY = "This page is the Banker's."


class Server:
    """Raises OSError if it cannot listen."""

    def __init__(self, table: Path, data: Path, signer: Signer, names: frozenset[str]) -> None:
        self._table = table
        self._known = Known()
        self._gate = Gate(signer, names, self._known)
        self._consoles = Consoles(data)
        self._streams = Streams(table)
        self._acts = Acts(table)
        self._pairing = PairingPages(table, signer, self._known)

    def app(self) -> web.Application:
        app = web.Application(middlewares=[self._gate.middleware()], client_max_size=BODY_MOST)
        app.add_routes(
            [
                web.get("/", self._index),
                web.get("/pair", self._pairing.form),
                web.post("/pair", self._pairing.pair),
                web.get("/ws", self._terminal),
                web.get("/events", self._streams.serve),
                web.post("/give", self._acts.give),
                web.get("/why", self._acts.why),
                web.get("/health", _health),
                web.get("/paired", _paired),
                *files(),
            ]
        )
        app.on_response_prepare.append(add_headers)
        app.on_shutdown.append(self._shut)
        return app

    async def serve(
        self, listening: socket.socket, urls: Iterable[str], stop: asyncio.Event, notifier: Notifier
    ) -> None:
        runner = web.AppRunner(
            self.app(),
            access_log=None,
            logger=LOG,
            auto_decompress=False,  # nothing of ours comes packed
            handle_signals=False,
            shutdown_timeout=STOP_S,
            keepalive_timeout=KEEP_ALIVE_S,
        )
        await runner.setup()
        assert runner.server is not None
        server = await asyncio.get_running_loop().create_server(Doorstep(runner.server), sock=listening)
        told = asyncio.create_task(self._keep_in_touch(TabletAt(tuple(urls))))
        try:
            notifier.ready("Serving tablets and phones.")
            await _beat_until(stop, notifier)
        finally:
            notifier.stopping()
            told.cancel()
            server.close()
            await runner.cleanup()

    async def _keep_in_touch(self, where: TabletAt) -> None:
        """The table is told where the pages are, again whenever it was started anew, and tells who is paired."""
        async with Client(self._table, "banker", name=TABLET_SERVER) as client:
            async for told in client:
                if isinstance(told, Snapshot):
                    await _told(client, where)
                if isinstance(told, Pairing):
                    await self._follow(told)

    async def _follow(self, told: Pairing) -> None:
        for device in self._known.become(device.id for device in told.devices):
            self._streams.end(device)
            self._acts.end(device)
            await self._consoles.end(device)

    async def _shut(self, _: web.Application) -> None:
        self._streams.close()
        await self._consoles.close_all()

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return page("console.html" if request[DEVICE].role == "banker" else "player.html")

    async def _terminal(self, request: web.Request) -> web.StreamResponse:
        device = request[DEVICE]
        if device.role != "banker":
            raise web.HTTPForbidden(text=BANKER_ONLY)
        return await terminal.serve(request, device.id, self._consoles)


async def _beat_until(stop: asyncio.Event, notifier: Notifier) -> None:
    while not stop.is_set():
        notifier.alive()
        with suppress(TimeoutError):
            async with asyncio.timeout(notifier.beat_s or None):
                await stop.wait()


async def _told(client: Client, where: TabletAt) -> None:
    try:
        await client.ask(where)
    except LinkLost:
        return  # it is told when the link is up again


async def _paired(_: web.Request) -> web.Response:
    """For a page that has lost its link, to learn whether it may come back."""
    return web.Response(status=204)


async def _health(_: web.Request) -> web.Response:
    return web.Response(text="The tablet's pages are served.\n")


# Where it listens


def listening_socket(port: int, environ: Mapping[str, str]) -> socket.socket:
    """The one that systemd hands over, or one of our own, for both kinds of addresses. Raises OSError."""
    if environ.get("LISTEN_PID") == str(os.getpid()) and environ.get("LISTEN_FDS", "0") != "0":
        return socket.socket(fileno=FIRST_FD)
    has_both = socket.has_dualstack_ipv6()
    family = socket.AF_INET6 if has_both else socket.AF_INET
    return socket.create_server(("", port), family=family, dualstack_ipv6=has_both, backlog=64)


def addresses(names: Iterable[str], port: int, lan: Callable[[], str]) -> tuple[str, ...]:
    """What to type into a browser, the surest first."""
    hosts = dict.fromkeys(host for host in (lan(), *names) if host)
    return tuple(f"http://{host}" if port == 80 else f"http://{host}:{port}" for host in hosts)


def lan_address(listening: socket.socket) -> str:
    """This machine's own on the home network; nothing is sent to find out. A service has no way out, but its door."""
    return _way_out() or of_interfaces(listening)


def _way_out() -> str:
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
            line.connect(("192.0.2.1", 9))
            return str(line.getsockname()[0])
    except OSError:
        return ""
