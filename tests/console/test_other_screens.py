"""The console's smaller screens: log, help, top line, a player's sheet, names, keys, colours."""

import re

import pytest
from msgspec.structs import replace

from companion.console.app import ConsoleApp
from companion.console.colours import SIXTEEN, first_theme
from companion.console.demo_speed import DemoSpeed
from companion.console.screens.table import TableScreen
from companion.rules.commands import Build, BuyDeed, Roll
from tests.console.screen_pilot import LARGE, SMALL, click, console, last, press, settled, shown, text_of, typed
from tests.console.tables import InMemoryTable
from tests.kit import ANN, deed, game
from tests.table.fake_table import in_loop

ROLLED = Roll(ANN, (2, 4))


# Other screens


@in_loop
async def test_the_log_shows_every_move_with_its_clauses() -> None:
    async with shown(InMemoryTable(game(), ROLLED, BuyDeed(ANN))) as (app, pilot):
        await press(pilot, "w")
        seen = text_of(app)
        assert "Ann paid the Bank $100. Oriental Avenue, price." in seen
        assert "BUY-1" in seen
        await press(pilot, "escape")
        assert isinstance(app.screen, TableScreen)


@in_loop
async def test_help_names_every_command() -> None:
    from companion.console.console_keys import CONSOLE_KEYS
    from companion.rules.catalogue import MENU

    async with shown(InMemoryTable(game()), (100, 90)) as (app, pilot):
        app.change(replace(app.state, demo_speed=DemoSpeed(1.0).view))
        await press(pilot, "question_mark")
        seen = text_of(app)
        assert [row.label for row in CONSOLE_KEYS if row.label not in seen] == []
        assert [entry.name for entry in MENU.values() if entry.name not in seen] == []


@in_loop
async def test_help_has_demonstration_keys_only_in_a_demonstration() -> None:
    async with shown(InMemoryTable(game())) as (app, pilot):
        for speed in (None, DemoSpeed(1.0).view):
            app.change(replace(app.state, demo_speed=speed))
            await press(pilot, "question_mark")
            told = " ".join(str(part.render()) for part in app.screen.query(".help-part"))
            assert ("Pauses the demonstration" in told) == (speed is not None)
            await press(pilot, "escape")


@in_loop
async def test_of_many_clauses_only_the_first_are_beside_the_line() -> None:
    table = game(owns={"Ann": ["red"]}, cash={"Ann": 2000})
    async with shown(InMemoryTable(table, Build(ANN, deed("Illinois"))), LARGE) as (app, pilot):
        await press(pilot, "w")
        paid = next(line for line in text_of(app).splitlines() if "Illinois Avenue, house 1." in line)
        assert paid.rstrip().endswith(" …")
        assert "BUILD-1" in paid


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("Sunday", "Sunday · classic short timed · rent must be asked for"),
        ("The evening of the long rains", "The evening of the long rains · classic short timed "),
        (
            "The evening on which the rains were long and nobody minded",
            "The evening on which the rains were long and nobody minded  ",
        ),
    ],
)
@in_loop
async def test_the_top_line_leaves_out_what_has_no_room_and_cuts_no_word(title: str, told: str) -> None:
    table = game(variants=["short", "timed"], options={"rent": "claim"})
    async with shown(InMemoryTable(table, title=title)) as (app, _):
        line = text_of(app).splitlines()[0]
        assert line.startswith(f" {told}")
        assert "…" not in line


@in_loop
async def test_a_players_sheet_has_every_deed_and_what_may_be_done() -> None:
    fake = InMemoryTable(game(owns={"Ann": ["red", "Water"]}, buildings={"red": 2}, mortgaged=["Water"]))
    async with shown(fake) as (app, pilot):
        await click(pilot, "#player-0")
        seen = text_of(app)
        for words in ("Cash $1,500", "Illinois Avenue", "2 houses, rent $300", "Water Works", "mortgaged"):
            assert words in seen
        await press(pilot, "a")
        await typed(pilot, "sell all")
        await press(pilot, "enter", "y")
        assert last(fake) == {"type": "SellGroup", "player": 0, "group": "red"}
        assert isinstance(app.screen, TableScreen)


@in_loop
async def test_a_player_can_be_renamed() -> None:
    fake = InMemoryTable(game())
    async with shown(fake) as (app, pilot):
        await press(pilot, "N", "2", "ctrl+u")
        await typed(pilot, "Bea")
        await press(pilot, "enter")
        assert last(fake) == {"type": "Rename", "player": 1, "name": "Bea"}
        assert "Bea" in text_of(app)


@in_loop
async def test_the_key_bar_can_be_tapped_and_large_buttons_switched_on() -> None:
    fake = InMemoryTable(game(), ROLLED)
    async with shown(fake) as (app, pilot):
        await press(pilot, "f2")
        assert app.has_class("-touch")
        assert app.screen.query_one("#keybar").size.height == 3
        await pilot.click("#keybar", offset=(4, 1))
        await settled(pilot)
        assert "Take back?" in text_of(app)
        await press(pilot, "escape", "f2")
        await pilot.click("#keybar", offset=(2, 0))
        await settled(pilot)
        assert "Take back?" in text_of(app)


@in_loop
async def test_the_colours_can_be_changed_and_no_word_is_lost() -> None:
    async with shown(InMemoryTable(game(), ROLLED, BuyDeed(ANN))) as (app, pilot):
        before, words = app.theme, words_on(app)
        await press(pilot, "f3")
        assert app.theme != before
        assert words_on(app) == words
        app.theme = SIXTEEN
        await settled(pilot)
        assert words_on(app) == words


def words_on(app: ConsoleApp) -> list[str]:
    """Without the edges of buttons, which a theme may draw or not."""
    return sorted(re.sub("[▄▌]", " ", text_of(app)).split())


@pytest.mark.parametrize(("system", "theme"), [("truecolor", "felt"), ("256", "felt"), ("standard", SIXTEEN)])
def test_a_terminal_of_sixteen_colours_keeps_its_own(system: str, theme: str) -> None:
    assert first_theme(system) == theme


@in_loop
async def test_a_bug_is_kept_for_the_caller_and_no_traceback_is_drawn() -> None:
    app = console(InMemoryTable(game()))
    with pytest.raises(LookupError):
        await _stumble(app)
    assert isinstance(app.mistake, LookupError)
    assert app._exit_renderables == []


async def _stumble(app: ConsoleApp) -> None:
    async with app.run_test(size=SMALL) as pilot:
        app.call_later(lambda: [].pop())
        await settled(pilot)
