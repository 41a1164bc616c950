"""The shelf on the console: games and players, names merged and parted, a game taken off and put back, its story."""

from pathlib import Path

import pytest

from companion.console import console_keys
from companion.console.screens.shelf import ShelfScreen
from companion.console.screens.table import TableScreen
from companion.rules.commands import CorrectCash, EndGame
from companion.table.client.programs import ProgramResult
from companion.table.games.shelf import FILE
from companion.table.messages.requests import ListShelf, NewGame, TakeOffShelf
from companion.table.messages.wire import Ask, Reply
from tests.console.new_game_tables import house
from tests.console.screen_pilot import LARGE, PORTRAIT, SMALL, click, press, settled, shown, text_of
from tests.console.tables import InMemoryTable, LibraryTable
from tests.journal.conftest import tmp_path
from tests.kit import game
from tests.table.fake_table import in_loop

__all__ = ["house", "tmp_path"]
Asked = list[tuple[object, ...]]


def fill(house: LibraryTable) -> list[str]:
    """Three games; the last is in play."""
    ids = []
    for number, names in enumerate((("Ann", "[red]"), ("Annie", "Ben"), ("Ann", "Ben"))):
        house.library.answer(Ask("a", NewGame(names, title="Sunday" if not number else "")))
        house.session.give("more", CorrectCash(0, 100, "found"))
        house.session.give("end", EndGame("late"))
        ids.append(house.session.game_id)
    return ids


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """The programs that would have been started."""
    started: Asked = []

    async def run(*words: object) -> ProgramResult:
        started.append(words)
        return ProgramResult(True, "The story of game X, written to X.html.\n", "")

    monkeypatch.setattr(console_keys, "run_companion", run)
    return started


@pytest.mark.parametrize(("size", "is_touch"), [(SMALL, False), (PORTRAIT, True), (LARGE, False)])
@in_loop
async def test_games_and_players_are_shown(house: LibraryTable, size: tuple[int, int], is_touch: bool) -> None:
    fill(house)
    async with shown(house, size, is_touch=is_touch) as (app, pilot):
        await press(pilot, "X")
        assert isinstance(app.screen, ShelfScreen)
        seen = text_of(app)
        for words in ("The shelf: 3 games", "in play", "♥ Ann  ██  won", "■ Ben  ██  2nd", "1 turn, 0 min"):
            assert words in seen, seen
        await click(pilot, "#turn-over")
        seen = text_of(app)
        for words in ("Who played: 4 people in 3 games", "Ann", "2 games, 2 of 2 finished won, place 1.0 on average"):
            assert words in seen, seen
        await press(pilot, "X")
        assert isinstance(app.screen, TableScreen)


@pytest.mark.parametrize(("before", "after"), [(LARGE, (40, 20)), ((40, 20), LARGE)], ids=["smaller", "larger"])
@in_loop
async def test_it_fits_the_size_that_the_screen_has_now(
    house: LibraryTable, before: tuple[int, int], after: tuple[int, int]
) -> None:
    fill(house)
    seen = []
    async with shown(house, before) as (app, pilot):
        for keys in (("X",), ("X", "X")):  # open while the size changes, and then opened at that size
            await press(pilot, *keys)
            assert isinstance(app.screen, ShelfScreen)
            await pilot.resize_terminal(*after)
            await settled(pilot)
            seen.append(text_of(app))
    assert seen[0] == seen[1]


@in_loop
async def test_names_are_merged_and_parted(house: LibraryTable) -> None:
    fill(house)
    async with shown(house) as (app, pilot):
        await press(pilot, "X", "p", "down", "down", "enter")  # [red], after Ann and Ben
        assert "[red] is another spelling of …" in text_of(app)
        await press(pilot, "1", "2")
        assert "[red] and Ben are one person now, called Ben." in text_of(app)
        assert "Ben   also [red]" in text_of(app)
        assert "Who played: 3 people" in text_of(app)
        await press(pilot, "home", "enter", "2")
        assert "[red] and Ben are different people again." in text_of(app)
        assert "Who played: 4 people" in text_of(app)


@in_loop
async def test_a_game_is_taken_off_after_a_second_yes_and_put_back(house: LibraryTable) -> None:
    ids = fill(house)
    async with shown(house) as (app, pilot):
        await press(pilot, "X", "x")
        assert "is in play. Begin or resume another game first" in " ".join(text_of(app).split())
        await press(pilot, "down", "x")
        assert f"Game {ids[1]} (Annie and Ben, 2 moves) would be taken" in text_of(app)
        await press(pilot, "n")
        assert "The shelf: 3 games" in text_of(app)
        await press(pilot, "x", "y")
        assert house.asked[-2:] == [TakeOffShelf(ids[1], sure=True), ListShelf()]
        assert "The shelf: 2 games" in text_of(app)
        await press(pilot, "b", "1")
        assert f"Game {ids[1]} is on the shelf again." in text_of(app)
        assert "The shelf: 3 games" in text_of(app)


@in_loop
async def test_a_damaged_game_is_shown_with_a_sentence_and_a_refusal_is_told(house: LibraryTable) -> None:
    first, *_ = fill(house)
    folder = house.library._games_folder.disk(first).folder
    for path in folder.rglob("*"):
        if path.is_file():
            path.write_bytes(b"rubbish")
    async with shown(house, LARGE) as (app, pilot):
        await press(pilot, "X")
        assert "damaged" in text_of(app)
    table = InMemoryTable(game())
    table.reply = Reply("", done=False, message="Input/output error (/data/games).")
    async with shown(table) as (app, pilot):
        await press(pilot, "X")
        assert "Input/output error (/data/games)." in text_of(app)
        await press(pilot, "x", "b", "m", "p", "enter")
        assert isinstance(app.screen, ShelfScreen)


@in_loop
async def test_enter_writes_the_story_of_a_game_on_the_shelf(house: LibraryTable, asked: Asked) -> None:
    ids = fill(house)
    async with shown(house) as (app, pilot):
        await press(pilot, "X", "down", "down", "enter")
        assert asked == [(Path("nowhere"), "report", ids[0], "--output", str(Path.home() / f"{ids[0]}.html"))]
        assert "The story of game X, written to X.html." in text_of(app)


@in_loop
async def test_the_story_of_a_finished_game_is_written_by_its_key(house: LibraryTable, asked: Asked) -> None:
    house.library.answer(Ask("a", NewGame(("Ann", "Ben"))))
    async with shown(house) as (app, pilot):
        await press(pilot, "V")
        assert asked == []
        assert "does nothing now" in text_of(app)
        house.session.give("end", EndGame("late"))
        house.tell()
        await settled(pilot)
        await press(pilot, "V")
        id = house.session.game_id
        assert asked == [(Path("nowhere"), "report", id, "--output", str(Path.home() / f"{id}.html"))]
        assert "The story of this game" in text_of(app)
        assert "written to X.html." in text_of(app)


@in_loop
async def test_a_story_that_cannot_be_written_is_told(house: LibraryTable, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> ProgramResult:
        return ProgramResult(False, "", "companion report: /root/x.html cannot be written: No space left on device")

    monkeypatch.setattr(console_keys, "run_companion", fail)
    fill(house)
    async with shown(house, LARGE) as (app, pilot):
        await press(pilot, "V")
        assert "It could not be written" in text_of(app)
        assert "No space left on device" in " ".join(text_of(app).split())


def test_the_shelf_is_kept_when_a_game_is_put_away(house: LibraryTable, tmp_path: Path) -> None:
    ids = fill(house)
    content = (tmp_path / FILE).read_text()
    assert [id for id in ids if id in content] == ids[:2]
