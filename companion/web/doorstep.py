"""Where connections wait until they have said what they want: not for ever, not too many, and not at any length."""

import asyncio
from collections.abc import Callable
from typing import cast

HEADER_MOST = 16 * 1024
HEADER_S = 10.0
CALLERS_MOST = 128
OF_ONE_MOST = 32  # from one address

Inner = Callable[[], asyncio.Protocol]


class Doorstep:
    """Makes protocols for a listening socket: `inner` is made once a request has come whole."""

    def __init__(self, inner: Inner) -> None:
        self._inner = inner
        self._addresses: dict[int, str] = {}  # by connection

    def __call__(self) -> asyncio.Protocol:
        return _Caller(self)

    def lets_in(self, caller: int, address: str) -> bool:
        if len(self._addresses) >= CALLERS_MOST or list(self._addresses.values()).count(address) >= OF_ONE_MOST:
            return False
        self._addresses[caller] = address
        return True

    def leave(self, caller: int) -> None:
        self._addresses.pop(caller, None)

    def made(self) -> asyncio.Protocol:
        return self._inner()


class _Caller(asyncio.Protocol):
    """Reads one header, and is then what it was waiting for; whoever takes too long is hung up on."""

    def __init__(self, step: Doorstep) -> None:
        self._step = step
        self._read = b""
        self._inner: asyncio.Protocol | None = None
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        address = (transport.get_extra_info("peername") or ("",))[0]
        if not self._step.lets_in(id(self), address):
            self._transport.abort()
            return
        self._late = asyncio.get_running_loop().call_later(HEADER_S, self._transport.abort)

    def data_received(self, data: bytes) -> None:
        if self._inner is not None:
            self._inner.data_received(data)
            return
        self._read = (self._read + data).lstrip(b"\r\n")  # which may come before a request, and is none
        if b"\r\n\r\n" in self._read:
            self._come_in()
        elif len(self._read) > HEADER_MOST:
            self._transport.abort()

    def _come_in(self) -> None:
        if self._late is not None:
            self._late.cancel()
        self._inner = self._step.made()
        self._inner.connection_made(self._transport)
        self._inner.data_received(self._read)
        self._read = b""

    def eof_received(self) -> bool | None:
        return self._inner.eof_received() if self._inner is not None else None

    def pause_writing(self) -> None:
        if self._inner is not None:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        if self._inner is not None:
            self._inner.resume_writing()

    def connection_lost(self, error: Exception | None) -> None:
        self._step.leave(id(self))
        if self._late is not None:
            self._late.cancel()
        if self._inner is not None:
            self._inner.connection_lost(error)
