"""The Banker's corrections, house rules and players who leave, each with its reason."""

import pytest
from textual.widgets import Input

from companion.console.console_screen import KeyButton
from tests.console.screen_pilot import LANDSCAPE, PORTRAIT, SMALL, click, last, press, shown, text_of, typed
from tests.console.tables import InMemoryTable
from tests.kit import deed, game
from tests.table.fake_table import in_loop

READING, ORIENTAL, WATER = deed("Reading"), deed("Oriental"), deed("Water")
SIZES = pytest.mark.parametrize(("size", "is_touch"), [(SMALL, False), (LANDSCAPE, True), (PORTRAIT, True)])


# The Banker's word


@in_loop
async def test_a_place_is_corrected_with_a_reason() -> None:
    table = InMemoryTable(game())
    async with shown(table) as (app, pilot):
        await press(pilot, "at", "2")
        await typed(pilot, "chance (after ori")
        await press(pilot, "enter")
        assert "Why?" in text_of(app)
        await click(pilot, "#often > KeyButton")
        assert last(table) == {
            "type": "CorrectPlace",
            "player": 1,
            "space": 7,
            "reason": "Miscounted",
            "in_jail": False,
        }


@in_loop
async def test_jail_is_a_place_of_its_own() -> None:
    table = InMemoryTable(game())
    async with shown(table) as (_, pilot):
        await press(pilot, "at", "1")
        await typed(pilot, "in jail")
        await press(pilot, "enter")
        await typed(pilot, "forgot")
        await press(pilot, "enter")
        assert last(table) == {"type": "CorrectPlace", "player": 0, "space": 10, "reason": "forgot", "in_jail": True}


@in_loop
async def test_a_deed_is_corrected_owner_buildings_and_mortgage() -> None:
    table = InMemoryTable(game(owns={"Ann": ["light-blue"]}))
    async with shown(table) as (app, pilot):
        await press(pilot, "number_sign")
        await typed(pilot, "oriental")
        await press(pilot, "enter")
        assert "1  Ann (now)" in text_of(app)
        await press(pilot, "1", "2", "1")
        await typed(pilot, "seen")
        await press(pilot, "enter")
        assert last(table) == {
            "type": "CorrectDeed",
            "deed": ORIENTAL,
            "reason": "seen",
            "owner": 0,
            "buildings": 1,
            "mortgaged": False,
        }
        assert "Oriental ⌂" in text_of(app)


@in_loop
async def test_a_railroad_has_no_buildings_to_ask_for() -> None:
    table = InMemoryTable(game())
    async with shown(table) as (_, pilot):
        await press(pilot, "number_sign")
        await typed(pilot, "reading")
        await press(pilot, "enter", "3", "2")
        await typed(pilot, "so it lies")
        await press(pilot, "enter")
        assert last(table)["owner"] == 1
        assert last(table)["mortgaged"] is True
        assert last(table)["buildings"] == 0


@pytest.mark.parametrize(
    ("words", "keys", "name", "value"),
    [
        ("double", ("1",), "double-on-go", True),
        ("pot", ("3", "5", "0", "0", "enter"), "free-parking-pot", 500),
        ("pot", ("1",), "free-parking-pot", True),
        ("salary: another", ("4", "0", "0", "enter"), "salary", 400),
        ("rent: rent is paid", ("2",), "rent", "claim"),
    ],
)
@in_loop
async def test_a_house_rule_is_changed(words: str, keys: tuple[str, ...], name: str, value: object) -> None:
    table = InMemoryTable(game())
    async with shown(table) as (app, pilot):
        await press(pilot, "R")
        if app.screen.query("#part"):
            await typed(pilot, words)
            await press(pilot, "enter")
        else:
            number = next(
                n for n in range(1, 10) if words in str(app.screen.query_one(f"#choice-{n}", KeyButton).label)
            )
            await press(pilot, str(number))
        await press(pilot, *keys)
        await typed(pilot, "agreed")
        await press(pilot, "enter")
        assert last(table) == {"type": "SetHouseRule", "name": name, "value": value, "reason": "agreed"}


@SIZES
@in_loop
async def test_a_player_leaves_with_a_tapped_reason(size: tuple[int, int], is_touch: bool) -> None:
    table = InMemoryTable(game())
    async with shown(table, size, is_touch=is_touch) as (app, pilot):
        await press(pilot, "L", "3", "y")
        assert "Cy leaves the game" in text_of(app)
        await click(pilot, "#often > KeyButton")
        assert last(table) == {"type": "RetirePlayer", "player": 2, "reason": "Has to go home"}


@in_loop
async def test_a_reason_must_be_given() -> None:
    table = InMemoryTable(game())
    async with shown(table) as (app, pilot):
        await press(pilot, "L", "3", "y", "enter", "space", "enter")
        assert app.screen.query_one("#ok").disabled
        assert table.given == []


@pytest.mark.parametrize("size", [(73, 24), PORTRAIT])
@in_loop
async def test_words_can_be_tapped_on_a_tablet(size: tuple[int, int]) -> None:
    table = InMemoryTable(game())
    async with shown(table, size, is_touch=True) as (app, pilot):
        await press(pilot, "L", "3", "y")
        keys = {str(key.value): key for key in app.screen.query("Letters KeyButton").results(KeyButton)}
        for letter in ("B", "E", "X", "←", "D", " ", "I", "N"):
            await pilot.click(keys[letter])
        assert app.screen.query_one(Input).value == "Bed In"
        await click(pilot, "#ok")
        assert last(table)["reason"] == "Bed In"
