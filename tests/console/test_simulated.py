"""The simulated table on the screen: every gesture has the effect of a real hand's, by keys and by mouse."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from companion.console import simulated_hands
from companion.console.app import ConsoleApp
from companion.console.pads.choose import ChoosePad
from companion.console.screens.simulated import SimulatedScreen
from companion.console.screens.table import TableScreen
from companion.console.short_names import short_names
from companion.console.tag_list import UNKNOWN
from companion.rules.commands import Roll
from companion.table.gestures.tags import DeedTag, simulated_uid
from companion.table.messages.views import RigView
from hardware.signals import BoardKind
from tests.console.screen_pilot import LARGE, PORTRAIT, SMALL, click, press, text_of, typed
from tests.console.simulated_table import CAR, DOG, HAT, SimulatedTable, serving, watched
from tests.kit import ANN, deed
from tests.table.fake_table import in_loop

BOTH = pytest.mark.parametrize("size", [SMALL, PORTRAIT], ids=["small", "narrow"])
SIZES = pytest.mark.parametrize("size", [SMALL, PORTRAIT, LARGE], ids=["small", "narrow", "large"])
BALTIC = DeedTag(deed("Baltic Avenue"))


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test sets the rig's clock, so nobody waits for a card to be read."""
    monkeypatch.setattr(simulated_hands, "TAP_S", 0)


@asynccontextmanager
async def panel(
    data: Path, size: tuple[int, int] = SMALL, *, position: str = "given turn Ann", board: bool = True
) -> AsyncIterator[tuple[SimulatedTable, ConsoleApp, Pilot[None]]]:
    async with serving(data, board=BoardKind.IDENTIFYING if board else None) as table:
        await table.begin(position=position)
        if board:
            table.set_up()
        async with watched(table, size) as (app, pilot):
            await press(pilot, "S")
            assert isinstance(app.screen, SimulatedScreen)
            await table.seen(pilot, lambda: bool(app.screen.tags))  # type: ignore[attr-defined]
            yield table, app, pilot


def rig(app: ConsoleApp) -> RigView:
    assert app.state.prompts.rig is not None
    return app.state.prompts.rig


def lying(app: ConsoleApp) -> tuple[str, ...]:
    ((_, uids),) = rig(app).readers
    return uids


# What is shown


