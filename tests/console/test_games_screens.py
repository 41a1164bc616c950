"""Before the game: the list of games, and a new one begun by keyboard, by mouse and by touch."""

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from companion.console.app import ConsoleApp
from companion.console.books import BOOKS, book_of
from companion.console.pads.pad import Key
from companion.console.screens.games import GamesScreen
from companion.console.screens.new_game import NewGameScreen
from companion.console.screens.table import TableScreen
from companion.console.setup import Setup
from companion.table.messages import GameLine, NewGame, Reply, ResumeGame
from tests.console.stage import LANDSCAPE, PORTRAIT, SMALL, Stage, click, press, settled, shown, text_of, typed
from tests.kit import game
from tests.table.fake_table import in_loop

SUNDAY = GameLine("20261115-2041-aa", "Sunday", ("Ann", "[red]"), "classic", 143, 1_795_000_000_000, False, False)
OLD = GameLine("20261114-2041-aa", "", ("Ann", "Zoë 🎲"), "classic", 80, 1_794_900_000_000, True, False)
BAD = GameLine("20261113-2041-aa", "", ("Ann", "Ben"), "classic", 8, 1_794_800_000_000, False, False, "torn")


def nothing_in_play(*games: GameLine) -> Stage:
    stage = Stage(None)
    stage.reply = Reply("", done=True, games=games)
    return stage


def names(app: ConsoleApp) -> list[str]:
    assert isinstance(app.screen, NewGameScreen)
    return list(app.screen.setup.names)


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
        await press(pilot, "tab", "down", "enter")
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
        await press(pilot, "tab", "enter")
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
    async with shown(nothing_in_play()) as (app, pilot):
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


@in_loop
async def test_a_game_is_begun_by_keyboard_alone() -> None:
    stage = nothing_in_play()
    async with shown(stage) as (app, pilot):
        await press(pilot, "n")
        assert isinstance(app.screen, NewGameScreen)
        await named(pilot, "Ann", "[red]", "  Zoë   B ", "ann")
        await press(pilot, "enter")
        assert app.focused is not None
        assert app.focused.id == "start"
        await press(pilot, "enter")
        assert stage.asked[-1] == NewGame(("Ann", "[red]", "Zoë B"), "classic")
        stage.begin(game(players=("Ann", "[red]", "Zoë B")))
        stage.tell()
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert len(app.screen_stack) == 1


@pytest.mark.parametrize("size", [(73, 24), PORTRAIT])
@in_loop
async def test_a_game_is_begun_by_taps_alone(size: tuple[int, int]) -> None:
    stage = nothing_in_play(SUNDAY, OLD)
    async with shown(stage, size, is_touch=True) as (app, pilot):
        await click(pilot, "#new")
        await click(pilot, "#before > Key:first-child")
        await click(pilot, "#add")
        letters = {str(key.value): key for key in app.screen.query("Letters Key").results(Key)}
        for letter in "CY":
            await pilot.click(letters[letter])
        await click(pilot, "#ok")
        assert "1. Ann" in text_of(app)
        assert "2. Cy" in text_of(app)
        await click(pilot, "#start")
        assert stage.asked[-1] == NewGame(("Ann", "Cy"), "classic")


@in_loop
async def test_names_of_earlier_games_are_offered_once_and_a_player_can_be_taken_out() -> None:
    stage = nothing_in_play(SUNDAY, OLD)
    async with shown(stage) as (app, pilot):
        await press(pilot, "n")
        offered = [str(key.label) for key in app.screen.query("#before > Key").results(Key)]
        assert offered == ["+ Ann", "+ [red]", "+ Zoë 🎲"]
        await click(pilot, "#before > Key:first-child")
        assert names(app) == ["Ann"]
        await click(pilot, "#players > Key")
        assert names(app) == []


@in_loop
async def test_everything_can_be_chosen() -> None:
    stage = nothing_in_play()
    async with shown(stage) as (app, pilot):
        await press(pilot, "n")
        await named(pilot, "Ann", "Ben")
        await click(pilot, "#set-variants")
        await press(pilot, "down", "space")
        await click(pilot, "#ok")
        await click(pilot, "#set-rent")
        await press(pilot, "2")
        await click(pilot, "#set-cards")
        await press(pilot, "2")
        await click(pilot, "#set-house")
        await choose(app, pilot, "Free Parking pot")
        await press(pilot, "3", "5", "0", "0", "enter")
        await click(pilot, "#set-house")
        await choose(app, pilot, "Double on GO")
        await press(pilot, "1")
        await click(pilot, "#set-title")
        await typed(pilot, "Sunday")
        await press(pilot, "enter")
        assert isinstance(app.screen, NewGameScreen)
        assert list(app.screen.setup.words().values())[1:] == [
            "Variants: short",
            "Rent must be asked for",
            "Cards: our real decks",
            "House rules: Free Parking pot 500, Double on GO on",
            "Called: Sunday",
        ]
        assert "Variants: short" in text_of(app)
        await press(pilot, "ctrl+s")
        options: dict[str, bool | int | str] = {"rent": "claim", "free-parking-pot": 500, "double-on-go": True}
        assert stage.asked[-1] == NewGame(("Ann", "Ben"), "classic", ("short",), options, "Sunday", False)


