"""Commands over an unreliable link: sent until they are answered, with one effect each."""

import asyncio
from pathlib import Path

import pytest
from msgspec import Raw

from companion.table.client import MAX_UNANSWERED, Client, LinkDown, LinkLost, LinkUp
from companion.table.messages.message import MAX_LINE_BYTES
from companion.table.messages.requests import ListGames
from companion.table.messages.wire import Answer, Hello, Snapshot, Trouble
from tests.table.client.linked import ROLL, Pauses, answered, given, linked, told
from tests.table.fake_table import fake_table, in_loop
from tests.table.sample_view import WELCOME, moved, snapshot


@in_loop
async def test_a_command_is_given_and_answered(path: Path) -> None:
    async with linked(path) as (client, _, link):
        giving = asyncio.create_task(client.give(Raw(ROLL), "mine"))
        give = await given(link)
        assert (give.id, bytes(give.act)) == ("mine", ROLL)
        link.say(Answer("another", "refused"), moved(1), Answer("mine", "done", 1))
        assert await giving == Answer("mine", "done", 1)
        assert await told(client, 1) == [moved(1)], "an answer is not told"


@in_loop
async def test_every_command_has_an_id_of_its_own(path: Path) -> None:
    async with linked(path) as (client, _, link):
        giving = [asyncio.create_task(client.give(ROLL)) for _ in range(3)]
        ids = {await answered(link) for _ in range(3)}
        assert {answer.id for answer in await asyncio.gather(*giving)} == ids
        assert len(ids) == 3


@in_loop
async def test_a_command_is_given_again_until_it_is_answered_and_then_no_more(path: Path) -> None:
    async with linked(path) as (client, table, link):
        giving = asyncio.create_task(client.give(ROLL, "mine"))
        for _ in range(3):
            assert (await given(link)).id == "mine"
            link.hang_up()
            link = await table.greeted()
        assert await answered(link) == "mine"
        assert (await giving).outcome == "done"
        link.hang_up()
        link = await table.greeted()
        other = asyncio.create_task(client.give(ROLL, "other"))
        assert await answered(link) == "other"
        await other


@in_loop
async def test_a_command_given_while_the_link_is_down_waits_for_it(path: Path) -> None:
    async with Client(path, "banker", sleep=Pauses()) as client:
        assert await told(client, 1) == [LinkDown(f"No table is running at {path}.")]
        giving = asyncio.create_task(client.give(ROLL, "mine"))
        async with fake_table(path) as table:
            assert await answered(await table.greeted()) == "mine"
            assert (await giving).number == 1


@in_loop
async def test_nothing_is_given_before_the_snapshot(path: Path) -> None:
    async with fake_table(path) as table, Client(path, "banker") as client:
        giving = asyncio.create_task(client.give(ROLL, "mine"))
        link = await table.link()
        assert isinstance(await link.heard(), Hello)
        link.say(WELCOME, Trouble("full"))
        assert await told(client, 3) == [LinkUp(), WELCOME, Trouble("full")]
        await asyncio.sleep(0)
        with pytest.raises(LinkLost):
            await client.ask(ListGames())
        link.say(snapshot(0))
        assert await answered(link) == "mine", "and nothing else came before"
        await giving


@in_loop
async def test_the_same_id_twice_is_answered_to_both(path: Path) -> None:
    async with linked(path) as (client, _, link):
        giving = [asyncio.create_task(client.give(ROLL, "mine")) for _ in range(2)]
        assert (await given(link)).id == "mine"
        link.say(Answer("mine", "done", 1))
        assert await asyncio.gather(*giving) == [Answer("mine", "done", 1)] * 2


@in_loop
async def test_a_command_nobody_waits_for_is_not_sent_again(path: Path) -> None:
    async with linked(path) as (client, table, link):
        one, two = (asyncio.create_task(client.give(ROLL, id)) for id in ("one", "two"))
        assert [(await given(link)).id for _ in range(2)] == ["one", "two"]
        one.cancel()
        with pytest.raises(asyncio.CancelledError):
            await one
        link.say(Answer("one", "done", 1))
        link.hang_up()
        assert await answered(await table.greeted()) == "two"
        await two


@pytest.mark.parametrize("in_play", [snapshot(0, "another"), Snapshot(0, None)], ids=["another", "none"])
@in_loop
async def test_a_command_is_not_given_again_in_another_game(path: Path, in_play: Snapshot) -> None:
    async with linked(path) as (client, table, link):
        giving = asyncio.create_task(client.give(ROLL, "mine"))
        await given(link)
        link.hang_up()
        link = await table.link()
        await link.heard()
        link.say(WELCOME, in_play)
        with pytest.raises(LinkLost, match="not in play any more"):
            await giving
        other = asyncio.create_task(client.give(ROLL, "other"))
        assert await answered(link) == "other"
        await other


@pytest.mark.parametrize(
    ("act", "id"),
    [
        (b"", None),
        (b"{", None),
        (b"NaN", None),
        (b"[" * 32_000 + b"]" * 32_000, None),
        (ROLL + b"\n" + ROLL, None),
        (b'"' + b"x" * MAX_LINE_BYTES + b'"', None),
        (ROLL, "a b"),
        (ROLL, "a" * 65),
        (ROLL, "é"),
    ],
    ids=["nothing", "open", "not a number", "deep", "two", "long", "space", "long id", "accent"],
)
@in_loop
async def test_a_command_that_no_table_would_accept_is_not_even_sent(path: Path, act: bytes, id: str | None) -> None:
    async with linked(path) as (client, _, link):
        with pytest.raises(ValueError, match=r"\w"):
            await client.give(act, id)
        giving = asyncio.create_task(client.give(ROLL, "good"))
        assert await answered(link) == "good"
        await giving


@in_loop
async def test_a_command_in_several_lines_is_sent_in_one(path: Path) -> None:
    async with linked(path) as (client, _, link):
        giving = asyncio.create_task(client.give(b'{\n  "type": "Undo"\n}', "mine"))
        assert bytes((await given(link)).act) == b'{"type":"Undo"}'
        link.say(Answer("mine", "done", 1))
        await giving


@in_loop
async def test_so_many_commands_may_wait_for_an_answer(path: Path) -> None:
    async with linked(path) as (client, _, link):
        giving = [asyncio.create_task(client.give(ROLL)) for _ in range(MAX_UNANSWERED)]
        for _ in giving:
            await given(link)
        with pytest.raises(LinkLost, match="wait until it has answered"):
            await client.give(ROLL)
        for task in giving:
            task.cancel()
        await asyncio.gather(*giving, return_exceptions=True)
        later = asyncio.create_task(client.give(ROLL, "later"))
        assert await answered(link) == "later"
        await later
