"""The list of games: resume one, and set up its board line by line."""

import pytest

from companion.console.screens.games import GamesScreen
from companion.console.screens.setup_sheet import SetupSheetScreen
from companion.console.screens.table import TableScreen
from companion.table.messages.requests import NewGame, ResumeGame
from companion.table.messages.wire import Reply
from tests.console.new_game_tables import BAD, OLD, SUNDAY, house, nothing_in_play
from tests.console.screen_pilot import PORTRAIT, SMALL, click, press, settled, shown, text_of
from tests.console.tables import InMemoryTable, LibraryTable
from tests.journal.conftest import tmp_path
from tests.kit import game
from tests.table.fake_table import in_loop

__all__ = ["house", "tmp_path"]


# The list


@pytest.mark.parametrize(("size", "is_touch"), [(SMALL, False), (PORTRAIT, True)])
@in_loop
async def test_with_no_game_in_play_the_games_are_listed(size: tuple[int, int], is_touch: bool) -> None:
    async with shown(nothing_in_play(SUNDAY, OLD, BAD), size, is_touch=is_touch) as (app, _):
        assert isinstance(app.screen, GamesScreen)
        seen = text_of(app)
        for words in ("Sunday", "Ann and [red] · classic · 143 moves", "Ann and Zoë 🎲   finished", "damaged"):
            assert words in seen


@in_loop
async def test_a_game_is_resumed() -> None:
    table = nothing_in_play(SUNDAY, OLD)
    async with shown(table) as (app, pilot):
        await press(pilot, "tab", "tab", "down", "enter")
        assert table.asked[-1] == ResumeGame(OLD.id)
        table.begin(game())
        table.tell()
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)


@in_loop
async def test_a_game_that_cannot_be_opened_is_reported() -> None:
    table = nothing_in_play(BAD)
    async with shown(table) as (app, pilot):
        table.reply = Reply("", done=False, message="Game 20261113-2041-aa is damaged: repair it first.")
        await press(pilot, "tab", "tab", "enter")
        assert "is damaged: repair it first." in text_of(app)
        assert isinstance(app.screen, GamesScreen)


@in_loop
async def test_the_games_can_be_left_while_one_is_in_play_and_not_otherwise() -> None:
    table = InMemoryTable(game())
    async with shown(table) as (app, pilot):
        await press(pilot, "G")
        assert isinstance(app.screen, GamesScreen)
        await press(pilot, "escape")
        assert isinstance(app.screen, TableScreen)
    async with shown(nothing_in_play(OLD)) as (app, pilot):
        await press(pilot, "escape")
        assert isinstance(app.screen, GamesScreen)


@in_loop
async def test_trouble_is_shown_without_a_game_too() -> None:
    table = nothing_in_play()
    table.host.trouble = "The disk is full."
    async with shown(table) as (app, _):
        assert "The disk is full." in text_of(app)


@in_loop
async def test_a_viewer_waits_for_a_game() -> None:
    async with shown(InMemoryTable(None, role="viewer")) as (app, _):
        assert isinstance(app.screen, TableScreen)
        assert "No game is in play." in text_of(app)


# The set-up sheet


@pytest.mark.parametrize(("size", "is_touch"), [(SMALL, False), (PORTRAIT, True)])
@in_loop
async def test_a_resumed_game_is_set_up_line_by_line(
    house: LibraryTable, size: tuple[int, int], is_touch: bool
) -> None:
    async with shown(house, size, is_touch=is_touch) as (app, pilot):
        await house.ask(NewGame(("Ann", "[red]"), position="given Ann owns Boardwalk\ngiven turn Ann"))
        await house.ask(NewGame(("Cy", "Di")))
        await settled(pilot)
        await press(pilot, "G", "tab", "tab", "down", "enter")
        assert isinstance(app.screen, SetupSheetScreen)
        assert [type(screen) for screen in app.screen_stack] == [TableScreen, SetupSheetScreen]
        seen = text_of(app)
        for words in ("♥ Ann (Car, red)", "· Car on GO", "· $1,500 in cash", "· Boardwalk", "■ [red] (Dog, blue)"):
            assert words in seen
        await press(pilot, "enter", "space")
        seen = text_of(app)
        assert "✓ Car on GO" in seen
        assert "✓ $1,500 in cash" in seen
        assert "2 of" in seen
        await press(pilot, "up", "up", "enter")
        assert "· Car on GO" in text_of(app)
        await press(pilot, *["enter"] * 30)
        await click(pilot, "#done")
        assert isinstance(app.screen, TableScreen)
        assert house.session.start.names == ("Ann", "[red]")


@in_loop
async def test_the_sheet_can_be_opened_at_any_time_and_ticked_to_the_end(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await press(pilot, "enter", "enter", "O")
        await press(pilot, *["enter"] * 8)
        assert "Everything is in place." in text_of(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, TableScreen)
