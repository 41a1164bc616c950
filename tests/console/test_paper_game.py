"""A game in progress with paper money, entered player by player: the table checks it, and nothing typed is lost."""

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from companion.console.app import ConsoleApp
from companion.console.paper_game_form import PaperGameForm, PaperPlayer, PaperTitle, empty_form, given_lines
from companion.console.screens.paper_game import PaperGameScreen, PaperPlayersScreen
from companion.console.screens.table import TableScreen
from companion.players.dice import SeededDice
from companion.rules.state import Title
from companion.table.games.new_game import make_start
from companion.table.messages.requests import NewGame
from companion.table.views.game_view import board_print
from tests.console.new_game_tables import house
from tests.console.screen_pilot import PORTRAIT, SMALL, click, press, settled, shown, text_of, typed
from tests.console.tables import LibraryTable
from tests.journal.conftest import tmp_path
from tests.kit import ANN, ATLANTIC, BEN, deed
from tests.table.fake_table import in_loop

__all__ = ["house", "tmp_path"]
NO_BOARDS = Path("no-such-folder")
BOARD_PRINT = board_print(ATLANTIC)
SIZES = [(SMALL, False), (PORTRAIT, True)]


async def to_the_form(pilot: Pilot[None], *names: str) -> None:
    """Opens the form with only the names entered."""
    await press(pilot, "escape", "p")
    for name in names:
        await click(pilot, "#name")
        await typed(pilot, name)
        await press(pilot, "enter")
    await press(pilot, "ctrl+s")


def form(app: ConsoleApp) -> PaperGameScreen:
    assert isinstance(app.screen, PaperGameScreen)
    return app.screen


async def tap_deed(app: ConsoleApp, pilot: Pilot[None], name: str) -> None:
    screen = form(app)
    screen.query_one(OptionList).highlighted = screen._deeds.index(deed(name))
    screen.query_one(OptionList).focus()
    await press(pilot, "enter")


async def place(pilot: Pilot[None], words: str) -> None:
    """On the pad that asks for it."""
    await typed(pilot, words)
    await press(pilot, "enter")


