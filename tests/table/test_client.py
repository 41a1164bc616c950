"""A program that hears of everything: each move once and in order, over a link that comes back."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec import Raw

from companion.table.address import other_place
from companion.table.client import (
    PAUSES_S,
    TABLE_LINE_MOST,
    UNANSWERED_MOST,
    UNREAD_MOST,
    UNSENT_MOST,
    Client,
    LinkDown,
    LinkLost,
    LinkUp,
    Told,
)
from companion.table.client import linked as keeps_its_link
from companion.table.messages import (
    LINE_MOST,
    PROTOCOL,
    Answer,
    Ask,
    Give,
    Goodbye,
    Hello,
    ListGames,
    NewGame,
    Reply,
    Resync,
    Snapshot,
    Trouble,
    encode,
)
from tests.table.fake_table import FakeTable, Link, fake_table, in_loop
from tests.table.sample_view import WELCOME, moved, snapshot

ROLL = b'{"type":"Roll","player":0,"dice":[]}'
HUNG_UP = "The table hung up. It may have been stopped, or have failed."


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.sock"


class Pauses:
    """Sleeps for no time, and remembers for how long it should have."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)
        await asyncio.sleep(0)


@asynccontextmanager
async def linked(path: Path, number: int = 0) -> AsyncIterator[tuple[Client, FakeTable, Link]]:
    """A client that has read as far as the snapshot."""
    async with fake_table(path) as table, Client(path, "banker", sleep=Pauses()) as client:
        link = await table.greeted(number)
        assert await told(client, 3) == [LinkUp(), WELCOME, snapshot(number)]
        yield client, table, link


async def told(client: Client, count: int) -> list[Told]:
    return [await anext(client) for _ in range(count)]


async def given(link: Link) -> Give:
    message = await link.heard()
    assert isinstance(message, Give)
    return message


async def answered(link: Link) -> str:
    """Whatever is given is done."""
    give = await given(link)
    link.say(Answer(give.id, "done", 1))
    return give.id


# What is read


@in_loop
async def test_everything_is_told_in_order(path: Path) -> None:
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
async def test_after_a_lost_link_nothing_is_told_before_the_snapshot(path: Path) -> None:
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
async def test_who_reads_too_slowly_gets_a_snapshot_instead(path: Path) -> None:
    async with linked(path) as (client, _, link):
        last = 2 * UNREAD_MOST
        link.say(*map(moved, range(1, last)), Trouble("full"))
        answer = asyncio.create_task(client.give(ROLL))
        assert await answered(link)
        await answer  # by now all of it has come
        reading = asyncio.create_task(told(client, 2))
        assert await link.heard() == Resync()
        link.say(moved(last), snapshot(last), moved(last + 1))
        assert await reading == [snapshot(last), moved(last + 1)]


@in_loop
async def test_a_new_link_brings_its_own_snapshot(path: Path) -> None:
    async with linked(path) as (client, table, link):
        link.say(*map(moved, range(1, 2 * UNREAD_MOST)))
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
        link.say(*map(moved, range(1, UNREAD_MOST + 1)))
        answer = asyncio.create_task(client.give(ROLL))
        await answered(link)
        await answer
        assert await told(client, UNREAD_MOST) == [moved(number) for number in range(1, UNREAD_MOST + 1)]


@in_loop
async def test_who_keeps_up_reads_all_of_it_at_any_pace_of_the_table(path: Path) -> None:
    async with linked(path) as (client, _, link):
        link.say(*map(moved, range(1, 10 * UNREAD_MOST)))
        assert await told(client, 10 * UNREAD_MOST - 1) == [moved(n) for n in range(1, 10 * UNREAD_MOST)]


