"""The form for a new game, as it is sent to the table."""

import pytest

from companion.console.app import ConsoleApp
from companion.console.colours import COLOUR_SYMBOLS
from companion.console.new_game_form import NewGameForm, usual_form
from companion.table.messages.setup import Usual
from companion.table.views.game_view import board_print
from companion.table.views.new_game_choices import new_game_choices
from tests.console.new_game_tables import house
from tests.console.screen_pilot import SMALL, painted_strips, press, settled, text_of
from tests.console.tables import LibraryTable
from tests.journal.conftest import tmp_path
from tests.kit import ATLANTIC
from tests.table.fake_table import in_loop

__all__ = ["house", "tmp_path"]


# What was chosen


SETUP = new_game_choices(Usual(), ATLANTIC)


def begun(*names: str, usual: Usual | None = None) -> NewGameForm:
    return usual_form(new_game_choices(usual or Usual(), ATLANTIC), board_print(ATLANTIC), names)


def test_only_options_that_differ_from_the_edition_are_sent() -> None:
    setup = begun("Ann", "Ben").with_option("rent", "claim").with_option("double-on-go", True)
    assert setup.request().options == {"rent": "claim", "double-on-go": True}
    back = setup.with_option("rent", "auto").with_option("double-on-go", False)
    assert back.request().options == {}


def test_an_option_that_is_usually_on_is_sent_when_off() -> None:
    setup = begun("Ann", "Ben", usual=Usual(options={"double-on-go": True})).with_option("double-on-go", False)
    assert setup.request().options == {"double-on-go": False}
    assert setup.words()["house"] == "House rules: none"


def test_variants_that_the_edition_lacks_are_dropped() -> None:
    setup = begun("Ann", "Ben").with_variants(("timed", "short"))
    assert setup.variants == ("short", "timed")
    assert setup.with_book(SETUP.edition("platinum-2010")).variants == ()


def test_no_more_players_of_the_last_game_than_the_edition_allows() -> None:
    assert begun(*"ABCDEFGH", usual=Usual("parker-2001")).names == tuple("ABCDEF")


def test_a_pot_that_starts_empty_is_not_a_pot_that_is_off() -> None:
    assert begun().with_option("free-parking-pot", 0).options == {"free-parking-pot": 0}


def test_every_edition_can_be_started() -> None:
    told = {begun("A", "B").with_book(book).request().edition for book in SETUP.editions}
    assert told == {book.key for book in SETUP.editions}


def test_every_colour_has_its_own_symbol() -> None:
    assert set(COLOUR_SYMBOLS) == set(SETUP.colours)
    assert len(set(COLOUR_SYMBOLS.values())) == len(COLOUR_SYMBOLS)
    assert not set(COLOUR_SYMBOLS.values()) & set("▶★▲▼▪")


@in_loop
async def test_without_colours_letters_tell_players_apart(house: LibraryTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = ConsoleApp(house, settle_s=0)
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        await press(pilot, "enter", "enter")
        strips = painted_strips(app)
        drawn = [segment.style for strip in strips for segment in strip if segment.style is not None]
        assert all(style.color is None or style.color.is_default for style in drawn)
        assert all(style.bgcolor is None or style.bgcolor.is_default for style in drawn)
        assert "L  Player 2" in text_of(app)
