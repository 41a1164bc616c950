"""Health on the screen: link, disk, devices and versions, as they really are."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.console.screens.health import HealthScreen
from companion.console.words import clock_time
from companion.table.messages.requests import CheckDiskSpace, Request, VerifyJournal
from companion.table.messages.wire import Reply, Working
from tests.console.screen_pilot import PORTRAIT, SMALL, press, settled, shown, text_of
from tests.console.simulated_table import CAR, serving, watched
from tests.console.tables import AT_MS, InMemoryTable
from tests.kit import game
from tests.table.fake_table import in_loop

BOTH = pytest.mark.parametrize("size", [SMALL, PORTRAIT], ids=["small", "narrow"])


@BOTH
@in_loop
async def test_every_device_with_its_state_and_when_it_was_last_seen(tmp_path: Path, size: tuple[int, int]) -> None:
    async with serving(tmp_path) as table:
        await table.begin()
        table.rig.put(CAR, 0)
        async with watched(table, size) as (app, pilot):
            await press(pilot, "I")
            assert isinstance(app.screen, HealthScreen)
            app.screen.query_one("#health-lines").scroll_end(animate=False)
            await table.seen(pilot, lambda: f"last seen {clock_time(AT_MS)}   seen 1" in text_of(app))
            await table.seen(pilot, lambda: "Devices (simulated)" in str(app.screen.query_one("#health-text").render()))
            table.rig.lose("deeds")
            told = app.screen.query_one("#health-text")
            await table.seen(pilot, lambda: "LOST: It was unplugged. (not used yet)" in str(told.render()))


@BOTH
@in_loop
async def test_the_disk_the_link_and_the_last_saved_move(tmp_path: Path, size: tuple[int, int]) -> None:
    async with serving(tmp_path) as table:
        await table.begin()
        async with watched(table, size) as (app, pilot):
            await press(pilot, "I")
            shown = " ".join(text_of(app).split())
            assert "● up: what is shown is what is saved" in shown
            assert "● every move is saved twice before it is shown" in shown
            assert "No move has been made yet." in shown
            await press(pilot, "v")
            await table.seen(pilot, lambda: "Not verified yet" not in text_of(app))
            assert "1 game, nothing damaged." in text_of(app)
            assert " free of " in " ".join(text_of(app).split())
            await press(pilot, "escape")
            assert not isinstance(app.screen, HealthScreen)


@in_loop
async def test_a_restart_and_trouble_are_shown() -> None:
    fake = InMemoryTable(game(), restarted="The table was restarted at 20:14. Nothing is lost.")
    async with shown(fake) as (app, pilot):
        fake.host.trouble = "not asked"
        await press(pilot, "escape", "I")
        assert "The table was restarted at 20:14. Nothing is lost." in text_of(app)
        assert "This table has no buttons and no tag readers." in text_of(app)
        assert "table 0.1.0 · Textual" in text_of(app)
        await press(pilot, "v")
        assert fake.asked == [CheckDiskSpace(), VerifyJournal()]
        fake.fall("It was stopped.")
        await settled(pilot)
        assert "○ down: It was stopped." in str(app.screen_stack[1].query_one("#health-text").render())


class SlowTable(InMemoryTable):
    """Verifies until nobody waits any more."""

    was_cancelled = False

    async def ask(self, request: Request, *, working: Callable[[Working], None] = lambda _: None) -> Reply:
        if not isinstance(request, VerifyJournal):
            return await super().ask(request)
        working(Working("", 12, 60))
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.was_cancelled = True
            raise
        return self.reply


@in_loop
async def test_a_long_check_tells_how_far_it_is_and_ends_with_the_screen() -> None:
    fake = SlowTable(game())
    async with shown(fake) as (app, pilot):
        await press(pilot, "I", "v")
        assert "Verifying: 12 of 60 games. Esc stops it." in " ".join(text_of(app).split())
        await press(pilot, "escape")
        await settled(pilot)
        assert fake.was_cancelled