@in_loop
async def test_a_link_that_comes_and_goes_unread_has_its_bounds(path: Path) -> None:
    async with fake_table(path) as table, Client(path, "viewer", sleep=Pauses()) as client:
        for number in range(UNREAD_MOST):
            link = await table.greeted(number)
            link.say(Goodbye(f"Enough of {number}."))
        link = await table.greeted(1_000)
        answer = asyncio.create_task(client.give(ROLL))
        await answered(link)
        await answer
        assert len(client._inbox._unread) <= UNREAD_MOST
        link.say(snapshot(1_001))
        read = await told(client, 1)
        while read[-1] != snapshot(1_001):
            read += await told(client, 1)
        assert read.index(WELCOME, -4) < len(read) - 1
        assert len(read) <= UNREAD_MOST


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
        monkeypatch.setattr(client, "_serve", broken)
        link.say(Trouble("full"), Trouble("full"))
        with pytest.raises(LinkLost, match="ended here"):
            await giving
        assert await _all(client) == [Trouble("full")]
        with pytest.raises(RuntimeError, match="a bug"):
            await client.__aexit__(None, None, None)


async def _all(client: Client) -> list[Told]:
    return [message async for message in client]


# Commands


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
async def test_what_nobody_waits_for_any_more_is_not_given_again(path: Path) -> None:
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
        (b'"' + b"x" * LINE_MOST + b'"', None),
        (ROLL, "a b"),
        (ROLL, "a" * 65),
        (ROLL, "é"),
    ],
    ids=["nothing", "open", "not a number", "deep", "two", "long", "space", "long id", "accent"],
)
@in_loop
async def test_what_no_table_would_take_is_not_even_sent(path: Path, act: bytes, id: str | None) -> None:
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
        giving = [asyncio.create_task(client.give(ROLL)) for _ in range(UNANSWERED_MOST)]
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


# Questions


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
    """It may begin a game, and two are one too many."""
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
async def test_a_question_that_no_table_would_take_is_not_sent(path: Path) -> None:
    async with linked(path) as (client, _, link):
        for request in (NewGame(("x" * 2_001,)), NewGame(("Ann", "Ben"), position="x" * LINE_MOST)):
            with pytest.raises(ValueError, match=r"\w"):
                await client.ask(request)
        giving = asyncio.create_task(client.give(ROLL, "first"))
        assert await answered(link) == "first"
        await giving


# The link


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (encode(Goodbye("Good night.")), "Good night."),
        (b"", HUNG_UP),
        (encode(moved(1))[:-1], HUNG_UP),
        (b"What?\n", "What the table said cannot be understood (JSON is malformed: invalid character (byte 0)): "),
        (b'"' + b"x" * (TABLE_LINE_MOST + 1), f"The table sent a line of more than {TABLE_LINE_MOST} bytes"),
    ],
    ids=["goodbye", "nothing", "half a line", "garbage", "endless"],
)
@in_loop
async def test_a_lost_link_is_told_and_comes_back(path: Path, said: bytes, why: str) -> None:
    async with linked(path, 1) as (client, table, link):
        link.write(said)
        link.hang_up()
        (down,) = await told(client, 1)
        assert isinstance(down, LinkDown)
        assert down.why.startswith(why)
        await table.greeted(5)
        assert await told(client, 3) == [LinkUp(), WELCOME, snapshot(5)]


@in_loop
async def test_the_same_reason_is_told_again_when_the_link_was_up_between(path: Path) -> None:
    async with linked(path) as (client, table, link):
        for _ in range(3):
            link.hang_up()
            link = await table.greeted()
            assert await told(client, 4) == [LinkDown(HUNG_UP), LinkUp(), WELCOME, snapshot(0)]


@in_loop
async def test_a_long_line_is_read_if_it_is_not_too_long(path: Path) -> None:
    async with linked(path) as (client, _, link):
        trouble = Trouble("x" * (TABLE_LINE_MOST - 1_000))
        link.say(trouble)
        assert await told(client, 1) == [trouble]


@in_loop
async def test_a_table_that_takes_nothing_any_more_is_left(path: Path) -> None:
    """It does not read; whoever gives loses patience, again and again."""
    async with linked(path) as (client, table, _):
        act = b'"' + b"x" * (LINE_MOST - 1_000) + b'"'
        for _ in range(2 * UNSENT_MOST // LINE_MOST + 20):
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
        why = first.why if isinstance(first, Goodbye) else "What listens there does not speak as a table does."
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
async def test_pauses_grow_and_have_a_bound_and_begin_anew(path: Path) -> None:
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
