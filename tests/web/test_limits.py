"""Connections that say nothing, too little or too much, and too many of them, wait outside."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from companion.web import limits
from companion.web.limits import MAX_CALLERS_KEPT, MAX_HEADER_BYTES, ConnectionLimits, RateLimit, RateLimits
from tests.table.fake_table import in_loop

REQUEST = b"GET / HTTP/1.1\r\n\r\n"


class Inner(asyncio.Protocol):
    """Says back what it was told, and when it is over."""

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


class Street:
    def __init__(self, port: int, heard: list[bytes]) -> None:
        self.port = port
        self.heard = heard

    async def knock(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port)


@asynccontextmanager
async def street() -> AsyncIterator[Street]:
    heard: list[bytes] = []
    step = ConnectionLimits(lambda: Inner(heard))
    server = await asyncio.get_running_loop().create_server(step, "127.0.0.1", 0)
    yield Street(server.sockets[0].getsockname()[1], heard)
    server.close()


async def rest(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""


@in_loop
async def test_a_whole_request_comes_in_however_it_is_cut() -> None:
    async with street() as here:
        reader, writer = await here.knock()
        for byte in (b"\r\n", *(REQUEST[at : at + 1] for at in range(len(REQUEST)))):
            writer.write(byte)
            await writer.drain()
        assert await reader.readexactly(5) == b"heard"
        writer.write(b"more")
        assert await reader.readexactly(5) == b"heard"
        writer.close()
        while here.heard != [REQUEST, b"more", b"over"]:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("said", [b"", b"\r\n\r\n", b"GET / HTTP/1.1\r\n"])
def test_who_takes_too_long_is_hung_up_on(said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HEADER_S", 0.2)

    @in_loop
    async def look() -> None:
        async with street() as here:
            reader, writer = await here.knock()
            writer.write(said)
            assert await rest(reader) == b""
            assert here.heard == []
            writer.close()

    look()


@in_loop
async def test_a_header_without_an_end_is_not_read_for_ever() -> None:
    async with street() as here:
        reader, writer = await here.knock()
        writer.write(b"x" * (MAX_HEADER_BYTES + 1))
        assert await rest(reader) == b""
        assert here.heard == []
        writer.close()


def test_only_so_many_wait_and_of_one_address_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_PER_ADDRESS", 2)

    @in_loop
    async def look() -> None:
        async with street() as here:
            first, second, third = [await here.knock() for _ in range(3)]
            assert await rest(third[0]) == b""
            first[1].close()
            second[1].write(REQUEST)
            assert await second[0].readexactly(5) == b"heard"
            while await _answered(here) == b"":
                await asyncio.sleep(0.01)
            second[1].close()
            third[1].close()

    look()


async def _answered(here: Street) -> bytes:
    """By somebody who comes once another one has gone."""
    reader, writer = await here.knock()
    writer.write(REQUEST)
    try:
        return await reader.read(5)
    except ConnectionResetError:
        return b""
    finally:
        writer.close()


def test_in_all_there_is_an_end_too() -> None:
    step = ConnectionLimits(asyncio.Protocol)
    assert all(step.admit(number, f"10.0.0.{number}") for number in range(limits.MAX_CONNECTIONS))
    assert not step.admit(999, "10.0.1.1")
    step.release(5)
    assert step.admit(999, "10.0.1.1")


# Rates


def test_a_bucket_is_emptied_and_fills_again() -> None:
    bucket = RateLimit(5, 1, now_s=0)
    assert [bucket.take(1, 0) for _ in range(6)] == [True] * 5 + [False]
    assert not bucket.take(1, 0.9)
    assert bucket.take(1, 1.9)


def test_it_never_holds_more_than_is_allowed_at_once() -> None:
    bucket = RateLimit(5, 1, now_s=0)
    assert not bucket.take(6, 1_000)
    assert bucket.take(5, 1_000)


def test_each_caller_has_a_bucket() -> None:
    now = [0.0]
    rates = RateLimits(2, 0.5, lambda: now[0])
    assert [rates.take("ann") for _ in range(3)] == [True, True, False]
    assert rates.take("ben")
    now[0] = 2.0
    assert [rates.take("ann") for _ in range(2)] == [True, False]


def test_callers_without_end_are_not_all_remembered() -> None:
    rates = RateLimits(1, 0, lambda: 0.0)
    rates.take("first")
    for number in range(MAX_CALLERS_KEPT - 1):
        rates.take(f"{number}")
    assert not rates.take("first"), "it is remembered, and now as the last"
    rates.take("one more")
    assert rates.take("0"), "who came first was forgotten"
