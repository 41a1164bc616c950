"""The odds on the console: chances as they come in, the words of a refusal, and stopping keeps what was found."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from msgspec import json

from companion.console.app import ConsoleApp
from companion.console.screens import odds
from companion.console.screens.table import TableScreen
from companion.odds.chances import Chance
from companion.odds.words import ASSUMED, describe_chance
from companion.table.client.programs import ProgramFailed
from companion.table.messages.odds import OddsTold, SeatTold, TurnTold
from tests.console.screen_pilot import LARGE, PORTRAIT, SMALL, press, settled, shown, text_of
from tests.console.tables import InMemoryTable
from tests.kit import game
from tests.table.fake_table import in_loop

SIZES = pytest.mark.parametrize("size", [SMALL, PORTRAIT], ids=["small", "narrow"])
ANN = SeatTold("Ann", 0.41, 0.38, 0.44, 3120, 140, describe_chance(Chance(0.41, 0.38, 0.44)), "$3,120 ± 140")
BEN = SeatTold("Ben", 0.59, 0.56, 0.62, 4000, 150, describe_chance(Chance(0.59, 0.56, 0.62)), "$4,000 ± 150")
NOW = OddsTold(
    "Turn 8, as it stands now", ("Ann", "Ben"), 60, 1000, (ANN, BEN), deciding=("Boardwalk.",), notes=(ASSUMED,)
)
OVER = OddsTold("As each turn began", ("Ann", "Ben"), 9, 9, course=(TurnTold(1, (0.5, 0.5), ("50%", "50%")),))


def flat(app: ConsoleApp) -> str:
    return " ".join(text_of(app).split())


def told(monkeypatch: pytest.MonkeyPatch, answer: OddsTold | str, *, goes_on: bool = False) -> list[tuple[str, ...]]:
    """In place of the program: this line, and then its end, unless it goes on. Returns what it was asked."""
    asked = list[tuple[str, ...]]()

    async def follow(_: Path, *words: str) -> AsyncGenerator[bytes, None]:
        asked.append(words)
        if isinstance(answer, str):
            raise ProgramFailed(answer)
        yield json.encode(answer)
        if goes_on:
            await asyncio.Event().wait()

    monkeypatch.setattr(odds, "follow_companion", follow)
    monkeypatch.setattr(odds, "TableLink", InMemoryTable)
    return asked


@pytest.mark.parametrize(("before", "after"), [(LARGE, PORTRAIT), (PORTRAIT, LARGE)], ids=["smaller", "larger"])
@in_loop
async def test_they_fit_the_size_that_the_screen_has_now(
    monkeypatch: pytest.MonkeyPatch, before: tuple[int, int], after: tuple[int, int]
) -> None:
    told(monkeypatch, NOW)
    seen = []
    for size in (before, after):
        async with shown(InMemoryTable(game(players=("Ann", "Ben"))), size) as (app, pilot):
            await press(pilot, "i")
            await settled(pilot)
            await pilot.resize_terminal(*after)
            await settled(pilot)
            seen.append(text_of(app))
    assert "41%" in seen[0]
    assert seen[0] == seen[1]


@SIZES
@in_loop
async def test_everybodys_chances_and_what_decides_are_shown(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    asked = told(monkeypatch, NOW)
    async with shown(InMemoryTable(game(players=("Ann", "Ben"))), size) as (app, pilot):
        await press(pilot, "i")
        await settled(pilot)
        text = flat(app)
        assert "Turn 8, as it stands now: 60 of 1,000 play-outs" in text
        assert "41% (38 to 44%) $3,120 ± 140" in text
        assert "Boardwalk." in text
        assert ASSUMED in text
        assert not app.screen.query_one("#odds-stop").display, "it has ended"
        assert asked == [("odds", app.state.game, "--follow")]
        await press(pilot, "escape")
        assert isinstance(app.screen, TableScreen)


@in_loop
async def test_a_game_that_is_over_is_told_over_its_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    told(monkeypatch, OVER)
    async with shown(InMemoryTable(game(players=("Ann", "Ben")))) as (app, pilot):
        await press(pilot, "i")
        await settled(pilot)
        assert "Ann Ben turn 1 50% 50%" in flat(app)


@in_loop
async def test_stopping_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    told(monkeypatch, NOW, goes_on=True)
    async with shown(InMemoryTable(game(players=("Ann", "Ben")))) as (app, pilot):
        await press(pilot, "i")
        await settled(pilot)
        assert app.screen.query_one("#odds-stop").display
        await press(pilot, "s")
        await settled(pilot)
        assert not app.screen.query_one("#odds-stop").display
        assert "41% (38 to 44%)" in flat(app)


@in_loop
async def test_a_refusal_is_shown_in_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    told(monkeypatch, "The odds are off.")
    async with shown(InMemoryTable(game(players=("Ann", "Ben")))) as (app, pilot):
        await press(pilot, "i")
        await settled(pilot)
        assert "The odds are off." in flat(app)
