"""Colours: readable on their background, distinct to every kind of eye, and never the only sign of anything."""

from itertools import combinations
from pathlib import Path

import pytest
from rich.color import ColorType
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from companion.console.app import ConsoleApp
from companion.console.colours import (
    COLOUR_SYMBOLS,
    COLOURS,
    FELT,
    PAPER,
    SIXTEEN,
    ink_on,
    letters_for,
    player_colour,
)
from companion.console.widgets.chart import Chart
from companion.play.setup import COLOURS as KNOWN
from companion.rules.commands import CorrectCash, EndGame
from tests.console.colour_vision import EYES, contrast, distance
from tests.console.screen_pilot import PORTRAIT, SMALL, painted_strips, press, settled, shown, text_of
from tests.console.tables import DiskTable, InMemoryTable, evening
from tests.journal.conftest import tmp_path
from tests.kit import BEN, game
from tests.table.fake_table import in_loop

__all__ = ["tmp_path"]  # in memory, where possible
THEMES = pytest.mark.parametrize("theme", [FELT, PAPER], ids=lambda theme: theme.name)
SIZES = pytest.mark.parametrize("size", [SMALL, PORTRAIT], ids=["small", "narrow"])
SIXTEEN_THEME = BUILTIN_THEMES[SIXTEEN]


def shades(theme: Theme) -> dict[str, str]:
    return {name: player_colour(name, 0, theme) for name in COLOURS}


# The colours themselves


def test_every_player_colour_has_shades_and_a_symbol() -> None:
    assert tuple(COLOURS) == KNOWN
    assert tuple(COLOUR_SYMBOLS) == KNOWN
    assert len(set(COLOUR_SYMBOLS.values())) == len(COLOUR_SYMBOLS)


@THEMES
def test_a_players_colour_is_clear_on_its_ground(theme: Theme) -> None:
    assert theme.background is not None
    dim = {name: contrast(shade, theme.background) for name, shade in shades(theme).items()}
    assert {name: found for name, found in dim.items() if found < 3} == {}


@THEMES
@pytest.mark.parametrize("eyes", EYES)
def test_every_kind_of_eye_can_tell_players_colours_apart(theme: Theme, eyes: str) -> None:
    pairs = combinations(shades(theme).items(), 2)
    near = {(one, other): distance(a, b, eyes) for (one, a), (other, b) in pairs}
    assert {pair: found for pair, found in near.items() if found < 20} == {}


@THEMES
def test_words_can_be_read_on_every_ground(theme: Theme) -> None:
    grounds = [ground for ground in (theme.background, theme.surface, theme.panel) if ground]
    inks = [ink for ink in (theme.foreground, theme.accent, theme.success, theme.warning, theme.error) if ink]
    assert len(grounds) * len(inks) == 15
    assert [(ink, ground) for ink in inks for ground in grounds if contrast(ink, ground) < 4.5] == []


def test_the_sixteen_colours_are_all_different() -> None:
    named = list(shades(SIXTEEN_THEME).values())
    assert len(set(named)) == len(named)
    assert all(name.startswith("ansi_") for name in named)


def test_colours_that_look_alike_are_found() -> None:
    assert distance("#dd1144", "#44aa99", "any") > 60
    assert distance("#cc3300", "#777700", "protan") < 20 < distance("#cc3300", "#777700", "any")
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#ffcc00", PAPER.background or "") < 3


# On the screen


def colours_of(app: ConsoleApp) -> set[tuple[int, int, int]]:
    strips = painted_strips(app)
    styles = [segment.style for strip in strips for segment in strip if segment.style is not None]
    found = [colour.triplet for style in styles for colour in (style.color, style.bgcolor) if colour is not None]
    return {(one.red, one.green, one.blue) for one in found if one is not None}