@SIZES
@in_loop
async def test_the_whole_board_is_visible_with_tokens_cash_and_every_gesture(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with panel(tmp_path, size) as (table, app, pilot):
        await table.seen(pilot, lambda: "ABC" in text_of(app).replace(" ", ""))
        shown = text_of(app)
        for words in ("Ann, roll", "Ann (Car) $1,500", "light", "sound", "on deeds: nothing", "3 Seat 3"):
            assert words in shown, shown
        for gesture in simulated_hands.HAND_ACTIONS:
            assert f"{gesture.key} {gesture.label}" in shown, shown
        names = short_names(app.state.board, min(size[0] // 11, 14) - 1)
        assert [name for name in names if name not in shown and name != "GO"] == []
        assert "4 Seat 4" not in shown, "three play"


@in_loop
async def test_the_screen_is_offered_only_at_a_simulated_table(tmp_path: Path) -> None:
    async with serving(tmp_path, is_told=False) as table:
        await table.begin()
        async with watched(table) as (app, pilot):
            await press(pilot, "S")
            assert isinstance(app.screen, TableScreen)
            assert "S table" not in text_of(app)


@in_loop
async def test_a_table_without_a_board_has_no_gestures_for_tokens(tmp_path: Path) -> None:
    async with panel(tmp_path, board=False) as (_, app, pilot):
        assert "Move token" not in text_of(app)
        await press(pilot, "k")
        assert isinstance(app.screen, SimulatedScreen), "no pad has opened"


# Buttons


@BOTH
@in_loop
async def test_the_dice_button_rolls_and_lights_and_sounds_are_shown(tmp_path: Path, size: tuple[int, int]) -> None:
    async with panel(tmp_path, size) as (table, app, pilot):
        await click(pilot, "#gesture-t")
        await table.seen(pilot, lambda: app.state.number == 1 and bool(rig(app).dice))
        faces = " ".join(f"[{face}]" for face in table.game.dice)
        assert f"dice {faces}" in text_of(app).replace("\n", " ")
        assert rig(app).lights[-1:] == rig(app).sounds[-1:] != ()
        await table.seen(pilot, lambda: "→ Car:" in text_of(app))


async def tap(table: SimulatedTable, pilot: Pilot[None], words: str) -> None:
    """By keys: tap a card, found by its words."""
    await press(pilot, "p")
    await typed(pilot, words)
    await press(pilot, "enter")
    await table.wait(1_500)


@BOTH
@in_loop
async def test_a_deed_is_tapped_its_sheet_comes_up_and_confirm_buys_it(tmp_path: Path, size: tuple[int, int]) -> None:
    async with panel(tmp_path, size) as (table, app, pilot):
        table.act(Roll(ANN, (1, 2)))
        await tap(table, pilot, "baltic")
        await table.seen(pilot, lambda: app.state.prompts.sheet is not None)
        assert "▶ Buy Baltic Avenue for $60" in text_of(app)
        await table.seen(pilot, lambda: lying(app) == ())
        await press(pilot, "y")
        await table.seen(pilot, lambda: table.game.titles[BALTIC.deed].owner == ANN)
        await table.seen(pilot, lambda: "Ann (Car) $1,440" in text_of(app))
        assert rig(app).lights[-2:] == rig(app).sounds[-2:] == ("money-out", "your-turn")
        assert "blue, your turn (before: money out)" in text_of(app)


@in_loop
async def test_a_player_answers_with_the_seat_button_or_the_player_card(tmp_path: Path) -> None:
    async with panel(tmp_path) as (table, app, pilot):
        table.act(Roll(ANN, (1, 2)))
        await table.wait(1_500)
        await press(pilot, "2")
        await table.seen(pilot, lambda: app.state.prompts.notice.startswith("Ben has $1,500."))
        await tap(table, pilot, "ann's card")
        await table.seen(pilot, lambda: table.game.titles[BALTIC.deed].owner == ANN)


@in_loop
async def test_cancel_closes_the_sheet_and_held_it_offers_to_take_back(tmp_path: Path) -> None:
    async with panel(tmp_path) as (table, app, pilot):
        table.act(Roll(ANN, (1, 2)))
        await tap(table, pilot, "oriental")
        await table.seen(pilot, lambda: app.state.prompts.sheet is not None)
        await press(pilot, "n")
        await table.seen(pilot, lambda: app.state.prompts.sheet is None)
        await press(pilot, "h")
        await table.seen(pilot, lambda: rig(app).down == ("cancel",))
        assert "held down: cancel" in text_of(app)
        await table.seen(pilot, lambda: bool(app.state.prompts.choices))
        assert "z  Take it back" in text_of(app)
        await press(pilot, "z")
        await table.seen(pilot, lambda: app.state.number == 2)
        assert table.game.players[ANN].place == 0


# Cards


@in_loop
async def test_a_resting_card_counts_as_one_tap_until_lifted(tmp_path: Path) -> None:
    async with panel(tmp_path) as (table, app, pilot):
        await press(pilot, "r")
        await typed(pilot, "baltic")
        await press(pilot, "enter")
        await table.seen(pilot, lambda: lying(app) == (simulated_uid(BALTIC),))
        assert "on deeds: Baltic Avenue" in text_of(app)
        await press(pilot, "n")
        await table.seen(pilot, lambda: app.state.prompts.sheet is None)
        await press(pilot, "l", "1")
        await table.seen(pilot, lambda: lying(app) == ())


@in_loop
async def test_two_cards_at_once_are_neither(tmp_path: Path) -> None:
    async with panel(tmp_path) as (table, app, pilot):
        await press(pilot, "b")
        await typed(pilot, "baltic")
        await press(pilot, "enter")
        await typed(pilot, "oriental")
        await press(pilot, "enter")
        await table.seen(pilot, lambda: "one at a time" in app.state.prompts.notice.casefold())


@in_loop
async def test_an_unknown_tag_can_be_enrolled(tmp_path: Path) -> None:
    async with panel(tmp_path) as (table, app, pilot):
        await press(pilot, "o")
        await table.seen(pilot, lambda: "z  Say what it is" in text_of(app))
        await press(pilot, "z")
        await table.seen(pilot, lambda: isinstance(app.screen, ChoosePad))
        await typed(pilot, "boardwalk")
        await press(pilot, "enter")
        await table.seen(pilot, lambda: "Hold the deed of Boardwalk to the reader." in text_of(app))
        assert not (tmp_path / "tags.json").exists(), "one tap alone may have been misread"
        await press(pilot, "t")
        await table.seen(pilot, lambda: "Everything here has its tag." in text_of(app))
        await press(pilot, "escape")
        assert UNKNOWN[0] in (tmp_path / "tags.json").read_text()
        await table.seen(pilot, lambda: any(tag.uid == UNKNOWN[0] for tag in app.screen.tags))  # type: ignore[attr-defined]


@in_loop
async def test_jail_cards_and_cards_of_the_decks_are_there_too(tmp_path: Path) -> None:
    async with panel(tmp_path, position="given Ann in jail\ngiven Ann jail cards 1\ngiven turn Ann") as (
        table,
        app,
        pilot,
    ):
        kinds = {tag.kind for tag in app.screen.tags}  # type: ignore[attr-defined]
        assert kinds == {"deed", "token", "player", "card", "jail"}
        await tap(table, pilot, "chance card to leave jail")
        await table.seen(pilot, lambda: table.game.players[ANN].jail is None)


# Tokens


@BOTH
@in_loop
async def test_a_token_is_moved_by_mouse(tmp_path: Path, size: tuple[int, int]) -> None:
    async with panel(tmp_path, size) as (table, app, pilot):
        width = min(size[0] // 11, 14)
        await pilot.click("#side-bottom", offset=(10 * width, 0))
        await table.seen(pilot, lambda: CAR not in dict(rig(app).tokens))
        assert "in hand: Car" in text_of(app)
        await pilot.click("#side-bottom", offset=(4 * width, 0))
        await table.seen(pilot, lambda: dict(rig(app).tokens).get(CAR) == 6)
        assert table.rig.board is not None
        assert table.rig.board.standing == {CAR: 6, DOG: 0, HAT: 0}


@in_loop
async def test_a_token_is_moved_by_keys(tmp_path: Path) -> None:
    async with panel(tmp_path) as (table, app, pilot):
        await press(pilot, "enter")
        await table.seen(pilot, lambda: CAR not in dict(rig(app).tokens))
        await press(pilot, "left", "left", "left", "right", "enter")
        await table.seen(pilot, lambda: dict(rig(app).tokens).get(CAR) == 2)
        await press(pilot, "m")
        await typed(pilot, "car")
        await press(pilot, "enter")
        await typed(pilot, "boardwalk")
        await press(pilot, "enter")
        await table.seen(pilot, lambda: dict(rig(app).tokens).get(CAR) == 39)
        await press(pilot, "g")
        await table.seen(pilot, lambda: set(dict(rig(app).tokens).values()) == {0})


@in_loop
async def test_a_knocked_board_asks_one_question(tmp_path: Path) -> None:
    async with panel(tmp_path) as (table, app, pilot):
        await press(pilot, "k", "2")
        await table.seen(pilot, lambda: set(dict(rig(app).tokens).values()) == {3})
        await table.seen(pilot, lambda: len(app.state.prompts.questions) == 1)
        assert "Z  The screen is right" in text_of(app)
        await press(pilot, "Z")
        await table.seen(pilot, lambda: not app.state.prompts.questions and len(app.state.prompts.guides) == 3)
        await press(pilot, "g")
        await table.seen(pilot, lambda: not app.state.prompts.guides)


# Devices


@in_loop
async def test_a_device_is_unplugged_and_plugged_in_again(tmp_path: Path) -> None:
    async with panel(tmp_path) as (table, app, pilot):
        await press(pilot, "x")
        await typed(pilot, "deeds")
        await press(pilot, "enter")
        await table.seen(pilot, lambda: "deeds does not answer: It was unplugged." in text_of(app))
        await press(pilot, "x")
        await typed(pilot, "plug in deeds")
        await press(pilot, "enter")
        await table.seen(pilot, lambda: "does not answer" not in text_of(app))


@in_loop
async def test_an_impossible_gesture_is_reported_and_moves_nothing(tmp_path: Path) -> None:
    async with panel(tmp_path) as (table, app, pilot):
        await press(pilot, "h", "n")
        await table.seen(pilot, lambda: "The cancel button is already down." in str(app.state.notes))
        assert "Not allowed" in text_of(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, TableScreen)
