"""A client linked to a fake table, and short ways to script what happens."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from companion.table.client import Client, LinkUp, ServerEvent
from companion.table.messages.wire import Answer, Give
from tests.table.fake_table import FakeLink, FakeTable, fake_table
from tests.table.sample_view import WELCOME, snapshot

ROLL = b'{"type":"Roll","player":0,"dice":[]}'
HUNG_UP = "The table hung up. It may have been stopped, or have failed."


class Pauses:
    """Does not sleep, but remembers how long it should have."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)
        await asyncio.sleep(0)


@asynccontextmanager
async def linked(path: Path, number: int = 0) -> AsyncIterator[tuple[Client, FakeTable, FakeLink]]:
    """A client that has read as far as the snapshot."""
    async with fake_table(path) as table, Client(path, "banker", sleep=Pauses()) as client:
        link = await table.greeted(number)
        assert await told(client, 3) == [LinkUp(), WELCOME, snapshot(number)]
        yield client, table, link


async def told(client: Client, count: int) -> list[ServerEvent]:
    return [await anext(client) for _ in range(count)]


async def given(link: FakeLink) -> Give:
    message = await link.heard()
    assert isinstance(message, Give)
    return message


async def answered(link: FakeLink) -> str:
    """Answers the next command: done. Returns its id."""
    give = await given(link)
    link.say(Answer(give.id, "done", 1))
    return give.id
