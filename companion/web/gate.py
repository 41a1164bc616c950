"""Who comes in: only who calls this machine by its own name, changes things from its own pages, and is paired."""

import time

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from companion.web.cookies import NAME, Device, Signer
from companion.web.hosts import is_from_here, is_own
from companion.web.known import Known

OPEN_TO_ALL = ("/pair", "/health")
OPEN_FILES = "/page/"  # what the pages are made of tells nothing of a game
UNPAIRED = "This device is not paired, or was removed at the table."
DEVICE = web.RequestKey("device", Device)


class Gate:
    def __init__(self, signer: Signer, names: frozenset[str], known: Known) -> None:
        self._signer = signer
        self._names = names
        self._known = known

    def middleware(self) -> Middleware:
        @web.middleware
        async def pass_gate(request: web.Request, handler: Handler) -> web.StreamResponse:
            self._require_own_name(request)
            _require_plain(request)
            if request.method not in ("GET", "HEAD") or request.path == "/ws":
                _require_own_page(request)
            if device := self._device(request):
                request[DEVICE] = device
            elif not _is_open(request.path):
                raise web.HTTPSeeOther("/pair") if request.path == "/" else web.HTTPUnauthorized(text=UNPAIRED)
            return await handler(request)

        return pass_gate

    def _require_own_name(self, request: web.Request) -> None:
        address = request.transport.get_extra_info("sockname") if request.transport else None
        hosts = request.headers.getall("Host", [])
        if not address or len(hosts) != 1 or not is_own(hosts[0], address[:2], self._names):
            raise web.HTTPMisdirectedRequest(text="This table has another name.")

    def _device(self, request: web.Request) -> Device | None:
        """Of two cookies at once, neither."""
        cookies = [part for header in request.headers.getall("Cookie", []) for part in header.split(";")]
        ours = [value for name, _, value in (cookie.strip().partition("=") for cookie in cookies) if name == NAME]
        device = self._signer.device(ours[0], int(time.time())) if len(ours) == 1 else None
        return device if device and self._known.has(device) else None


def _require_plain(request: web.Request) -> None:
    """Our pages send nothing that must be unfolded, and others might send what never ends."""
    if "Content-Encoding" in request.headers:
        raise web.HTTPUnsupportedMediaType(text="Send it as it is.")


def _require_own_page(request: web.Request) -> None:
    origins = request.headers.getall("Origin", [])
    if len(origins) != 1 or not is_from_here(origins[0], request.headers["Host"]):
        raise web.HTTPForbidden(text="This did not come from a page of this table.")


def _is_open(path: str) -> bool:
    return path in OPEN_TO_ALL or path.startswith(OPEN_FILES)
