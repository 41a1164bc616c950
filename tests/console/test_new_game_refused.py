"""Mistakes in the form for a new game are explained, and nothing that was typed is lost."""

import pytest
from textual.widgets import Input

from tests.console.new_game_tables import choose, form, house, named, names
from tests.console.screen_pilot import LANDSCAPE, PORTRAIT, SMALL, click, press, settled, shown, text_of, typed, words
from tests.console.tables import LibraryTable
from tests.journal.conftest import tmp_path
from tests.table.fake_table import in_loop

__all__ = ["house", "tmp_path"]


# What will not do


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("   ", "A player needs a name."),
        (" aNN ", "Two players cannot both be called aNN."),
        ("x" * 25, "A name has at most 24 characters; this one has 25."),
    ],
)
@in_loop
async def test_a_bad_name_is_explained_and_stays_to_be_corrected(house: LibraryTable, written: str, told: str) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", written)
        assert told in text_of(app)
        assert names(app) == ["Ann"]
        assert app.screen.query_one("#name", Input).value == written


@in_loop
async def test_a_name_without_letters_is_refused_by_the_form(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", ":-)")
        assert "A name needs a letter or a digit: :-) will not do." in words(app)
        assert names(app) == ["Ann"]


@pytest.mark.parametrize("how", ["ctrl+s", "click"])
@in_loop
async def test_a_typed_name_counts_without_enter(house: LibraryTable, how: str) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann")
        assert app.screen.query_one("#start").disabled
        await typed(pilot, "Ben")
        await (click(pilot, "#start") if how == "click" else press(pilot, how))
    assert house.session.start.names == ("Ann", "Ben")


@in_loop
async def test_a_bad_name_in_the_field_stops_the_start(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", "Ben")
        await typed(pilot, "ann")
        await press(pilot, "ctrl+s")
        assert "Two players cannot both be called ann." in text_of(app)
        assert app.state.view is None


@in_loop
async def test_leaving_the_form_keeps_the_names(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", "Ben", "Cy")
        await press(pilot, "escape", "n")
        assert names(app) == ["Ann", "Ben", "Cy"]
        await click(pilot, "#back")
        await press(pilot, "p")
        assert names(app) == ["Ann", "Ben", "Cy"]
        assert "A game with paper money" in text_of(app)


@in_loop
async def test_stand_ins_are_offered_while_names_are_missing(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        assert "+ Player 1" in text_of(app)
        await named(pilot, "Ann", "Ben")
        assert "+ Player" not in text_of(app)


@in_loop
async def test_no_more_players_than_the_edition_allows(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, *"ABCDEFGHI")
        assert "At most 8 can play, and 8 are named." in text_of(app)
        assert names(app) == [*"ABCDEFGH"]
        await click(pilot, "#set-book")
        await choose(app, pilot, "two to six")
        assert "At most 6 can play by this book, and 8 are named." in text_of(app)
        assert app.screen.query_one("#start").disabled


@in_loop
async def test_the_name_pad_asks_again_after_a_bad_name(house: LibraryTable) -> None:
    async with shown(house, PORTRAIT, is_touch=True) as (app, pilot):
        await click(pilot, "#before > KeyButton:first-child")
        await click(pilot, "#add")
        await typed(pilot, "player 1")
        await click(pilot, "#ok")
        assert "Two players cannot both be called player 1." in text_of(app)
        assert app.screen.query_one("#text", Input).value == "player 1"
        await press(pilot, "right", "0", "enter")
        assert names(app) == ["Player 1", "player 10"]


@in_loop
async def test_a_game_that_cannot_begin_yet_cannot_be_started(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann")
        asked = len(house.asked)
        await press(pilot, "ctrl+s")
        assert app.screen.query_one("#start").disabled
        assert "Enter the names of 2 to 8 players." in text_of(app)
        assert len(house.asked) == asked


@in_loop
async def test_a_refused_game_is_explained_and_the_form_is_kept(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", "Bank")
        await press(pilot, "ctrl+s")
        assert "Bank is not a player." in text_of(app)
        assert names(app) == ["Ann", "Bank"]


@pytest.mark.parametrize(("size", "is_touch"), [(SMALL, False), (LANDSCAPE, True), (PORTRAIT, True)])
@in_loop
async def test_a_full_table_fits(house: LibraryTable, size: tuple[int, int], is_touch: bool) -> None:
    async with shown(house, size, is_touch=is_touch) as (app, pilot):
        for number in range(8):
            assert form(app).action_add(f"Maximiliane-Charlotte {number}")
        await settled(pilot)
        assert app.screen.query_one("#start").region.bottom <= size[1]
        assert "can begin." in text_of(app)


@pytest.mark.parametrize("size", [SMALL, PORTRAIT])
@in_loop
async def test_a_long_name_hides_neither_the_token_nor_the_title(house: LibraryTable, size: tuple[int, int]) -> None:
    async with shown(house, size) as (app, pilot):
        await press(pilot, "escape", "p")
        await named(pilot, "Wolfeschlegelsteinhausen", "Ben")
        words = " ".join(text_of(app).split())
        assert "1 ♥ Wolfeschleg" in words
        assert "Car, red" in words
        assert "(in order around the table)" in words


@in_loop
async def test_a_lost_link_keeps_the_names(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", "Ben")
        house.fall()
        await settled(pilot)
        assert "NO LINK TO THE TABLE" in text_of(app)
        house.come_back()
        await settled(pilot)
        assert names(app) == ["Ann", "Ben"]
