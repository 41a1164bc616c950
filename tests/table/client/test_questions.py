"""Requests to the table: sent once, and answered or lost with the link."""

import asyncio
from pathlib import Path

import pytest

from companion.table.client import Client, LinkLost
from companion.table.messages.message import MAX_LINE_BYTES
from companion.table.messages.requests import ListGames, NewGame
from companion.table.messages.wire import Ask, Reply
from tests.table.client.linked import HUNG_UP, ROLL, Pauses, answered, linked
from tests.table.fake_table import in_loop


@in_loop
async def test_a_question_is_answered(path: Path) -> None:
    async with linked(path) as (client, _, link):
        asking = asyncio.create_task(client.ask(ListGames()))
        question = await link.heard()
        assert isinstance(question, Ask)
        assert question.request == ListGames()
        link.say(Reply("another", done=False), Reply(question.id, done=True))
        assert await asking == Reply(question.id, done=True)


@in_loop
async def test_a_question_is_not_asked_again(path: Path) -> None:
    """It may begin a game, and must not begin two."""
    async with linked(path) as (client, table, link):
        asking = asyncio.create_task(client.ask(NewGame(("Ann", "Ben"))))
        await link.heard()
        link.hang_up()
        with pytest.raises(LinkLost, match=f"{HUNG_UP} Whether it was done will be seen"):
            await asking
        link = await table.greeted()
        giving = asyncio.create_task(client.give(ROLL, "first"))
        assert await answered(link) == "first"
        await giving


@in_loop
async def test_without_a_link_there_is_nobody_to_ask(path: Path) -> None:
    async with Client(path, "banker", sleep=Pauses()) as client:
        with pytest.raises(LinkLost, match="no link to the table now"):
            await client.ask(ListGames())


@in_loop
async def test_a_request_that_no_table_would_accept_is_not_sent(path: Path) -> None:
    async with linked(path) as (client, _, link):
        for request in (NewGame(("x" * 2_001,)), NewGame(("Ann", "Ben"), position="x" * MAX_LINE_BYTES)):
            with pytest.raises(ValueError, match=r"\w"):
                await client.ask(request)
        giving = asyncio.create_task(client.give(ROLL, "first"))
        assert await answered(link) == "first"
        await giving
