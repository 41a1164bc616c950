"""The pads for buildings: sums before it is done, reasons why not, several groups in one act, and one undo for it."""

import msgspec
import pytest

from companion.console.pads.buildings import BuildingsPad, LevelsPad
from companion.console.screens.table import TableScreen
from companion.rules.pending_steps import Debt
from companion.rules.state import Game
from tests.console.screen_pilot import PORTRAIT, SMALL, press, shown, text_of, words
from tests.console.tables import InMemoryTable
from tests.kit import ANN, BEN, because, deed, game
from tests.table.fake_table import in_loop

TWO = {"Ann": ["light-blue", "orange"]}
ORIENTAL = deed("Oriental")


def last_deeds(table: InMemoryTable) -> list[int]:
    deeds: list[int] = msgspec.json.decode(table.given[-1])["deeds"]
    return deeds


@in_loop
async def test_sums_stand_beside_every_choice() -> None:
    async with shown(InMemoryTable(game(owns=TWO))) as (app, pilot):
        await press(pilot, "h")
        seen = words(app)
        assert "a A house on each light blue lot -$150, leaves $1,350" in seen
        assert "1 Build a house on Oriental Avenue -$50, leaves $1,450" in seen
        assert "b A house on each orange lot -$300, leaves $1,200" in seen


@pytest.mark.parametrize(
    ("table", "why"),
    [
        (game(owns=TWO, cash={"Ann": 149}), "3 buildings cost $150 and Ann has $149: $1 short."),
        (game(owns=TWO, bank_houses=2), "Nothing was built: it would stop after 2 of 3. The Bank has no house left"),
    ],
    ids=["cash", "stock"],
)
@in_loop
async def test_what_cannot_be_built_says_why_and_builds_nothing(table: Game, why: str) -> None:
    fake = InMemoryTable(table)
    async with shown(fake) as (app, pilot):
        await press(pilot, "h", "a")
        assert isinstance(app.screen, BuildingsPad)
        assert why in words(app)
        assert fake.given == []


@pytest.mark.parametrize(("size", "is_touch"), [(SMALL, False), (PORTRAIT, True)], ids=["keys", "tablet"])
@in_loop
async def test_several_groups_up_to_a_level_and_one_undo(size: tuple[int, int], is_touch: bool) -> None:
    fake = InMemoryTable(game(owns=TWO, buildings={"light-blue": 1}))
    async with shown(fake, size, is_touch=is_touch) as (app, pilot):
        await press(pilot, "h", "s", "3", "down", "2")
        assert isinstance(app.screen, LevelsPad)
        assert "12 buildings: -$900, leaves $600" in words(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, TableScreen)
        assert len(last_deeds(fake)) == 12
        await press(pilot, "u")
        assert "Ann built 12 buildings on Oriental Avenue" in words(app)
        await press(pilot, "y")
        assert app.state.view is not None
        assert app.state.view.players[ANN].cash == 1_500
        assert [title.buildings for title in app.state.view.titles[ORIENTAL : ORIENTAL + 3]] == [1, 1, 1]


@in_loop
async def test_two_levels_that_cost_too_much_together_are_not_done() -> None:
    fake = InMemoryTable(game(owns=TWO, cash={"Ann": 400}))
    async with shown(fake) as (app, pilot):
        await press(pilot, "h", "s", "1", "down", "1", "enter")
        assert "$50 short" in words(app)
        assert fake.given == []
        await press(pilot, "1", "enter")  # the same digit again takes it away
        assert len(last_deeds(fake)) == 3


@in_loop
async def test_a_hotel_is_one_more_than_its_houses_in_the_short_game() -> None:
    fake = InMemoryTable(game(owns=TWO, variants=["short"]))
    async with shown(fake) as (app, pilot):
        await press(pilot, "h", "s")
        assert "4 a hotel" in words(app)
        await press(pilot, "4", "enter")
        assert len(last_deeds(fake)) == 12


@in_loop
async def test_buildings_of_two_players_say_whose_they_are() -> None:
    fake = InMemoryTable(game(players=("Ann", "Ben"), owns={"Ann": ["brown"], "Ben": ["dark-blue"]}))
    async with shown(fake) as (app, pilot):
        await press(pilot, "h")
        assert "Ben: A house on each dark blue lot" in words(app)
        await press(pilot, "b")
        assert msgspec.json.decode(fake.given[-1])["player"] == BEN
        await press(pilot, "h", "t", "2", "enter")
        assert msgspec.json.decode(fake.given[-1])["player"] == BEN
        assert len(last_deeds(fake)) == 2


@in_loop
async def test_a_debtor_sells_from_each_lot_on_the_way_to_the_payment() -> None:
    debt = Debt(ANN, BEN, 1_560, ("RENT-1",), because("Boardwalk, no houses"))
    fake = InMemoryTable(game(owns=TWO, buildings={"light-blue": 2}, thrown=True, pending=(debt,)))
    async with shown(fake) as (app, pilot):
        await press(pilot, "Y")
        assert "Sell several" in text_of(app)
        at = [move.label for move in app.state.moves if move.raises and move.seat == ANN].index("Sell several") + 1
        await press(pilot, str(at), "a")
        assert msgspec.json.decode(fake.given[-1])["type"] == "SellSeveral"
        assert "There is enough now." in text_of(app)