async def choose(app: ConsoleApp, pilot: Pilot[None], words: str) -> None:
    """From a list or from buttons, whichever there was room for."""
    if app.screen.query("#part"):
        await typed(pilot, words)
        await press(pilot, "enter")
        return
    keys = [key for key in app.screen.query(Key) if words in str(key.label)]
    await click(pilot, f"#{keys[0].id}")


@in_loop
async def test_another_book_has_other_variants_and_its_own_cards() -> None:
    stage = nothing_in_play()
    async with shown(stage) as (app, pilot):
        await press(pilot, "n")
        await named(pilot, "Ann", "Ben")
        await click(pilot, "#set-book")
        await choose(app, pilot, "plastic keys")
        assert app.screen.query_one("#set-cards").disabled
        await press(pilot, "ctrl+s")
        assert stage.asked[-1] == NewGame(("Ann", "Ben"), "keys-2010")


@in_loop
async def test_a_game_that_cannot_begin_yet_cannot_be_started() -> None:
    stage = nothing_in_play()
    async with shown(stage) as (app, pilot):
        await press(pilot, "n")
        await named(pilot, "Ann")
        asked = len(stage.asked)
        await press(pilot, "ctrl+s", "enter")
        assert app.screen.query_one("#start").disabled
        assert "Say who plays: 2 to 8 players." in text_of(app)
        assert len(stage.asked) == asked


@in_loop
async def test_what_the_table_refuses_is_told_and_nothing_is_lost() -> None:
    stage = nothing_in_play()
    async with shown(stage) as (app, pilot):
        await press(pilot, "n")
        await named(pilot, "Ann", "Bank")
        stage.reply = Reply("", done=False, message="Bank is not a player.")
        await press(pilot, "ctrl+s")
        assert "Bank is not a player." in text_of(app)
        assert isinstance(app.screen, NewGameScreen)
        assert app.screen.setup.names == ("Ann", "Bank")


@pytest.mark.parametrize(("size", "is_touch"), [(SMALL, False), (LANDSCAPE, True), (PORTRAIT, True)])
@in_loop
async def test_a_full_table_fits(size: tuple[int, int], is_touch: bool) -> None:
    stage = nothing_in_play()
    async with shown(stage, size, is_touch=is_touch) as (app, pilot):
        await press(pilot, "n")
        assert isinstance(app.screen, NewGameScreen)
        for number in range(8):
            app.screen._add(f"Maximiliane-Charlotte {number}")
        await settled(pilot)
        assert app.screen.query_one("#start").region.bottom <= size[1]
        assert "can begin." in text_of(app)
        assert app.screen.query_one(Input).max_length == 24


@in_loop
async def test_a_lost_link_keeps_the_names() -> None:
    stage = nothing_in_play()
    async with shown(stage) as (app, pilot):
        await press(pilot, "n")
        await named(pilot, "Ann", "Ben")
        stage.fall()
        await settled(pilot)
        assert "NO LINK TO THE TABLE" in text_of(app)
        stage.come_back()
        await settled(pilot)
        assert isinstance(app.screen, NewGameScreen)
        assert app.screen.setup.names == ("Ann", "Ben")


# What was chosen


def test_only_what_is_not_as_in_the_book_is_sent() -> None:
    setup = Setup(("Ann", "Ben")).with_option("rent", "claim").with_option("double-on-go", True)
    assert setup.request().options == {"rent": "claim", "double-on-go": True}
    back = setup.with_option("rent", "auto").with_option("double-on-go", False)
    assert back.request() == NewGame(("Ann", "Ben"), "classic")


def test_variants_that_another_book_has_not_are_dropped() -> None:
    setup = Setup(("Ann", "Ben")).with_variants(("timed", "short"))
    assert setup.variants == ("short", "timed")
    assert setup.with_book(book_of("platinum-2010")).variants == ()


def test_too_many_players_for_a_book_are_told() -> None:
    setup = Setup(tuple("ABCDEFG"))
    assert setup.problem() == ""
    assert setup.with_book(book_of("parker-2001")).problem() == "At most 6 can play by this book, and 7 are named."


def test_a_pot_that_starts_empty_is_not_a_pot_that_is_off() -> None:
    assert Setup().with_option("free-parking-pot", 0).options == {"free-parking-pot": 0}


def test_every_book_can_be_begun() -> None:
    assert {Setup(("A", "B"), book).request().edition for book in BOOKS} == {book.key for book in BOOKS}
