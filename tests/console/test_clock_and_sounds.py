"""The countdown of a timed game and the sounds of the table, with a whole table behind the console."""

from pathlib import Path

import pytest

from companion.console.app import ConsoleApp
from companion.console.widgets.table_lines import time_left
from companion.rules.commands import CallTime
from companion.table.messages.requests import NewGame
from tests.console.keyboard_and_pointer import KeyboardWay, PointerWay, Yes
from tests.console.screen_pilot import PORTRAIT, SMALL, press, text_of
from tests.console.simulated_table import SimulatedTable, serving, watched
from tests.emulators.stand_in_voice import StandInVoice
from tests.journal.conftest import tmp_path
from tests.table.fake_table import in_loop

__all__ = ["tmp_path"]  # short: a socket's path must be
BOTH = pytest.mark.parametrize(
    ("size", "is_touch", "hands"), [(SMALL, False, KeyboardWay), (PORTRAIT, True, PointerWay)], ids=["small", "tablet"]
)
Size = tuple[int, int]
MINUTE_MS = 60_000


def top(app: ConsoleApp) -> str:
    return text_of(app).splitlines()[0]


async def timed(table: SimulatedTable, minutes: int) -> None:
    reply = await table.ask(NewGame(("Ann", "Ben"), variants=("timed",), position="given turn Ann", minutes=minutes))
    assert reply.done, reply.message


@BOTH
@in_loop
async def test_the_time_left_is_shown_and_the_end_is_offered(
    tmp_path: Path, size: Size, is_touch: bool, hands: type[KeyboardWay | PointerWay]
) -> None:
    async with serving(tmp_path) as table:
        await timed(table, 90)
        async with watched(table, size, is_touch=is_touch) as (app, pilot):
            await table.seen(pilot, lambda: "1:29 h left" in top(app) or "1:30 h left" in top(app))
            assert "The time is up" not in text_of(app)
            table.clock.pass_ms(90 * MINUTE_MS)
            await table.seen(pilot, lambda: "TIME IS UP" in top(app))
            assert "The time is up. Ann, roll the dice." in " ".join(text_of(app).split())
            assert "1 End the game: " in " ".join(text_of(app).split())
            await hands(app, pilot).command("time", [Yes()])
            await table.seen(pilot, lambda: table.game.over)
            assert table.session.moves[-1].act == CallTime()


@in_loop
async def test_after_a_restart_the_countdown_goes_on(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        await timed(table, 90)
        async with watched(table) as (app, pilot):
            table.clock.pass_ms(75 * MINUTE_MS)
            await table.seen(pilot, lambda: (tmp_path / "played.json").exists())
    async with serving(tmp_path) as table, watched(table) as (app, pilot):
        await table.seen(pilot, lambda: "min left" in top(app))
        assert "14:" in top(app) or "15:00" in top(app)


@BOTH
@in_loop
async def test_muting_is_for_the_whole_table_and_lasts(
    tmp_path: Path, size: Size, is_touch: bool, hands: type[KeyboardWay | PointerWay]
) -> None:
    async with serving(tmp_path) as table:
        await table.begin()
        async with watched(table, size, is_touch=is_touch) as (app, pilot):
            assert "muted" not in top(app)
            await hands(app, pilot).command("mute", [])
            await table.seen(pilot, lambda: "muted" in top(app))
            assert "The sounds of the table are off." in " ".join(text_of(app).split())
            assert table.rig.speaker is not None
            heard = len(table.rig.speaker.played)
            await press(pilot, "t")
            await table.seen(pilot, lambda: table.session.number == 1)
            assert len(table.rig.speaker.played) == heard
    async with serving(tmp_path) as table, watched(table, size, is_touch=is_touch) as (app, pilot):
        await table.seen(pilot, lambda: "muted" in top(app))
        await hands(app, pilot).command("mute", [])
        await table.seen(pilot, lambda: "muted" not in top(app))


@in_loop
async def test_only_the_banker_sets_the_sounds(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        await table.begin()
        async with watched(table, role="viewer") as (app, pilot):
            await press(pilot, "M")
            assert "muted" not in top(app)


@BOTH
@in_loop
async def test_a_key_gives_the_table_a_voice_and_takes_it_away(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    size: Size,
    is_touch: bool,
    hands: type[KeyboardWay | PointerWay],
) -> None:
    programs = StandInVoice(tmp_path, monkeypatch)
    async with serving(tmp_path) as table:
        await table.begin()
        async with watched(table, size, is_touch=is_touch) as (app, pilot):
            await hands(app, pilot).command("voice", [])
            await table.seen(pilot, lambda: "voice" in top(app))
            assert "The voice of the table is on." in " ".join(text_of(app).split())
            await table.seen(pilot, lambda: "Ann, roll the dice." in programs.said())
            await hands(app, pilot).command("voice", [])
            await table.seen(pilot, lambda: "voice" not in top(app))
            programs.remove("aplay")
            monkeypatch.setenv("PATH", str(tmp_path / "programs"))
            await hands(app, pilot).command("voice", [])
            await table.seen(pilot, lambda: "aplay is not installed" in " ".join(text_of(app).split()))
            assert "voice" not in top(app)


@in_loop
async def test_a_table_with_a_voice_says_that_the_time_is_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    programs = StandInVoice(tmp_path, monkeypatch)
    async with serving(tmp_path) as table:
        await timed(table, 90)
        async with watched(table) as (_, pilot):
            await press(pilot, "K")
            await table.seen(pilot, lambda: "Ann, roll the dice." in programs.said())
            table.clock.pass_ms(90 * MINUTE_MS)
            await table.seen(pilot, lambda: programs.said()[-2:] == ["The time is up.", "Ann, roll the dice."])


@in_loop
async def test_only_the_banker_gives_the_table_a_voice(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        await table.begin()
        async with watched(table, role="viewer") as (app, pilot):
            await press(pilot, "K")
            assert "voice" not in top(app)


@pytest.mark.parametrize(
    ("left_ms", "words"),
    [
        (5_400_000, "1:30 h left"),
        (1_200_000, "0:20 h left"),
        (1_199_000, "19:59 min left"),
        (61_000, "1:01 min left"),
        (1, "0:01 min left"),
        (0, "0:00 min left"),
    ],
)
def test_seconds_are_shown_when_it_gets_short(left_ms: int, words: str) -> None:
    assert time_left(left_ms) == words
