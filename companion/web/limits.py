"""Limits for what strangers may cost: connections that have not sent a request yet, and how often somebody may ask."""

import asyncio
from collections.abc import Callable
from typing import cast

MAX_HEADER_BYTES = 16 * 1024
HEADER_S = 10.0
MAX_CONNECTIONS = 128
MAX_PER_ADDRESS = 32
BODY_S = 5.0  # for the body of a request to arrive
MAX_CALLERS_KEPT = 1_000


class ConnectionLimits:
    """Makes the protocols of a listening socket. `make_inner` is called once a whole request header has arrived."""

    def __init__(self, make_inner: Callable[[], asyncio.Protocol]) -> None:
        self.make_inner = make_inner
        self._addresses: dict[int, str] = {}  # by connection

    def __call__(self) -> asyncio.Protocol:
        return _LimitedConnection(self)

    def admit(self, connection: int, address: str) -> bool:
        addresses = list(self._addresses.values())
        if len(addresses) >= MAX_CONNECTIONS or addresses.count(address) >= MAX_PER_ADDRESS:
            return False
        self._addresses[connection] = address
        return True

    def release(self, connection: int) -> None:
        self._addresses.pop(connection, None)


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
        if self._limits.admit(id(self), address):
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
        self._limits.release(id(self))
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
