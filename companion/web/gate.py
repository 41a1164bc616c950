"""Checks every request: it must name this machine, come from our own page if it changes something, and be paired.

Any website open in the home may send its visitors' browsers here under a name of its own choosing. The check of the
name turns them away. A paired device is known by its signed cookie, and by the list of devices that the table has.
"""

import hashlib
import hmac
import os
import re
import secrets
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from companion.web.words import NOT_PLAIN, UNPAIRED, WRONG_HOST, WRONG_PAGE

COOKIE_NAME = "companion"
COOKIE_DAYS = {"banker": 7, "player": 60, "viewer": 60}  # since it was last renewed
RENEW_S = 86_400
MAX_COOKIE_CHARS = 200
KEY_FILE = "tablet.key"
KEY_BYTES = 32
USUAL_PORTS = {"http": 80, "https": 443}
OPEN_TO_ALL = ("/pair", "/pair/address", "/wall", "/wall/knock", "/wall/enter", "/health")
STICKER = re.compile(r"/(deed|player|jail)/[a-z0-9]{1,8}")  # what the code on a printed sticker opens
OPEN_FILES = "/page/"  # the files of the pages say nothing about a game


class SignedInDevice(NamedTuple):
    """`role` only decides which page the device gets; what it may do, the table decides by its id."""

    id: str
    role: str
    is_old: bool = False  # its cookie shall be renewed


class CookieSigner:
    """Makes and reads cookies, which outlive a restart of the server. Each household has its own key."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def cookie(self, device: SignedInDevice, now_s: int) -> str:
        content = f"1.{device.id}.{device.role}.{now_s}"
        return f"{content}.{self._signature(content)}"

    def device(self, cookie: str, now_s: int) -> SignedInDevice | None:
        """None for a cookie that was not made here or is too old."""
        content, _, signature = cookie.rpartition(".")
        if len(cookie) > MAX_COOKIE_CHARS or not cookie.isascii():
            return None
        if not hmac.compare_digest(signature, self._signature(content)):
            return None
        _, id, role, made_s = content.split(".")
        age_s = now_s - int(made_s)
        days = COOKIE_DAYS.get(role, 0)
        return SignedInDevice(id, role, is_old=age_s >= RENEW_S) if age_s < days * 86_400 else None

    def give(self, response: web.StreamResponse, device: SignedInDevice, *, is_encrypted: bool) -> None:
        """A new cookie: while a device is used, it stays paired."""
        response.set_cookie(
            COOKIE_NAME,
            self.cookie(device, int(time.time())),
            max_age=COOKIE_DAYS[device.role] * 86_400,
            path="/",
            secure=is_encrypted,
            httponly=True,
            samesite="Strict",
        )

    def _signature(self, content: str) -> str:
        return hmac.new(self._key, content.encode(), hashlib.sha256).hexdigest()


def household_key(data: Path) -> bytes:
    """Reads the key, or makes one. Raises OSError.

    A damaged key is replaced, and so is one that others may read: they could sign cookies with it. Every device must
    then be paired again.
    """
    path = data / KEY_FILE
    try:
        key, open_to_others = path.read_bytes(), path.stat().st_mode & 0o077
        if len(key) == KEY_BYTES and not open_to_others:
            return key
    except FileNotFoundError:
        pass
    key, part = secrets.token_bytes(KEY_BYTES), path.with_suffix(".part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    return key


class PairedDevices:
    """The ids of paired devices, as the table last listed them.

    Before the first list every id counts as paired. That gives nothing away: without a table there is nothing to see.
    """

    def __init__(self) -> None:
        self._ids: frozenset[str] | None = None

    def __contains__(self, id: str) -> bool:
        return self._ids is None or id in self._ids

    def update(self, ids: Iterable[str]) -> frozenset[str]:
        """Returns the devices that were removed."""
        before, self._ids = self._ids or frozenset(), frozenset(ids)
        return before - self._ids

    def add(self, id: str) -> None:
        """A device that was paired just now; the table's next list may not have arrived yet."""
        if self._ids is not None:
            self._ids |= {id}


DEVICE = web.RequestKey("device", SignedInDevice)


def make_gate(
    signer: CookieSigner, names: frozenset[str], paired: PairedDevices, seen: Callable[[web.Request], None]
) -> Middleware:
    """`names` are what this machine may be called. A request that passes carries its paired device as `DEVICE`.

    `seen` is called with every request of a paired device.
    """

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        address = request.transport.get_extra_info("sockname") if request.transport else None
        hosts = request.headers.getall("Host", [])
        if not address or len(hosts) != 1 or not is_own_host(hosts[0], address[:2], names, request.scheme):
            raise web.HTTPMisdirectedRequest(text=WRONG_HOST)
        if "Content-Encoding" in request.headers:  # our pages never do, and it could unpack to a huge body
            raise web.HTTPUnsupportedMediaType(text=NOT_PLAIN)
        if request.method not in ("GET", "HEAD"):
            origins = request.headers.getall("Origin", [])
            if len(origins) != 1 or not is_own_origin(origins[0], hosts[0], request.scheme):
                raise web.HTTPForbidden(text=WRONG_PAGE)
        parts = [part.strip() for header in request.headers.getall("Cookie", []) for part in header.split(";")]
        cookies = [value for name, _, value in (part.partition("=") for part in parts) if name == COOKIE_NAME]
        device = signer.device(cookies[0], int(time.time())) if len(cookies) == 1 else None
        if device and device.id in paired:
            request[DEVICE] = device
            seen(request)
        elif request.path not in OPEN_TO_ALL and not request.path.startswith(OPEN_FILES):
            if STICKER.fullmatch(request.path):
                raise web.HTTPSeeOther(f"/pair?then={request.path}")
            raise web.HTTPSeeOther("/pair") if request.path == "/" else web.HTTPUnauthorized(text=UNPAIRED)
        return await handler(request)

    return check


def own_names(hostname: str, names: Iterable[str]) -> frozenset[str]:
    """The machine's own name, its name in multicast DNS, and the names set in the settings."""
    own = hostname.lower().partition(".")[0]
    called = {own, f"{own}.local", hostname.lower()} if own else set()
    return frozenset({"localhost", *called, *(name.lower() for name in names)})


def is_own_host(host: str, address: tuple[str, int], names: frozenset[str], scheme: str = "http") -> bool:
    """`host` is what the browser sent; `address` is the server's end of the accepted socket."""
    ip, port = address[0].partition("%")[0].removeprefix("::ffff:"), address[1]  # as people type it
    allowed = {*names, f"[{ip}]" if ":" in ip else ip}
    return host in {f"{name}:{port}" for name in allowed} or (port == USUAL_PORTS.get(scheme) and host in allowed)


def is_own_origin(origin: str | None, host: str, scheme: str = "http") -> bool:
    """Was this sent by one of our pages? Browsers send the origin with everything that could change something."""
    return origin == f"{scheme}://{host}"
