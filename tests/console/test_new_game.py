"""A new game: two names and a press, or everything chosen, by keys or taps."""

from pathlib import Path

import pytest

from companion.console.choose_move import move_offers
from companion.console.colours import COLOUR_SYMBOLS
from companion.console.console_screen import KeyButton
from companion.console.screens.new_game import NewGameScreen
from companion.console.screens.table import TableScreen
from companion.table.messages.setup import Usual
from tests.console.new_game_tables import OLD, SUNDAY, choose, form, house, named, names, nothing_in_play
from tests.console.screen_pilot import PORTRAIT, SMALL, click, press, settled, shown, text_of, typed
from tests.console.tables import LibraryTable
from tests.journal.conftest import tmp_path
from tests.table.fake_table import in_loop

__all__ = ["house", "tmp_path"]


# A new game


@pytest.mark.parametrize("size", [SMALL, PORTRAIT])
@in_loop
async def test_two_names_and_one_press_are_enough(house: LibraryTable, size: tuple[int, int]) -> None:
    """Where no game exists yet, the form opens at once."""
    async with shown(house, size) as (app, pilot):
        assert isinstance(app.screen, NewGameScreen)
        await named(pilot, "Ann", "[red]", "  Zoë   B ")
        await press(pilot, "enter")
        assert app.focused is not None
        assert app.focused.id == "start"
        await press(pilot, "enter")
        assert isinstance(app.screen, TableScreen)
        assert len(app.screen_stack) == 1
        assert "[red]" in text_of(app)
    start = house.session.start
    assert start.names == ("Ann", "[red]", "Zoë B")
    assert (start.tokens, start.colours) == (("Car", "Dog", "Hat"), ("red", "blue", "yellow"))
    assert (start.dice, start.game.electronic_decks, start.rules.key) == ("button", True, "classic")


