"""The board of a new game: chosen in the form, corrected there, kept for the next game. By keys and by taps."""

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from companion.boards import shipped_board
from companion.boards.own_boards import own_boards, own_path
from companion.boards.write_board import write_board
from companion.console.app import ConsoleApp
from companion.console.board_fields import AMOUNT_MAX, MONEY, NAME_MAX, SIGN_MAX, board_fields
from companion.console.console_screen import KeyButton, ValueList, ValueOption
from companion.console.pads.numbers import AmountPad
from companion.console.pads.text import TextPad
from companion.console.screens.correct_board import CorrectBoardScreen, CorrectSpaceScreen
from companion.console.screens.table import TableScreen
from companion.rules.board_checks import MAX_AMOUNT, MAX_NAME, MAX_SIGN
from companion.table.messages.requests import Request
from companion.table.messages.setup import Usual
from companion.table.messages.wire import Reply
from companion.table.views.game_view import board_print
from tests.console.new_game_tables import choose, form, house, named
from tests.console.screen_pilot import PORTRAIT, SMALL, click, press, settled, shown, text_of, typed, words
from tests.console.tables import LibraryTable
from tests.journal.conftest import tmp_path
from tests.table.fake_table import in_loop

__all__ = ["house", "tmp_path"]

LONDON = shipped_board("london")


async def pick(app: ConsoleApp, pilot: Pilot[None], value: object) -> None:
    """The line of the list that stands for this."""
    lines = app.screen.query_one(ValueList)
    options = [option for option in lines.options if isinstance(option, ValueOption)]
    lines.highlighted = next(at for at, option in enumerate(options) if option.value == value)
    lines.focus()
    await press(pilot, "enter")


async def replace_text(app: ConsoleApp, pilot: Pilot[None], text: str) -> None:
    assert isinstance(app.screen, TextPad)
    app.screen.query_one(Input).value = text
    await press(pilot, "enter")


async def correct(app: ConsoleApp, pilot: Pilot[None], space: int, at: str, value: str) -> None:
    """On the list of spaces."""
    await pick(app, pilot, space)
    if isinstance(app.screen, CorrectSpaceScreen):
        await pick(app, pilot, at)
    if isinstance(app.screen, TextPad):
        await replace_text(app, pilot, value)
    else:
        await press(pilot, *value, "enter")
    if isinstance(app.screen, CorrectSpaceScreen):
        await press(pilot, "escape")
    assert isinstance(app.screen, CorrectBoardScreen)


# Which board