@SIZES
@in_loop
async def test_without_colours_symbols_and_words_say_it_all(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, size: tuple[int, int]
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    table = DiskTable(tmp_path, game(owns={"Ann": ["brown"]}, mortgaged=["Baltic"]), CorrectCash(BEN, 7, "found"))
    async with shown(table, size) as (app, pilot):
        seen = text_of(app)
        for told in ("▶ A  Ann", " B  Ben", "▲ $7", "Mediterr", "▌Baltic m"):
            assert told in seen
        assert all(red == green == blue for red, green, blue in colours_of(app))
        table.act(CorrectCash(BEN, -7, "lost"))
        await settled(pilot)
        assert "▼ $7" in text_of(app)
        table.act(EndGame())
        await settled(pilot)
        assert "★" in text_of(app)
        assert all(red == green == blue for red, green, blue in colours_of(app))


@in_loop
async def test_with_colours_the_screen_is_coloured() -> None:
    async with shown(InMemoryTable(game())) as (app, _):
        assert any(red != green for red, green, blue in colours_of(app))


@SIZES
@pytest.mark.parametrize("theme", [FELT.name, PAPER.name, SIXTEEN])
@in_loop
async def test_every_line_of_the_chart_has_its_colour_and_its_letter(
    tmp_path: Path, theme: str, size: tuple[int, int]
) -> None:
    async with shown(evening(tmp_path, 120), size) as (app, pilot):
        await press(pilot, "v")
        app.theme = theme
        await settled(pilot)
        assert app.state.view is not None
        names = [player.name for player in app.state.view.players]
        lines = chart_lines(app)
        assert {letter: len(lines.get(letter, ())) for letter in letters_for(names)} == dict.fromkeys(
            letters_for(names), 1
        )
        found = {colour for letter in letters_for(names) for colour in lines[letter]}
        assert found == {rich_name(app, player.colour) for player in app.state.view.players}


def rich_name(app: ConsoleApp, colour: str) -> str:
    return Color.parse(player_colour(colour, 0, app.current_theme)).rich_color.name


def chart_lines(app: ConsoleApp) -> dict[str, set[str]]:
    """The colours in which each letter stands in the chart."""
    region = app.screen.query_one(Chart).region
    found: dict[str, set[str]] = {}
    for strip in painted_strips(app)[region.y : region.bottom - 2]:
        for segment in strip:
            if segment.text.strip().isalpha() and segment.style is not None and segment.style.color is not None:
                found.setdefault(segment.text.strip(), set()).add(segment.style.color.name)
    return found


@in_loop
async def test_sixteen_colours_are_the_terminals_own(tmp_path: Path) -> None:
    async with shown(evening(tmp_path, 60)) as (app, pilot):
        app.theme = SIXTEEN
        await press(pilot, "v")
        region = app.screen.query_one(Chart).region
        strips = painted_strips(app)[region.y : region.bottom]
        kinds = {one.style.color.type for strip in strips for one in strip if one.style and one.style.color}
        assert ColorType.TRUECOLOR not in kinds
        assert ColorType.STANDARD in kinds


@pytest.mark.parametrize("size", [SMALL, PORTRAIT, (120, 36)], ids=["small", "narrow", "ring"])
@in_loop
async def test_a_players_letter_follows_the_theme(size: tuple[int, int]) -> None:
    async with shown(InMemoryTable(game(owns={"Ann": ["Reading"]})), size) as (app, pilot):
        for theme in (FELT, PAPER, FELT):
            assert app.theme == theme.name
            for letter, name in zip("ABC", ("red", "blue", "yellow"), strict=True):
                assert grounds_of(app, letter) == {player_colour(name, 0, theme)}
            await press(pilot, "f3")


def grounds_of(app: ConsoleApp, letter: str) -> set[str]:
    """Of the letter where it stands alone with a colour under it: on the cards, and on the board."""
    strips = painted_strips(app)
    styles = [one.style for strip in strips for one in strip if one.text.strip() == letter and one.style is not None]
    grounds = {style.bgcolor.name for style in styles if style.bgcolor is not None and style.bold}
    return grounds - {app.current_theme.surface, app.current_theme.background}


@THEMES
def test_a_players_letter_can_be_read_on_the_colour(theme: Theme) -> None:
    dim = {name: contrast(ink_on(shade), shade) for name, shade in shades(theme).items()}
    assert {name: found for name, found in dim.items() if found < 4.5} == {}
