"""A player who chooses the tax sees their worth nowhere before the choice, also after an undo."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from companion.console.app import ConsoleApp
from companion.play.acts import Undo
from companion.rules.commands import CorrectPlace, PayTax, Roll
from companion.rules.worth import total_worth
from tests.console.screen_pilot import PORTRAIT, SMALL, click, press, settled, shown, text_of
from tests.console.tables import DiskTable, InMemoryTable
from tests.kit import ANN, game
from tests.table.fake_table import in_loop

BOTH = pytest.mark.parametrize(("size", "is_touch"), [(SMALL, False), (PORTRAIT, True)], ids=["small", "tablet"])
Size = tuple[int, int]
TABLE = game(cash={"Ann": 1487}, owns={"Ann": ["red", "green"]}, buildings={"red": 1})
WORTH = total_worth(TABLE, ANN)
SECRETS = (str(WORTH), f"{WORTH:,}", str(-(-WORTH // 10)))


def is_told(app: ConsoleApp) -> bool:
    return any(secret in text_of(app) for secret in SECRETS)


async def look_everywhere(app: ConsoleApp, pilot: Pilot[None]) -> None:
    assert not is_told(app)
    for key in ("q", "w", "y"):
        await press(pilot, key)
        assert not is_told(app), text_of(app)
        await press(pilot, "escape")
    await click(pilot, "#player-0")
    assert not is_told(app)
    await press(pilot, "escape")


@BOTH
@in_loop
async def test_worth_is_hidden_before_the_choice(size: Size, is_touch: bool) -> None:
    async with shown(InMemoryTable(TABLE, Roll(ANN, (1, 3))), size, is_touch=is_touch) as (app, pilot):
        assert "10% of everything" in " ".join(text_of(app).split())
        await look_everywhere(app, pilot)


@BOTH
@in_loop
async def test_an_undone_choice_hides_the_worth_on_every_screen(size: Size, is_touch: bool) -> None:
    table = InMemoryTable(TABLE, Roll(ANN, (1, 3)))
    async with shown(table, size, is_touch=is_touch) as (app, pilot):
        table.act(PayTax(ANN, percent=True))
        await settled(pilot)
        assert is_told(app), "once it is chosen the sum is shown"
        table.act(Undo())
        await settled(pilot)
        await look_everywhere(app, pilot)


@BOTH
@in_loop
async def test_the_ledger_stays_visible_like_everybodys_cash(tmp_path: Path, size: Size, is_touch: bool) -> None:
    table = DiskTable(tmp_path, TABLE, Roll(ANN, (2, 2)), PayTax(ANN, percent=True), CorrectPlace(ANN, 0, "again"))
    share = f"+${-(-WORTH // 10):,}"
    async with shown(table, size, is_touch=is_touch) as (app, pilot):
        await press(pilot, "v", "4")
        assert share in text_of(app)
        await press(pilot, "escape")
        table.act(Roll(ANN, (1, 3)))
        await press(pilot, "v", "4")
        assert share in text_of(app)
        assert "Every row adds up to 0" in " ".join(text_of(app).split())
