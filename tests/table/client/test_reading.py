"""A client that follows the game: each move once and in order, over a link that comes back."""

import asyncio
from pathlib import Path

import pytest
from msgspec import Raw

from companion.table.client import MAX_UNREAD, Client, LinkDown, LinkLost, LinkUp, ServerEvent
from companion.table.messages.message import PROTOCOL
from companion.table.messages.requests import ListGames
from companion.table.messages.wire import Changed, Goodbye, Hello, Moved, Resync, Seated, Snapshot, Trouble
from tests.table.client.linked import HUNG_UP, ROLL, Pauses, answered, linked, told
from tests.table.fake_table import fake_table, in_loop
from tests.table.sample_view import WELCOME, moved, snapshot


@in_loop
async def test_everything_comes_in_order(path: Path) -> None:
    async with linked(path, 7) as (client, _, link):
        link.say(moved(8), Trouble("full"), moved(9), Trouble(""))
        assert await told(client, 4) == [moved(8), Trouble("full"), moved(9), Trouble("")]


@in_loop
async def test_it_says_who_it_is(path: Path) -> None:
    async with fake_table(path) as table, Client(path, "player", 2, "Ann's tablet"):
        assert await (await table.link()).greet() == Hello(PROTOCOL, "player", 2, "Ann's tablet")


@in_loop
async def test_old_news_is_hidden(path: Path) -> None:
    async with fake_table(path) as table, Client(path, "viewer") as client:
        link = await table.link()
        link.say(WELCOME, moved(4), moved(5), snapshot(5), moved(4), moved(5), moved(6))
        assert await told(client, 4) == [LinkUp(), WELCOME, snapshot(5), moved(6)]


@in_loop
async def test_after_a_lost_link_nothing_comes_before_the_snapshot(path: Path) -> None:
    async with linked(path, 1) as (client, table, link):
        link.hang_up()
        (await table.link()).say(WELCOME, moved(2), snapshot(5), moved(6))
        assert await told(client, 5) == [LinkDown(HUNG_UP), LinkUp(), WELCOME, snapshot(5), moved(6)]


@in_loop
async def test_a_gap_asks_for_a_snapshot_once_and_hides_what_comes_before_it(path: Path) -> None:
    async with linked(path) as (client, _, link):
        link.say(moved(1), moved(3), moved(4), moved(5))
        assert await link.heard() == Resync()
        link.say(moved(6), snapshot(6), moved(7))
        assert await told(client, 3) == [moved(1), snapshot(6), moved(7)]
        link.say(Trouble("the end"), moved(9))
        assert await told(client, 1) == [Trouble("the end")]
        assert await link.heard() == Resync(), "and nothing was asked for between"


@in_loop
async def test_another_game_may_begin_at_any_number(path: Path) -> None:
    async with linked(path, 7) as (client, _, link):
        link.say(snapshot(0, "another"), moved(1, "another"), Snapshot(0, None))
        assert await told(client, 3) == [snapshot(0, "another"), moved(1, "another"), Snapshot(0, None)]


@in_loop
async def test_a_slow_reader_gets_a_snapshot_instead(path: Path) -> None:
    async with linked(path) as (client, _, link):
        last = 2 * MAX_UNREAD
        link.say(*map(moved, range(1, last)), Trouble("full"))
        answer = asyncio.create_task(client.give(ROLL))
        assert await answered(link)
        await answer  # by now everything has arrived
        reading = asyncio.create_task(told(client, 2))
        assert await link.heard() == Resync()
        link.say(moved(last), snapshot(last), moved(last + 1))
        assert await reading == [snapshot(last), moved(last + 1)]


@in_loop
async def test_a_slow_reader_hears_whose_device_it_is_now(path: Path) -> None:
    async with linked(path) as (client, _, link):
        last = 2 * MAX_UNREAD
        link.say(Seated(0, "Ann"), Seated(2, "Cy"), *map(moved, range(1, last)))
        answer = asyncio.create_task(client.give(ROLL))
        assert await answered(link)
        await answer  # by now everything has arrived
        link.say(snapshot(last))
        assert await told(client, 2) == [Seated(2, "Cy"), snapshot(last)]


