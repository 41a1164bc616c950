"""The last turns on the table view: paragraphs, wrapped and whole; where even the newest has no room, it is cut."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from textual.content import Content

from companion.console.screens.log import LogScreen
from companion.console.screens.why import WhyScreen
from companion.console.widgets.feed import TAKEN_BACK, Feed, turn_rows
from companion.play.acts import Undo
from companion.rules.commands import BuyDeed, CorrectCash, PayTax, Roll
from companion.table.messages.views import TurnView
from tests.console.screen_pilot import PORTRAIT, SMALL, press, settled, shown, text_of, words
from tests.console.tables import InMemoryTable, evening
from tests.journal.conftest import tmp_path
from tests.kit import ANN, BEN, CY, game
from tests.table.fake_table import in_loop

__all__ = ["tmp_path"]  # in memory, where possible
Size = tuple[int, int]
REASON = "counted twice with care after the coffee was spilt over everything that lay on this side of the table"
NEWEST = f"Ann rolled 1 + 3: Income Tax, paid $354. Ann paid the Bank $12. Correction: {REASON}."
CLAUSE = re.compile(r"\b[A-Z]+-\d")


def taxed() -> InMemoryTable:
    table = game(cash={"Ann": 1_487}, owns={"Ann": ["red", "green"]}, buildings={"red": 1})
    return InMemoryTable(table, Roll(ANN, (1, 3)), PayTax(ANN, percent=True), CorrectCash(ANN, -12, REASON))


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("height", [1, 2, 3, 7])
@pytest.mark.parametrize("width", [30, 45, 59])
@in_loop
async def test_the_newest_turn_is_always_shown_even_if_cut(width: int, height: int) -> None:
    async with shown(taxed(), (160, 50)) as (app, pilot):
        feed = app.screen.query_one(Feed)
        feed.styles.width, feed.styles.height = width, height
        feed.styles.min_height = feed.styles.max_height = height
        feed.styles.padding = 0
        await press(pilot, "f3")
        assert feed.size == (width, height)
        seen = feed.render().plain
        assert all(len(row) <= width for row in seen.splitlines())
        said = flat(seen)[len("1 ") :]
        assert said == NEWEST or (said.endswith(" …") and NEWEST.startswith(said.removesuffix(" …")))
        cut = said.removesuffix(" …").split()
        assert said == NEWEST or cut == NEWEST.split()[: len(cut)], "an amount is whole or not there"


def paragraphs(feed: Feed) -> Iterator[str]:
    """Each as it is shown, with its number and its line breaks."""
    yield from re.split(r"\n(?= {0,2}\d)", feed.render().plain)


@pytest.mark.parametrize("size", [SMALL, (120, 36)], ids=str)
@in_loop
async def test_a_long_game_shows_whole_turns_without_clauses(tmp_path: Path, size: Size) -> None:
    async with shown(evening(tmp_path, 150), size) as (app, _pilot):
        feed = app.screen.query_one(Feed)
        shown_turns = [flat(text) for text in paragraphs(feed)]
        assert len(shown_turns) >= 2
        for text, turn in zip(shown_turns, reversed(app.state.turns), strict=False):
            assert text == flat(f"{turn.turn} {turn.text} {TAKEN_BACK if turn.is_taken_back else ''}")
        assert not CLAUSE.search(text_of(app))


@in_loop
async def test_on_a_small_screen_four_players_see_their_last_two_turns() -> None:
    start = game("classic", ("Ann", "Ben", "Cy", "Dov"), owns={"Ben": ["Oriental"]})
    table = InMemoryTable(start, Roll(ANN, (2, 4)), Roll(BEN, (1, 2)), BuyDeed(BEN), Roll(CY, (2, 4)))
    async with shown(table, SMALL) as (app, _pilot):
        seen = words(app)
        assert "3 Cy rolled 2 + 4: Oriental Avenue, $6 rent to Ben." in seen
        assert "2 Ben rolled 1 + 2: Baltic Avenue, bought for $60." in seen


@in_loop
async def test_what_was_taken_back_is_struck_and_says_so() -> None:
    table = InMemoryTable(game(), Roll(ANN, (2, 4)), BuyDeed(ANN))
    async with shown(table) as (app, pilot):
        table.act(Undo())
        await settled(pilot)
        text = "Ann bought Oriental Avenue for $100."
        assert f"{text} {TAKEN_BACK}" in words(app)
        (row,) = turn_rows(app.state.turns[-1], 70)
        struck = [row.plain[span.start : span.end] for span in row.spans if "strike" in str(span.style)]
        assert struck == [text]
        assert [turn.is_taken_back for turn in app.state.turns] == [False, True]


def test_older_turns_are_dimmer_and_names_are_no_markup() -> None:
    turn = TurnView(7, 0, "[red]x[/] rolled 2 + 4: GO.", 1, 1, 0)
    (new,), (old,) = turn_rows(turn, 70, is_new=True), turn_rows(turn, 70)
    assert new.plain == old.plain == "  7  [red]x[/] rolled 2 + 4: GO."
    assert len(old.spans) == len(new.spans) + 1
    assert all(row.cell_length <= 20 for row in turn_rows(turn, 20))
    assert isinstance(cast("object", new), Content)


@in_loop
async def test_a_tap_on_a_turn_shows_its_lines_with_their_clauses() -> None:
    table = InMemoryTable(game(), Roll(ANN, (2, 4)), BuyDeed(ANN), Roll(BEN, (2, 4)))
    async with shown(table) as (app, pilot):
        await pilot.click("#feed", offset=(12, 1))
        await settled(pilot)
        assert isinstance(app.screen, WhyScreen)
        seen = words(app)
        for line in ("Ann rolled 2 + 4.", "TURN-1", "Ann paid the Bank $100. Oriental Avenue, price.", "BUY-1"):
            assert line in seen
        assert "Ben" not in seen


@pytest.mark.parametrize("size", [SMALL, PORTRAIT, (40, 24)], ids=str)
@in_loop
async def test_the_log_screen_cuts_no_line(size: Size) -> None:
    async with shown(taxed(), size) as (app, pilot):
        await press(pilot, "w")
        assert isinstance(app.screen, LogScreen)
        words = [word for line in app.state.log for word in line.text.split()]
        seen = text_of(app).replace("│", " ").split()
        assert [word for word in words if word not in seen] == []
