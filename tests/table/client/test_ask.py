"""A single request to the table: its reply, or a sentence that says why there is none."""

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.table.client import MAX_TABLE_LINE_BYTES, LinkLost, TableSilent, ask, link
from companion.table.client.link import other_place
from companion.table.messages.requests import ListGames, NewGame
from companion.table.messages.wire import Answer, Ask, Goodbye, Reply, Trouble, Working, encode
from tests.deadline import DEADLINE_S
from tests.table.fake_table import FakeLink, fake_table, in_loop
from tests.table.sample_view import WELCOME, moved

HUNG_UP = "The table hung up. It may have been stopped, or have failed."


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.sock"


async def asked(path: Path, timeout_s: float = DEADLINE_S) -> Reply | None:
    return await asyncio.to_thread(ask, path, ListGames(), timeout_s)


async def while_asking(path: Path, serve: Callable[[FakeLink], Awaitable[None]]) -> Reply | None:
    async with fake_table(path) as table:
        asking = asyncio.create_task(asked(path))
        await serve(await table.link())
        return await asking


@in_loop
async def test_one_question_is_asked_as_the_banker_and_its_reply_is_found(path: Path) -> None:
    async def serve(link: FakeLink) -> None:
        assert (await link.greet()).role == "banker"
        question = await link.heard()
        assert isinstance(question, Ask)
        assert question.request == ListGames()
        link.say(moved(1), Reply("another", done=False), Trouble("full"), Answer("x", "done"))
        link.say(Reply(question.id, done=True, message="None."))

    reply = await while_asking(path, serve)
    assert reply is not None
    assert (reply.done, reply.message) == (True, "None.")


@in_loop
async def test_a_reply_may_come_in_any_pieces(path: Path) -> None:
    async def serve(link: FakeLink) -> None:
        await link.greet()
        question = await link.heard()
        assert isinstance(question, Ask)
        for byte in encode(Reply(question.id, done=True, text="é" * 100)):
            link.write(bytes([byte]))
            await asyncio.sleep(0)

    reply = await while_asking(path, serve)
    assert reply is not None
    assert reply.text == "é" * 100


def test_nobody_listens_where_there_is_nothing(path: Path) -> None:
    assert ask(path, ListGames()) is None
    assert ask(path / "below" / "table.sock", ListGames()) is None
    path.write_text("a file")
    assert ask(path, ListGames()) is None
    assert ask(path / "table.sock", ListGames()) is None


def test_nobody_listens_at_the_socket_of_a_dead_table(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))
        dead.listen()
    assert ask(path, ListGames()) is None


def test_nobody_can_listen_at_a_path_too_long_for_a_socket(tmp_path: Path) -> None:
    assert ask(tmp_path / ("x" * 150) / "table.sock", ListGames()) is None


GOODBYE = "This table speaks version 2, not 1: update the older program."


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (encode(Goodbye(GOODBYE)), GOODBYE),
        (encode(WELCOME) + encode(Goodbye("32 are here already.")), "32 are here already."),
        (b"", HUNG_UP),
        (encode(WELCOME)[:-1], HUNG_UP),
        (b"HTTP/1.1 400 Bad Request\n", "does not understand"),
        (b'{"type":"Reply","id":5}\n', "does not understand"),
        (b'"' + b"x" * (MAX_TABLE_LINE_BYTES + 1), "which cannot be right"),
    ],
    ids=["other version", "full", "nothing", "half a line", "no table", "garbled", "endless"],
)
@in_loop
async def test_a_table_that_hangs_up_is_reported_in_its_words_or_ours(path: Path, said: bytes, why: str) -> None:
    async def serve(link: FakeLink) -> None:
        link.write(said)
        link.hang_up()

    with pytest.raises(LinkLost) as lost:
        await while_asking(path, serve)
    assert why in str(lost.value)


@in_loop
async def test_a_table_that_says_nothing_is_waited_for_so_long(path: Path) -> None:
    async with fake_table(path) as table:
        with pytest.raises(TableSilent, match=r"has not answered in 0\.05 seconds"):
            await asked(path, 0.05)
        await table.greeted()


@in_loop
async def test_a_table_that_says_other_things_is_not_waited_for_longer(path: Path) -> None:
    async def chatter(link: FakeLink) -> None:
        await link.greet()
        while True:
            link.say(Trouble("full"))
            await asyncio.sleep(0)

    async with fake_table(path) as table:
        asking = asyncio.create_task(asked(path, 0.1))
        chattering = asyncio.create_task(chatter(await table.link()))
        with pytest.raises(TableSilent):
            await asking
        chattering.cancel()


