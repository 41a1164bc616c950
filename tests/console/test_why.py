"""Why, one key away: for the last amount, a refusal, the question, and any line of the log."""

import pytest

from companion.console.screens.log import LogScreen
from companion.console.screens.table import TableScreen
from companion.console.screens.why import WhyScreen
from companion.rules.clauses import CLAUSES
from companion.rules.commands import Roll
from companion.rules.pending_steps import Debt
from companion.rules.state import Game
from tests.console.screen_pilot import PORTRAIT, SMALL, click, press, settled, shown, words
from tests.console.tables import InMemoryTable
from tests.kit import ANN, ATLANTIC, BEN, because, deed, game
from tests.table.fake_table import in_loop

BOTH = pytest.mark.parametrize(("size", "is_touch"), [(SMALL, False), (PORTRAIT, True)], ids=["small", "tablet"])
Size = tuple[int, int]
SUM = "Oriental Avenue, complete group, no houses: 2 × $6 = $12"


def landed() -> InMemoryTable:
    return InMemoryTable(game(owns={"Ben": ["light-blue"]}), Roll(ANN, (2, 4)))


def text(clause: str, table: Game) -> str:
    return CLAUSES[clause].text(table.rules, table.board)


@BOTH
@in_loop
async def test_the_last_sum_its_clauses_in_words_and_the_book(size: Size, is_touch: bool) -> None:
    async with shown(landed(), size, is_touch=is_touch) as (app, pilot):
        await press(pilot, "q")
        seen = words(app)
        assert seen.startswith("Why? (Esc: back) Ann paid Ben $12. Oriental Avenue, complete group, no houses: 2 × $6.")
        assert SUM in seen
        assert f"RENT-2 {CLAUSES['RENT-2'].title(ATLANTIC)} {text('RENT-2', game())}" in seen
        assert "By Parker Brothers, the classic edition." in seen
        await press(pilot, "escape")
        assert isinstance(app.screen, TableScreen)


@BOTH
@in_loop
async def test_any_line_of_the_log_by_arrows_and_enter(size: Size, is_touch: bool) -> None:
    async with shown(landed(), size, is_touch=is_touch) as (app, pilot):
        await press(pilot, "w")
        assert isinstance(app.screen, LogScreen)
        await press(pilot, "enter")
        assert SUM in words(app)
        await press(pilot, "escape", "down", "down", "enter")
        assert isinstance(app.screen, WhyScreen)
        assert words(app).startswith("Why? (Esc: back) Ann rolled 2 + 4. TURN-1")


@BOTH
@in_loop
async def test_any_line_of_the_log_by_a_tap(size: Size, is_touch: bool) -> None:
    async with shown(landed(), size, is_touch=is_touch) as (app, pilot):
        await press(pilot, "w")
        await pilot.click("#log-lines", offset=(12, 1))
        await settled(pilot)
        assert isinstance(app.screen, WhyScreen)
        assert SUM in words(app)


@BOTH
@in_loop
async def test_a_tap_on_the_last_moves_at_the_table(size: Size, is_touch: bool) -> None:
    async with shown(landed(), size, is_touch=is_touch) as (app, pilot):
        await pilot.click("#feed", offset=(12, 0))
        await settled(pilot)
        assert isinstance(app.screen, WhyScreen)
        assert SUM in words(app)


@BOTH
@in_loop
async def test_a_debt_is_explained_while_it_is_open(size: Size, is_touch: bool) -> None:
    debt = Debt(BEN, ANN, 300, ("RENT-1", "RENT-6"), because("Illinois Avenue, 2 houses"))
    table = game(cash={"Ben": 120}, turn="Ben", thrown=True, pending=(debt,))
    async with shown(InMemoryTable(table), size, is_touch=is_touch) as (app, pilot):
        await press(pilot, "q")
        seen = words(app)
        assert "Ben has $120: short by $180. Illinois Avenue, 2 houses: $300." in seen
        assert f"RENT-1 {CLAUSES['RENT-1'].title(ATLANTIC)} {text('RENT-1', table)}" in seen
        await press(pilot, "end")
        assert text("DEBT-2", table)[-60:] in words(app)


@in_loop
async def test_a_refusal_comes_first() -> None:
    fake = InMemoryTable(game(owns={"Ann": ["red"]}, mortgaged=["Illinois"]))
    async with shown(fake) as (app, pilot):
        await app.give(b'{"type":"Build","player":0,"deed":%d}' % deed("Kentucky"))
        await settled(pilot)
        assert "(q: why, Esc)" in words(app)
        await press(pilot, "q")
        seen = words(app)
        assert seen.startswith("Why? (Esc: back) A lot of Kentucky Avenue's group is mortgaged. BUILD-3")
        assert text("BUILD-3", game()) in seen


@in_loop
async def test_another_edition_has_other_words() -> None:
    table = game("platinum-2010", owns={"Ben": ["light-blue"]})
    async with shown(InMemoryTable(table, Roll(ANN, (2, 4)))) as (app, pilot):
        await press(pilot, "q")
        assert text("RENT-2", table) != text("RENT-2", game())
        assert text("RENT-2", table) in words(app)
        assert "By Platinum Edition 2010, with the Speed Die." in words(app)


@pytest.mark.parametrize("role", ["viewer", "player"])
@in_loop
async def test_a_viewer_may_ask_why(role: str) -> None:
    fake = InMemoryTable(
        game(owns={"Ben": ["light-blue"]}),
        Roll(ANN, (2, 4)),
        role="viewer" if role == "viewer" else "player",
        seat=-1 if role == "viewer" else 2,
    )
    async with shown(fake) as (app, pilot):
        await press(pilot, "q")
        assert text("RENT-1", game()) in words(app)


@in_loop
async def test_a_name_is_not_read_as_markup() -> None:
    table = game(players=("[red]", "Ben"), turn="[red]", owns={"Ben": ["light-blue"]})
    async with shown(InMemoryTable(table, Roll(ANN, (2, 4)))) as (app, pilot):
        await click(pilot, "#feed")
        assert "[red] paid Ben $12." in words(app)
