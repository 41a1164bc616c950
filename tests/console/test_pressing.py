"""Moves on the table's screen, by digit, letter, tap, palette and menu; and their undo."""

import pytest

from companion.console.pads.pad import Pad
from companion.console.screens.log import LogScreen
from companion.console.screens.table import TableScreen
from companion.play.acts import Undo
from companion.rules.commands import BuyDeed, DeclineDeed, Roll
from tests.console.screen_pilot import click, labels, last, press, settled, shown, text_of, typed, until
from tests.console.tables import InMemoryTable
from tests.kit import ANN, game
from tests.table.fake_table import in_loop

ROLLED = Roll(ANN, (2, 4))


# What is pressed


@pytest.mark.parametrize("how", ["digit", "letter", "click"])
@in_loop
async def test_a_move_is_given_by_its_digit_by_its_letter_and_by_a_tap(how: str) -> None:
    table = InMemoryTable(game(), ROLLED)
    async with shown(table) as (app, pilot):
        assert labels(app) == ["Buy Oriental Avenue for $100", "Don't buy: auction"]
        if how == "click":
            await click(pilot, "#offer-1")
        else:
            await press(pilot, {"digit": "1", "letter": "b"}[how])
        assert last(table) == {"type": "BuyDeed", "player": 0}
        assert "$1,400  ▼ $100" in text_of(app)


@in_loop
async def test_a_second_tap_outside_the_palette_closes_nothing_more() -> None:
    table = InMemoryTable(game())
    async with shown(table) as (app, pilot):
        await press(pilot, "w", "ctrl+p")
        palette = app.screen
        await press(pilot, "escape")
        palette.dismiss()
        await settled(pilot)
        assert isinstance(app.screen, LogScreen)


@in_loop
async def test_a_move_is_given_from_the_palette() -> None:
    table = InMemoryTable(game(), ROLLED)
    async with shown(table) as (app, pilot):
        await press(pilot, "ctrl+p")
        await typed(pilot, "buy ori")
        await until(lambda: "Ann: Buy Oriental Avenue for $100" in text_of(app))
        await press(pilot, "down", "enter")
        await until(lambda: bool(table.given))
        assert last(table) == {"type": "BuyDeed", "player": 0}
        assert isinstance(app.screen, TableScreen)


@in_loop
async def test_a_rare_move_is_reached_by_the_menu() -> None:
    table = InMemoryTable(game())
    async with shown(table) as (app, pilot):
        await press(pilot, "a")
        await typed(pilot, "correct cash")
        await press(pilot, "enter", "3", "minus", "5", "0", "enter")
        assert isinstance(app.screen, Pad), "a reason is asked for"
        await typed(pilot, "lost")
        await press(pilot, "enter")
        assert last(table) == {"type": "CorrectCash", "player": 1, "by": -50, "reason": "lost"}
        assert "$1,450  ▼ $50" in text_of(app)


@in_loop
async def test_what_is_not_possible_does_nothing() -> None:
    table = InMemoryTable(game())
    async with shown(table) as (app, pilot):
        await press(pilot, "b", "n", "9", "u", "U", "H", "escape")
        assert table.given == []
        assert isinstance(app.screen, TableScreen)


@in_loop
async def test_a_dangerous_move_asks_first_and_enter_does_not_confirm() -> None:
    table = InMemoryTable(game())
    async with shown(table) as (app, pilot):
        await press(pilot, "E")
        assert "End the game?" in text_of(app)
        await press(pilot, "enter")
        assert table.given == []
        await press(pilot, "E", "y")
        assert last(table) == {"type": "EndGame", "reason": ""}


# Undo


@in_loop
async def test_undo_says_what_it_takes_back_and_then_what_to_put_right() -> None:
    table = InMemoryTable(game(), ROLLED, BuyDeed(ANN))
    async with shown(table) as (app, pilot):
        await press(pilot, "u")
        assert "Ann bought Oriental Avenue" in text_of(app)
        assert table.given == []
        await press(pilot, "enter")
        assert last(table) == {"type": "Undo", "number": 2}
        assert "Oriental Avenue's deed to the Bank" in text_of(app)
        table.act(DeclineDeed(ANN))
        await settled(pilot)
        assert "Oriental Avenue's deed to the Bank" in text_of(app), "it stays until it was read"
        await press(pilot, "escape")
        assert "Oriental Avenue's deed to the Bank" not in text_of(app)


@in_loop
async def test_redo_does_it_again() -> None:
    table = InMemoryTable(game(), ROLLED, BuyDeed(ANN), Undo())
    async with shown(table) as (app, pilot):
        await press(pilot, "U")
        assert "Ann bought Oriental Avenue" in text_of(app)
        await press(pilot, "y")
        assert last(table) == {"type": "Redo", "number": 2}
        assert "$1,400" in text_of(app)


@in_loop
async def test_undo_can_be_cancelled() -> None:
    table = InMemoryTable(game(), ROLLED)
    async with shown(table) as (app, pilot):
        await press(pilot, "u", "escape")
        await press(pilot, "u", "n")
        await press(pilot, "u")
        await click(pilot, "#back")
        assert table.given == []
        assert isinstance(app.screen, TableScreen)
