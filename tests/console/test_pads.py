"""Pads for dice and amounts: every tap counts, bounds hold, and all can be left."""

from collections.abc import Sequence

import pytest

from companion.console.console_screen import KeyButton
from companion.console.pads.numbers import AmountPad, DicePad
from companion.console.screens.log import LogScreen
from companion.console.screens.table import TableScreen
from companion.rules.cards import Deck
from companion.rules.commands import AnyCommand, Bid, DeclineDeed, Roll
from companion.rules.pending_steps import TaskDue
from companion.rules.state import Game
from tests.console.screen_pilot import LANDSCAPE, PORTRAIT, SMALL, click, last, press, settled, shown, text_of
from tests.console.tables import InMemoryTable
from tests.kit import ANN, deed, game
from tests.table.fake_table import in_loop

READING, ORIENTAL, WATER = deed("Reading"), deed("Oriental"), deed("Water")
SIZES = pytest.mark.parametrize(("size", "is_touch"), [(SMALL, False), (LANDSCAPE, True), (PORTRAIT, True)])


def auction() -> tuple[Game, Sequence[AnyCommand]]:
    return game(cash={"Ben": 359}), (Roll(ANN, (2, 4)), DeclineDeed(ANN))


# Dice


@SIZES
@in_loop
async def test_two_taps_enter_a_roll(size: tuple[int, int], is_touch: bool) -> None:
    fake = InMemoryTable(game())
    async with shown(fake, size, is_touch=is_touch) as (app, pilot):
        await click(pilot, "#offer-2")
        assert isinstance(app.screen, DicePad)
        await click(pilot, "#d0f3")
        assert fake.given == []
        await click(pilot, "#d1f5")
        assert last(fake) == {"type": "Roll", "player": 0, "dice": [3, 5], "speed": ""}
        assert isinstance(app.screen, TableScreen)
        assert "dice 3 + 5" in text_of(app)


@in_loop
async def test_a_die_can_be_changed_before_the_last_one() -> None:
    fake = InMemoryTable(game())
    async with shown(fake) as (_, pilot):
        await press(pilot, "d", "3", "backspace", "7", "x", "4")
        assert fake.given == []
        await click(pilot, "#d0f6")
        await press(pilot, "6")
        assert last(fake)["dice"] == [6, 6]


@pytest.mark.parametrize(("key", "face"), [("b", "bus"), ("m", "mr"), ("2", "2")])
@in_loop
async def test_the_speed_die_is_the_third(key: str, face: str) -> None:
    fake = InMemoryTable(game("platinum-2010", variants=["speed"], lapped=["Ann"]))
    async with shown(fake) as (app, pilot):
        await press(pilot, "d", "3", "5", "6")
        assert "the Bus" in text_of(app)
        assert fake.given == []
        await press(pilot, key)
        assert last(fake) == {"type": "Roll", "player": 0, "dice": [3, 5], "speed": face}


@in_loop
async def test_a_task_is_rolled_for_with_three_dice() -> None:
    fake = InMemoryTable(game("keys-2010", thrown=True, pending=(TaskDue(ANN, Deck.CHANCE),)))
    async with shown(fake) as (_, pilot):
        await press(pilot, "d", "1", "2", "3")
        assert last(fake) == {"type": "Throw", "player": 0, "dice": [1, 2, 3], "speed": ""}


# Amounts


@SIZES
@in_loop
async def test_an_auction_held_aloud_is_entered_in_one_step(size: tuple[int, int], is_touch: bool) -> None:
    table, acts = auction()
    fake = InMemoryTable(table, *acts)
    async with shown(fake, size, is_touch=is_touch) as (app, pilot):
        await press(pilot, "s")
        await click(pilot, "#choice-2")
        assert "Sold to Ben for …" in text_of(app)
        for key in ("#n4", "#n0", "#s20", "#s5", "#rub", "#n2"):
            await click(pilot, key)
        await click(pilot, "#ok")
        assert last(fake) == {"type": "SellLotTo", "player": 1, "amount": 62}
        assert "$297  ▼ $62" in text_of(app)


@in_loop
async def test_an_amount_out_of_bounds_is_refused() -> None:
    table, acts = auction()
    fake = InMemoryTable(table, *acts)
    async with shown(fake) as (app, pilot):
        await press(pilot, "o", "2", "9", "9", "9")
        assert "at most $359" in text_of(app)
        assert app.screen.query_one("#ok").disabled
        await press(pilot, "enter")
        assert isinstance(app.screen, AmountPad)
        await press(pilot, "4", "5", "c", "enter")
        assert isinstance(app.screen, AmountPad)
        await press(pilot, "9", "9", "9", "enter", "3", "5", "9", "enter")
        assert last(fake) == {"type": "Bid", "player": 1, "amount": 359}


@in_loop
async def test_another_sum_starts_at_the_next_bid_and_follows_what_others_bid() -> None:
    table, acts = auction()
    fake = InMemoryTable(table, *acts)
    async with shown(fake) as (app, pilot):
        await press(pilot, "o", "2")
        assert "Ben bids …" in text_of(app)
        fake.act(Bid(ANN, 40))
        await settled(pilot)
        assert isinstance(app.screen, AmountPad), "somebody else's bid closes nothing"
        assert " $41 " in text_of(app)
        await press(pilot, "6", "0")
        fake.act(Bid(ANN, 70))
        await settled(pilot)
        assert "$60   at least $71" in text_of(app), "what was typed stays"
        await press(pilot, "enter", "7", "5", "enter")
        assert last(fake) == {"type": "Bid", "player": 1, "amount": 75}


@pytest.mark.parametrize("taps", [("#s100", "#s10", "#s10"), ("#n1", "#n2", "#n0")])
@in_loop
async def test_every_tap_of_a_pad_counts_however_fast(taps: tuple[str, ...]) -> None:
    table, acts = auction()
    fake = InMemoryTable(table, *acts)
    async with shown(fake) as (_, pilot):
        await press(pilot, "s", "1")
        if taps[0] == "#s100":
            await press(pilot, "delete")
        for key in taps:
            await pilot.click(key)
        await click(pilot, "#ok")
        assert last(fake)["amount"] == 120


# Thinking better of it


@in_loop
async def test_a_second_tap_on_a_closed_pad_closes_nothing_more() -> None:
    fake = InMemoryTable(game())
    async with shown(fake) as (app, pilot):
        await press(pilot, "w", "p")
        pad = app.screen
        for choice in pad.query(KeyButton).results(KeyButton):
            choice.press()
        await settled(pilot)
        assert isinstance(app.screen, LogScreen)
        await press(pilot, "escape", "escape")
        assert isinstance(app.screen, TableScreen)


@pytest.mark.parametrize("keys", [("d",), ("dollar_sign", "1"), ("at", "1"), ("number_sign",), ("R",), ("L", "1", "y")])
@in_loop
async def test_every_pad_can_be_left_without_a_change(keys: tuple[str, ...]) -> None:
    fake = InMemoryTable(game())
    async with shown(fake) as (app, pilot):
        await press(pilot, *keys, "escape")
        assert isinstance(app.screen, TableScreen)
        await press(pilot, *keys)
        await click(pilot, "#back")
        assert isinstance(app.screen, TableScreen)
        assert fake.given == []
