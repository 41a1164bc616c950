"""Tables and helpers for the tests of the list of games and of the form for a new game."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from companion.console.app import ConsoleApp
from companion.console.console_screen import KeyButton
from companion.console.screens.new_game import NewGameScreen
from companion.table.messages.views import GameLine
from companion.table.messages.wire import Reply
from tests.console.screen_pilot import click, press, typed
from tests.console.tables import InMemoryTable, LibraryTable

SUNDAY = GameLine("20261115-2041-aa", "Sunday", ("Ann", "[red]"), "classic", 143, 1_795_000_000_000, False, False)
OLD = GameLine("20261114-2041-aa", "", ("Ann", "Zoë 🎲"), "classic", 80, 1_794_900_000_000, True, False)
BAD = GameLine("20261113-2041-aa", "", ("Ann", "Ben"), "classic", 8, 1_794_800_000_000, False, False, "torn")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[LibraryTable]:
    """A table without any games."""
    table = LibraryTable(tmp_path)
    yield table
    table.close()


def nothing_in_play(*games: GameLine) -> InMemoryTable:
    table = InMemoryTable(None)
    table.reply = Reply("", done=True, games=games)
    return table


def names(app: ConsoleApp) -> list[str]:
    return list(form(app).form.names)


def form(app: ConsoleApp) -> NewGameScreen:
    assert isinstance(app.screen, NewGameScreen)
    return app.screen


async def named(pilot: Pilot[None], *names: str) -> None:
    for name in names:
        await typed(pilot, name)
        await press(pilot, "enter")


async def choose(app: ConsoleApp, pilot: Pilot[None], words: str) -> None:
    """From a list or from buttons, whichever is shown."""
    if app.screen.query("#part"):
        await typed(pilot, words)
        await press(pilot, "enter")
        return
    keys = [key for key in app.screen.query(KeyButton) if words in str(key.label)]
    await click(pilot, f"#{keys[0].id}")
