"""Games on other boards: names, pieces, groups and money are those of the game's own board."""

import pytest
from msgspec.structs import replace
from textual.content import Content

from companion.boards import SHIPPED, shipped_board
from companion.console.colours import group_looks
from companion.console.pads.numbers import AmountPad
from companion.console.state import ConsoleState, after_event
from companion.rules.board import GROUPS, Board
from companion.rules.commands import BuyDeed, CorrectCash, DeclineDeed, Roll
from companion.rules.currency import Currency
from companion.rules.deeds import Group
from companion.table.messages.views import BoardPrint, GroupView
from companion.table.messages.wire import Snapshot, Welcome
from companion.table.views.game_view import board_print
from tests.console.colour_vision import contrast
from tests.console.screen_pilot import LARGE, SMALL, click, count_cash, last, press, shown, text_of, typed
from tests.console.tables import InMemoryTable
from tests.kit import ANN, ATLANTIC, BEN, game
from tests.table.fake_table import in_loop
from tests.table.sample_view import view_of

LONDON, GERMANY = shipped_board("london"), shipped_board("germany")
MILLIONS = replace(ATLANTIC, key="millions", currency=Currency(sign="M", thousands=",", factor=10_000))
SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
BOARDS = pytest.mark.parametrize("board", [shipped_board(key) for key in SHIPPED], ids=SHIPPED)
EURO = "\N{NO-BREAK SPACE}€"


# On the screen


@SIZES
@in_loop
async def test_a_london_game_is_shown_in_pounds_with_its_own_names(size: tuple[int, int]) -> None:
    fake = InMemoryTable(game(board=LONDON, jailed={"Cy": 0}))
    async with shown(fake, size) as (app, pilot):
        assert count_cash(app, 1_500) == 3
        assert "in Jail" in text_of(app)
        await press(pilot, "d", "2", "3")
        assert "King's Cross Station for £200" in text_of(app)
        await press(pilot, "b")
        assert count_cash(app, 1_300) == 1
        assert "▼ £200" in text_of(app)
        assert "King's Cross ···" in text_of(app)
        assert "$" not in text_of(app)


@SIZES
@in_loop
async def test_a_german_game_is_shown_in_euros_with_its_own_names(size: tuple[int, int]) -> None:
    table = game(board=GERMANY, owns={"Ann": ["brown"]}, jailed={"Cy": 0}, at={"Ben": 10})
    fake = InMemoryTable(table, Roll(ANN, (2, 3)), BuyDeed(ANN))
    async with shown(fake, size) as (app, pilot):
        assert count_cash(app, 1_300) == 1
        assert f"▼ 200{EURO}" in text_of(app)
        assert "in Gefängnis" in text_of(app)
        assert "visiting Gefängnis" in text_of(app)
        await click(pilot, "#player-0")
        sheet = text_of(app)
        assert f"Cash 1.300{EURO}" in sheet
        assert "Südbahnhof" in sheet
        assert f"rent 25{EURO}" in sheet
        assert "Badstraße" in sheet


@in_loop
async def test_another_game_brings_its_own_board() -> None:
    fake = InMemoryTable(game(board=LONDON))
    async with shown(fake) as (app, pilot):
        assert text_of(app).count("£1,500") == 3
        fake.begin(game(board=GERMANY, cash={"Ann": 1234}), game="20261116-2042-bb")
        fake.tell()
        await press(pilot, "f2")
        assert app.state.board.key == "germany"
        assert f"1.234{EURO}" in text_of(app)
        assert "£" not in text_of(app)


def test_the_next_game_may_have_another_board_than_this_one() -> None:
    usual, london = board_print(ATLANTIC), board_print(LONDON)
    state = after_event(ConsoleState(), Welcome(2, "0.2.0", usual))
    state = after_event(state, Snapshot(1, view_of(), board=london))
    assert (state.board, state.usual_board) == (london, usual)
    state = after_event(state, Snapshot(0, None))
    assert (state.board, state.usual_board) == (usual, usual)


# Amounts as people type them


@pytest.mark.parametrize(
    ("board", "written"), [(ATLANTIC, "$1,200"), (ATLANTIC, "1200"), (GERMANY, "1.200 €"), (LONDON, "£1200")]
)
@in_loop
async def test_an_amount_is_typed_as_it_is_written(board: Board, written: str) -> None:
    fake = InMemoryTable(game(board=board), Roll(ANN, (2, 4)), DeclineDeed(ANN))
    async with shown(fake) as (app, pilot):
        await press(pilot, "o", "2")
        await typed(pilot, written)
        assert board.money(1_200) in text_of(app)
        await press(pilot, "enter")
        assert last(fake) == {"type": "Bid", "player": BEN, "amount": 1_200}


