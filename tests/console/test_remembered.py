"""The form for a new game starts from what was chosen last; who starts, who sits where, and which book it is."""

from pathlib import Path

import msgspec
import pytest
from textual.pilot import Pilot

from companion.console.app import ConsoleApp
from companion.console.colours import FELT, PAPER
from companion.console.new_game_form import NewGameForm, usual_form
from companion.console.screens.games import GamesScreen
from companion.table.messages.requests import SetTheme
from companion.table.messages.setup import Usual
from companion.table.views.game_view import board_print
from companion.table.views.new_game_choices import new_game_choices
from tests.console.new_game_tables import choose, form, house, named, names
from tests.console.screen_pilot import click, press, settled, shown, text_of
from tests.console.tables import LibraryTable
from tests.journal.conftest import tmp_path
from tests.kit import ATLANTIC
from tests.table.fake_table import in_loop

__all__ = ["house", "tmp_path"]


# Who starts, and where everybody sits


@in_loop
async def test_a_player_can_be_named_who_starts(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", "Ben", "Cy")
        await tap_player(app, pilot, 3)
        await choose(app, pilot, "Cy starts")
        assert "3 players can begin, and Cy starts. Tap a player to change that." in text_of(app)
        await press(pilot, "ctrl+s")
        assert app.state.view is not None
        assert app.state.view.prompt_seat == 2
    assert (house.session.game.turn, house.session.game.opening) == (2, None)


@in_loop
async def test_who_starts_can_be_left_open_again(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", "Ben")
        await tap_player(app, pilot, 1)
        await choose(app, pilot, "Ann starts")
        assert form(app).form.starts == "Ann"
        await tap_player(app, pilot, 1)
        await choose(app, pilot, "You roll to see who starts")
        assert form(app).form.starts == ""


@in_loop
async def test_players_can_be_moved_to_either_side(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", "Ben", "Cy")
        await tap_player(app, pilot, 1)
        await choose(app, pilot, "Sits after Ben")
        assert names(app) == ["Ben", "Ann", "Cy"]
        await tap_player(app, pilot, 3)
        await choose(app, pilot, "Sits before Ann")
        assert names(app) == ["Ben", "Cy", "Ann"]
        assert [player.token for player in form(app).form.players] == ["Dog", "Hat", "Car"]


@pytest.mark.parametrize(
    "longest",
    [
        pytest.param("Bartholomew-Alexander-Jo"[:count], marks=() if count in (16, 24) else pytest.mark.long_run)
        for count in (10, 13, 16, 19, 22, 24)
    ],
)
@in_loop
async def test_long_names_are_not_cut_on_the_seats(house: LibraryTable, longest: str) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, *(f"P{number}" for number in range(7)), longest)  # with a scroll bar beside them
        app.screen.query(".seat").last().scroll_visible(animate=False)
        await settled(pilot)
        assert f" {longest} " in text_of(app).replace("\n", " ")


async def tap_player(app: ConsoleApp, pilot: Pilot[None], seat: int) -> None:
    app.screen.query(".seat")[seat - 1].focus()
    await press(pilot, "enter")


# Which book


@pytest.mark.parametrize(
    ("answers", "book"),
    [
        (("Plastic keys",), "keys-2010"),
        (("A third die",), "platinum-2010"),
        (("Two dice", "2001"), "parker-2001"),
        (("Two dice", "2 to 8"), "classic"),
        (("A machine", "We have no book"), "rulebook"),
        (("Two dice", "None of these"), "classic"),
    ],
)
@in_loop
async def test_the_book_is_found_by_questions_about_the_box(
    house: LibraryTable, answers: tuple[str, ...], book: str
) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", "Ben")
        await click(pilot, "#set-book")
        await choose(app, pilot, "I am not sure")
        for answer in answers:
            await choose(app, pilot, answer)
        assert form(app).form.book.key == book
        assert form(app).form.printed.key == form(app).form.book.board


@in_loop
async def test_a_question_about_the_box_can_be_left(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", "Ben")
        before = form(app).form
        await click(pilot, "#set-book")
        await choose(app, pilot, "I am not sure")
        await press(pilot, "escape")
        assert form(app).form == before


# What was chosen last


@in_loop
async def test_the_next_form_starts_from_what_was_chosen_last(tmp_path: Path) -> None:
    house = LibraryTable(tmp_path)
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", "Ben", "Cy")
        await tap_player(app, pilot, 1)
        await choose(app, pilot, "Sits after Ben")
        await click(pilot, "#set-dice")
        await press(pilot, "2")
        await click(pilot, "#set-cards")
        await press(pilot, "2")
        chosen = form(app).form
        await press(pilot, "ctrl+s")
        await press(pilot, "G")
        assert isinstance(app.screen, GamesScreen)
        await press(pilot, "n")
        assert same_choices(form(app).form, chosen), "on the same screen"
    house.close()
    again = LibraryTable(tmp_path)
    async with shown(again) as (app, pilot):
        await press(pilot, "n")
        assert same_choices(form(app).form, chosen), "and on the next evening"
    again.close()


def same_choices(one: NewGameForm, other: NewGameForm) -> bool:
    return msgspec.structs.replace(one, setup=other.setup) == other


@in_loop
async def test_the_colours_are_those_that_were_chosen_last(tmp_path: Path) -> None:
    house = LibraryTable(tmp_path)
    async with shown(house) as (app, pilot):
        assert app.theme == FELT.name
        await press(pilot, "escape", "f3")
    assert house.library.usual.theme == "paper"
    async with shown(house) as (app, pilot):
        assert app.theme == PAPER.name
        await press(pilot, "escape", "f3")
        assert app.theme == FELT.name
        await house.ask(SetTheme("paper"))
        house.fall()
        house.come_back()
        await settled(pilot)
        assert app.theme == FELT.name, "a link that comes back changes no colours"
    house.close()


def test_one_minute_is_not_minutes() -> None:
    form = usual_form(new_game_choices(Usual(variants=("timed",), minutes=1), ATLANTIC), board_print(ATLANTIC))
    assert form.words()["variants"] == "Variants: timed, 1 minute"
    form = usual_form(new_game_choices(Usual(variants=("timed",), minutes=90), ATLANTIC), board_print(ATLANTIC))
    assert form.words()["variants"] == "Variants: timed, 90 minutes"
