"""Connections that send nothing, too little or too much, too many connections, and rates."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from companion.web import limits
from companion.web.limits import MAX_CALLERS_KEPT, MAX_HEADER_BYTES, ConnectionLimits, RateLimit, RateLimits
from tests.table.fake_table import in_loop

REQUEST = b"GET / HTTP/1.1\r\n\r\n"


class EchoProtocol(asyncio.Protocol):
    """Answers everything, and notes what it received and when the connection ended."""

    def __init__(self, heard: list[bytes]) -> None:
        self._heard = heard

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._heard.append(data)
        self._transport.write(b"heard")

    def connection_lost(self, _: Exception | None) -> None:
        self._heard.append(b"over")


class LimitedServer:
    def __init__(self, port: int, heard: list[bytes]) -> None:
        self.port = port
        self.heard = heard

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port)


@asynccontextmanager
async def limited_server() -> AsyncIterator[LimitedServer]:
    heard: list[bytes] = []
    connections = ConnectionLimits(lambda: EchoProtocol(heard))
    server = await asyncio.get_running_loop().create_server(connections, "127.0.0.1", 0)
    yield LimitedServer(server.sockets[0].getsockname()[1], heard)
    server.close()


async def rest(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""


@in_loop
async def test_a_whole_request_gets_through_however_it_is_split() -> None:
    async with limited_server() as server:
        reader, writer = await server.connect()
        for byte in (b"\r\n", *(REQUEST[at : at + 1] for at in range(len(REQUEST)))):
            writer.write(byte)
            await writer.drain()
        assert await reader.readexactly(5) == b"heard"
        writer.write(b"more")
        assert await reader.readexactly(5) == b"heard"
        writer.close()
        while server.heard != [REQUEST, b"more", b"over"]:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("said", [b"", b"\r\n\r\n", b"GET / HTTP/1.1\r\n"])
def test_a_header_that_takes_too_long_is_cut_off(said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HEADER_S", 0.2)

    @in_loop
    async def look() -> None:
        async with limited_server() as server:
            reader, writer = await server.connect()
            writer.write(said)
            assert await rest(reader) == b""
            assert server.heard == []
            writer.close()

    look()


@in_loop
async def test_an_endless_header_is_cut_off() -> None:
    async with limited_server() as server:
        reader, writer = await server.connect()
        writer.write(b"x" * (MAX_HEADER_BYTES + 1))
        assert await rest(reader) == b""
        assert server.heard == []
        writer.close()


def test_connections_from_one_address_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_PER_NETWORK", 2)

    @in_loop
    async def look() -> None:
        async with limited_server() as server:
            first, second, third = [await server.connect() for _ in range(3)]
            assert await rest(first[0]) == b"", "the oldest goes"
            for reader, writer in (second, third):
                writer.write(REQUEST)
                assert await reader.readexactly(5) == b"heard"
            for _, writer in (first, second, third):
                writer.close()

    look()


def test_connections_are_limited_in_all() -> None:
    connections = ConnectionLimits()
    for number in range(limits.MAX_CONNECTIONS):
        assert connections.admit(number, f"10.0.0.{number}")
        connections.mark_paired(number)
    assert not connections.admit(999, "10.0.1.1")
    connections.release(5)
    assert connections.admit(999, "10.0.1.1")


# How often somebody may ask


def test_a_limit_is_used_up_and_refills() -> None:
    limit = RateLimit(5, 1, now_s=0)
    assert [limit.take(1, 0) for _ in range(6)] == [True] * 5 + [False]
    assert not limit.take(1, 0.9)
    assert limit.take(1, 1.9)


def test_a_limit_never_refills_beyond_its_maximum() -> None:
    limit = RateLimit(5, 1, now_s=0)
    assert not limit.take(6, 1_000)
    assert limit.take(5, 1_000)


def test_each_caller_has_a_limit_of_their_own() -> None:
    now = [0.0]
    limits_by_caller = RateLimits(2, 0.5, lambda: now[0])
    assert [limits_by_caller.take("ann") for _ in range(3)] == [True, True, False]
    assert limits_by_caller.take("ben")
    now[0] = 2.0
    assert [limits_by_caller.take("ann") for _ in range(2)] == [True, False]


def test_only_so_many_callers_are_remembered() -> None:
    limits_by_caller = RateLimits(1, 0, lambda: 0.0)
    limits_by_caller.take("first")
    for number in range(MAX_CALLERS_KEPT - 1):
        limits_by_caller.take(f"{number}")
    assert not limits_by_caller.take("first"), "it is remembered, and is now the latest"
    limits_by_caller.take("one more")
    assert limits_by_caller.take("0"), "the earliest was forgotten"
