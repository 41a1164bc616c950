"""Levers, decisions about the board, and the table's prompts, seen from a client."""

import asyncio
from pathlib import Path

import pytest

from companion.table.client import Client, LinkLost
from companion.table.messages.wire import Answer, AnswerQuestion, Hello, Moved, Signal, Snapshot, TablePrompts
from tests.table.client.linked import linked, told
from tests.table.fake_table import in_loop
from tests.table.sample_view import WELCOME, snapshot, view_of

LEVER = b'{ "lever": "press",\n "button": "dice" }'


@in_loop
async def test_a_lever_is_pulled_and_answered(path: Path) -> None:
    async with linked(path) as (client, _, link):
        pulling = asyncio.create_task(client.signal(LEVER))
        heard = await link.heard()
        assert isinstance(heard, Signal)
        assert bytes(heard.lever) == b'{"lever":"press","button":"dice"}', "on one line"
        link.say(Answer("another", "refused"), Answer(heard.id, "done"))
        assert await pulling == Answer(heard.id, "done")


@in_loop
async def test_a_question_about_the_board_is_decided(path: Path) -> None:
    async with linked(path) as (client, _, link):
        deciding = asyncio.create_task(client.decide(7, board_is_right=True))
        heard = await link.heard()
        assert isinstance(heard, AnswerQuestion)
        assert (heard.question, heard.board_is_right) == (7, True)
        link.say(Answer(heard.id, "refused", message="This question is not open any more."))
        assert (await deciding).outcome == "refused"


@in_loop
async def test_a_lever_is_never_pulled_twice(path: Path) -> None:
    """A second press would roll a second time."""
    async with linked(path) as (client, table, link):
        pulling = asyncio.create_task(client.signal(LEVER))
        await link.heard()
        link.hang_up()
        with pytest.raises(LinkLost, match="Whether it was done will be seen"):
            await pulling
        again = await table.link()
        assert isinstance(await again.heard(), Hello)
        again.say(WELCOME, snapshot(0))
        await told(client, 4)
        deciding = asyncio.create_task(client.decide(1, board_is_right=False))
        assert isinstance(await again.heard(), AnswerQuestion), "and nothing came before it"
        deciding.cancel()


@in_loop
async def test_without_a_link_no_lever_is_pulled(path: Path) -> None:
    async with Client(path / "nobody.sock", "banker") as client:
        with pytest.raises(LinkLost, match="no link"):
            await client.signal(LEVER)
        with pytest.raises(ValueError, match="not a command"):
            await client.signal(b"{")


@in_loop
async def test_prompts_come_in_their_order(path: Path) -> None:
    async with linked(path) as (client, _, link):
        moved, now = Moved(1, view_of()), TablePrompts(notice="No roll now.")
        link.say(now, moved, TablePrompts())
        assert await told(client, 3) == [now, moved, TablePrompts()]


@in_loop
async def test_prompts_before_a_snapshot_are_in_that_snapshot(path: Path) -> None:
    async with linked(path) as (client, _, link):
        link.say(Moved(5, view_of()), TablePrompts(notice="early"), snapshot(5), TablePrompts(notice="late"))
        shown, late = await told(client, 2)
        assert isinstance(shown, Snapshot)
        assert late == TablePrompts(notice="late")