@in_loop
async def test_the_board_follows_the_book_until_somebody_chooses(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", "Ben")
        assert "Board: Atlantic City, older boxes" in words(app)
        older, *others = form(app).form.setup.editions
        newer = next(book for book in others if book.board == "atlantic-city-2010")
        await click(pilot, "#set-book")
        await choose(app, pilot, newer.title)
        assert "Board: Atlantic City, newer boxes" in words(app)
        await click(pilot, "#set-board")
        assert "usual with this book" in words(app)
        await choose(app, pilot, "London")
        assert "Board: London" in words(app)
        await click(pilot, "#set-book")
        await choose(app, pilot, older.title)
        assert "Board: London" in words(app)
        await press(pilot, "ctrl+s")
        assert isinstance(app.screen, TableScreen)
    assert house.session.game.board == LONDON


@in_loop
async def test_the_board_of_the_household_stays_whatever_the_book(tmp_path: Path) -> None:
    table = LibraryTable(tmp_path, Usual(board="germany"))
    async with shown(table) as (app, pilot):
        await named(pilot, "Ann", "Ben")
        assert "Board: Germany" in words(app)
        await click(pilot, "#set-book")
        await press(pilot, "2")
        assert "Board: Germany" in words(app)
        await press(pilot, "ctrl+s")
    assert table.session.game.board.key == "germany"
    table.close()


@in_loop
async def test_a_board_whose_file_is_wrong_says_so_and_another_can_be_chosen(house: LibraryTable) -> None:
    path = own_path(house.library._data, "ours")
    path.parent.mkdir(parents=True)
    path.write_text(write_board(LONDON).replace("price = 60", "price = -60", 1), "utf-8")
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", "Ben")
        await click(pilot, "#set-board")
        assert "cannot be used" in words(app)
        await choose(app, pilot, "ours")
        assert "-60" in words(app)
        await choose(app, pilot, "France")
        assert form(app).form.board.key == "france"


# Corrections


@pytest.mark.parametrize("size", [SMALL, PORTRAIT])
@in_loop
async def test_a_name_and_numbers_are_corrected_without_leaving_the_form(
    house: LibraryTable, size: tuple[int, int]
) -> None:
    async with shown(house, size) as (app, pilot):
        await named(pilot, "Ann", "Ben")
        await click(pilot, "#set-board")
        await choose(app, pilot, "London")
        await press(pilot, "ctrl+b")
        assert "Old Kent Road" in text_of(app)
        await correct(app, pilot, 1, "spaces.1.name", "Our Road")
        await correct(app, pilot, 1, "spaces.1.price", "80")
        await correct(app, pilot, 1, "spaces.1.house", "60")
        await correct(app, pilot, 5, "rents.railroads.3", "300")
        await correct(app, pilot, 7, "spaces.7.name", "Luck")
        await correct(app, pilot, 38, "taxes.luxury", "75")
        await correct(app, pilot, MONEY, "money.sign", "€")
        assert "The board: London (corrected)" in text_of(app)
        assert text_of(app).count("changed") >= 2
        await press(pilot, "escape")
        assert "Board: London (corrected)" in words(app)
        assert form(app).form.names == ("Ann", "Ben")
        await press(pilot, "ctrl+s")
        assert isinstance(app.screen, TableScreen)
        assert "€1,500" in text_of(app)
    board = house.session.game.board
    deed = board.deeds[0]
    assert (deed.name, deed.price, deed.house_cost, board.deeds[1].house_cost) == ("Our Road", 80, 60, 60)
    assert (board.railroad_rents[-1], board.luxury_tax, board.spaces[36].name) == (300, 75, "Luck")


@in_loop
async def test_amounts_that_no_longer_fit_are_asked_for_next(house: LibraryTable) -> None:
    """A rent that is raised above the next one, and a price below the mortgage value."""
    async with shown(house) as (app, pilot):
        await press(pilot, "ctrl+b")
        await pick(app, pilot, 1)
        await pick(app, pilot, "spaces.1.rent.0")
        await press(pilot, *"20", "enter")
        assert "Rent, 1 house" in text_of(app)
        assert "Rents never fall" in text_of(app)
        await press(pilot, *"15")
        assert "at least $20" in text_of(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, AmountPad)
        await press(pilot, "delete", *"25", "enter")
        assert isinstance(app.screen, CorrectSpaceScreen)
        await pick(app, pilot, "spaces.1.price")
        await press(pilot, *"20", "enter")
        assert "Mortgage value" in text_of(app)
        await press(pilot, *"10", "enter", "escape", "escape")
        deed = form(app).form.board.deeds[0]
    assert (deed.rents[:3], deed.price, deed.mortgage) == ((20, 25, 30), 20, 10)


@in_loop
async def test_who_changes_their_mind_between_two_amounts_has_changed_nothing(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await press(pilot, "ctrl+b")
        await pick(app, pilot, 1)
        await pick(app, pilot, "spaces.1.rent.0")
        await press(pilot, *"20", "enter", "escape")
        assert isinstance(app.screen, CorrectSpaceScreen)
        await press(pilot, "escape", "escape")
        assert form(app).form.board == form(app).form.printed


@in_loop
async def test_a_name_that_another_space_has_is_asked_for_again(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await press(pilot, "ctrl+b")
        await pick(app, pilot, 1)
        await pick(app, pilot, "spaces.1.name")
        await replace_text(app, pilot, "boardwalk")
        assert isinstance(app.screen, TextPad)
        assert "has the same name" in words(app)
        await replace_text(app, pilot, "Our Road")
        assert isinstance(app.screen, CorrectSpaceScreen)
        assert "was Mediterranean Avenue" in text_of(app)


@in_loop
async def test_an_odd_price_of_a_house_is_refused_with_the_reason(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await press(pilot, "ctrl+b")
        await pick(app, pilot, 1)
        await pick(app, pilot, "spaces.1.house")
        await press(pilot, *"55", "enter")
        assert isinstance(app.screen, AmountPad)
        assert "a house is sold back at half" in words(app)
        await press(pilot, "delete", *"56", "enter")
        assert isinstance(app.screen, CorrectSpaceScreen)


@in_loop
async def test_corrections_are_not_lost_when_another_board_is_tried(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", "Ben")
        await press(pilot, "ctrl+b")
        await correct(app, pilot, 1, "spaces.1.price", "80")
        await press(pilot, "escape")
        await click(pilot, "#set-board")
        await choose(app, pilot, "London")
        await press(pilot, "ctrl+b")
        await correct(app, pilot, 3, "spaces.3.price", "90")
        await press(pilot, "escape")
        await click(pilot, "#set-board")
        await choose(app, pilot, "Atlantic City, older")
        assert form(app).form.board.deeds[0].price == 80
        await press(pilot, "escape", "n")
        assert form(app).form.board.deeds[0].price == 80
        await press(pilot, "ctrl+s")
    assert house.session.game.board.deeds[0].price == 80


@in_loop
async def test_a_corrected_board_is_kept_and_offered_again(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", "Ben")
        await press(pilot, "ctrl+b")
        await correct(app, pilot, 1, "spaces.1.price", "80")
        await press(pilot, "ctrl+s")
        await typed(pilot, "London")
        await press(pilot, "enter")
        assert "comes with the companion" in words(app)
        await replace_text(app, pilot, "Our box")
        assert "Our box is one of your boards now." in words(app)
        await correct(app, pilot, 1, "spaces.1.price", "90")
        await press(pilot, "ctrl+s")
        await replace_text(app, pilot, "Our box")
        assert "Replace your board?" in text_of(app)
        await press(pilot, "n")
        assert isinstance(app.screen, TextPad)
        await press(pilot, "enter", "y")
        await press(pilot, "escape")
        assert "Board: Our box" in words(app)
        await click(pilot, "#set-board")
        assert "yours" in words(app)
        await press(pilot, "escape", "ctrl+s")
    (own,) = own_boards(house.library._data)
    assert own.board is not None
    assert (own.key, own.board.deeds[0].price) == ("our-box", 90)
    assert house.session.game.board == own.board


@pytest.mark.parametrize("size", [(73, 24), PORTRAIT])
@in_loop
async def test_a_board_is_chosen_and_corrected_by_taps_alone(house: LibraryTable, size: tuple[int, int]) -> None:
    async with shown(house, size, is_touch=True) as (app, pilot):
        await click(pilot, "#before > KeyButton:first-child")
        await click(pilot, "#before > KeyButton:last-child")
        app.screen.query_one("#set-board").scroll_visible(animate=False)
        await settled(pilot)
        await click(pilot, "#set-board")
        london = [key for key in app.screen.query(KeyButton) if "London" in str(key.label)]
        await click(pilot, f"#{london[0].id}")
        await click(pilot, "#set-board")
        correct_it = [key for key in app.screen.query(KeyButton) if "Correct the board" in str(key.label)]
        await click(pilot, f"#{correct_it[0].id}")
        assert await pilot.click(ValueList, offset=(10, 2))
        await settled(pilot)
        assert isinstance(app.screen, CorrectSpaceScreen)
        assert app.screen.space == 1
        assert await pilot.click(ValueList, offset=(10, 2))
        await settled(pilot)
        for key in ("#n7", "#n0", "#ok"):
            await click(pilot, key)
        await click(pilot, "#done")
        await click(pilot, "#back")
        await click(pilot, "#start")
        assert isinstance(app.screen, TableScreen)
    assert house.session.game.board.deeds[0].price == 70


@in_loop
async def test_the_deeds_of_a_paper_game_are_those_of_the_corrected_board(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await press(pilot, "escape", "p")
        await named(pilot, "Ann", "Ben")
        await click(pilot, "#set-board")
        await choose(app, pilot, "London")
        await press(pilot, "ctrl+b")
        await correct(app, pilot, 1, "spaces.1.name", "Our Road")
        await press(pilot, "escape", "ctrl+s", *"900", "enter", "down", "enter")
        assert "Our Road" in text_of(app)
        assert "£900" in text_of(app)
        app.screen.query_one(OptionList).highlighted = 0
        await press(pilot, "enter", "ctrl+s", *"800", "enter", "down", "enter", "ctrl+s", "1")
        assert isinstance(app.screen, TableScreen)
    game = house.session.game
    assert (game.board.deeds[0].name, game.titles[0].owner, game.players[0].cash) == ("Our Road", 0, 900)


@in_loop
async def test_without_the_table_nothing_is_corrected_and_nothing_is_lost(
    house: LibraryTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reply that never comes is a reason, like any other."""
    async with shown(house) as (app, pilot):
        await press(pilot, "ctrl+b")
        await pick(app, pilot, 1)

        async def lost(_: Request, **__: object) -> Reply:
            return Reply("", done=False, message="The table hung up.")

        monkeypatch.setattr(house, "ask", lost)
        await pick(app, pilot, "spaces.1.price")
        await press(pilot, *"80", "enter")
        assert "The table hung up." in text_of(app)
        monkeypatch.undo()
        await press(pilot, "enter")
        assert "was $60" in text_of(app)


# What can be corrected


def test_every_field_is_within_its_bounds_on_every_board() -> None:
    for key in ("atlantic-city", "london", "germany", "france"):
        board = board_print(shipped_board(key))
        fields = [field for space in (*range(40), MONEY) for field in board_fields(board, space)]
        assert not any(field.is_out_of_bounds for field in fields)
        # 40 names, 28 prices and mortgage values, 22 streets with a house and six rents, railroads, utilities, taxes
        assert len(fields) == 40 + 2 * 28 + 7 * 22 + 4 * 4 + 2 * 2 + 2 + 1


def test_the_bounds_are_those_of_the_table() -> None:
    assert (AMOUNT_MAX, NAME_MAX, SIGN_MAX) == (MAX_AMOUNT, MAX_NAME, MAX_SIGN)
