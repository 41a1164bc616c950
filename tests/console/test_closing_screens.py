"""A screen that is closed while it is still being built: the link came back at once, or another game began."""

import asyncio
from collections.abc import Callable

import pytest
from textual.css.query import NoMatches
from textual.screen import Screen

from companion.console.app import ConsoleApp
from companion.console.screens.games import GamesScreen
from companion.console.screens.health import HealthScreen
from companion.console.screens.table import LinkDownScreen
from tests.console.screen_pilot import settled, shown, text_of
from tests.console.tables import InMemoryTable
from tests.kit import game
from tests.table.fake_table import in_loop

TURNS = 8  # of the loop: a screen is built in fewer


async def taken_away(app: ConsoleApp, screen: Screen[None], turns: int) -> None:
    app.push_screen(screen)
    for _ in range(turns):
        await asyncio.sleep(0)
    screen.dismiss()


@pytest.mark.parametrize("made", [LinkDownScreen, GamesScreen, HealthScreen])
@in_loop
async def test_a_half_built_screen_can_be_closed_at_any_moment(made: Callable[[], Screen[None]]) -> None:
    async with shown(InMemoryTable(game())) as (app, pilot):
        for turns in range(TURNS):
            await taken_away(app, made(), turns)
            await settled(pilot)
            assert app.mistake is None, turns
        assert "Ann, roll" in text_of(app)


class Broken(Screen[None]):
    def on_mount(self) -> None:
        self.query_one("#nothing")


def test_a_screen_that_stays_and_misses_a_part_is_our_mistake() -> None:
    @in_loop
    async def look() -> None:
        async with shown(InMemoryTable(game())) as (app, pilot):
            app.push_screen(Broken())
            await settled(pilot)

    with pytest.raises(NoMatches):
        look()
