"""What tests of the list of games and of the form for a new one begin with, and fill in."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from companion.console.app import ConsoleApp
from companion.console.pads.pad import Key
from companion.console.screens.new_game import NewGameScreen
from companion.table.messages.views import GameLine
from companion.table.messages.wire import Reply
from tests.console.housed import Housed
from tests.console.stage import Stage, click, press, typed

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


async def choose(app: ConsoleApp, pilot: Pilot[None], words: str) -> None:
    """From a list or from buttons, whichever there was room for."""
    if app.screen.query("#part"):
        await typed(pilot, words)
        await press(pilot, "enter")
        return
    keys = [key for key in app.screen.query(Key) if words in str(key.label)]
    await click(pilot, f"#{keys[0].id}")