@in_loop
async def test_a_table_that_tells_how_far_it_is_is_waited_for_longer(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, told = [0.0], list[Working]()
    monkeypatch.setattr(link, "time", SimpleNamespace(monotonic=lambda: now[0]))
    async with fake_table(path) as table:
        asking = asyncio.create_task(asyncio.to_thread(ask, path, ListGames(), 1_000, told.append))
        served = await table.greeted()
        question = await served.heard()
        assert isinstance(question, Ask)
        for at in (900, 1_800, 2_700):
            now[0] = at
            served.say(Working("another"), Working(question.id, at, 3_000))
            while not asking.done() and (not told or told[-1].done != at):
                await asyncio.sleep(0)
        served.say(Reply(question.id, done=True))
        reply = await asking
    assert reply == Reply(question.id, done=True)
    assert [one.done for one in told] == [900, 1_800, 2_700]


def test_a_table_whose_line_is_full_is_silent(path: Path) -> None:
    """A stopped process accepts no connection."""
    with socket.socket(socket.AF_UNIX) as stopped:
        stopped.bind(str(path))
        stopped.listen(0)
        with socket.socket(socket.AF_UNIX) as first:
            first.connect(str(path))
            with pytest.raises(TableSilent):
                ask(path, ListGames(), 0.05)


@in_loop
async def test_a_request_longer_than_a_line_is_refused_in_the_tables_words(path: Path) -> None:
    async def serve(link: FakeLink) -> None:
        link.say(Goodbye("A line has at most 65536 bytes."))
        link.hang_up()

    async with fake_table(path) as table:
        request = NewGame(("Ann", "Ben"), position="x" * 1_000_000)
        asking = asyncio.create_task(asyncio.to_thread(ask, path, request, DEADLINE_S))
        await serve(await table.link())
        with pytest.raises(LinkLost, match="A line has at most 65536 bytes"):
            await asking


def test_without_permission_the_error_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(link, "_connects", forbidden)
    with pytest.raises(LinkLost, match=f"This user may not talk to the table at {path}"):
        ask(path, ListGames())


# The other place, where a table listens if its disk is full


@pytest.fixture
def other(path: Path) -> Iterator[Path]:
    place = other_place(path)
    place.parent.mkdir(0o700)
    yield place
    place.unlink(missing_ok=True)
    place.parent.rmdir()


async def replied(place: Path, path: Path) -> bool:
    """Does a table that listens at this place answer a request at that path?"""
    async with fake_table(place) as table:
        asking = asyncio.create_task(asked(path))
        linking = asyncio.create_task(table.greeted())
        await asyncio.wait((asking, linking), return_when=asyncio.FIRST_COMPLETED)
        linking.cancel()
        if asking.done():
            return await asking is not None
        link = linking.result()
        question = await link.heard()
        assert isinstance(question, Ask)
        link.say(Reply(question.id, done=True))
        return await asking is not None


def test_the_other_place_is_the_same_for_all_who_mean_the_same_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    places = {other_place(folder / "table.sock") for folder in (tmp_path / "data", tmp_path / "link", Path("data"))}
    assert len(places) == 1
    assert places != {other_place(tmp_path / "table.sock")}


@in_loop
async def test_a_table_is_found_in_the_other_place(path: Path, other: Path) -> None:
    assert await replied(other, path)


@in_loop
async def test_a_table_is_found_in_the_usual_place_first(path: Path, other: Path) -> None:
    async with fake_table(other):
        assert await replied(path, path)


@pytest.mark.parametrize("mode", [0o720, 0o702, 0o777])
@in_loop
async def test_a_place_that_others_may_write_to_is_not_trusted(path: Path, other: Path, mode: int) -> None:
    other.parent.chmod(mode)
    assert not await replied(other, path)


@pytest.mark.skipif(os.geteuid() != 0, reason="by design: only root can give a folder away")
@in_loop
async def test_a_place_of_somebody_else_is_not_trusted(path: Path, other: Path) -> None:
    os.chown(other.parent, 12_345, -1)
    assert not await replied(other, path)


@in_loop
async def test_a_link_in_the_other_place_is_not_followed(path: Path, tmp_path: Path) -> None:
    folder = other_place(path).parent
    (tmp_path / "elsewhere").mkdir(0o700)
    folder.symlink_to(tmp_path / "elsewhere")
    try:
        assert not await replied(tmp_path / "elsewhere" / path.name, path)
    finally:
        folder.unlink()
