"""The main screens look as in their pictures. After a change on purpose, `make looks` takes new ones to review."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from textual.widgets import Input

from companion.play.acts import Act
from companion.rules.commands import BuyDeed, DeclineDeed, Roll
from companion.rules.pending_steps import Debt
from companion.rules.state import Game
from tests.console.screen_pilot import PORTRAIT, SMALL, press, settled, shown
from tests.console.screen_text import THEMES, colours, words
from tests.console.tables import DiskTable, evening
from tests.journal.conftest import tmp_path
from tests.kit import ANN, BEN, because, game
from tests.table.fake_table import in_loop

__all__ = ["tmp_path"]  # in memory, where possible
GROUP_LOOKS = Path(__file__).with_name("pictures")
ANEW = "COMPANION_LOOKS"  # set by `make looks`
Take = Callable[[Path], DiskTable]


def standing(*acts: Act, **table: object) -> Take:
    return lambda folder: DiskTable(folder, game(**table), *acts)  # type: ignore[arg-type]


def owing() -> Game:
    """Ann can raise what she owes."""
    debt = Debt(ANN, BEN, 390, ("RENT-1",), because("Boardwalk, 1 house"))
    return game(cash={"Ann": 120}, owns={"Ann": ["light-blue", "railroad"]}, thrown=True, pending=(debt,))


class Picture(NamedTuple):
    name: str
    take: Take
    keys: tuple[str, ...] = ()
    size: tuple[int, int] = SMALL
    is_touch: bool = False


A_TABLE = standing(
    Roll(ANN, (2, 4)),
    BuyDeed(ANN),
    Roll(BEN, (2, 4)),
    owns={"Ann": ["brown"], "Ben": ["railroad", "Water"], "Cy": ["red", "Boardwalk"]},
    buildings={"red": 3},
    mortgaged=["Water"],
    jail_cards={"Cy": 1},
)
SCREENS = (
    Picture("table", A_TABLE),
    Picture("table-tablet", A_TABLE, size=PORTRAIT, is_touch=True),
    Picture("table-ring", A_TABLE, size=(120, 36)),
    Picture("debt-ring", lambda folder: DiskTable(folder, owing()), size=(160, 45)),
    Picture("debt", lambda folder: DiskTable(folder, owing())),
    Picture("raise-cash", lambda folder: DiskTable(folder, owing()), ("Y",)),
    Picture("auction", standing(Roll(ANN, (2, 4)), DeclineDeed(ANN))),
    Picture("player", A_TABLE, ("tap:#player-2",)),
    Picture("new-game", A_TABLE, ("G", "n")),
    Picture("correct-board", A_TABLE, ("G", "n", "ctrl+b")),
    Picture("correct-board-tablet", A_TABLE, ("G", "n", "ctrl+b"), PORTRAIT, is_touch=True),
    Picture("correct-space", A_TABLE, ("G", "n", "ctrl+b", "down", "enter")),
    Picture("log", A_TABLE, ("w",)),
    Picture("looking-back", lambda folder: evening(folder, 150), ("v",)),
    Picture("looking-back-narrow", lambda folder: evening(folder, 150), ("v", "2"), PORTRAIT),
    Picture("ledger", lambda folder: evening(folder, 150), ("v", "4")),
    Picture("help", A_TABLE, ("question_mark",)),
)


@pytest.fixture(autouse=True)
def same_clock_everywhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patched:
        patched.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


async def looked_at(look: Picture, folder: Path) -> str:
    async with shown(look.take(folder), look.size, is_touch=look.is_touch) as (app, pilot):
        for key in look.keys:
            if key.startswith("tap:"):
                await pilot.click(key.removeprefix("tap:"))
            else:
                await press(pilot, key)
        for line in app.screen.query(Input):
            line.cursor_blink = False
        parts = []
        for theme in THEMES:
            app.theme = theme
            await settled(pilot)
            parts += [f"-- {theme}", *colours(app)]
        return "\n".join([*words(app), *parts, ""])


@pytest.mark.parametrize("look", SCREENS, ids=lambda look: look.name)
@in_loop
async def test_a_screen_looks_as_it_did(tmp_path: Path, look: Picture) -> None:
    kept, now = GROUP_LOOKS / f"{look.name}.txt", await looked_at(look, tmp_path)
    if os.environ.get(ANEW):
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(now, "utf-8")
    assert now.splitlines() == kept.read_text("utf-8").splitlines(), "`make looks` takes it anew, if that is meant"


@in_loop
async def test_the_same_screen_gives_the_same_picture(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    assert await looked_at(SCREENS[8], tmp_path / "one") == await looked_at(SCREENS[8], tmp_path / "two")


@in_loop
async def test_another_colour_or_word_changes_the_picture(tmp_path: Path) -> None:
    async with shown(A_TABLE(tmp_path)) as (app, pilot):
        as_it_was = colours(app), words(app)
        app.theme = THEMES[1]
        await settled(pilot)
        assert colours(app) != as_it_was[0]
        assert words(app) == as_it_was[1]
        await press(pilot, "w")
        assert words(app) != as_it_was[1]


def test_every_picture_belongs_to_a_screen() -> None:
    assert {path.stem for path in GROUP_LOOKS.glob("*.txt")} == {look.name for look in SCREENS}
    assert len(SCREENS) <= 17
