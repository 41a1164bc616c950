"""Before the game: the list of games, and a new one begun by keyboard, by mouse and by touch."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from companion.console.app import ConsoleApp
from companion.console.offers import offers
from companion.console.pads.pad import Key
from companion.console.screens.games import GamesScreen
from companion.console.screens.new_game import NewGameScreen
from companion.console.screens.set_up import SetUpScreen
from companion.console.screens.table import TableScreen
from companion.console.setup import Setup, usual_setup
from companion.console.signs import SIGNS
from companion.table.books import books
from companion.table.messages import GameLine, NewGame, Reply, ResumeGame, Usual
from tests.console.housed import Housed
from tests.console.stage import LANDSCAPE, PORTRAIT, SMALL, Stage, click, press, settled, shown, text_of, typed
from tests.journal.conftest import tmp_path
from tests.kit import game
from tests.table.fake_table import in_loop

__all__ = ["tmp_path"]
SUNDAY = GameLine("20261115-2041-aa", "Sunday", ("Ann", "[red]"), "classic", 143, 1_795_000_000_000, False, False)
OLD = GameLine("20261114-2041-aa", "", ("Ann", "Zoë 🎲"), "classic", 80, 1_794_900_000_000, True, False)
BAD = GameLine("20261113-2041-aa", "", ("Ann", "Ben"), "classic", 8, 1_794_800_000_000, False, False, "torn")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Housed]:
    """A table on which nothing was ever played."""
    stage = Housed(tmp_path)
    yield stage
    stage.close()


def nothing_in_play(*games: GameLine) -> Stage:
    stage = Stage(None)
    stage.reply = Reply("", done=True, games=games)
    return stage


def names(app: ConsoleApp) -> list[str]:
    return list(form(app).setup.names)


def form(app: ConsoleApp) -> NewGameScreen:
    assert isinstance(app.screen, NewGameScreen)
    return app.screen


async def named(pilot: Pilot[None], *names: str) -> None:
    for name in names:
        await typed(pilot, name)
        await press(pilot, "enter")


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
    stage = nothing_in_play(SUNDAY, OLD)
    async with shown(stage) as (app, pilot):
        await press(pilot, "tab", "tab", "down", "enter")
        assert stage.asked[-1] == ResumeGame(OLD.id)
        stage.begin(game())
        stage.tell()
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)


@in_loop
async def test_a_game_that_cannot_be_opened_is_told() -> None:
    stage = nothing_in_play(BAD)
    async with shown(stage) as (app, pilot):
        stage.reply = Reply("", done=False, message="Game 20261113-2041-aa is damaged: repair it first.")
        await press(pilot, "tab", "tab", "enter")
        assert "is damaged: repair it first." in text_of(app)
        assert isinstance(app.screen, GamesScreen)


@in_loop
async def test_the_games_can_be_left_while_one_is_in_play_and_not_otherwise() -> None:
    stage = Stage(game())
    async with shown(stage) as (app, pilot):
        await press(pilot, "G")
        assert isinstance(app.screen, GamesScreen)
        await press(pilot, "escape")
        assert isinstance(app.screen, TableScreen)
    async with shown(nothing_in_play(OLD)) as (app, pilot):
        await press(pilot, "escape")
        assert isinstance(app.screen, GamesScreen)


@in_loop
async def test_trouble_is_told_where_there_is_no_game_too() -> None:
    stage = nothing_in_play()
    stage.host.trouble = "The disk is full."
    async with shown(stage) as (app, _):
        assert "The disk is full." in text_of(app)


@in_loop
async def test_a_viewer_waits_for_a_game() -> None:
    async with shown(Stage(None, role="viewer")) as (app, _):
        assert isinstance(app.screen, TableScreen)
        assert "No game is in play." in text_of(app)


# A new game


@pytest.mark.parametrize("size", [SMALL, PORTRAIT])
@in_loop
async def test_two_names_and_one_press_are_enough(house: Housed, size: tuple[int, int]) -> None:
    """Where nothing was played yet, the form is there at once."""
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
async def test_who_cannot_wait_presses_enter_twice(house: Housed) -> None:
    async with shown(house) as (app, pilot):
        await press(pilot, "enter")
        assert names(app) == ["Player 1", "Player 2"]
        await press(pilot, "enter")
        assert isinstance(app.screen, TableScreen)
        seen = text_of(app)
        assert f"{SIGNS['red']} Player 1" in seen
        assert f"{SIGNS['blue']} Player 2" in seen


@in_loop
async def test_with_one_name_the_second_stand_in_joins(house: Housed) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann")
        await press(pilot, "enter")
        assert names(app) == ["Ann", "Player 2"]


@in_loop
async def test_the_last_players_may_well_play_again(house: Housed) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", "Ben")
        await press(pilot, "enter", "enter", "G", "n")
        assert names(app) == ["Ann", "Ben"]
        await press(pilot, "enter", "enter")
        assert isinstance(app.screen, TableScreen)
    assert len(house.keeper._shelf.ids()) == 2


@pytest.mark.parametrize("size", [(73, 24), PORTRAIT])
@in_loop
async def test_a_game_is_begun_by_taps_alone(house: Housed, size: tuple[int, int]) -> None:
    async with shown(house, size, is_touch=True) as (app, pilot):
        await click(pilot, "#before > Key:first-child")
        await click(pilot, "#add")
        letters = {str(key.value): key for key in app.screen.query("Letters Key").results(Key)}
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
    stage = nothing_in_play(SUNDAY, OLD)
    async with shown(stage) as (app, pilot):
        await press(pilot, "n")
        assert names(app) == ["Ann", "[red]"]
        offered = [str(key.label) for key in app.screen.query("#before > Key").results(Key) if key.display]
        assert offered == ["+ Zoë 🎲"]
        await click(pilot, "#before > Key:last-child")
        assert names(app) == ["Ann", "[red]", "Zoë 🎲"]


@in_loop
async def test_what_is_chosen_for_a_player_is_kept(house: Housed) -> None:
    """The token and colour of another player are exchanged."""
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", "Ben", "Cy")
        await click(pilot, "#players > Key:first-child")
        await press(pilot, "1")
        assert "now Ben's" in text_of(app)
        await choose(app, pilot, "Dog")
        await click(pilot, "#players > Key:first-child")
        await press(pilot, "2")
        await choose(app, pilot, "teal")
        await click(pilot, "#players > Key:last-child")
        await press(pilot, "4")  # sits before Ben
        await click(pilot, "#players > Key:first-child")
        await press(pilot, "3")
        await typed(pilot, "Anne")
        await press(pilot, "enter")
        assert f"1 {SIGNS['teal']} Anne" in text_of(app)
        await press(pilot, "ctrl+s")
    start = house.session.start
    assert (start.names, start.tokens) == (("Anne", "Cy", "Ben"), ("Dog", "Hat", "Car"))
    assert start.colours == ("teal", "yellow", "blue")


@in_loop
async def test_a_player_can_be_taken_out(house: Housed) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", "Ben")
        await click(pilot, "#players > Key:first-child")
        await press(pilot, "4")
        assert names(app) == ["Ben"]


@in_loop
async def test_everything_can_be_chosen(house: Housed) -> None:
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
        assert list(form(app).setup.words().values())[1:] == [
            "Dice: we throw real ones",
            "Cards: our real decks",
            "Rent must be asked for",
            "Variants: short",
            "House rules: Free Parking pot 500, Double on GO on",
            "Called: Sunday",
        ]
        assert "Variants: short" in text_of(app)
        await press(pilot, "ctrl+s")
    start = house.session.start
    assert (start.title, start.dice, start.game.electronic_decks) == ("Sunday", "hand", False)
    assert (start.rules.rent_claimed, start.rules.double_on_go, start.game.pot) == (True, True, 500)
    assert start.rules.variants == ("short",)


async def choose(app: ConsoleApp, pilot: Pilot[None], words: str) -> None:
    """From a list or from buttons, whichever there was room for."""
    if app.screen.query("#part"):
        await typed(pilot, words)
        await press(pilot, "enter")
        return
    keys = [key for key in app.screen.query(Key) if words in str(key.label)]
    await click(pilot, f"#{keys[0].id}")


@in_loop
async def test_with_dice_thrown_by_hand_the_dice_pad_is_first_now_and_after_a_resume(tmp_path: Path) -> None:
    house = Housed(tmp_path)
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", "Ben")
        await click(pilot, "#set-dice")
        await press(pilot, "2")
        await press(pilot, "ctrl+s")
        assert [offer.moves[0].needs for offer in offers(app.state, 2)] == ["dice", ""]
    house.close()
    again = Housed(tmp_path)
    again.keeper.resume_last()
    async with shown(again) as (app, pilot):
        await press(pilot, "1", "6", "6")
        assert again.session.moves[-1].act.dice == (6, 6)  # type: ignore[union-attr]
    again.close()


@in_loop
async def test_another_book_has_other_variants_and_its_own_cards(house: Housed) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", "Ben")
        await click(pilot, "#set-book")
        await choose(app, pilot, "plastic keys")
        assert app.screen.query_one("#set-cards").disabled
        await press(pilot, "ctrl+s")
    assert house.session.game.rules.key == "keys-2010"


@in_loop
async def test_the_form_begins_with_what_is_usual_here(tmp_path: Path) -> None:
    usual = Usual("rulebook", ("timed",), {"rent": "claim", "no-auctions": True}, False, "hand")
    house = Housed(tmp_path, usual)
    async with shown(house) as (app, pilot):
        assert list(form(app).setup.words().values()) == [
            "Book: the rule book as printed, web copy",
            "Dice: we throw real ones",
            "Cards: our real decks",
            "Rent must be asked for",
            "Variants: timed",
            "House rules: No auctions on",
            "Called: (no title)",
        ]
        await named(pilot, "Ann", "Ben")
        await click(pilot, "#set-house")
        await choose(app, pilot, "No auctions")
        await press(pilot, "2", "ctrl+s")
    start = house.session.start
    assert (start.rules.key, start.rules.variants, start.dice) == ("rulebook", ("timed",), "hand")
    assert (start.rules.rent_claimed, start.rules.auctions) == (True, True)
    house.close()


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
async def test_a_name_that_will_not_do_is_told_and_stays_to_be_mended(house: Housed, written: str, told: str) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", written)
        assert told in text_of(app)
        assert names(app) == ["Ann"]
        assert app.screen.query_one("#name", Input).value == written


@in_loop
async def test_no_more_than_a_box_is_for(house: Housed) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, *"ABCDEFGHI")
        assert "At most 8 can play, and 8 are named." in text_of(app)
        assert names(app) == [*"ABCDEFGH"]
        await click(pilot, "#set-book")
        await choose(app, pilot, "two to six")
        assert "At most 6 can play by this book, and 8 are named." in text_of(app)
        assert app.screen.query_one("#start").disabled


@in_loop
async def test_a_name_that_will_not_do_on_the_pad_is_asked_for_again(house: Housed) -> None:
    async with shown(house, PORTRAIT, is_touch=True) as (app, pilot):
        await click(pilot, "#before > Key:first-child")
        await click(pilot, "#add")
        await typed(pilot, "player 1")
        await click(pilot, "#ok")
        assert "Two players cannot both be called player 1." in text_of(app)
        assert app.screen.query_one("#text", Input).value == "player 1"
        await press(pilot, "right", "0", "enter")
        assert names(app) == ["Player 1", "player 10"]


@in_loop
async def test_a_game_that_cannot_begin_yet_cannot_be_started(house: Housed) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann")
        asked = len(house.asked)
        await press(pilot, "ctrl+s")
        assert app.screen.query_one("#start").disabled
        assert "Say who plays: 2 to 8 players." in text_of(app)
        assert len(house.asked) == asked


@in_loop
async def test_what_the_table_refuses_is_told_and_nothing_is_lost(house: Housed) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", "Bank")
        await press(pilot, "ctrl+s")
        assert "Bank is not a player." in text_of(app)
        assert names(app) == ["Ann", "Bank"]


@pytest.mark.parametrize(("size", "is_touch"), [(SMALL, False), (LANDSCAPE, True), (PORTRAIT, True)])
@in_loop
async def test_a_full_table_fits(house: Housed, size: tuple[int, int], is_touch: bool) -> None:
    async with shown(house, size, is_touch=is_touch) as (app, pilot):
        for number in range(8):
            assert form(app)._add(f"Maximiliane-Charlotte {number}")
        await settled(pilot)
        assert app.screen.query_one("#start").region.bottom <= size[1]
        assert "can begin." in text_of(app)


@pytest.mark.parametrize("size", [SMALL, PORTRAIT])
@in_loop
async def test_a_long_name_hides_neither_the_token_nor_the_title(house: Housed, size: tuple[int, int]) -> None:
    async with shown(house, size) as (app, pilot):
        await press(pilot, "escape", "p")
        await named(pilot, "Wolfeschlegelsteinhausen", "Ben")
        words = " ".join(text_of(app).split())
        assert "1 ♥ Wolfeschleg" in words
        assert "Car, red" in words
        assert "(in order around the table)" in words


@in_loop
async def test_a_lost_link_keeps_the_names(house: Housed) -> None:
    async with shown(house) as (app, pilot):
        await named(pilot, "Ann", "Ben")
        house.fall()
        await settled(pilot)
        assert "NO LINK TO THE TABLE" in text_of(app)
        house.come_back()
        await settled(pilot)
        assert names(app) == ["Ann", "Ben"]


# The set-up sheet


@pytest.mark.parametrize(("size", "is_touch"), [(SMALL, False), (PORTRAIT, True)])
@in_loop
async def test_a_resumed_game_is_laid_out_line_by_line(house: Housed, size: tuple[int, int], is_touch: bool) -> None:
    async with shown(house, size, is_touch=is_touch) as (app, pilot):
        await house.ask(NewGame(("Ann", "[red]"), position="given Ann owns Boardwalk\ngiven turn Ann"))
        await house.ask(NewGame(("Cy", "Di")))
        await settled(pilot)
        await press(pilot, "G", "tab", "tab", "down", "enter")
        assert isinstance(app.screen, SetUpScreen)
        assert [type(screen) for screen in app.screen_stack] == [TableScreen, SetUpScreen]
        seen = text_of(app)
        for words in ("♥ Ann (Car, red)", "· Car on GO", "· 1,500 in cash", "· Boardwalk", "■ [red] (Dog, blue)"):
            assert words in seen
        await press(pilot, "enter", "space")
        seen = text_of(app)
        assert "✓ Car on GO" in seen
        assert "✓ 1,500 in cash" in seen
        assert "2 of" in seen
        await press(pilot, "up", "up", "enter")
        assert "· Car on GO" in text_of(app)
        await press(pilot, *["enter"] * 30)
        await click(pilot, "#done")
        assert isinstance(app.screen, TableScreen)
        assert house.session.start.names == ("Ann", "[red]")


@in_loop
async def test_the_sheet_can_be_opened_at_any_time_and_ticked_to_the_end(house: Housed) -> None:
    async with shown(house) as (app, pilot):
        await press(pilot, "enter", "enter", "O")
        await press(pilot, *["enter"] * 8)
        assert "Everything lies where it belongs." in text_of(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, TableScreen)


# What was chosen


BOOKS = books(Usual())


def begun(*names: str, usual: Usual | None = None) -> Setup:
    return usual_setup(books(usual or Usual()), names)


def test_only_what_is_not_as_in_the_book_is_sent() -> None:
    setup = begun("Ann", "Ben").with_option("rent", "claim").with_option("double-on-go", True)
    assert setup.request().options == {"rent": "claim", "double-on-go": True}
    back = setup.with_option("rent", "auto").with_option("double-on-go", False)
    assert back.request().options == {}


def test_what_is_usually_on_is_sent_when_it_is_off() -> None:
    setup = begun("Ann", "Ben", usual=Usual(options={"double-on-go": True})).with_option("double-on-go", False)
    assert setup.request().options == {"double-on-go": False}
    assert setup.words()["house"] == "House rules: none"


def test_variants_that_another_book_has_not_are_dropped() -> None:
    setup = begun("Ann", "Ben").with_variants(("timed", "short"))
    assert setup.variants == ("short", "timed")
    assert setup.with_book(BOOKS.book("platinum-2010")).variants == ()


def test_more_players_than_a_book_is_for_are_not_seated_from_the_last_game() -> None:
    assert begun(*"ABCDEFGH", usual=Usual("parker-2001")).names == tuple("ABCDEF")


def test_a_pot_that_starts_empty_is_not_a_pot_that_is_off() -> None:
    assert begun().with_option("free-parking-pot", 0).options == {"free-parking-pot": 0}


def test_every_book_can_be_begun() -> None:
    told = {begun("A", "B").with_book(book).request().edition for book in BOOKS.books}
    assert told == {book.key for book in BOOKS.books}


def test_every_colour_has_a_sign_of_its_own() -> None:
    assert set(SIGNS) == set(BOOKS.colours)
    assert len(set(SIGNS.values())) == len(SIGNS)
    assert not set(SIGNS.values()) & set("▶★▲▼▪")


@in_loop
async def test_where_no_colours_are_wanted_there_are_none_and_signs_tell_players_apart(
    house: Housed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = ConsoleApp(house, settle_s=0)
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        await press(pilot, "enter", "enter")
        strips = app.screen._compositor.render_strips()
        drawn = [segment.style for strip in strips for segment in strip if segment.style is not None]
        assert all(style.color is None or style.color.is_default for style in drawn)
        assert all(style.bgcolor is None or style.bgcolor.is_default for style in drawn)
        assert f"{SIGNS['blue']} Player 2" in text_of(app)