@in_loop
async def test_a_paper_game_is_entered_by_keyboard(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await to_the_form(pilot, "given # cash", "[red]")
        assert "How much money does given # cash have?" in text_of(app)
        await press(pilot, "1", "2", "0", "0", "enter")
        assert "Where is the Car of given # cash?" in text_of(app)
        await place(pilot, "boardwalk")
        for name in ("Oriental", "Vermont", "Connecticut", "Reading"):
            await tap_deed(app, pilot, name)
        for name in ("Oriental", "Vermont", "Connecticut"):
            await tap_deed(app, pilot, name)
            await press(pilot, "3")  # two houses
        await tap_deed(app, pilot, "Reading")
        await press(pilot, "2")  # mortgaged
        await tap_deed(app, pilot, "Oriental")
        await press(pilot, "escape")
        assert "♥ given # cash, 2 houses" in text_of(app)
        await press(pilot, "ctrl+s")
        await press(pilot, "7", "enter")
        await place(pilot, "in jail, 1")
        await press(pilot, "j", "ctrl+s")
        assert "Whose turn is it?" in text_of(app)
        await press(pilot, "2")
        assert isinstance(app.screen, TableScreen)
        assert len(app.screen_stack) == 1
    game = house.session.game
    ann, ben = game.players
    assert [player.name for player in game.players] == ["given # cash", "[red]"]
    assert (ann.cash, ann.place, ann.jail) == (1200, 39, None)
    assert (ben.cash, ben.place, ben.jail, ben.jail_cards) == (7, 10, 1, ("chance",))
    assert game.titles[deed("Oriental")] == Title(ANN, 2)
    assert game.titles[deed("Reading")] == Title(ANN, 0, True)
    assert game.turn == BEN


@pytest.mark.parametrize("size", [PORTRAIT, (73, 24)])
@in_loop
async def test_a_paper_game_is_entered_by_taps_alone(house: LibraryTable, size: tuple[int, int]) -> None:
    async with shown(house, size, is_touch=True) as (app, pilot):
        await click(pilot, "#back")
        await click(pilot, "#take-over")
        await click(pilot, "#before > KeyButton:first-child")
        await click(pilot, "#before > KeyButton:last-child")
        await click(pilot, "#start")
        await click(pilot, "#s100")
        await click(pilot, "#ok")
        await pilot.click("#list", offset=(5, 2))  # the second line: Mediterranean Avenue
        await settled(pilot)
        await pilot.click("#deeds", offset=(5, 0))
        await settled(pilot)
        await click(pilot, "#cards")
        await click(pilot, "#next")
        await click(pilot, "#back")
        await click(pilot, "#back")
        await click(pilot, "#next")
        await click(pilot, "#choice-1")
        assert isinstance(app.screen, TableScreen)
    first = house.session.game.players[0]
    assert (first.cash, first.place, first.jail_cards) == (100, 1, ("chance",))
    assert house.session.game.titles[deed("Mediterranean")].owner == ANN


@pytest.mark.parametrize(("size", "is_touch"), SIZES)
@in_loop
async def test_an_impossible_position_is_pointed_out_and_nothing_is_lost(
    house: LibraryTable, size: tuple[int, int], is_touch: bool
) -> None:
    async with shown(house, size, is_touch=is_touch) as (app, pilot):
        app.remove_class("-touch")  # the names are typed here
        await to_the_form(pilot, "Ann", "Aunt May")
        app.set_class(is_touch, "-touch")
        await press(pilot, "5", "enter", "escape")
        await tap_deed(app, pilot, "Oriental")
        await tap_deed(app, pilot, "Oriental")
        await press(pilot, "3")
        await press(pilot, "ctrl+s", "escape", "escape", "ctrl+s", "2")
        assert form(app).seat == ANN
        told = " ".join(text_of(app).split())
        assert "Oriental Avenue" in told
        assert form(app).query_one("#new-told").has_class("-wrong")
        assert form(app)._deeds[form(app).query_one(OptionList).highlighted or 0] == deed("Oriental")
        await press(pilot, "enter", "1", "ctrl+s", "ctrl+s", "2")
        assert isinstance(app.screen, TableScreen)
    assert house.session.game.players[ANN].cash == 5
    assert house.session.game.turn == BEN


@in_loop
async def test_a_token_that_cannot_stand_there_leads_back_to_its_player(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await to_the_form(pilot, "Ann", "Ben")
        await press(pilot, "5", "enter")
        await place(pilot, "go to jail")
        await press(pilot, "ctrl+s", "escape", "escape", "ctrl+s", "1")
        assert form(app).seat == ANN
        assert "No token rests on Go To Jail." in text_of(app)
        await press(pilot, "p")
        await place(pilot, "in jail")
        await press(pilot, "ctrl+s", "ctrl+s", "1")
        assert isinstance(app.screen, TableScreen)
    assert house.session.game.players[ANN].jail == 0


@in_loop
async def test_too_many_jail_cards_are_reported(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await to_the_form(pilot, "Ann", "Ben")
        await press(pilot, "escape", "escape", "j", "j")
        await press(pilot, "ctrl+s", "escape", "escape", "j", "ctrl+s", "1")
        assert form(app).seat == BEN
        assert "There are only 2 cards or keys to leave Jail." in text_of(app)


@in_loop
async def test_going_back_to_the_names_loses_nothing(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await to_the_form(pilot, "Ann", "Ben")
        await press(pilot, "8", "enter", "escape")
        await tap_deed(app, pilot, "Boardwalk")
        await press(pilot, "escape")
        assert isinstance(app.screen, PaperPlayersScreen)
        await click(pilot, "#name")
        await typed(pilot, "Cy")
        await press(pilot, "enter", "ctrl+s")
        position = form(app).form
        assert position.players[ANN].cash == 8
        assert position.titles[deed("Boardwalk")].owner == ANN
        assert len(position.players) == 3


@in_loop
async def test_another_players_deed_moves_only_after_a_question(house: LibraryTable) -> None:
    async with shown(house) as (app, pilot):
        await to_the_form(pilot, "Ann", "Ben")
        await press(pilot, "escape", "escape")
        await tap_deed(app, pilot, "Boardwalk")
        await press(pilot, "ctrl+s", "escape", "escape")
        await tap_deed(app, pilot, "Boardwalk")
        assert "It stays with Ann" in text_of(app)
        await press(pilot, "1")
        assert form(app).form.titles[deed("Boardwalk")].owner == ANN
        await tap_deed(app, pilot, "Boardwalk")
        await press(pilot, "2")
        assert form(app).form.titles[deed("Boardwalk")].owner == BEN
        await tap_deed(app, pilot, "Boardwalk")
        await press(pilot, "8")
        assert form(app).form.titles[deed("Boardwalk")] == PaperTitle()


@pytest.mark.parametrize(("size", "is_touch"), SIZES)
@in_loop
async def test_eight_players_fit(house: LibraryTable, size: tuple[int, int], is_touch: bool) -> None:
    async with shown(house, size, is_touch=is_touch) as (app, pilot):
        await press(pilot, "escape", "p")
        screen = app.screen
        assert isinstance(screen, PaperPlayersScreen)
        for number in range(8):
            screen.action_add(f"Maximiliane {number}")
        await press(pilot, "ctrl+s", "escape", "escape")
        assert form(app).query_one("#next").region.bottom <= size[1]
        assert form(app).query_one("#deeds").region.height >= 4
        assert "Maximiliane 7" in text_of(app)


# The lines


def test_lines_leave_out_what_is_as_at_the_start() -> None:
    lines = [line.text for line in given_lines(empty_form(2, len(ATLANTIC.deeds)), BOARD_PRINT)]
    assert lines == ["given P1 at 0", "given P2 at 0", "given turn P1"]


def test_every_line_knows_what_it_is_about() -> None:
    titles = [PaperTitle()] * len(ATLANTIC.deeds)
    titles[0], titles[1] = PaperTitle(1, 5), PaperTitle(0, 0, True)
    position = PaperGameForm((PaperPlayer(7, 3), PaperPlayer(None, 10, 2, 1)), tuple(titles), 1)
    lines = given_lines(position, BOARD_PRINT, all_passed_go=True)
    assert [(line.text, line.seat, line.deed) for line in lines] == [
        ("given P1 cash 7", 0, -1),
        ("given P1 at 3", 0, -1),
        ("given P1 passed go", 0, -1),
        ("given P2 in jail turn 2", 1, -1),
        ("given P2 jail cards 1", 1, -1),
        ("given P2 passed go", 1, -1),
        ("given P2 owns Mediterranean Avenue", 1, 0),
        ("given Mediterranean Avenue hotel", 1, 0),
        ("given P1 owns Baltic Avenue", 0, 1),
        ("given Baltic Avenue mortgaged", 0, 1),
        ("given turn P2", 1, -1),
    ]


def test_every_space_and_every_deed_can_be_given() -> None:
    """The table reads every line as it was meant."""
    for at in (at for at in range(len(ATLANTIC.spaces)) if at != 30):
        titles = tuple(PaperTitle(number % 2, 0, True) for number in range(len(ATLANTIC.deeds)))
        position = PaperGameForm((PaperPlayer(at, at), PaperPlayer()), titles, 1)
        text = "\n".join(line.text for line in given_lines(position, BOARD_PRINT))
        game = make_start(NewGame(("Ann", "Ben"), position=text, called=("P1", "P2")), SeededDice(1), NO_BOARDS).game
        assert (game.players[ANN].place, game.players[ANN].cash) == (at, at)
        assert game.titles == tuple(Title(title.owner, 0, True) for title in titles)


def test_players_keep_what_they_have_when_seats_change() -> None:
    titles = (PaperTitle(0), PaperTitle(1, 2), PaperTitle(2), PaperTitle())
    position = PaperGameForm((PaperPlayer(1), PaperPlayer(2), PaperPlayer(3)), titles, 2)
    turned = position.with_seats(("Ann", "Ben", "Cy"), ("Cy", "Ann"))
    assert [has.cash for has in turned.players] == [3, 1]
    assert turned.titles == (PaperTitle(1), PaperTitle(), PaperTitle(0), PaperTitle())
    assert turned.turn == 0
    renamed = position.with_seats(("Ann", "Ben", "Cy"), ("Ann", "Benno", "Cy", "Di"))
    assert [has.cash for has in renamed.players] == [1, 2, 3, None]
    assert renamed.titles == titles
    assert renamed.turn == 2
