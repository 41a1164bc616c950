"""A fake table on a real socket that says what a test tells it to; and `in_loop`: a test in a loop with a deadline."""

import asyncio
import functools
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, ParamSpec

from companion.table.messages.message import Message
from companion.table.messages.wire import FromClient, Hello, decode_from_client, encode
from companion.table.server.socket_server import stop_listening
from tests.deadline import DEADLINE_S
from tests.table.sample_view import WELCOME, snapshot

P = ParamSpec("P")


def in_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), 4 * DEADLINE_S))  # for the whole test

    return run


class FakeLink:
    """One client, from the table's side."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def heard(self) -> FromClient:
        return decode_from_client(await self._reader.readuntil())

    async def end(self) -> bytes:
        """Everything until the client hangs up."""
        return await self._reader.read()

    def say(self, *messages: Message) -> None:
        self.write(b"".join(map(encode, messages)))

    def write(self, content: bytes) -> None:
        self._writer.write(content)

    def hang_up(self) -> None:
        self._writer.close()

    async def greet(self, number: int = 0, game: str = "20261116-2041-aa") -> Hello:
        hello = await self.heard()
        assert isinstance(hello, Hello)
        self.say(WELCOME, snapshot(number, game))
        return hello


class FakeTable:
    def __init__(self) -> None:
        self._links: asyncio.Queue[FakeLink] = asyncio.Queue()
        self._all: list[FakeLink] = []
        self._has_gone = False

    async def link(self) -> FakeLink:
        """The next client."""
        return await self._links.get()

    async def greeted(self, number: int = 0, game: str = "20261116-2041-aa") -> FakeLink:
        link = await self.link()
        await link.greet(number, game)
        return link

    def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        link = FakeLink(reader, writer)
        self._all.append(link)
        self._links.put_nowait(link)
        if self._has_gone:
            link.hang_up()

    def hang_up(self) -> None:
        self._has_gone = True
        for link in self._all:
            link.hang_up()


@asynccontextmanager
async def fake_table(path: Path) -> AsyncIterator[FakeTable]:
    table = FakeTable()
    server = await asyncio.start_unix_server(table.connected, path)
    try:
        yield table
    finally:
        await stop_listening(server)
        table.hang_up()
        path.unlink(missing_ok=True)
