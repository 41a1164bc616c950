"""Why for any amount: cash and rents on a player's sheet, prices on buttons, ways to raise cash, worth."""

from contextlib import closing
from pathlib import Path

import pytest

from companion.console.screens.player import PlayerScreen
from companion.console.screens.why import WhyScreen
from companion.rules.clauses import CLAUSES
from companion.rules.commands import BuyDeed, EndGame, Roll
from companion.rules.pending_steps import Debt, TaxChoice
from companion.rules.state import Game
from companion.table.messages.requests import NewGame
from companion.table.messages.wire import Ask
from tests.console.screen_pilot import PORTRAIT, SMALL, click, press, settled, shown, words
from tests.console.tables import InMemoryTable, LibraryTable
from tests.kit import ANN, ATLANTIC, BEN, because, game
from tests.table.fake_table import in_loop

BOTH = pytest.mark.parametrize(("size", "is_touch"), [(SMALL, False), (PORTRAIT, True)], ids=["small", "tablet"])
Size = tuple[int, int]
RICH = {"Ann": ["light-blue", "Reading"]}


def owing() -> Game:
    debt = Debt(BEN, ANN, 300, ("RENT-1", "RENT-6"), because("Illinois Avenue, 2 houses"))
    return game(cash={"Ben": 120}, turn="Ben", thrown=True, owns={"Ben": ["Reading", "Electric"]}, pending=(debt,))


# A player's sheet


@BOTH
@in_loop
async def test_a_rent_on_a_sheet_by_arrows_and_enter(size: Size, is_touch: bool) -> None:
    async with shown(InMemoryTable(game(owns=RICH)), size, is_touch=is_touch) as (app, pilot):
        await press(pilot, "A", "1", "down", "enter")
        assert isinstance(app.screen, WhyScreen)
        assert "Oriental Avenue, complete group, no houses: 2 × $6 = $12" in words(app)
        assert CLAUSES["RENT-2"].text(game().rules, ATLANTIC)[:40] in words(app)
        await press(pilot, "escape", "down", "down", "down", "q")
        assert "Reading Railroad, 1 railroad owned: $25" in words(app)


@BOTH
@in_loop
async def test_cash_on_a_sheet_by_taps_alone(size: Size, is_touch: bool) -> None:
    table = InMemoryTable(game(), Roll(ANN, (2, 4)), BuyDeed(ANN))
    async with shown(table, size, is_touch=is_touch) as (app, pilot):
        await click(pilot, "#player-0")
        assert isinstance(app.screen, PlayerScreen)
        await pilot.click("#player-lines", offset=(6, 1))
        await settled(pilot)
        assert "Ann has $1,400. $1,500 at the start, -$100 Buying where you land: $1,400" in words(app)


@in_loop
async def test_cash_on_a_sheet_of_a_game_of_this_machine(tmp_path: Path) -> None:
    """Asked through the real dispatcher and library, as at a table."""
    with closing(LibraryTable(tmp_path)) as house:
        house.library.answer(Ask("new", NewGame(("Ann", "Ben"), position="given turn Ann\ngiven Ann owns Reading")))
        async with shown(house) as (app, pilot):
            await press(pilot, "A", "1", "q")
            assert "Ann has $1,500. $1,500 at the start: $1,500" in words(app)
            await press(pilot, "escape", "down", "q")
            assert "Reading Railroad, 1 railroad owned: $25" in words(app)


@in_loop
async def test_the_sheet_still_leads_to_that_players_moves() -> None:
    async with shown(InMemoryTable(game(owns=RICH))) as (app, pilot):
        await press(pilot, "A", "1", "a")
        assert "Mortgage Reading Railroad (+$100)" in words(app)


# Prices


@BOTH
@in_loop
async def test_the_prices_on_the_buttons(size: Size, is_touch: bool) -> None:
    async with shown(InMemoryTable(game(), Roll(ANN, (2, 4))), size, is_touch=is_touch) as (app, pilot):
        await press(pilot, "q", "end")
        assert "Ann: Buy Oriental Avenue for $100 Oriental Avenue, price: $100." in words(app)


@BOTH
@in_loop
async def test_what_is_missing_what_each_way_brings_and_all_of_them(size: Size, is_touch: bool) -> None:
    async with shown(InMemoryTable(owing()), size, is_touch=is_touch) as (app, pilot):
        await press(pilot, "1")
        await click(pilot, "#why")
        seen = words(app)
        assert "short by $180. $300 - $120 = $180" in seen
        assert "Ben: Mortgage Electric Company (+$75) Electric Company, mortgage value: $75." in seen
        assert seen.count("MORT-2") == 1
        await press(pilot, "end")
        assert "Ben can raise $175 in all. buildings at half $0 + mortgages $175 = $175" in words(app)
        await press(pilot, "escape", "q")
        assert isinstance(app.screen, WhyScreen)


# Looking back, and the end


@BOTH
@in_loop
async def test_everybodys_worth_or_one_players_from_the_chart(size: Size, is_touch: bool) -> None:
    async with shown(InMemoryTable(game(owns=RICH)), size, is_touch=is_touch) as (app, pilot):
        await press(pilot, "v", "q")
        assert words(app).startswith("Why? (Esc: back) Ann has $1,500.")
        await press(pilot, "escape", "p", "p")
        await click(pilot, "#why")
        assert words(app).startswith("Why? (Esc: back) Ben has $1,500.")
        assert "Ann" not in words(app)


@in_loop
async def test_the_worths_that_a_game_ends_with() -> None:
    async with shown(InMemoryTable(game(owns=RICH), EndGame())) as (app, pilot):
        assert "worth $2,020 with $1,500 in cash" in words(app)
        await press(pilot, "q")
        seen = ""
        for _ in range(9):
            seen += words(app)
            await press(pilot, "pagedown")
        assert "Ann is worth $2,020. cash $1,500 + deeds $520 + buildings $0 = $2,020" in seen


@in_loop
async def test_a_player_choosing_the_tax_learns_nothing() -> None:
    async with shown(InMemoryTable(game(thrown=True, owns=RICH, pending=(TaxChoice(ANN),)))) as (app, pilot):
        await press(pilot, "A", "1", "enter")
        assert "Not shown until the tax is chosen" in words(app)
        assert "2,020" not in words(app)
