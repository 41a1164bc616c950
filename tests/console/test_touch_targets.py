"""Everything to tap is at least two rows high: on every screen and pad, on tablets both ways and on a phone."""

import pytest
from textual.content import Content
from textual.widgets import Button, OptionList

from companion.console.app import ConsoleApp
from companion.console.console_keys import CONSOLE_KEYS
from companion.console.screens.correct_board import CorrectSpaceScreen
from companion.console.widgets.key_bar import KeyBar
from companion.rules.commands import Roll
from tests.console.screen_pilot import press, settled, shown
from tests.console.tables import InMemoryTable
from tests.kit import ANN, game
from tests.table.fake_table import in_loop

ROWS = 2
# What a browser makes of 1280×800, 800×1280 and 390×844.
TOUCHED = pytest.mark.parametrize("size", [(106, 30), (66, 49), (48, 44)], ids=["landscape", "portrait", "phone"])
NEVER_A_SCREEN = ("quit", "touch", "theme", "dismiss", "mute", "redo")


def a_game() -> InMemoryTable:
    owns = {"Ann": ["brown", "Reading"], "Ben": ["dark-blue"]}
    return InMemoryTable(game(players=("Ann", "Ben", "Cy"), owns=owns, buildings={"brown": 1}), Roll(ANN, (1, 4)))


def too_low(app: ConsoleApp) -> list[str]:
    """Everything on the screen that can be tapped and is too low for a finger."""
    shown = [button for button in app.screen.query(Button) if button.display and button.region.height]
    low = [f"{button.id or button.label}: {button.region.height}" for button in shown if button.region.height < ROWS]
    bars = [f"{bar.id}: {bar.region.height}" for bar in app.screen.query(KeyBar) if bar.region.height < ROWS]
    return [*low, *bars, *(line for options in app.screen.query(OptionList) for line in low_options(options))]


def low_options(options: OptionList) -> list[str]:
    found = [options.get_option_at_index(at).prompt for at in range(options.option_count)]
    width = options.scrollable_content_region.width
    prompts = [prompt for prompt in found if isinstance(prompt, Content)]
    assert len(prompts) == len(found)
    return [f"option {prompt.plain}" for prompt in prompts if len(prompt.wrap(max(width, 1))) < ROWS]


@TOUCHED
@in_loop
async def test_the_table_has_room_for_fingers(size: tuple[int, int]) -> None:
    async with shown(a_game(), size, is_touch=True) as (app, _):
        assert too_low(app) == []


@TOUCHED
@in_loop
async def test_every_screen_has_room_for_fingers(size: tuple[int, int]) -> None:
    async with shown(a_game(), size, is_touch=True) as (app, pilot):
        for row in CONSOLE_KEYS:
            if row.id not in NEVER_A_SCREEN and row.possible(app.state):
                app.run_key(row)
                await settled(pilot)
                assert too_low(app) == [], row.id
                while len(app.screen_stack) > 1:
                    await press(pilot, "escape")


@TOUCHED
@in_loop
async def test_correcting_the_board_has_room_for_fingers(size: tuple[int, int]) -> None:
    async with shown(a_game(), size, is_touch=True) as (app, pilot):
        for key in ("G", "n", "ctrl+b", "down", "enter"):
            await press(pilot, key)
            assert too_low(app) == []
        assert isinstance(app.screen, CorrectSpaceScreen)


@TOUCHED
@pytest.mark.parametrize("key", ["d", "o", "m", "$", "@", "#", "R", "L", "E", "h", "l"])
def test_every_pad_has_room_for_fingers(key: str, size: tuple[int, int]) -> None:
    @in_loop
    async def look() -> None:
        async with shown(InMemoryTable(game(owns={"Ann": ["brown"]})), size, is_touch=True) as (app, pilot):
            await press(pilot, key)
            assert too_low(app) == []
            await press(pilot, "1")
            assert too_low(app) == []

    look()
