"""Looking back: the whole log and that of one player, money over the turns, and a ledger that sums to 0."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.widgets import Static

from companion.console.app import ConsoleApp
from companion.console.colours import FELT, letters_for, muted_colour, player_colour
from companion.console.console_screen import KeyButton
from companion.console.screens.log import LogScreen
from companion.console.screens.looking_back import HIDDEN, LookingBackScreen
from companion.console.screens.table import TableScreen
from companion.console.widgets.chart import Chart, Series, plot, round_up
from companion.console.words import AmountRow, in_columns
from companion.rules.commands import CorrectCash, PayTax, Roll
from companion.table.messages.views import CurrencyPrint, HistoryView
from tests.console.screen_pilot import PORTRAIT, SMALL, click, picture, press, settled, shown, text_of
from tests.console.tables import DiskTable, InMemoryTable, evening
from tests.journal.conftest import tmp_path
from tests.kit import ANN, BEN, game
from tests.table.fake_table import in_loop

__all__ = ["tmp_path"]  # in memory, where possible
SIZES = pytest.mark.parametrize("size", [SMALL, PORTRAIT], ids=["small", "narrow"])
money = CurrencyPrint().show
MANY = 230  # acts


def flat(app: ConsoleApp) -> str:
    return " ".join(text_of(app).split())


def history(app: ConsoleApp) -> HistoryView:
    assert isinstance(app.screen, LookingBackScreen)
    assert app.screen._history is not None
    return app.screen._history


# The chart


@SIZES
@in_loop
async def test_cash_is_drawn_for_everybody_with_letters_and_amounts(tmp_path: Path, size: tuple[int, int]) -> None:
    async with shown(evening(tmp_path, MANY), size) as (app, pilot):
        await press(pilot, "v")
        lines = picture(app)
        assert "Cash, turn by turn" in lines[0]
        region = app.screen.query_one(Chart).region
        drawn = "\n".join(lines[region.y : region.bottom])
        assert app.state.view is not None
        for player in app.state.view.players:
            (letter,) = letters_for([player.name])
            assert drawn.count(letter) >= 2, f"{player.name}'s line carries its letter"
            assert re.search(rf"{letter} {re.escape(player.name)} +{re.escape(money(player.cash))}\b", text_of(app))
        assert set("█▀▄") <= set(drawn)
        assert "start" in drawn
        assert f"turn {app.state.view.turn_number}" in drawn


@SIZES
@in_loop
async def test_worth_has_its_own_chart(tmp_path: Path, size: tuple[int, int]) -> None:
    async with shown(evening(tmp_path, MANY), size) as (app, pilot):
        await press(pilot, "v", "2")
        assert "Worth" in picture(app)[0]
        assert "p or a tap: one player" in picture(app)[0]
        for worth in history(app).points[-1].worth:
            assert worth is not None
            assert money(worth) in flat(app)


@SIZES
@in_loop
async def test_a_tap_opens_another_part(tmp_path: Path, size: tuple[int, int]) -> None:
    async with shown(evening(tmp_path, 40), size, is_touch=True) as (app, pilot):
        await press(pilot, "v")
        for number, words in ((4, "The ledger"), (3, "the last turn first"), (1, "Cash, turn by turn")):
            await click(pilot, f"#part-{number}")
            assert words in text_of(app)
            assert app.screen.query_one(f"#part-{number}", KeyButton).has_class("yes")
        await click(pilot, "#back")
        assert isinstance(app.screen, TableScreen)


@SIZES
@in_loop
async def test_one_player_can_be_focused(tmp_path: Path, size: tuple[int, int]) -> None:
    async with shown(evening(tmp_path, 60), size) as (app, pilot):
        await press(pilot, "v")
        assert "p or a tap: one player" in picture(app)[0]
        assert app.state.view is not None
        for player in app.state.view.players:
            await press(pilot, "p") if player.seat else await click(pilot, "#chart")
            assert f"({player.name})" in picture(app)[0]
            chart = app.screen.query_one(Chart)
            (letter,) = letters_for([player.name])
            assert chart._series[-1].letter == letter
            colours = [one.colour for one in chart._series]
            assert colours == [muted_colour(FELT), muted_colour(FELT), player_colour(player.colour, player.seat, FELT)]
        await press(pilot, "p")
        assert len({one.colour for one in app.screen.query_one(Chart)._series}) == 3


@in_loop
async def test_a_move_by_somebody_else_is_drawn_too(tmp_path: Path) -> None:
    table = DiskTable(tmp_path, game())
    async with shown(table) as (app, pilot):
        await press(pilot, "v")
        table.act(CorrectCash(BEN, 7, "found"))
        await press(pilot, "4")
        assert "$1,507" in flat(app)
        assert history(app).number == 1


@in_loop
async def test_after_a_restart_the_past_is_the_same(tmp_path: Path) -> None:
    table = evening(tmp_path, MANY)
    async with shown(table) as (app, pilot):
        await press(pilot, "v")
        before, drawn = history(app), text_of(app)
        await press(pilot, "escape")
        table.resume()
        await press(pilot, "v")
        assert history(app) == before
        assert text_of(app) == drawn


@SIZES
@in_loop
async def test_the_worth_of_a_player_choosing_the_tax_is_hidden(tmp_path: Path, size: tuple[int, int]) -> None:
    table = DiskTable(tmp_path, game(owns={"Ben": ["brown"]}, turn="Ben"), Roll(BEN, (1, 3)))
    async with shown(table, size) as (app, pilot):
        await press(pilot, "v", "2")
        assert HIDDEN in flat(app)
        assert "1,620" not in flat(app)
        await press(pilot, "3")
        assert f"Ben's worth is {HIDDEN}." in flat(app)
        assert "1,620" not in flat(app)
        table.act(PayTax(BEN, percent=True))
        await press(pilot, "2")
        assert HIDDEN not in flat(app)
        assert "$1,458" in flat(app)


@in_loop
async def test_a_refused_history_is_reported() -> None:
    table = InMemoryTable(game())
    table.reply = replace(table.reply, done=False, message="The table has forgotten.")
    async with shown(table) as (app, pilot):
        await press(pilot, "v")
        assert "The table has forgotten." in text_of(app)


# Numbers


@SIZES
@in_loop
async def test_every_turn_is_listed_in_numbers(tmp_path: Path, size: tuple[int, int]) -> None:
    async with shown(evening(tmp_path, 60), size) as (app, pilot):
        await press(pilot, "v", "3")
        words = str(app.screen.query_one("#past-text", Static).render())
        for point in history(app).points:
            assert f"turn {point.turn} " in words or (not point.turn and "start" in words)
            assert all(money(value or 0) in words for value in (*point.cash, *point.worth))


@SIZES
@in_loop
async def test_the_ledger_has_every_account_and_sums_to_nothing(tmp_path: Path, size: tuple[int, int]) -> None:
    async with shown(evening(tmp_path, MANY), size) as (app, pilot):
        await press(pilot, "v", "4")
        words = str(app.screen.query_one("#past-text", Static).render())
        assert app.state.view is not None
        for head in (*(player.name for player in app.state.view.players), "Bank", "pot", "sum"):
            assert head in words
        for reason in history(app).reasons:
            assert reason.clause in words
            assert all(money(abs(change)) in words for change in reason.changes if change)
        assert sum_column(words) == ["$0"] * (len(history(app).reasons) + 2)
        assert "Every row adds up to 0" in words


def sum_column(words: str) -> list[str]:
    """The last amounts of the block that has the sums."""
    lines = words.splitlines()
    head = next(at for at, line in enumerate(lines) if line.endswith(" sum"))
    block = lines[head + 1 : lines.index("", head)]
    return [line.split()[-1] for line in block]


@in_loop
async def test_a_ledger_that_is_wrong_says_so(tmp_path: Path) -> None:
    async with shown(DiskTable(tmp_path, game())) as (app, pilot):
        await press(pilot, "v", "4")
        assert isinstance(app.screen, LookingBackScreen)
        app.screen._history = replace(history(app), opening=(1_501, 1_500, 1_500, -4_500, 0))
        app.screen.draw()
        await settled(pilot)
        assert "THE LEDGER IS WRONG" in flat(app)


# The log


def told(app: ConsoleApp) -> list[int]:
    assert isinstance(app.screen, LogScreen)
    return sorted({line.number for line in app.screen._lines})


@SIZES
@in_loop
async def test_the_whole_log_is_reached(tmp_path: Path, size: tuple[int, int]) -> None:
    async with shown(evening(tmp_path, 150), size) as (app, pilot):
        await press(pilot, "w")
        assert told(app) == list(range(111, 151))
        await press(pilot, "m")
        assert told(app) == list(range(51, 151))
        await press(pilot, "m")
        assert told(app) == list(range(1, 151))
        assert app.screen.query_one("#more", KeyButton).disabled
        await press(pilot, "m", "end")
        assert isinstance(app.screen, LogScreen)
        assert app.screen._lines[0].text in flat(app)


@SIZES
@in_loop
async def test_the_log_of_one_player(tmp_path: Path, size: tuple[int, int]) -> None:
    table = DiskTable(
        tmp_path, game(), CorrectCash(ANN, 1, "one"), CorrectCash(BEN, 22, "two"), CorrectCash(ANN, 333, "three")
    )
    async with shown(table, size) as (app, pilot):
        await press(pilot, "w", "p", "3")
        assert "The log of Ben, newest first" in text_of(app)
        assert told(app) == [2]
        assert "333" not in text_of(app)
        table.act(CorrectCash(BEN, 4_444, "four"))
        table.act(CorrectCash(ANN, 555, "five"))
        await settled(pilot)
        assert told(app) == [2, 4]
        assert "Ben $4444" in flat(app).replace(",", "")
        await press(pilot, "p", "1")
        assert told(app) == [1, 2, 3, 4, 5]
        assert "The log, newest first" in text_of(app)


@in_loop
async def test_the_log_goes_on_while_it_is_open(tmp_path: Path) -> None:
    table = DiskTable(tmp_path, game(), CorrectCash(ANN, 1, "one"))
    async with shown(table) as (app, pilot):
        await press(pilot, "w")
        table.act(CorrectCash(BEN, 777, "two"))
        await settled(pilot)
        assert told(app) == [1, 2]
        assert "777" in text_of(app)


@in_loop
async def test_every_part_can_be_reached_by_fingers(tmp_path: Path) -> None:
    async with shown(evening(tmp_path, 150), PORTRAIT, is_touch=True) as (app, pilot):
        await press(pilot, "w")
        await click(pilot, "#more")
        assert told(app)[0] == 51
        await click(pilot, "#whose")
        await click(pilot, "#choice-2")
        assert "The log of Ann" in text_of(app)
        await click(pilot, "#back")
        assert isinstance(app.screen, TableScreen)


# The arithmetic of it


def drawn(series: Sequence[Series], width: int = 30, height: int = 8, top: int = 100) -> list[str]:
    return [row.plain for row in plot(series, width, height, top)]


def test_a_line_climbs_from_the_floor_to_the_ceiling_without_a_gap() -> None:
    rows = drawn([Series("A", "red", (0, 100))])
    assert rows[0].strip()[-1] in "▀█▄"
    assert rows[-1].startswith("A")
    assert all(row.strip() for row in rows)
    assert all(any(row[column] != " " for row in rows) for column in range(30))


def test_crossing_lines_keep_both_colours() -> None:
    crossing = plot([Series("A", "red", (0, 100)), Series("B", "blue", (100, 0))], 31, 8, 100)
    styles = {str(span.style) for row in crossing for span in row.spans}
    assert {"red", "blue"} <= styles
    assert "".join(row.plain for row in crossing).count("A") >= 2


def test_the_line_of_a_player_who_is_out_ends() -> None:
    rows = drawn([Series("A", "red", (50, 50, None, None))])
    assert not any(row[15:].strip() for row in rows)
    assert any(row[:9].strip() for row in rows)


def test_one_turn_or_no_money_can_be_drawn() -> None:
    assert len(drawn([Series("A", "red", (0,))])) == 8
    assert drawn([Series("A", "red", (None,))]) == [" " * 30] * 8


@pytest.mark.parametrize(("value", "top"), [(0, 100), (100, 100), (101, 200), (1_500, 2_000), (99_999, 100_000)])
def test_the_scale_is_round(value: int, top: int) -> None:
    assert round_up(value) == top
    assert round_up(value) % 4 == 0


def test_everybody_has_a_different_letter() -> None:
    assert letters_for(["Ann", "Anna", "[red]", "🎲", "Nan", "An", "", "A"]) == tuple("ANR45" + "678")
    assert len(set(letters_for(["A"] * 8))) == 8


def test_columns_that_do_not_fit_go_below_and_no_amount_is_cut() -> None:
    rows = [AmountRow("A very long reason indeed, which has no room", tuple(money(99_999 + at) for at in range(10)))]
    heads = [f"Maximiliane {at}" for at in range(10)]
    for width in (36, 57, 80, 160):
        lines = in_columns(heads, rows, width)
        assert all(line.cell_length <= width for line in lines)
        text = " ".join(line.plain for line in lines)
        assert all(amount in text for amount in rows[0].amounts)
