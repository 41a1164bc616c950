"""When a table that a console started for itself is no longer needed."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table.messages.requests import WEB_SERVER
from companion.table.server.connection import Connection
from companion.table.server.watchdog import RELOAD_MS, STAYS, ParentWatch
from tests.table.fake_table import in_loop


class ParentClock:
    ms = 0

    def __call__(self) -> int:
        return self.ms


class Piped:
    """The parent is at the other end of a real pipe."""

    def __init__(self) -> None:
        link, self._held = os.pipe()
        self.said: list[str] = []
        self.clock = ParentClock()
        self.parent = ParentWatch(link, self.said.append, self.clock)

    async def go(self) -> None:
        os.close(self._held)
        while not self.parent._has_gone:
            await asyncio.sleep(0)


@pytest.fixture
def piped() -> Iterator[Piped]:
    yield (piped := Piped())
    os.close(piped.parent._link)


def screen(name: str = "") -> Connection:
    connection = Connection()
    connection.role, connection.name = "banker", name
    return connection


@in_loop
async def test_while_it_lives_the_table_is_needed(piped: Piped) -> None:
    piped.parent.watch(asyncio.get_running_loop())
    told: list[bool] = []
    piped.parent.left = lambda: told.append(piped.parent.is_done(()))
    os.write(piped._held, b"a word")
    await asyncio.sleep(0)
    piped.clock.ms += 10 * RELOAD_MS
    assert not piped.parent.is_done(())
    await piped.go()
    assert piped.parent.is_done(())
    assert told == [True]


@pytest.mark.parametrize("left", [[], [Connection()], [screen(WEB_SERVER)]], ids=["nobody", "not greeted", "server"])
@in_loop
async def test_without_a_screen_it_is_done_at_once(piped: Piped, left: list[Connection]) -> None:
    piped.parent.watch(asyncio.get_running_loop())
    await piped.go()
    assert piped.parent.is_done(left)
    assert piped.said == []


@in_loop
async def test_the_last_screen_may_be_reloaded(piped: Piped) -> None:
    piped.parent.watch(asyncio.get_running_loop())
    await piped.go()
    for _ in range(3):
        piped.clock.ms += 10 * RELOAD_MS
        assert not piped.parent.is_done([screen("page")])
        piped.clock.ms += RELOAD_MS - 1
        assert not piped.parent.is_done(())
    piped.clock.ms += 1
    assert piped.parent.is_done(())
    assert piped.said == [STAYS]


@in_loop
async def test_a_parent_that_cannot_read_does_no_harm(piped: Piped, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: str) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(piped.parent, "_say", broken)
    piped.parent.watch(asyncio.get_running_loop())
    await piped.go()
    assert not piped.parent.is_done([screen()])


@in_loop
async def test_without_a_pipe_there_is_no_parent() -> None:
    with Path(os.devnull).open() as nothing:
        parent = ParentWatch(nothing.fileno(), print, ParentClock())
        parent.watch(asyncio.get_running_loop())
    assert parent.is_done(())