@in_loop
async def test_pressing_enter_twice_starts_a_game_with_stand_ins(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await press(pilot, "enter")
        assert names(app) == ["Player 1", "Player 2"]
        await press(pilot, "enter")
        assert isinstance(app.screen, TableScreen)
        seen = text_of(app)
        assert "P  Player 1" in seen
        assert "L  Player 2" in seen


@in_loop
async def test_with_one_name_the_second_stand_in_joins(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann")
        await press(pilot, "enter")
        assert names(app) == ["Ann", "Player 2"]


@in_loop
async def test_the_players_of_the_last_game_are_suggested(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", "Ben")
        await press(pilot, "enter", "enter", "G", "n")
        assert names(app) == ["Ann", "Ben"]
        await press(pilot, "enter", "enter")
        assert isinstance(app.screen, TableScreen)
    assert len(house.library._games_folder.ids()) == 2


@pytest.mark.parametrize("size", [(73, 24), PORTRAIT])
@in_loop
async def test_a_game_can_be_started_by_taps_alone(house: LibraryTable, size: tuple[int, int]) -> None:
    async with shown(house, size, is_touch=True) as (app, pilot):
        await click(pilot, "#before > KeyButton:first-child")
        await click(pilot, "#add")
        letters = {str(key.value): key for key in app.screen.query("Letters KeyButton").results(KeyButton)}
        for letter in "CY":
            await pilot.click(letters[letter])
        await click(pilot, "#ok")
        assert "1 ♥ Player 1" in text_of(app)
        assert "2 ■ Cy" in text_of(app)
        await click(pilot, "#start")
        assert isinstance(app.screen, TableScreen)
    assert house.session.start.names == ("Player 1", "Cy")


@in_loop
async def test_names_of_earlier_games_are_offered_once() -> None:
    table = nothing_in_play(SUNDAY, OLD)
    async with shown(table) as (app, pilot):
        await press(pilot, "n")
        assert names(app) == ["Ann", "[red]"]
        offered = [str(key.label) for key in app.screen.query("#before > KeyButton").results(KeyButton) if key.display]
        assert offered == ["+ Zoë 🎲"]
        await click(pilot, "#before > KeyButton:last-child")
        assert names(app) == ["Ann", "[red]", "Zoë 🎲"]


@in_loop
async def test_what_is_chosen_for_a_player_is_kept(house: LibraryTable) -> None:
    """Tokens and colours are exchanged with the other player."""
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", "Ben", "Cy")
        await click(pilot, "#players > KeyButton:first-child")
        await press(pilot, "1")
        assert "now Ben's" in text_of(app)
        await choose(app, pilot, "Dog")
        await click(pilot, "#players > KeyButton:first-child")
        await press(pilot, "2")
        await choose(app, pilot, "teal")
        await click(pilot, "#players > KeyButton:last-child")
        await press(pilot, "4")  # sits before Ben
        await click(pilot, "#players > KeyButton:first-child")
        await press(pilot, "3")
        await typed(pilot, "Anne")
        await press(pilot, "enter")
        assert f"1 {COLOUR_SYMBOLS['teal']} Anne" in text_of(app)
        await press(pilot, "ctrl+s")
    start = house.session.start
    assert (start.names, start.tokens) == (("Anne", "Cy", "Ben"), ("Dog", "Hat", "Car"))
    assert start.colours == ("teal", "yellow", "blue")


@in_loop
async def test_a_player_can_be_taken_out(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", "Ben")
        await click(pilot, "#players > KeyButton:first-child")
        await press(pilot, "6")
        assert names(app) == ["Ben"]


@in_loop
async def test_everything_can_be_chosen(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", "Ben")
        await click(pilot, "#set-variants")
        await press(pilot, "space")
        await click(pilot, "#ok")
        await click(pilot, "#set-rent")
        await press(pilot, "2")
        await click(pilot, "#set-cards")
        await press(pilot, "2")
        await click(pilot, "#set-dice")
        await press(pilot, "2")
        await click(pilot, "#set-house")
        await choose(app, pilot, "Free Parking pot")
        await press(pilot, "3", "5", "0", "0", "enter")
        await click(pilot, "#set-house")
        await choose(app, pilot, "Double on GO")
        await press(pilot, "1")
        app.screen.query_one("#set-title").scroll_visible(animate=False)
        await settled(pilot)
        await click(pilot, "#set-title")
        await typed(pilot, "Sunday")
        await press(pilot, "enter")
        assert list(form(app).form.words().values())[1:] == [
            "Board: Atlantic City, older boxes",
            "Dice: we roll real ones",
            "Cards: our real decks",
            "Rent must be asked for",
            "Variants: short",
            "House rules: Free Parking pot $500, Double on GO on",
            "Game name: Sunday",
        ]
        assert "Variants: short" in text_of(app)
        await press(pilot, "ctrl+s")
    start = house.session.start
    assert (start.title, start.dice, start.game.electronic_decks) == ("Sunday", "hand", False)
    assert (start.rules.rent_claimed, start.rules.double_on_go, start.game.pot) == (True, True, 500)
    assert start.rules.variants == ("short",)


@in_loop
async def test_with_dice_thrown_by_hand_the_dice_pad_is_first_now_and_after_a_resume(tmp_path: Path) -> None:
    house = LibraryTable(tmp_path)
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", "Ben")
        await click(pilot, "#set-dice")
        await press(pilot, "2")
        await press(pilot, "ctrl+s")
        assert [offer.moves[0].needs for offer in move_offers(app.state, 2)] == ["dice", ""]
    house.close()
    again = LibraryTable(tmp_path)
    again.library.resume_last()
    async with shown(again) as (app, pilot):
        await press(pilot, "1", "6", "6")
        assert again.session.moves[-1].act.dice == (6, 6)  # type: ignore[union-attr]
    again.close()


@in_loop
async def test_another_edition_has_other_variants_and_cards(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", "Ben")
        await click(pilot, "#set-book")
        await choose(app, pilot, "plastic keys")
        assert app.screen.query_one("#set-cards").disabled
        await press(pilot, "ctrl+s")
    assert house.session.game.rules.key == "keys-2010"


@in_loop
async def test_the_form_starts_with_the_usual_settings(tmp_path: Path) -> None:
    usual = Usual("rulebook", ("timed",), {"rent": "claim", "no-auctions": True}, False, "hand")
    house = LibraryTable(tmp_path, usual)
    async with shown(house) as (app, pilot):
        assert list(form(app).form.words().values()) == [
            "Book: the rule book as printed, web copy",
            "Board: Atlantic City, older boxes",
            "Dice: we roll real ones",
            "Cards: our real decks",
            "Rent must be asked for",
            "Variants: timed",
            "House rules: No auctions on",
            "Game name: (none)",
        ]
        await named(pilot, "Ann", "Ben")
        await click(pilot, "#set-house")
        await choose(app, pilot, "No auctions")
        await press(pilot, "2", "ctrl+s")
    start = house.session.start
    assert (start.rules.key, start.rules.variants, start.dice) == ("rulebook", ("timed",), "hand")
    assert (start.rules.rent_claimed, start.rules.auctions) == (True, True)
    house.close()
