"""A screen that is closed while it is still being built, or hears news then: nothing falls over by timing."""

import asyncio
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from textual.css.query import NoMatches
from textual.screen import Screen
from textual.widget import Widget

from companion.console.app import ConsoleApp
from companion.console.console_keys import CONSOLE_KEYS
from companion.console.pads.choose import ChoosePad, PadChoice, SeveralPad
from companion.console.pads.deal import DealGoods, DealPad, DealParty
from companion.console.pads.numbers import AmountPad, DicePad
from companion.console.pads.pad import ConfirmPad
from companion.console.pads.text import TextPad
from companion.console.screens.games import GamesScreen
from companion.console.screens.health import HealthScreen
from companion.console.screens.player import PlayerScreen
from companion.console.screens.table import LinkDownScreen
from companion.rules.commands import CorrectCash
from companion.table.messages.views import CurrencyPrint
from tests.console.screen_pilot import settled, shown, text_of
from tests.console.tables import InMemoryTable
from tests.kit import ANN, game
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


SCREENS = sorted({key.screen for key in CONSOLE_KEYS if key.screen} | {"new_game:NewGameScreen"})
PADS: tuple[Callable[[], Screen[Any]], ...] = (
    lambda: AmountPad("How much?", CurrencyPrint(), 0, 100),
    lambda: DicePad("Rolled", 2),
    lambda: ChoosePad("Which?", [PadChoice("one", 1), PadChoice("two", 2)]),
    lambda: SeveralPad("Which?", [PadChoice("one", 1)]),
    lambda: ConfirmPad("Sure?", "It would be done.", "Do it"),
    lambda: TextPad("A name"),
    lambda: DealPad("A deal", CurrencyPrint(), DealParty("Ann", DealGoods(), ()), DealParty("Ben", DealGoods(), ())),
    LinkDownScreen,
    lambda: PlayerScreen(0),
)


def screen_named(name: str) -> Callable[[], Screen[Any]]:
    module, _, kind = name.partition(":")
    found: Callable[[], Screen[Any]] = getattr(import_module(f"companion.console.screens.{module}"), kind)
    return found


@pytest.mark.parametrize("is_taken_away", [False, True])
def test_news_for_a_screen_whose_parts_come_late(is_taken_away: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every part of every screen is mounted only when the gate opens, after news of every kind."""
    mount, gate = Widget.mount_composed_widgets, asyncio.Event()
    gate.set()

    async def mount_late(widget: Widget, widgets: list[Widget]) -> None:
        await gate.wait()
        await mount(widget, widgets)

    monkeypatch.setattr(Widget, "mount_composed_widgets", mount_late)

    @in_loop
    async def look() -> None:
        table = InMemoryTable(game(owns={"Ann": ["Reading"]}))
        async with shown(table) as (app, pilot):
            for made in (*map(screen_named, SCREENS), *PADS):
                gate.clear()
                screen = made()
                # Textual's app hears nothing while a screen of its own is built, but what has come before it does.
                table.act(CorrectCash(ANN, 5, "found"))
                table.fall()
                table.come_back()
                app.push_screen(screen)
                for _ in range(TURNS):
                    await asyncio.sleep(0)
                if is_taken_away:
                    screen.dismiss()
                gate.set()
                await settled(pilot)
                assert app.mistake is None, screen
                while len(app.screen_stack) > 1:
                    app.screen.dismiss()
                    await settled(pilot)

    look()


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
