"""What takes long is answered beside the loop: moves go on, clients take turns, and what nobody wants is cancelled."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from queue import SimpleQueue
from threading import Event

import pytest

from companion.rules.commands import CorrectCash
from companion.table.games.long_answer import Cancelled, LongAnswer, NeedsLoop, WorkProgress
from companion.table.messages.requests import CheckDiskSpace, ExportGame, ListGames, VerifyJournal
from companion.table.messages.wire import Answer, Ask, Reply, Working
from companion.table.server import beside
from companion.table.server.beside import MAX_QUESTIONS
from tests.deadline import DEADLINE_S
from tests.journal.conftest import closed_in_the_end
from tests.table.fake_table import in_loop
from tests.table.memory_table import give_line
from tests.table.server.test_socket_server import Open, RawClient, opened, until

__all__ = ["closed_in_the_end"]


class SlowWork:
    """Every question waits until the test lets it go on, and can be cancelled meanwhile."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.cancelled: list[str] = []
        self._go_on: SimpleQueue[Event] = SimpleQueue()
        self._let_go = 0
        self.needs_loop = False

    def prepare(self, ask: Ask) -> LongAnswer | None:
        if isinstance(ask.request, CheckDiskSpace):
            return None

        def work(progress: WorkProgress) -> Reply:
            self.begun.append(ask.id)
            if self.needs_loop:
                raise NeedsLoop
            try:
                while self._go_on.empty():
                    progress.step(len(self.begun), 10)
                    Event().wait(0.001)
            except Cancelled:
                self.cancelled.append(ask.id)
                raise
            self._go_on.get()
            return Reply(ask.id, done=True, message="worked out")

        return work

    def let_go(self, questions: int = 1) -> None:
        for _ in range(questions):
            self._go_on.put(Event())


@asynccontextmanager
async def slow_table(tmp_path: Path) -> AsyncIterator[tuple[Open, SlowWork]]:
    async with opened(tmp_path) as table:
        work = SlowWork()
        table.memory_table.host.takes_long = work.prepare
        try:
            yield table, work
        finally:
            work.let_go(2 * MAX_QUESTIONS)


async def reply(client: RawClient) -> Reply:
    while not isinstance(message := await client.next(), Reply):
        pass
    return message


@in_loop
async def test_moves_of_others_and_of_the_same_client_do_not_wait(tmp_path: Path) -> None:
    async with slow_table(tmp_path) as (table, work):
        asks, plays = await table.greeted(), await table.greeted()
        asks.say(Ask("long", VerifyJournal()))
        await until(lambda: work.begun == ["long"])
        assert await plays.give("tap-1", CorrectCash(0, 1, "found")) == Answer("tap-1", "done", 1)
        assert await asks.give("tap-2", CorrectCash(0, 1, "found")) == Answer("tap-2", "done", 2)
        asks.say(Ask("short", CheckDiskSpace()))
        assert (await reply(asks)).id == "short", "what is quick is answered at once"
        work.let_go()
        assert await reply(asks) == Reply("long", done=True, message="worked out")


@in_loop
async def test_a_clients_questions_are_in_order_and_clients_take_turns(tmp_path: Path) -> None:
    async with slow_table(tmp_path) as (table, work):
        ann, ben = await table.greeted(), await table.greeted()
        ann.say(Ask("ann-1", ListGames()), Ask("ann-2", ExportGame()), Ask("ann-3", VerifyJournal()))
        await until(lambda: work.begun == ["ann-1"])
        ben.say(Ask("ben-1", ListGames()), Ask("ben-2", ListGames()))
        await ben.give("tap-1", CorrectCash(0, 1, "found"))  # the table has heard all of it
        work.let_go(5)
        assert [(await reply(ann)).id for _ in range(3)] == ["ann-1", "ann-2", "ann-3"]
        assert [(await reply(ben)).id for _ in range(2)] == ["ben-1", "ben-2"]
        assert work.begun == ["ann-1", "ben-1", "ann-2", "ben-2", "ann-3"]


