"""Back to a line of the log: shown first, confirmed once, then undone one by one; and the same for redo."""

from pathlib import Path

import msgspec
import pytest

from companion.console.app import ConsoleApp
from companion.console.pads.pad import ConfirmPad
from companion.console.screens.log import LogScreen
from companion.console.screens.table import TableScreen
from companion.play.acts import Act, Undo
from companion.rules.commands import BuyDeed, CorrectCash, EndTurn, Roll
from companion.table.messages.wire import Answer
from companion.table.views.undo_plan import NOT_UNDONE, NOTHING_AFTER
from tests.console.screen_pilot import PORTRAIT, SMALL, click, press, shown, text_of, words
from tests.console.tables import DiskTable
from tests.journal.conftest import tmp_path
from tests.kit import ANN, BEN, game
from tests.table.fake_table import in_loop

__all__ = ["tmp_path"]  # in memory, where possible
EVENING = (Roll(ANN, (2, 4)), BuyDeed(ANN), EndTurn(ANN), Roll(BEN, (2, 4)), EndTurn(BEN))
SIZES = pytest.mark.parametrize(("size", "is_touch"), [(SMALL, False), ((120, 36), False), (PORTRAIT, True)], ids=str)


class MeddledTable(DiskTable):
    """Somebody else moves after the first undo."""

    meddles: Act | None = None

    async def give(self, act: bytes, *, seen: int = -1) -> Answer:
        answer = await super().give(act, seen=seen)
        if self.meddles is not None:
            meddles, self.meddles = self.meddles, None
            self.act(meddles)
        return answer


def given(table: DiskTable) -> list[tuple[object, object]]:
    acts = (msgspec.json.decode(act) for act in table.given)
    return [(act["type"], act["number"]) for act in acts]


def cash(app: ConsoleApp) -> list[int]:
    assert app.state.view is not None
    return [player.cash for player in app.state.view.players]


@in_loop
async def test_five_moves_are_taken_back_in_three_presses(tmp_path: Path) -> None:
    table = DiskTable(tmp_path, game(), *EVENING)
    async with shown(table) as (app, pilot):
        await press(pilot, "w", "5", "y")
        assert isinstance(app.screen, TableScreen)
        assert given(table) == [("Undo", number) for number in (5, 4, 3, 2, 1)]
        assert cash(app) == [1_500, 1_500, 1_500]
        assert [turn.is_taken_back for turn in app.state.turns] == [True, True]


@SIZES
@in_loop
async def test_what_is_taken_back_and_put_right_is_shown_first(
    tmp_path: Path, size: tuple[int, int], is_touch: bool
) -> None:
    table = DiskTable(tmp_path, game(), *EVENING)
    async with shown(table, size, is_touch=is_touch) as (app, pilot):
        await press(pilot, "w", "4")
        assert isinstance(app.screen, ConfirmPad)
        seen = words(app)
        assert "Take back 4 moves?" in seen
        for said in (
            "Ben's roll of 2 + 4",
            "Ann bought Oriental Avenue",
            "Ben's token back to GO",
            "Ann gets back $94",
        ):
            assert said in seen
        await press(pilot, "escape")
        assert isinstance(app.screen, LogScreen)
        assert table.given == []


@SIZES
@in_loop
async def test_everything_after_the_line_with_the_cursor(tmp_path: Path, size: tuple[int, int], is_touch: bool) -> None:
    table = DiskTable(tmp_path, game(), *EVENING)
    async with shown(table, size, is_touch=is_touch) as (app, pilot):
        await press(pilot, "w")
        lines = list(reversed(app.state.log))
        bought = next(at for at, line in enumerate(lines) if line.number == 2)
        await press(pilot, *["down"] * bought)
        await click(pilot, "#to-line")
        await click(pilot, "#ok")
        assert given(table) == [("Undo", number) for number in (5, 4, 3)]
        assert cash(app)[ANN] == 1_400


@in_loop
async def test_it_can_be_done_again_up_to_a_line(tmp_path: Path) -> None:
    table = DiskTable(tmp_path, game(), *EVENING)
    async with shown(table) as (app, pilot):
        await press(pilot, "w", "5", "y", "w")
        lines = list(reversed(app.state.log))
        bought = next(at for at, line in enumerate(lines) if line.number == 2)
        assert lines[bought].is_taken_back
        await press(pilot, *["down"] * bought, "U")
        assert "Do 2 moves again?" in words(app)
        await press(pilot, "y")
        assert given(table)[5:] == [("Redo", 1), ("Redo", 2)]
        assert cash(app)[ANN] == 1_400
        assert not any(line.is_taken_back for line in app.state.log if line.number <= 2)
        assert all(line.is_taken_back for line in app.state.log if 3 <= line.number <= 5)


@in_loop
async def test_nothing_else_is_taken_back_if_somebody_moves_meanwhile(tmp_path: Path) -> None:
    table = MeddledTable(tmp_path, game(), *EVENING)
    table.meddles = CorrectCash(BEN, 7, "found")
    async with shown(table) as (app, pilot):
        await press(pilot, "w", "4", "y")
        assert given(table) == [("Undo", 5), ("Undo", 4)]
        assert "1 of 4 moves were taken back, and the rest stands: something came in between." in words(app)
        assert cash(app)[BEN] == 1_501
        await press(pilot, "escape", "w", "1")
        assert "the correction of Ben's cash by +$7: found" in words(app)


@in_loop
async def test_a_plan_that_is_out_of_date_does_nothing(tmp_path: Path) -> None:
    table = DiskTable(tmp_path, game(), *EVENING)
    async with shown(table) as (app, pilot):
        await press(pilot, "w", "2")
        table.act(CorrectCash(BEN, 7, "found"))
        await press(pilot, "y")
        assert "0 of 2 moves were taken back" in words(app)
        assert cash(app) == [1_406, 1_501, 1_500]


@in_loop
async def test_where_there_is_nothing_to_do_it_says_so(tmp_path: Path) -> None:
    table = DiskTable(tmp_path, game(), *EVENING)
    async with shown(table) as (app, pilot):
        await press(pilot, "w", "u")
        assert NOTHING_AFTER in words(app)
        await press(pilot, "U")
        assert NOT_UNDONE in words(app)
        assert isinstance(app.screen, LogScreen)
        assert table.given == []


@in_loop
async def test_the_cursor_stays_on_its_line_when_somebody_moves(tmp_path: Path) -> None:
    table = DiskTable(tmp_path, game(), *EVENING)
    async with shown(table) as (app, pilot):
        await press(pilot, "w", "down", "down")
        assert isinstance(app.screen, LogScreen)
        before = app.screen._line
        table.act(CorrectCash(BEN, 7, "found"))
        table.act(Undo())
        await press(pilot, "f24")
        assert before is not None
        assert app.screen._line == before


@in_loop
async def test_a_viewer_cannot_take_back(tmp_path: Path) -> None:
    table = DiskTable(tmp_path, game(), *EVENING)
    table.role = "viewer"
    async with shown(table) as (app, pilot):
        await press(pilot, "w", "5", "u")
        assert isinstance(app.screen, LogScreen)
        assert "Back to here" not in text_of(app)
        assert table.given == []
