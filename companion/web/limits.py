"""Limits for what strangers may cost: how many connections they hold, what they send, and how often they ask."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import cast

MAX_HEADER_BYTES = 16 * 1024
HEADER_S = 10.0
MAX_CONNECTIONS = 128
MAX_PER_NETWORK = 32
KEPT_FOR_PAIRED = 32  # of the places, which nobody else gets
MAX_KNOWN = 64  # addresses of paired devices
MAX_TABLE_LINKS = 6  # to the table at once, for requests of devices that are not paired
BODY_S = 5.0  # for the body of a request to arrive
MAX_CALLERS_KEPT = 1_000


def network_of(address: str) -> str:
    """What counts as one guest: an IPv4 address, or a whole IPv6 network, where one has addresses without end."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))


@dataclass
class _Place:
    address: str
    network: str
    hang_up: Callable[[], None]
    is_paired: bool = False


class ConnectionLimits:
    """Makes the protocols of a listening socket. `make_inner` is called once a whole request header has arrived.

    When there is no room, the oldest connection on which no paired device has asked goes, and those from addresses of
    paired devices last. All phones of a household may share one IPv6 network with a guest.
    """

    def __init__(self, make_inner: Callable[[], asyncio.Protocol] = asyncio.Protocol) -> None:
        self.make_inner = make_inner
        self._places: dict[int, _Place] = {}  # by connection, the oldest first
        self._known: dict[str, None] = {}  # addresses of paired devices, those seen last at the end

    def __call__(self) -> asyncio.Protocol:
        return _LimitedConnection(self)

    def admit(self, connection: int, address: str, hang_up: Callable[[], None] = lambda: None) -> bool:
        network = network_of(address)
        neighbours = [key for key, place in self._places.items() if place.network == network]
        if len(neighbours) >= MAX_PER_NETWORK and not self._make_room(neighbours):
            return False
        strangers = [key for key, place in self._places.items() if self._is_stranger(place)]
        if address not in self._known and len(strangers) >= MAX_CONNECTIONS - KEPT_FOR_PAIRED:
            self._make_room(strangers)
        if len(self._places) >= MAX_CONNECTIONS and not self._make_room(self._places):
            return False
        self._places[connection] = _Place(address, network, hang_up)
        return True

    def mark_paired(self, connection: int) -> None:
        """A paired device has asked something on it."""
        if (place := self._places.get(connection)) is not None:
            place.is_paired = True
            self._known.pop(place.address, None)
            self._known[place.address] = None
            if len(self._known) > MAX_KNOWN:
                del self._known[next(iter(self._known))]

    def _is_stranger(self, place: _Place) -> bool:
        return not place.is_paired and place.address not in self._known

    def _make_room(self, among: Iterable[int]) -> bool:
        unpaired = [key for key in among if not self._places[key].is_paired]
        going = next((key for key in unpaired if self._is_stranger(self._places[key])), None)
        going = going if going is not None else next(iter(unpaired), None)
        if going is None:
            return False
        self._places.pop(going).hang_up()
        return True

    def release(self, connection: int) -> None:
        self._places.pop(connection, None)


class _LimitedConnection(asyncio.Protocol):
    """Waits for one whole header, then passes everything on. Hangs up if the header is too late or too long."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self._limits = limits
        self._received = b""
        self._inner: asyncio.Protocol | None = None
        self._timeout: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        address = (transport.get_extra_info("peername") or ("",))[0]
        if self._limits.admit(id(transport), address, self._transport.abort):
            self._timeout = asyncio.get_running_loop().call_later(HEADER_S, self._transport.abort)
        else:
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        if self._inner is not None:
            self._inner.data_received(data)
            return
        self._received = (self._received + data).lstrip(b"\r\n")  # empty lines may come before a request
        if b"\r\n\r\n" in self._received:
            if self._timeout is not None:
                self._timeout.cancel()
            self._inner = self._limits.make_inner()
            self._inner.connection_made(self._transport)
            self._inner.data_received(self._received)
            self._received = b""
        elif len(self._received) > MAX_HEADER_BYTES:
            self._transport.abort()

    def eof_received(self) -> bool | None:
        return self._inner.eof_received() if self._inner is not None else None

    def pause_writing(self) -> None:
        if self._inner is not None:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        if self._inner is not None:
            self._inner.resume_writing()

    def connection_lost(self, error: Exception | None) -> None:
        self._limits.release(id(self._transport))
        if self._timeout is not None:
            self._timeout.cancel()
        if self._inner is not None:
            self._inner.connection_lost(error)


class RateLimit:
    """Allows `at_once` in one go, and refills by `a_second`."""

    def __init__(self, at_once: float, a_second: float, now_s: float) -> None:
        self._at_once, self._a_second = at_once, a_second
        self._left, self._at_s = at_once, now_s

    def take(self, amount: float, now_s: float) -> bool:
        """Is there enough left? Nothing is taken if not."""
        self._left = min(self._at_once, self._left + (now_s - self._at_s) * self._a_second)
        self._at_s = now_s
        if amount > self._left:
            return False
        self._left -= amount
        return True


class RateLimits:
    """A limit for each caller. When there are too many callers, the one not heard from for longest is forgotten."""

    def __init__(self, at_once: float, a_second: float, clock: Callable[[], float]) -> None:
        self._at_once, self._a_second, self._clock = at_once, a_second, clock
        self._limits: dict[str, RateLimit] = {}

    def take(self, caller: str) -> bool:
        now_s = self._clock()
        limit = self._limits.pop(caller, None) or RateLimit(self._at_once, self._a_second, now_s)
        self._limits[caller] = limit
        if len(self._limits) > MAX_CALLERS_KEPT:
            del self._limits[next(iter(self._limits))]
        return limit.take(1, now_s)

    def reset(self, caller: str) -> None:
        self._limits.pop(caller, None)