@in_loop
async def test_whoever_leaves_is_not_worked_for(tmp_path: Path) -> None:
    async with slow_table(tmp_path) as (table, work):
        leaves, stays = await table.greeted(), await table.greeted()
        leaves.say(Ask("long", VerifyJournal()), Ask("next", VerifyJournal()))
        await until(lambda: work.begun == ["long"])
        stays.say(Ask("other", ListGames()))
        await leaves.leave()
        await until(lambda: work.begun == ["long", "other"])
        assert work.cancelled == ["long"]
        work.let_go()
        assert (await reply(stays)).id == "other"


@in_loop
async def test_how_far_it_is_is_told_and_to_stop_waiting_cancels_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beside, "TELL_S", 0.001)
    told: list[Working] = []
    async with slow_table(tmp_path) as (table, work), table.client() as client:
        await until(lambda: client.is_up)
        asking = asyncio.create_task(client.ask(VerifyJournal(), working=told.append))
        await until(lambda: any(one.total == 10 for one in told))
        assert told[-1].done == 1
        asking.cancel()
        await until(lambda: len(work.cancelled) == 1)
        work.let_go()
        assert (await client.ask(ListGames())).done, "the next one is answered"


@in_loop
async def test_what_was_cancelled_before_its_turn_is_not_begun(tmp_path: Path) -> None:
    async with slow_table(tmp_path) as (table, work), table.client() as client:
        await until(lambda: client.is_up)
        first, second = (asyncio.create_task(client.ask(VerifyJournal())) for _ in range(2))
        await until(lambda: len(work.begun) == 1)
        second.cancel()
        await client.give(b'{"type":"CorrectCash","player":0,"by":1,"reason":"found"}')
        work.let_go(2)
        assert (await first).done
        assert (await client.ask(ListGames())).done
        assert len(work.begun) == 2


@in_loop
async def test_the_line_is_bounded(tmp_path: Path) -> None:
    """Whoever asks too much waits for the answers."""
    async with slow_table(tmp_path) as (table, work):
        asks, plays = await table.greeted(), await table.greeted()
        asks.say(*(Ask(f"{number}", ListGames()) for number in range(MAX_QUESTIONS)))
        asks.writer.write(give_line("tap-1", CorrectCash(0, 1, "found")))
        assert (await plays.give("tap-2", CorrectCash(0, 1, "found"))).number == 1, "the other one was not read yet"
        work.let_go(MAX_QUESTIONS)
        assert [(await reply(asks)).id for _ in range(MAX_QUESTIONS)] == [f"{at}" for at in range(MAX_QUESTIONS)]
        await until(lambda: table.memory_table.host.session is not None and table.memory_table.host.session.number == 2)


@in_loop
async def test_what_needs_the_loop_after_all_is_answered_there(tmp_path: Path) -> None:
    async with slow_table(tmp_path) as (table, work):
        asks = await table.greeted()
        work.needs_loop = True
        table.memory_table.host.text = "from the loop"
        asks.say(Ask("long", VerifyJournal()))
        assert (await reply(asks)).text == "from the loop"


@in_loop
async def test_a_mistake_of_ours_ends_one_link_and_not_the_turn(tmp_path: Path) -> None:
    async with slow_table(tmp_path) as (table, work):
        broken, asks = await table.greeted(), await table.greeted()
        work.needs_loop, table.memory_table.host.fails_with = True, ValueError("ours")
        broken.say(Ask("long", VerifyJournal()))
        assert "our mistake" in str((await broken.rest())[-1])
        work.needs_loop = False
        work.let_go()
        asks.say(Ask("other", VerifyJournal()))
        assert (await reply(asks)).done


def test_work_ends_with_the_table() -> None:
    done, made = Event(), beside.BesideLoop()
    made.when_there_is_time("being late", done.set)
    made.close()
    assert done.wait(DEADLINE_S)
