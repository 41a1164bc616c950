"""A terminal made tiny and large again: whatever is open survives, and the table looks as before."""

from collections.abc import Sequence

import pytest

from companion.console.app import ConsoleApp
from companion.console.colours import FELT, PAPER
from companion.console.console_keys import CONSOLE_KEYS, KEYS_BY_ID
from companion.console.pads.text import TextPad
from companion.console.screens.table import TableScreen
from companion.play.acts import Undo
from companion.rules.commands import Mortgage
from companion.rules.pending_steps import Debt
from companion.rules.state import Game
from tests.console.screen_pilot import LARGE, PORTRAIT, SMALL, painted_strips, press, settled, shown, text_of
from tests.console.screen_text import colours, words
from tests.console.tables import InMemoryTable
from tests.kit import ANN, BEN, because, deed, game
from tests.table.fake_table import in_loop

Size = tuple[int, int]
TINY = ((20, 5), (10, 3), (3, 2))
PADS = ("d", "o", "$", "@", "#", "R", "L", "E")
STAYS = {"escape", "ctrl+q", "f2", "f3", "K", "M"}  # these open nothing
SCREENS = tuple(dict.fromkeys(row.key for row in CONSOLE_KEYS if row.key not in STAYS))


def plain() -> Game:
    return game(owns={"Ann": ["red", "Reading"], "Ben": ["light-blue"]}, cash={"Ann": 99_999})


def owing() -> Game:
    debt = Debt(BEN, ANN, 300, ("RENT-1",), because("Illinois Avenue, 2 houses"))
    return game(cash={"Ben": 120}, turn="Ben", thrown=True, owns={"Ben": ["Reading"]}, pending=(debt,))


def all_but_key_line(app: ConsoleApp) -> list[str]:
    """The last line may still say of a key that it does nothing."""
    return text_of(app).splitlines()[:-1]


@pytest.mark.parametrize(
    ("table", "keys", "sizes"),
    [
        pytest.param(plain(), SCREENS, TINY[:1], id="screens-plain"),
        pytest.param(owing(), PADS, TINY[:1], id="pads-owing"),
        pytest.param(plain(), (*SCREENS, *PADS), TINY, id="all-plain", marks=pytest.mark.long_run),
        pytest.param(owing(), (*SCREENS, *PADS), TINY, id="all-owing", marks=pytest.mark.long_run),
    ],
)
@in_loop
async def test_every_screen_survives_a_tiny_terminal(table: Game, keys: Sequence[str], sizes: Sequence[Size]) -> None:
    async with shown(InMemoryTable(table)) as (app, pilot):
        before = all_but_key_line(app)
        for key in keys:
            await press(pilot, key)
            for size in (*sizes, SMALL):
                await pilot.resize_terminal(*size)
                await settled(pilot)
                painted_strips(app)
            while len(app.screen_stack) > 1:
                await press(pilot, "escape")
        assert app.mistake is None
        assert isinstance(app.screen, TableScreen)
        assert all_but_key_line(app) == before


@pytest.mark.parametrize("cover", ["?", "d"], ids=["screen", "pad"])
@pytest.mark.parametrize("after", [SMALL, LARGE, PORTRAIT], ids=["same", "larger", "narrower"])
@in_loop
async def test_a_table_that_was_covered_looks_as_one_that_was_not(cover: str, after: Size) -> None:
    """Though the terminal, the colours and the size of the buttons change in the meantime."""
    pictures = []
    for is_covered in (True, False):
        async with shown(InMemoryTable(plain())) as (app, pilot):
            assert app.theme == FELT.name
            if is_covered:
                await press(pilot, cover)
            for key in ("theme", "touch"):  # the menu of all moves opens over the cover, too
                app.run_key(KEYS_BY_ID[key])
                await settled(pilot)
            assert app.theme == PAPER.name
            await pilot.resize_terminal(*after)
            await settled(pilot)
            if is_covered:
                await press(pilot, "escape")
            assert isinstance(app.screen, TableScreen)
            pictures.append((words(app), colours(app)))
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("columns", [43, 20])
@in_loop
async def test_letters_to_tap_are_drawn_however_narrow_the_screen(columns: int) -> None:
    async with shown(InMemoryTable(plain()), (columns, 30), is_touch=True) as (app, pilot):
        await press(pilot, "N")
        await press(pilot, "1")
        assert isinstance(app.screen, TextPad)
        painted_strips(app)


@pytest.mark.parametrize(
    "key", ["?", "q", "w", "v", "Y", "X"], ids=["help", "why", "log", "charts", "cash", "no-shelf"]
)
@pytest.mark.parametrize(("before", "after"), [(LARGE, (40, 20)), ((40, 20), LARGE)], ids=["smaller", "larger"])
@in_loop
async def test_text_is_broken_for_the_size_that_a_screen_has_now(key: str, before: Size, after: Size) -> None:
    pictures = []
    for size in (before, after):
        table = InMemoryTable(owing(), *(Mortgage(BEN, deed("Reading")), Undo()) * 10)
        async with shown(table, size) as (app, pilot):
            await press(pilot, key)
            assert not isinstance(app.screen, TableScreen)
            await pilot.resize_terminal(*after)
            await settled(pilot)
            pictures.append((words(app), colours(app)))
    assert pictures[0] == pictures[1]