@in_loop
async def test_a_new_link_brings_its_own_snapshot(path: Path) -> None:
    async with linked(path) as (client, table, link):
        link.say(*map(moved, range(1, 2 * MAX_UNREAD)))
        link.hang_up()
        link = await table.greeted(500)
        giving = asyncio.create_task(client.give(ROLL, "first"))
        assert await answered(link) == "first"
        await giving
        assert await told(client, 4) == [LinkDown(HUNG_UP), LinkUp(), WELCOME, snapshot(500)]
        giving = asyncio.create_task(client.give(ROLL, "second"))
        assert await answered(link) == "second", "and no other was asked for"
        await giving


@in_loop
async def test_as_much_as_may_wait_is_read(path: Path) -> None:
    async with linked(path) as (client, _, link):
        link.say(*map(moved, range(1, MAX_UNREAD + 1)))
        answer = asyncio.create_task(client.give(ROLL))
        await answered(link)
        await answer
        assert await told(client, MAX_UNREAD) == [moved(number) for number in range(1, MAX_UNREAD + 1)]


@in_loop
async def test_a_reader_that_keeps_up_reads_everything_at_any_pace(path: Path) -> None:
    async with linked(path) as (client, _, link):
        link.say(*map(moved, range(1, 10 * MAX_UNREAD)))
        assert await told(client, 10 * MAX_UNREAD - 1) == [moved(n) for n in range(1, 10 * MAX_UNREAD)]


@in_loop
async def test_a_link_that_comes_and_goes_unread_has_its_bounds(path: Path) -> None:
    async with fake_table(path) as table, Client(path, "viewer", sleep=Pauses()) as client:
        for number in range(MAX_UNREAD):
            link = await table.greeted(number)
            link.say(Goodbye(f"Enough of {number}."))
        link = await table.greeted(1_000)
        answer = asyncio.create_task(client.give(ROLL))
        await answered(link)
        await answer
        assert len(client._inbox._unread) <= MAX_UNREAD
        link.say(snapshot(1_001))
        read = await told(client, 1)
        while read[-1] != snapshot(1_001):
            read += await told(client, 1)
        assert read.index(WELCOME, -4) < len(read) - 1
        assert len(read) <= MAX_UNREAD


@in_loop
async def test_the_stream_ends_with_the_client(path: Path) -> None:
    async with linked(path) as (client, _, link):
        reading = asyncio.create_task(_all(client))
        giving = asyncio.create_task(client.give(ROLL))
        asking = asyncio.create_task(client.ask(ListGames()))
        await link.heard()
        await link.heard()
    assert await reading == []
    for waiting in (giving, asking):
        with pytest.raises(LinkLost, match="ended here"):
            await waiting
    assert await link.end() == b""
    with pytest.raises(LinkLost, match="ended here"):
        await client.give(ROLL)
    with pytest.raises(LinkLost, match="no link"):
        await client.ask(ListGames())


@in_loop
async def test_nobody_waits_for_ever_after_a_mistake_of_ours(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> None:
        raise RuntimeError("a bug")

    async with fake_table(path) as table:
        client = await Client(path, "banker").__aenter__()
        link = await table.greeted()
        await told(client, 3)
        giving = asyncio.create_task(client.give(ROLL))
        await link.heard()
        monkeypatch.setattr(client, "_hear", broken)
        link.say(Trouble("full"), Trouble("full"))
        with pytest.raises(LinkLost, match="ended here"):
            await giving
        assert await _all(client) == [Trouble("full")]
        with pytest.raises(RuntimeError, match="a bug"):
            await client.__aexit__(None, None, None)


async def _all(client: Client) -> list[ServerEvent]:
    return [message async for message in client]


@in_loop
async def test_a_change_of_something_that_was_not_heard_asks_for_a_snapshot(path: Path) -> None:
    async with linked(path) as (client, _, link):
        link.say(moved(1), Changed(2, {"turn": Raw(b"1")}), Changed(3, {"moves": Raw(b"[[0,99]]")}))
        assert await link.heard() == Resync()
        link.say(Changed(4, {}), snapshot(4), Changed(5, {"prompt": Raw(b'"Roll."')}))
        first, second, shown, third = await told(client, 4)
        assert isinstance(second, Moved)
        assert isinstance(third, Moved)
        assert (second.view.turn, third.view.prompt) == (1, "Roll.")
        assert (first, shown) == (moved(1), snapshot(4))
