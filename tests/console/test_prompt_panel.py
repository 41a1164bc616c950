"""What buttons, tags and sensors bring up, on the table view: one thing at a time, with its answers as buttons."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from companion.console.app import ConsoleApp
from companion.console.pads.choose import ChoosePad
from companion.console.pads.pad import ConfirmPad
from companion.console.screens.games import GamesScreen
from companion.console.screens.new_game import NewGameScreen
from companion.console.widgets import prompt_panel
from companion.console.widgets.table_lines import devices_line
from companion.play.acts import Undo
from companion.rules.commands import BuyDeed, Roll
from companion.table.gestures.tags import DeedTag, PlayerTag, simulated_uid
from companion.table.messages.setup import DiceFrom
from companion.table.messages.views import DeviceView
from tests.console.screen_pilot import PORTRAIT, SMALL, click, press, settled, text_of, typed
from tests.console.simulated_table import CAR, SimulatedTable, serving, watched
from tests.kit import ANN, deed
from tests.table.fake_table import in_loop

BOTH = pytest.mark.parametrize("size", [SMALL, PORTRAIT], ids=["small", "narrow"])
BALTIC, ORIENTAL = deed("Baltic Avenue"), deed("Oriental Avenue")
UNKNOWN, OTHER = "04A2B3C4D5E681", "04A2B3C4D5E682"


@asynccontextmanager
async def table_view(
    data: Path, size: tuple[int, int] = SMALL, *, dice: DiceFrom = "button"
) -> AsyncIterator[tuple[SimulatedTable, ConsoleApp, Pilot[None]]]:
    async with serving(data) as table:
        await table.begin(dice=dice)
        table.set_up()
        async with watched(table, size) as (app, pilot):
            yield table, app, pilot


def tap(table: SimulatedTable, uid: str) -> None:
    table.rig.place("deeds", uid)
    table.rig.lift("deeds", uid)


def kept(data: Path) -> str:
    tags = data / "tags.json"
    return tags.read_text() if tags.exists() else ""


def in_one_line(app: ConsoleApp) -> str:
    return " ".join(text_of(app).split())


# Sheets


@BOTH
@in_loop
async def test_a_tapped_deed_is_shown_with_its_moves_and_what_confirm_takes(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with table_view(tmp_path, size) as (table, app, pilot):
        table.act(Roll(ANN, (1, 2)))
        tap(table, simulated_uid(DeedTag(BALTIC)))
        await table.seen(pilot, lambda: "Baltic Avenue is the Bank's. Its price is $60." in text_of(app))
        assert "▶ Buy Baltic Avenue for $60 (confirm takes it)" in in_one_line(app)
        await press(pilot, "z")
        assert isinstance(app.screen, ChoosePad)
        await press(pilot, "1")
        await table.seen(pilot, lambda: table.game.titles[BALTIC].owner == ANN)


@in_loop
async def test_a_sheet_without_moves_has_no_button(tmp_path: Path) -> None:
    async with table_view(tmp_path) as (table, app, pilot):
        tap(table, simulated_uid(DeedTag(ORIENTAL)))
        await table.seen(pilot, lambda: "Oriental Avenue is the Bank's." in text_of(app))
        assert "What may be done" not in text_of(app)
        await press(pilot, "z")
        assert not isinstance(app.screen, ChoosePad)


# The board


@BOTH
@in_loop
async def test_a_guide_says_where_the_token_goes_and_clears_when_it_is_there(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with table_view(tmp_path, size) as (table, app, pilot):
        table.act(Roll(ANN, (1, 5)))
        await table.seen(pilot, lambda: "→ Car: 6 on to Oriental Avenue" in text_of(app))
        table.rig.put(CAR, 6)
        await table.seen(pilot, lambda: "→ Car" not in text_of(app))


@BOTH
@in_loop
async def test_following_the_board_shows_the_money_first(tmp_path: Path, size: tuple[int, int]) -> None:
    async with table_view(tmp_path, size) as (table, app, pilot):
        table.act(Roll(ANN, (1, 2)))
        table.act(BuyDeed(ANN))
        table.rig.put(CAR, 4)
        await table.wait(4_000)
        await table.seen(pilot, lambda: "z  The board is right" in text_of(app))
        assert "Car is on Income Tax, but the game says Baltic Avenue." in in_one_line(app)
        await click(pilot, "#panel-1")
        assert isinstance(app.screen, ConfirmPad)
        assert "Ann" in text_of(app)
        asked = app.state.prompts.questions[0]
        assert all(change in in_one_line(app) for change in asked.changes)
        await press(pilot, "y")
        await table.seen(pilot, lambda: table.game.players[ANN].place == 4)
        assert not app.state.prompts.questions


@in_loop
async def test_keeping_the_screen_needs_no_question_and_a_guide_follows(tmp_path: Path) -> None:
    async with table_view(tmp_path) as (table, app, pilot):
        table.rig.put(CAR, 20)
        await table.wait(4_000)
        await table.seen(pilot, lambda: "Z  The screen is right" in text_of(app))
        await press(pilot, "Z")
        await table.seen(pilot, lambda: "→ Car: back to GO" in text_of(app))
        assert table.session.number == 0


@in_loop
async def test_one_question_at_a_time(tmp_path: Path) -> None:
    async with table_view(tmp_path) as (table, app, pilot):
        table.rig.put(CAR, 20)
        await table.wait(4_000)
        tap(table, UNKNOWN)
        await table.seen(pilot, lambda: bool(app.state.prompts.choices) and bool(app.state.prompts.questions))
        assert "The board is right" in text_of(app)
        assert "Say what it is" not in text_of(app)
        await press(pilot, "Z")
        await table.seen(pilot, lambda: "Say what it is" in text_of(app))


@in_loop
async def test_fixes_are_ticked_off_as_the_board_senses_them(tmp_path: Path) -> None:
    async with table_view(tmp_path) as (table, app, pilot):
        table.act(Roll(ANN, (1, 2)))
        table.act(BuyDeed(ANN))
        table.rig.put(CAR, 3)
        await table.wait(1_000)
        table.act(Undo())
        table.act(Undo())
        await table.seen(pilot, lambda: "☐" in text_of(app))
        assert text_of(app).count("Put right on the board") == 1
        table.rig.put(CAR, 0)
        await table.seen(pilot, lambda: "✓" in text_of(app))
        tap(table, simulated_uid(DeedTag(BALTIC)))
        await table.seen(pilot, lambda: "Put right on the board" not in text_of(app))


@in_loop
async def test_a_dismissed_note_does_not_come_back(tmp_path: Path) -> None:
    async with table_view(tmp_path) as (table, app, pilot):
        table.act(Roll(ANN, (1, 2)))
        table.act(BuyDeed(ANN))
        table.act(Undo())
        await table.seen(pilot, lambda: "☐" in text_of(app))
        await press(pilot, "escape")
        tap(table, simulated_uid(DeedTag(BALTIC)))
        await table.seen(pilot, lambda: app.state.prompts.sheet is not None)
        assert "Put right on the board" not in text_of(app)


@BOTH
@in_loop
async def test_the_way_a_token_went_is_proposed_as_the_throw(tmp_path: Path, size: tuple[int, int]) -> None:
    async with table_view(tmp_path, size, dice="hand") as (table, app, pilot):
        await table.wait(4_000)
        table.rig.put(CAR, 6)
        await table.seen(pilot, lambda: "Ann went 6 on to Oriental Avenue" in in_one_line(app))
        assert "▶ 6, no doubles" in text_of(app)
        await press(pilot, "z", "2")
        await table.seen(pilot, lambda: table.session.number == 1)
        assert (table.game.dice, table.game.players[ANN].place) == ((3, 3), 6)


# Tags without a game, and tags nobody knows


@BOTH
@in_loop
async def test_a_tap_with_no_game_says_what_it_is_and_offers_to_begin(tmp_path: Path, size: tuple[int, int]) -> None:
    async with serving(tmp_path) as table, watched(table, size) as (app, pilot):
        await table.seen(pilot, lambda: isinstance(app.screen, NewGameScreen))
        await press(pilot, "escape")
        await table.seen(pilot, lambda: isinstance(app.screen, GamesScreen))
        tap(table, simulated_uid(PlayerTag(1)))
        await table.seen(pilot, lambda: "This is the player card of seat 2." in text_of(app))
        assert "z  Start a new game" in text_of(app)
        assert "Z  Go on with the last game" in text_of(app)
        await click(pilot, "#panel-1")
        await table.seen(pilot, lambda: isinstance(app.screen, NewGameScreen))


@in_loop
async def test_a_known_tag_is_rebound_only_after_it_is_confirmed(tmp_path: Path) -> None:
    async with table_view(tmp_path) as (table, app, pilot):
        for uid, ends in ((UNKNOWN, "Everything here has its tag."), (OTHER, UNKNOWN)):
            tap(table, uid)
            await table.seen(pilot, lambda: "z  Say what it is" in text_of(app))
            await press(pilot, "z")
            await table.seen(pilot, lambda: isinstance(app.screen, ChoosePad))
            await typed(pilot, "boardwalk")
            await press(pilot, "enter")
            await table.seen(pilot, lambda: "Hold the deed of Boardwalk to the reader." in text_of(app))
            assert uid not in kept(tmp_path), "one tap alone may have been misread"
            await table.wait(1_000)
            table.rig.place("deeds", uid)
            await table.seen(pilot, lambda ends=ends: ends in text_of(app))  # type: ignore[misc]
            table.rig.lift("deeds", uid)
            if uid == UNKNOWN:
                await press(pilot, "escape")
                await table.wait(2_000)
        assert (UNKNOWN in kept(tmp_path), OTHER in kept(tmp_path)) == (True, False), "that was only asked"
        await press(pilot, "y")
        await table.seen(pilot, lambda: OTHER in kept(tmp_path))
        assert UNKNOWN not in kept(tmp_path)


# Notices, devices, roles


@in_loop
async def test_a_notice_disappears_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompt_panel, "NOTICE_S", 0.3)
    async with table_view(tmp_path) as (table, app, pilot):
        tap(table, CAR)
        await table.seen(pilot, lambda: "This is the Car, Ann's token." in text_of(app))
        await table.seen(pilot, lambda: "This is the Car" not in text_of(app))
        assert app.state.prompts.notice.startswith("This is the Car")


@BOTH
@in_loop
async def test_a_lost_device_is_marked_in_the_top_line_and_named_below(tmp_path: Path, size: tuple[int, int]) -> None:
    async with table_view(tmp_path, size) as (table, app, pilot):
        is_wide = size == SMALL
        await table.seen(pilot, lambda: ("dice ● deeds ● board ●" in text_of(app)) == is_wide)
        table.rig.lose("board")
        await table.seen(pilot, lambda: "board ○" in text_of(app))
        assert "○ board does not answer: It was unplugged." in text_of(app)
        table.rig.find("board")
        await table.seen(pilot, lambda: "○" not in text_of(app))


@in_loop
async def test_a_viewer_sees_prompts_without_buttons(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        await table.begin()
        table.set_up()
        async with watched(table, role="viewer") as (app, pilot):
            table.rig.put(CAR, 20)
            await table.wait(4_000)
            await table.seen(pilot, lambda: "Car is on Free Parking" in text_of(app))
            assert "The screen is right" not in text_of(app)
            await press(pilot, "Z")
            await settled(pilot)
            assert app.state.prompts.questions


def test_minor_devices_are_named_only_when_lost() -> None:
    well = tuple(DeviceView(name, "present") for name in ("dice", "seat-1", "lamps", "deeds"))
    assert devices_line((*well, DeviceView("board", "absent")), is_short=False) == "dice ● deeds ●"
    assert devices_line((*well, DeviceView("speaker", "lost")), is_short=True) == "speaker ○"
