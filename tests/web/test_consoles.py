"""Each tablet has a console, which ends with it however the tab, the device, the server or the table ends."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp

from companion.table.messages.requests import RevokeDevice
from companion.web.consoles import ELSEWHERE, MAX_CONSOLES, Consoles
from tests.deadline import DEADLINE_S
from tests.processes import is_gone, rss_mb, wait_for
from tests.web.web_server import WebTable, device_of

AT_ONCE_S = 20.0  # on any machine; tablets would stay open if nothing closed them
CONNECTS = 100
DRAWN = 2_000  # bytes of a picture


@asynccontextmanager
async def tablet(served: WebTable, cookie: str) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    address = f"{served.pages.url}/ws?width=91&height=25"
    headers = {"Cookie": cookie, "Origin": served.pages.url}
    async with asyncio.timeout(DEADLINE_S), aiohttp.ClientSession() as session:
        socket = await session.ws_connect(address, headers=headers)
        yield socket
        await socket.close()


async def drawn(socket: aiohttp.ClientWebSocketResponse) -> None:
    async for message in socket:
        if message.type == aiohttp.WSMsgType.BINARY and len(message.data) > DRAWN:
            return
    raise AssertionError(f"the socket was closed with {socket.close_code}")


async def ended(socket: aiohttp.ClientWebSocketResponse) -> int | None:
    async for _ in socket:
        continue
    return socket.close_code


def test_a_console_ends_with_its_tab(own: WebTable) -> None:
    cookie = own.paired()

    async def look() -> int:
        async with tablet(own, cookie) as socket:
            await drawn(socket)
            (console,) = own.pages.consoles()
            return console

    console = asyncio.run(look())
    wait_for(lambda: is_gone(console), "the console's end")


def test_a_second_tab_replaces_the_first(own: WebTable) -> None:
    cookie = own.paired()

    async def look() -> None:
        async with tablet(own, cookie) as first:
            await drawn(first)
            ending = asyncio.create_task(ended(first))  # a client that does not read counts as asleep after a while
            async with tablet(own, cookie) as second:
                await drawn(second)
                assert await ending == ELSEWHERE, "otherwise the two pages would replace each other for ever"
                assert len(own.pages.consoles()) == 1

    asyncio.run(look())


def test_the_oldest_tablet_makes_room_for_one_too_many(own: WebTable) -> None:
    cookies = [own.paired() for _ in range(MAX_CONSOLES + 1)]

    async def look() -> None:
        async with tablet(own, cookies[0]) as first:
            await drawn(first)
            await asyncio.gather(*(_held(own, cookie) for cookie in cookies[1:]), ended(first))

    async def _held(served: WebTable, cookie: str) -> None:
        async with tablet(served, cookie) as socket:
            await drawn(socket)

    asyncio.run(look())
    wait_for(lambda: not own.pages.consoles(), "the consoles' end")


async def _left_open(data: Path, devices: list[str]) -> list[str]:
    """Opens consoles for all these devices at the same moment; closing one takes a while."""
    consoles, left = Consoles(data), list(devices)

    async def nothing(_: bytes | str) -> None:
        pass

    async def open_one(device: str) -> None:
        async def close(code: int) -> None:
            await asyncio.sleep(0)
            assert code == ELSEWHERE
            left.remove(device)

        await consoles.open(device, write_bytes=nothing, write_str=nothing, close=close)

    await asyncio.gather(*(open_one(device) for device in devices))
    return left


def test_consoles_opened_at_the_same_moment_stay_within_the_limit(tmp_path: Path) -> None:
    """As with a page reloaded again and again, or a house full of tablets after a power cut."""
    assert asyncio.run(_left_open(tmp_path, ["a"] * 25)) == ["a"]
    many = [f"device {number}" for number in range(3 * MAX_CONSOLES)]
    assert asyncio.run(_left_open(tmp_path, many * 2)) == many[-MAX_CONSOLES:]


def test_the_console_of_a_removed_device_ends(own: WebTable) -> None:
    cookie = own.paired()

    async def look() -> int:
        async with tablet(own, cookie) as socket:
            await drawn(socket)
            (console,) = own.pages.consoles()
            assert own.table.ask(RevokeDevice(device_of(cookie))).done
            await ended(socket)
            return console

    console = asyncio.run(look())
    wait_for(lambda: is_gone(console), "the console's end")


def test_a_console_that_dies_closes_its_socket(own: WebTable) -> None:
    cookie = own.paired()

    async def look() -> None:
        async with tablet(own, cookie) as socket:
            await drawn(socket)
            os.kill(own.pages.consoles()[0], signal.SIGKILL)
            await ended(socket)

    asyncio.run(look())


def test_a_hundred_connections_leave_nothing_behind(own: WebTable) -> None:
    """Some leave before their console has started, like a page that is reloaded quickly."""
    cookie = own.paired()
    own.pages.ask("GET", "/health")
    before = rss_mb(own.pages.process.pid)

    async def look() -> None:
        for _ in range(CONNECTS):
            async with tablet(own, cookie):
                pass

    asyncio.run(look())
    wait_for(lambda: not own.pages.consoles(), "the consoles' end")
    assert rss_mb(own.pages.process.pid) < before + 15


def test_the_server_stops_at_once_while_tablets_are_open(own: WebTable) -> None:
    cookies = [own.paired(), own.paired()]

    async def look() -> float:
        async with tablet(own, cookies[0]) as one, tablet(own, cookies[1]) as two:
            await drawn(one)
            await drawn(two)
            consoles = own.pages.consoles()
            took, said = await asyncio.to_thread(own.pages.end)
            assert said == ""
            assert all(map(is_gone, consoles))
            return took

    assert asyncio.run(look()) < AT_ONCE_S


def test_a_server_that_is_killed_leaves_no_console(own: WebTable) -> None:
    cookies = [own.paired(), own.paired()]

    async def look() -> list[int]:
        async with tablet(own, cookies[0]) as one, tablet(own, cookies[1]):
            await drawn(one)
            while len(consoles := own.pages.consoles()) < 2:  # the second has hardly started
                await asyncio.sleep(0)
            own.pages.process.kill()
            return consoles

    consoles = asyncio.run(look())
    for console in consoles:
        wait_for(lambda console=console: is_gone(console), "a console's end")  # type: ignore[misc]


def test_a_tablet_without_a_table_says_so_and_waits(own: WebTable) -> None:
    cookie = own.paired()
    own.table.process.kill()
    own.table.process.wait()

    async def look() -> None:
        async with tablet(own, cookie) as socket:
            await no_link(socket)

    asyncio.run(look())


async def no_link(socket: aiohttp.ClientWebSocketResponse) -> None:
    async for message in socket:
        if message.type == aiohttp.WSMsgType.BINARY and b"no link" in message.data.lower():
            return
    raise AssertionError(f"the socket was closed with {socket.close_code}")


def test_a_tablet_waits_for_a_table_that_was_killed(own: WebTable) -> None:
    """Its console says so and stays, and the server keeps serving."""
    cookie = own.paired()

    async def look() -> None:
        async with tablet(own, cookie) as socket:
            await drawn(socket)
            own.table.process.kill()
            await no_link(socket)
            assert len(own.pages.consoles()) == 1

    asyncio.run(look())
