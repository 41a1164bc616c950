"""The log on the table view: wrapped and whole; where even the newest line has no room, it ends with an ellipsis."""

import pytest

from companion.console.screens.log import LogScreen
from companion.console.widgets.feed import Feed
from companion.rules.commands import PayTax, Roll
from tests.console.screen_pilot import PORTRAIT, SMALL, press, shown, text_of
from tests.console.tables import InMemoryTable
from tests.kit import ANN, game
from tests.table.fake_table import in_loop

Size = tuple[int, int]
NEWEST = (
    "Ann paid the Bank $354. Income Tax: 10% of total worth $3,537 (cash $1,487, deeds and buildings $2,050)."
)  # fmt: skip


def taxed() -> InMemoryTable:
    table = game(cash={"Ann": 1_487}, owns={"Ann": ["red", "green"]}, buildings={"red": 1})
    return InMemoryTable(table, Roll(ANN, (1, 3)), PayTax(ANN, percent=True))


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("height", [1, 2, 3, 5])
@pytest.mark.parametrize("width", [30, 45, 59])
@in_loop
async def test_the_newest_line_is_always_shown_even_if_cut(width: int, height: int) -> None:
    async with shown(taxed(), (160, 50)) as (app, pilot):
        feed = app.screen.query_one(Feed)
        feed.styles.width, feed.styles.height = width, height
        feed.styles.min_height = feed.styles.max_height = height
        feed.styles.padding = 0
        await press(pilot, "f3")
        assert feed.size == (width, height)
        seen = feed.render().plain
        assert all(len(row) <= width for row in seen.splitlines())
        said = flat(seen)[len("20:41 ") :]
        assert said.startswith(NEWEST) or (said.endswith(" …") and NEWEST.startswith(said.removesuffix(" …")))
        cut = said.removesuffix(" …").split()
        assert said.startswith(NEWEST) or cut == NEWEST.split()[: len(cut)], "an amount is whole or not there"


@pytest.mark.parametrize("size", [SMALL, PORTRAIT, (40, 24)], ids=str)
@in_loop
async def test_the_log_screen_cuts_no_line(size: Size) -> None:
    async with shown(taxed(), size) as (app, pilot):
        await press(pilot, "w")
        assert isinstance(app.screen, LogScreen)
        words = [word for line in app.state.log for word in line.text.split()]
        seen = text_of(app).replace("│", " ").split()
        assert [word for word in words if word not in seen] == []
