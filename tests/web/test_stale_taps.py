"""Taps that come too late, on the real server: a swapped deal, a double tap, a link that was dead when pressed."""

import asyncio
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.play.acts import Undo
from companion.rules.commands import AcceptDeal, CorrectCash, CorrectDeed, OfferDeal, Roll, WithdrawDeal
from companion.rules.pending_steps import Goods
from companion.table.client import LinkLost
from companion.table.messages.requests import ListGames, NewGame, OpenPairing
from companion.table.messages.wire import Beat, Resync
from companion.table.server.stale import BEAT_MS, LATE, LATE_MS
from companion.web import device_links
from companion.web.device_links import DeviceLinks, EventStream
from companion.web.words import SILENT
from tests.journal.conftest import tmp_path
from tests.processes import wait_for
from tests.table.fake_table import fake_table, in_loop
from tests.table.sample_view import moved, snapshot
from tests.web.page_link import PageLink
from tests.web.web_server import WebTable

__all__ = ["tmp_path"]
ANN, BEN = OpenPairing("player", 0), OpenPairing("player", 1)


def test_a_deal_swapped_under_a_thumb_is_not_accepted(own: WebTable) -> None:
    own.table.begin("Ann", "Ben")
    with (
        PageLink(own, own.paired()) as banker,
        PageLink(own, own.paired(ANN)) as ann,
        PageLink(own, own.paired(BEN)) as ben,
    ):
        for page, act in (
            (banker, CorrectDeed(1, "dealt", owner=0)),
            (ann, OfferDeal(0, 1, Goods((1,)), Goods(cash=10))),
            (ann, WithdrawDeal(0)),
            (ann, OfferDeal(0, 1, Goods((1,)), Goods(cash=900))),
        ):
            done = page.give(act)
            assert done.outcome == "done", done
            ann.hear_move(done.number)
        cheap = ben.hear_move(2)
        answer = ben.give(AcceptDeal(1), seen=2, offer=cheap["offer"]["number"])
        assert (answer.code, answer.message) == ("stale", "Ann changed the offer. Nothing was accepted.")
        dear = ben.hear_move(4)
        assert dear["players"][1]["cash"] == 1_500
        assert ben.give(AcceptDeal(1), offer=dear["offer"]["number"]).outcome == "done"


def test_only_the_first_of_two_taps_counts(own: WebTable) -> None:
    own.table.begin("Ann", "Ben")
    with PageLink(own, own.paired()) as banker:
        taps = [banker.give(CorrectCash(0, 50, "found")) for _ in range(2)]
        assert [tap.outcome for tap in taps] == ["done", "refused"]
        game = banker.view["game"]
        begun = [banker.ask(NewGame(("Ann", "Cy")), game=game) for _ in range(2)]
        assert [reply.done for reply in begun] == [True, False]
        assert len(banker.ask(ListGames()).games) == 2


def test_what_was_pressed_on_a_dead_link_is_never_carried_out(own: WebTable) -> None:
    own.table.begin("Ann", "Ben")
    with PageLink(own, own.paired(ANN)) as ann:
        long_ago = ann.beat - 1_000
        late = ann.give(Roll(0, ()), beat=long_ago)
        assert (late.outcome, late.code) == ("refused", "late")
        assert not ann.ask(ListGames(), beat=long_ago).done
        assert ann.give(Roll(0, ())).number == 1, "and nothing was done before"


def test_a_compressed_stream_says_the_same_in_fewer_bytes(own: WebTable) -> None:
    own.table.begin("Ann", "Ben")
    cookie = own.paired()
    with PageLink(own, cookie) as plain, PageLink(own, cookie, is_compressed=True) as small:
        for number in range(1, 11):
            plain.give(CorrectCash(0, 1, "again") if number % 2 else Undo())
            plain.hear_move(number)
            small.hear_move(number)
        assert (plain.heard["welcome"], plain.view) == (small.heard["welcome"], small.view)
        assert small.bytes_read * 5 < plain.bytes_read


# The link of a device


@in_loop
async def test_all_pages_of_a_device_share_one_link(tmp_path: Path) -> None:
    async with fake_table(tmp_path / "table.sock") as table:
        links = DeviceLinks(tmp_path / "table.sock")
        async with links.open("phone") as first, links.open("phone") as second:
            assert first is second
            link = await table.greeted(7)
            client = await first.ready()
            early, late = EventStream(is_compressed=False), EventStream(is_compressed=False)
            first.add(early)
            assert isinstance(await link.heard(), Resync)
            link.say(snapshot(7))
            assert b"event: snapshot" in await _until(early, b"event: snapshot")
            first.add(late)
            assert isinstance(await link.heard(), Resync)
            link.say(moved(8), snapshot(8))
            told = await _until(late, b"event: snapshot")
            assert b"event: welcome" in told
            assert b"event: moved" not in told, "nothing that changes what was not told yet"
            giving = asyncio.create_task(client.give(b'{"type":"EndTurn","player":0}', "mine"))
            assert (await link.heard()) is not None
            giving.cancel()
        await links.close_all()
        assert (await early.next_bytes(), await late.next_bytes()) == (b"", b"")
        await link.end()


async def _until(stream: EventStream, what: bytes) -> bytes:
    told = b""
    while what not in told:
        told += await stream.next_bytes()
    return told


@in_loop
async def test_nothing_waits_for_a_table_that_is_not_there(tmp_path: Path) -> None:
    links = DeviceLinks(tmp_path / "table.sock")
    async with links.open("phone") as link:
        with pytest.raises(LinkLost, match="No table is running"):
            await link.ready()
    await links.close_all()


def test_a_table_that_stops_speaking_is_told_as_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device_links, "SILENT_S", 0.2)

    @in_loop
    async def look() -> None:
        async with fake_table(tmp_path / "table.sock") as table:
            links = DeviceLinks(tmp_path / "table.sock")
            async with links.open("phone") as device:
                page = EventStream(is_compressed=False)
                device.add(page)
                link = await table.greeted()
                await device.ready()
                assert SILENT.encode() in await _until(page, b"event: down")
                link.say(Beat(5))
                assert isinstance(await link.heard(), Resync), "it asks for everything as it is then"
                link.say(snapshot(3))
                await _until(page, b"event: snapshot")
            await links.close_all()

    look()


@pytest.mark.parametrize("stopped", ["table", "pages"])
def test_what_waited_in_a_socket_while_a_process_stood_still_is_refused(own: WebTable, stopped: str) -> None:
    own.table.begin("Ann", "Ben")
    process = (own.table if stopped == "table" else own.pages).process
    with PageLink(own, own.paired(ANN)) as ann, ThreadPoolExecutor(1) as pool:
        heard_at = time.monotonic()
        ann.hear("beat")
        process.send_signal(signal.SIGSTOP)
        try:
            tap = pool.submit(ann.give, Roll(0, ()))
            if stopped == "table":
                assert ann.hear("down")["why"] == SILENT
            else:  # as long as a page takes to say that the link is lost
                wait_for(lambda: time.monotonic() > heard_at + LATE_MS / 1000 + BEAT_MS / 1000, "silence")
        finally:
            process.send_signal(signal.SIGCONT)
        answer = tap.result()
        assert (answer.outcome, answer.code, answer.message) == ("refused", "late", LATE)
        ann.hear("beat")
        assert ann.give(Roll(0, ())).number == 1
