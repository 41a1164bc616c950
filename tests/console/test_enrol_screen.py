"""Enrolling on the screen: at a whole table with a simulated reader, by keys and by taps."""

from pathlib import Path

import pytest

from companion.console.pads.choose import ChoosePad
from companion.console.screens import enrol
from companion.console.screens.enrol import EnrolScreen
from companion.console.screens.table import TableScreen
from companion.console.tag_list import ListedTag
from companion.table.client import Client
from companion.table.games.tags_file import KeptTags
from companion.table.gestures.tags import Bindings, DeedTag, PlayerTag, TokenTag, bind
from companion.table.messages.requests import BeginWalk, BindTag, ExportTags
from companion.table.messages.wire import Reply, Snapshot
from tests.console.screen_pilot import PORTRAIT, SMALL, click, press, settled, shown, text_of, typed, until
from tests.console.simulated_table import SimulatedTable, serving, watched
from tests.console.tables import InMemoryTable
from tests.journal.conftest import tmp_path
from tests.kit import game
from tests.table.fake_table import in_loop

__all__ = ["tmp_path"]  # short: a socket's path must be
ONE, TWO = "04A2B3C4D5E680", "04A2B3C4D5E681"
BOTH = pytest.mark.parametrize(("size", "is_touch"), [(SMALL, False), (PORTRAIT, True)], ids=["small", "narrow"])


async def hold(table: SimulatedTable, uid: str) -> None:
    await table.wait(500)
    table.rig.place("deeds", uid)
    await table.wait(500)
    table.rig.lift("deeds", uid)
    await table.wait(500)


def kept(data: Path) -> Bindings:
    return KeptTags(data).bindings


@BOTH
@in_loop
async def test_deeds_are_enrolled_one_after_the_other(tmp_path: Path, size: tuple[int, int], is_touch: bool) -> None:
    async with serving(tmp_path) as table:
        await table.begin()
        async with watched(table, size, is_touch=is_touch) as (app, pilot):
            await press(pilot, "W")
            assert isinstance(app.screen, EnrolScreen)
            assert "1  Deeds" in text_of(app)
            await click(pilot, "#kind-1")
            await table.seen(pilot, lambda: "Hold the deed of Mediterranean Avenue to the reader." in text_of(app))
            await hold(table, ONE)
            await table.seen(pilot, lambda: "1 of 28 deeds" in text_of(app))
            assert "The deed of Mediterranean Avenue: done, 1 of 28." in text_of(app)
            assert kept(tmp_path).what(ONE) == DeedTag(0)
            await click(pilot, "#step-skip")
            await table.seen(pilot, lambda: "Hold the deed of Reading Railroad" in text_of(app))
            await click(pilot, "#step-back")
            await table.seen(pilot, lambda: "Hold the deed of Baltic Avenue" in text_of(app))
            await press(pilot, "s", "b")
            await table.seen(pilot, lambda: "Hold the deed of Baltic Avenue" in text_of(app))
            await click(pilot, "#step-stop")
            await table.seen(pilot, lambda: "Stopped. What was enrolled is kept." in text_of(app))
            await click(pilot, "#back")
            assert isinstance(app.screen, TableScreen)


@BOTH
@in_loop
async def test_a_tag_that_is_something_else_is_asked_about(
    tmp_path: Path, size: tuple[int, int], is_touch: bool
) -> None:
    KeptTags(tmp_path).keep(bind(Bindings(), ONE, TokenTag("Car")))
    async with serving(tmp_path) as table:
        await table.begin()
        async with watched(table, size, is_touch=is_touch) as (app, pilot):
            await press(pilot, "W", "1")
            await table.seen(pilot, lambda: "Hold the deed" in text_of(app))
            assert not app.screen.query_one("#step-yes").display
            await hold(table, ONE)
            await table.seen(pilot, lambda: "is the Car already" in text_of(app))
            assert not app.screen.query_one("#step-skip").display
            await click(pilot, "#step-no")
            await table.seen(pilot, lambda: "Nothing was changed." in text_of(app))
            assert kept(tmp_path).what(ONE) == TokenTag("Car")
            await hold(table, ONE)
            await table.seen(pilot, lambda: "is the Car already" in text_of(app))
            await click(pilot, "#step-yes")
            await table.seen(pilot, lambda: "1 of 28 deeds" in text_of(app))
            assert kept(tmp_path).what(ONE) == DeedTag(0)


