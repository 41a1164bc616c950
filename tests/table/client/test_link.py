"""The link itself: lost, reported, and tried again with growing pauses."""

import asyncio
from pathlib import Path

import pytest

from companion.table.client import MAX_TABLE_LINE_BYTES, MAX_UNSENT_BYTES, PAUSES_S, Client, LinkDown, LinkUp
from companion.table.client import client as keeps_its_link
from companion.table.client.link import other_place
from companion.table.messages.message import MAX_LINE_BYTES, PROTOCOL
from companion.table.messages.wire import Goodbye, Hello, Snapshot, Trouble, encode
from tests.table.client.linked import HUNG_UP, ROLL, Pauses, answered, given, linked, told
from tests.table.fake_table import fake_table, in_loop
from tests.table.sample_view import WELCOME, moved, snapshot


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (encode(Goodbye("Good night.")), "Good night."),
        (b"", HUNG_UP),
        (encode(moved(1))[:-1], HUNG_UP),
        (
            b"What?\n",
            "The table sent something this program does not understand (JSON is malformed: ",
        ),
        (b'"' + b"x" * (MAX_TABLE_LINE_BYTES + 1), f"The table sent a line of more than {MAX_TABLE_LINE_BYTES} bytes"),
    ],
    ids=["goodbye", "nothing", "half a line", "garbage", "endless"],
)
@in_loop
async def test_a_lost_link_is_reported_and_comes_back(path: Path, said: bytes, why: str) -> None:
    async with linked(path, 1) as (client, table, link):
        link.write(said)
        link.hang_up()
        (down,) = await told(client, 1)
        assert isinstance(down, LinkDown)
        assert down.why.startswith(why)
        await table.greeted(5)
        assert await told(client, 3) == [LinkUp(), WELCOME, snapshot(5)]


@in_loop
async def test_the_same_reason_is_reported_again_if_the_link_was_up_between(path: Path) -> None:
    async with linked(path) as (client, table, link):
        for _ in range(3):
            link.hang_up()
            link = await table.greeted()
            assert await told(client, 4) == [LinkDown(HUNG_UP), LinkUp(), WELCOME, snapshot(0)]


@in_loop
async def test_a_long_line_is_read_if_it_is_not_too_long(path: Path) -> None:
    async with linked(path) as (client, _, link):
        trouble = Trouble("x" * (MAX_TABLE_LINE_BYTES - 1_000))
        link.say(trouble)
        assert await told(client, 1) == [trouble]


@in_loop
async def test_a_table_that_reads_nothing_any_more_is_left(path: Path) -> None:
    """The table does not read, and the sender loses patience again and again."""
    async with linked(path) as (client, table, _):
        act = b'"' + b"x" * (MAX_LINE_BYTES - 1_000) + b'"'
        for _ in range(2 * MAX_UNSENT_BYTES // MAX_LINE_BYTES + 20):
            giving = asyncio.create_task(client.give(act))
            await asyncio.sleep(0)
            giving.cancel()
        assert await told(client, 1) == [LinkDown(HUNG_UP)]
        await table.greeted(1)
        assert await told(client, 3) == [LinkUp(), WELCOME, snapshot(1)]


@pytest.mark.parametrize("first", [Goodbye("This table speaks version 2."), snapshot(0)], ids=["goodbye", "snapshot"])
@in_loop
async def test_without_a_welcome_there_is_no_link(path: Path, first: Goodbye | Snapshot) -> None:
    async with fake_table(path) as table, Client(path, "banker", sleep=Pauses()) as client:
        (await table.link()).say(first)
        (down,) = await told(client, 1)
        why = first.why if isinstance(first, Goodbye) else "Something listens there that is not a table."
        assert down == LinkDown(why)


@in_loop
async def test_a_table_that_does_not_say_welcome_is_tried_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeps_its_link, "WELCOME_S", 0.02)
    async with fake_table(path) as table, Client(path, "banker", sleep=Pauses()) as client:
        silent = await table.link()
        assert await told(client, 1) == [LinkDown("The table does not answer.")]
        assert await silent.end() == encode(Hello(PROTOCOL, "banker"))
        await (await table.link()).greet()


@in_loop
async def test_pauses_grow_to_a_limit_and_start_again(path: Path) -> None:
    pauses = Pauses()
    async with Client(path, "banker", sleep=pauses) as client:
        assert await told(client, 1) == [LinkDown(f"No table is running at {path}.")]
        while len(pauses.seconds) < 2 * len(PAUSES_S):
            await asyncio.sleep(0)
        assert pauses.seconds[: 2 * len(PAUSES_S)] == [*PAUSES_S, *[PAUSES_S[-1]] * len(PAUSES_S)]
        assert sorted(PAUSES_S) == list(PAUSES_S)
        async with fake_table(path) as table:
            link = await table.greeted()
            assert await told(client, 3) == [LinkUp(), WELCOME, snapshot(0)], "one reason is told once"
            pauses.seconds.clear()
            link.hang_up()
            await table.link()
            assert pauses.seconds == [PAUSES_S[0]]


@in_loop
async def test_a_command_that_makes_the_table_hang_up_is_not_given_faster_and_faster(path: Path) -> None:
    pauses = Pauses()
    async with fake_table(path) as table, Client(path, "banker", sleep=pauses) as client:
        giving = asyncio.create_task(client.give(ROLL, "mine"))
        for _ in range(4):
            link = await table.greeted()
            await given(link)
            link.hang_up()
        assert await answered(await table.greeted()) == "mine"
        await giving
        assert pauses.seconds == [*PAUSES_S[:4]]


@in_loop
async def test_a_table_in_the_other_place_is_found(path: Path) -> None:
    other = other_place(path)
    other.parent.mkdir(0o700)
    try:
        async with fake_table(other) as table, Client(path, "viewer", sleep=Pauses()) as client:
            await table.greeted()
            assert await told(client, 3) == [LinkUp(), WELCOME, snapshot(0)]
    finally:
        other.parent.rmdir()
