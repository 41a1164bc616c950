"""The main path, with a real table in another process and a real socket between."""

import signal
from pathlib import Path

import pytest
from textual.pilot import Pilot

from companion.console.app import ConsoleApp
from companion.console.link import TableLink
from companion.console.screens.new_game import NewGameScreen
from companion.console.screens.table import LinkDownScreen, TableScreen
from companion.table.messages.requests import NewGame
from tests.console.screen_pilot import LANDSCAPE, SMALL, console, press, settled, text_of, typed, until, words
from tests.journal.conftest import tmp_path
from tests.table.fake_table import in_loop
from tests.table.running_table import RunningTable

__all__ = ["tmp_path"]  # short: a socket's path must be


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.mark.parametrize(("size", "is_touch"), [(SMALL, False), (LANDSCAPE, True)], ids=["small", "tablet"])
@in_loop
async def test_an_evening_from_the_first_name_to_a_restart(data: Path, size: tuple[int, int], is_touch: bool) -> None:
    with RunningTable(data) as first:
        app = console(TableLink(first.socket), is_touch=is_touch)
        async with app.run_test(size=size) as pilot:
            await a_game_is_begun(app, pilot, "Ann", "[red]")
            await the_first_deed_is_bought(app, pilot)
            await rent_is_paid(app, pilot)
            await a_deed_is_auctioned_in_one_step(app, pilot)
            await that_is_taken_back(app, pilot)
            first.end(signal.SIGKILL)
            await nothing_can_be_pressed(app, pilot)
            with RunningTable(data):
                await everything_is_there_again(app, pilot)


async def a_game_is_begun(app: ConsoleApp, pilot: Pilot[None], *names: str) -> None:
    """Where no game exists yet, the form opens by itself."""
    await until(lambda: isinstance(app.screen, NewGameScreen))
    await settled(pilot)
    assert isinstance(app.screen, NewGameScreen)
    for name in names:
        app.screen.action_add(name)
    await settled(pilot)
    await press(pilot, "ctrl+s")
    await until(lambda: isinstance(app.screen, TableScreen) and "Roll to see who goes first" in text_of(app))


async def the_first_deed_is_bought(app: ConsoleApp, pilot: Pilot[None]) -> None:
    """Entered on the dice pad, for the first player, who starts without rolling for it."""
    await press(pilot, "d")
    label = "Ann: Enter your roll"
    number = next(n for n in range(1, 9) if label in str(app.screen.query_one(f"#choice-{n}").render()))
    await press(pilot, str(number), "2", "4")
    await until(lambda: "Ann may buy Oriental Avenue for $100." in text_of(app))
    await press(pilot, "1")
    await until(lambda: "$1,400  ▼ $100" in text_of(app))


async def rent_is_paid(app: ConsoleApp, pilot: Pilot[None]) -> None:
    await press(pilot, "d", "2", "4")
    await until(lambda: "$1,406  ▲ $6" in text_of(app) and "$1,494  ▼ $6" in text_of(app))


async def a_deed_is_auctioned_in_one_step(app: ConsoleApp, pilot: Pilot[None]) -> None:
    await press(pilot, "d", "1", "2")
    await until(lambda: "Ann may buy Connecticut Avenue for $120." in text_of(app))
    await press(pilot, "n")
    await until(lambda: "Auction of Connecticut Avenue" in text_of(app))
    await press(pilot, "s", "2", "7", "5", "enter")
    await until(lambda: "$1,419  ▼ $75" in text_of(app))


async def that_is_taken_back(app: ConsoleApp, pilot: Pilot[None]) -> None:
    await press(pilot, "u")
    assert "[red]" in text_of(app)
    await press(pilot, "y")
    await until(lambda: "$1,494  ▲ $75" in text_of(app))
    assert "Connecticut Avenue's deed to the Bank" in text_of(app)


async def nothing_can_be_pressed(app: ConsoleApp, pilot: Pilot[None]) -> None:
    await until(lambda: isinstance(app.screen, LinkDownScreen) and "NO LINK TO THE TABLE" in text_of(app))
    await press(pilot, "1", "u", "y")


async def everything_is_there_again(app: ConsoleApp, pilot: Pilot[None]) -> None:
    await until(lambda: isinstance(app.screen, TableScreen) and app.state.is_live)
    await settled(pilot)
    seen = words(app)
    assert "The table was restarted at" in seen
    assert "Nothing is lost: the last saved move is number 7" in seen
    assert "$1,494" in seen
    assert "ledger balanced" in seen


@in_loop
async def test_a_game_already_in_play_is_shown_at_once(data: Path) -> None:
    with RunningTable(data) as table:
        table.ask(NewGame(("Ann", "Zoë 🎲"), title="Sunday"))
        app = console(TableLink(table.socket))
        async with app.run_test(size=SMALL) as pilot:
            await until(lambda: app.state.view is not None)
            await settled(pilot)
            assert isinstance(app.screen, TableScreen)
            assert "Zoë 🎲" in text_of(app)
            assert "Sunday · classic" in text_of(app)


@in_loop
async def test_two_consoles_show_the_same(data: Path) -> None:
    with RunningTable(data) as table:
        table.begin("Ann", "Ben")
        one, two = (console(TableLink(table.socket, name=name)) for name in ("one", "two"))
        async with one.run_test(size=SMALL) as pilot:
            await until(lambda: one.state.view is not None)
            await settled(pilot)
            await press(pilot, "dollar_sign", "1", "7", "enter")
            await typed(pilot, "found")
            await press(pilot, "enter")
            await until(lambda: "$1,507  ▲ $7" in text_of(one))
        async with two.run_test(size=SMALL):
            await until(lambda: two.state.view is not None and "$1,507  ▲ $7" in text_of(two))
            assert two.state.view == one.state.view


@in_loop
async def test_a_missing_table_is_reported(tmp_path: Path) -> None:
    app = console(TableLink(tmp_path / "table.sock"))
    async with app.run_test(size=SMALL):
        await until(lambda: isinstance(app.screen, LinkDownScreen) and "No table is running at" in text_of(app))
