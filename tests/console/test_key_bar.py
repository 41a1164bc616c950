"""The keys at the bottom: however narrow, help and leave are there, and what has no room is in the menu."""

import pytest

from companion.console.app import ConsoleApp
from companion.console.widgets.key_bar import KeyBar
from companion.play.acts import Undo
from companion.rules.commands import Mortgage
from companion.rules.pending_steps import Debt
from tests.console.screen_pilot import LARGE, PORTRAIT, SMALL, TABLETS, painted_strips, picture, shown
from tests.console.tables import InMemoryTable
from tests.kit import ANN, BEN, because, deed, game
from tests.table.fake_table import in_loop

Size = tuple[int, int]
EVERYTHING = ["undo", "redo", "raise", "menu", "why", "log", "past", "games", "help", "quit"]


def busy() -> InMemoryTable:
    """Ann is short of cash, and both undo and redo are possible."""
    owed = Debt(ANN, BEN, 900, ("RENT-1",), because("Oriental Avenue, no houses"))
    table = game(cash={"Ann": 100}, owns={"Ann": ["red", "Reading"]}, thrown=True, pending=(owed,))
    return InMemoryTable(table, Mortgage(ANN, deed("Reading")), Mortgage(ANN, deed("Illinois")), Undo())


def rows(app: ConsoleApp) -> list[str]:
    painted_strips(app)
    return [key.id for _, key in app.screen.query_one(KeyBar)._spans]


@pytest.mark.parametrize("size", [SMALL, (60, 24), (40, 24), LARGE], ids=str)
@in_loop
async def test_help_and_leave_are_always_there(size: Size) -> None:
    async with shown(busy(), size) as (app, _):
        line = picture(app)[-1]
        assert "? help  Ctrl-Q leave" in line
        assert "u undo" in line or size[0] < 60


@pytest.mark.parametrize("size", [*TABLETS, PORTRAIT], ids=str)
@in_loop
async def test_on_every_tablet_too(size: Size) -> None:
    async with shown(busy(), size, is_touch=True) as (app, _):
        assert {"help", "quit", "menu", "undo"} <= set(rows(app))


@in_loop
async def test_keys_that_are_in_the_menu_make_room_first() -> None:
    async with shown(busy(), SMALL) as (app, _):
        assert rows(app) == ["undo", "redo", "raise", "menu", "why", "log", "help", "quit"]


@in_loop
async def test_where_there_is_room_every_key_is_shown() -> None:
    async with shown(busy(), LARGE) as (app, _):
        assert rows(app) == EVERYTHING