@in_loop
async def test_in_a_box_of_millions_amounts_are_multiples_of_its_smallest_note() -> None:
    fake = InMemoryTable(game(board=MILLIONS), Roll(ANN, (2, 4)), DeclineDeed(ANN))
    async with shown(fake, LARGE) as (app, pilot):
        assert count_cash(app, 1_500) == 3
        await press(pilot, "o", "2")
        await typed(pilot, "1,234,567")
        assert "M1,234,567" in text_of(app)
        assert "only multiples of M10,000" in text_of(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, AmountPad)
        await press(pilot, "delete")
        await typed(pilot, "1,230,000")
        await pilot.click("#s5")
        await press(pilot, "enter")
        assert last(fake) == {"type": "Bid", "player": BEN, "amount": 128}


@in_loop
async def test_a_correction_in_a_box_of_millions_starts_from_what_there_is() -> None:
    fake = InMemoryTable(game(board=MILLIONS), CorrectCash(ANN, 5, "found"))
    async with shown(fake, LARGE) as (app, _):
        assert count_cash(app, 1_505) == 1
        assert "▲ M50,000" in text_of(app)


# Groups


@BOARDS
def test_every_group_has_letters_of_its_own_that_can_be_read(board: Board) -> None:
    groups = board_print(board).groups
    looks = group_looks(groups)
    assert tuple(looks) == tuple(group.value for group in GROUPS)
    assert len({look.letters for look in looks.values()}) == len(looks)
    for look in looks.values():
        ink, _, ground = look.style.partition(" on ")
        assert contrast(ink, ground) >= 4.5


def test_a_groups_letters_come_from_its_name() -> None:
    looks = group_looks(board_print(ATLANTIC).groups)
    assert [look.letters for look in looks.values()] == ["BR", "LB", "PI", "OR", "RE", "YE", "GR", "DB", "RA", "UT"]
    assert group_looks(board_print(LONDON).groups)[Group.RAILROAD.value].letters == "ST"


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (("black", "blue", "blue-grey", "b"), ["BL", "BU", "BE", "B0"]),
        (("light blue", "lime bright", "l b"), ["LB", "LI", "L0"]),
        (("赤", "", "¿?", "été"), ["G0", "G1", "G2", "ÉT"]),
    ],
)
def test_letters_are_found_for_any_names(names: tuple[str, ...], letters: list[str]) -> None:
    groups = tuple(GroupView(str(at), name, "#000000", "#ffffff") for at, name in enumerate(names))
    assert [look.letters for look in group_looks(groups).values()] == letters


def test_ink_can_be_read_on_any_colour() -> None:
    greys = [f"#{level:02x}{level:02x}{level:02x}" for level in range(256)]
    strong = [
        f"#{red:02x}{green:02x}{blue:02x}" for red in (0, 128, 255) for green in (0, 128, 255) for blue in (0, 255)
    ]
    for colour in (*greys, *strong):
        painted = replace(ATLANTIC, groups=tuple(replace(group, colour=colour) for group in ATLANTIC.groups))
        assert contrast(board_print(painted).groups[0].ink, colour) >= 4.5, colour


# Money


@BOARDS
def test_screens_write_money_as_the_table_does(board: Board) -> None:
    _same_money(board, board_print(board))


@pytest.mark.parametrize(
    "currency",
    [
        Currency("DM", after=True, thousands=" ", factor=20),
        Currency("M", thousands="'", factor=10_000),
        Currency("₿", thousands=""),
    ],
)
def test_screens_write_any_currency_as_the_table_does(currency: Currency) -> None:
    board = replace(ATLANTIC, currency=currency)
    _same_money(board, board_print(board))


def test_no_line_ends_within_an_amount() -> None:
    told = Content(f"Ann paid Ben {GERMANY.money(1_500)}.")
    for width in range(8, told.cell_length):
        assert [line for line in told.wrap(width) if "1.500" in line.plain and "€" not in line.plain] == []


def _same_money(board: Board, printed: BoardPrint) -> None:
    for amount in (0, 1, -1, 999, 1_000, -1_500, 1_234_567):
        for plus in (False, True):
            assert printed.currency.show(amount, plus=plus) == board.currency.show(amount, plus)