@in_loop
async def test_a_simulated_hand_holds_new_tags(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the clock of the rig, however slow the machine is."""
    async with serving(tmp_path) as table:
        monkeypatch.setattr(enrol, "sleep", lambda seconds: table.wait(round(seconds * 1000)))
        await table.begin()
        async with watched(table) as (app, pilot):
            await press(pilot, "W", "1")
            await table.seen(pilot, lambda: "Hold the deed" in text_of(app))
            await table.wait(500)
            await press(pilot, "t")
            await table.seen(pilot, lambda: "1 of 28 deeds" in text_of(app))
            assert len(kept(tmp_path).tags) == 1


@in_loop
async def test_the_game_goes_on_while_enrolling_and_a_tap_is_not_a_move(tmp_path: Path) -> None:
    """Ann is to roll; her card would confirm what the table waits for."""
    KeptTags(tmp_path).keep(bind(Bindings(), ONE, PlayerTag(0)))
    async with serving(tmp_path) as table:
        await table.begin()
        table.set_up()
        async with watched(table) as (app, pilot):
            await press(pilot, "W", "3")
            await table.seen(pilot, lambda: "Hold Ben's card to the reader." in text_of(app))
            table.rig.press("dice")
            await table.seen(pilot, lambda: table.session.number == 1)
            await table.wait(2_000)
            await hold(table, ONE)
            await table.seen(pilot, lambda: "is the player card of seat 1 already" in text_of(app))
            assert (table.session.number, app.state.prompts.notice, app.state.prompts.sheet) == (1, "", None)
            told = "Tags are being enrolled (console), players: a tap is no move meanwhile."
            assert told in app.state.prompts.guides


@in_loop
async def test_leaving_the_screen_stops_the_walk(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        await table.begin()
        async with watched(table) as (app, pilot):
            await press(pilot, "W", "1")
            await table.seen(pilot, lambda: app.state.prompts.walk is not None)
            await press(pilot, "escape")
            await table.seen(pilot, lambda: app.state.prompts.walk is None)
            await press(pilot, "W")
            assert "1  Deeds" in text_of(app)


@in_loop
async def test_a_walk_ended_by_another_screen_is_reported(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        await table.begin()
        async with watched(table) as (app, pilot), Client(table.socket, "banker", name="companion enrol") as other:
            await press(pilot, "W", "1")
            await table.seen(pilot, lambda: "Hold the deed" in text_of(app))
            while not isinstance(await anext(other), Snapshot):
                continue
            assert not (await other.ask(BeginWalk("tokens"))).done
            assert (await other.ask(BeginWalk("tokens", instead=True))).done
            await table.seen(pilot, lambda: enrol.ENDED in text_of(app))
            await press(pilot, "1")
            await until(lambda: isinstance(app.screen, ChoosePad))
            await settled(pilot)
            assert "companion enrol is enrolling tokens (0 of 3)" in text_of(app)
            await press(pilot, "1")
            await table.seen(pilot, lambda: "Companion enrol is enrolling tokens" in text_of(app))
            await press(pilot, "1")
            await until(lambda: isinstance(app.screen, ChoosePad))
            await press(pilot, "2")
            await table.seen(pilot, lambda: "Hold the deed" in text_of(app))


@in_loop
async def test_a_lost_card_is_chosen_and_a_piece_of_your_own_is_named(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        await table.begin()
        assert (await table.ask(BindTag(ONE, {"deed": 3}))).done
        async with watched(table) as (app, pilot):
            await press(pilot, "W", "7")
            await until(lambda: isinstance(app.screen, ChoosePad))
            await settled(pilot)
            await typed(pilot, "balt")
            await press(pilot, "enter")
            await table.seen(pilot, lambda: "Hold the deed of Baltic Avenue to the reader." in text_of(app))
            await hold(table, TWO)
            await table.seen(pilot, lambda: "there is another tag already" in text_of(app))
            await press(pilot, "y")
            await table.seen(pilot, lambda: "Everything here has its tag." in text_of(app))
            assert kept(tmp_path).tags == ((TWO, DeedTag(1)),)
            await press(pilot, "8")
            await typed(pilot, "Dragon")
            await press(pilot, "enter")
            await table.seen(pilot, lambda: "Hold the Dragon to the reader." in text_of(app))


@pytest.mark.parametrize(
    ("tag", "name"),
    [
        (ListedTag(ONE, "deed", 3, "the deed of Baltic Avenue"), "Baltic Avenue"),
        (ListedTag(ONE, "token", "Car", ""), "token Car"),
        (ListedTag(ONE, "player", 2, ""), "seat 3"),
        (ListedTag(ONE, "jail", "key", ""), "jail key"),
        (ListedTag(ONE, "card", "chance/advance-go", ""), "chance/advance-go"),
    ],
)
def test_things_are_named_as_a_walk_knows_them(tag: ListedTag, name: str) -> None:
    assert tag.asked_as == name


@in_loop
async def test_a_refusal_is_shown_and_a_viewer_cannot_enrol() -> None:
    fake = InMemoryTable(game())
    fake.reply = Reply("", done=False, message="This table has no tag reader.")
    async with shown(fake) as (app, pilot):
        await press(pilot, "W", "1")
        assert fake.asked[-1] == BeginWalk("deeds")
        assert "This table has no tag reader." in text_of(app)
        await press(pilot, "y", "s", "t")
        assert fake.asked[-1] == BeginWalk("deeds"), "there is nothing to say yet"
    async with shown(InMemoryTable(game(), role="viewer")) as (app, pilot):
        await press(pilot, "W")
        assert isinstance(app.screen, TableScreen)
    assert ExportTags() not in fake.asked
