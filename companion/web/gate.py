"""Checks every request: it must name this machine, come from our own page if it changes something, and be paired.

Any website open in the home may send its visitors' browsers here under a name of its own choosing. The check of the
name turns them away.
"""

import time
from collections.abc import Iterable

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from companion.web.paired_devices import COOKIE_NAME, CookieSigner, PairedDevices, SignedInDevice
from companion.web.words import NOT_PLAIN, UNPAIRED, WRONG_HOST, WRONG_PAGE

HTTP_PORT = 80
OPEN_TO_ALL = ("/pair", "/health")
OPEN_FILES = "/page/"  # the files of the pages say nothing about a game
DEVICE = web.RequestKey("device", SignedInDevice)


def make_gate(signer: CookieSigner, names: frozenset[str], paired: PairedDevices) -> Middleware:
    """`names` are what this machine may be called. A request that passes carries its paired device as `DEVICE`."""

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        address = request.transport.get_extra_info("sockname") if request.transport else None
        hosts = request.headers.getall("Host", [])
        if not address or len(hosts) != 1 or not is_own_host(hosts[0], address[:2], names):
            raise web.HTTPMisdirectedRequest(text=WRONG_HOST)
        if "Content-Encoding" in request.headers:  # our pages never do, and it could unpack to a huge body
            raise web.HTTPUnsupportedMediaType(text=NOT_PLAIN)
        if request.method not in ("GET", "HEAD") or request.path == "/ws":
            origins = request.headers.getall("Origin", [])
            if len(origins) != 1 or not is_own_origin(origins[0], hosts[0]):
                raise web.HTTPForbidden(text=WRONG_PAGE)
        device = signer.device(_cookie(request), int(time.time()))
        if device and device.id in paired:
            request[DEVICE] = device
        elif request.path not in OPEN_TO_ALL and not request.path.startswith(OPEN_FILES):
            raise web.HTTPSeeOther("/pair") if request.path == "/" else web.HTTPUnauthorized(text=UNPAIRED)
        return await handler(request)

    return check


def _cookie(request: web.Request) -> str:
    """Our own cookie; nothing if there are two."""
    parts = [part.strip() for header in request.headers.getall("Cookie", []) for part in header.split(";")]
    ours = [value for name, _, value in (part.partition("=") for part in parts) if name == COOKIE_NAME]
    return ours[0] if len(ours) == 1 else ""


def own_names(hostname: str, names: Iterable[str]) -> frozenset[str]:
    """The machine's own name, its name in multicast DNS, and the names set in the settings."""
    own = hostname.lower().partition(".")[0]
    called = {own, f"{own}.local", hostname.lower()} if own else set()
    return frozenset({"localhost", *called, *(name.lower() for name in names)})


def is_own_host(host: str, address: tuple[str, int], names: frozenset[str]) -> bool:
    """`host` is what the browser sent; `address` is the server's end of the accepted socket."""
    ip, port = address[0].partition("%")[0].removeprefix("::ffff:"), address[1]  # as people type it
    allowed = {*names, f"[{ip}]" if ":" in ip else ip}
    return host in {f"{name}:{port}" for name in allowed} or (port == HTTP_PORT and host in allowed)


def is_own_origin(origin: str | None, host: str) -> bool:
    """Was this sent by one of our pages? Browsers send the origin with everything that could change something."""
    return origin == f"http://{host}"
