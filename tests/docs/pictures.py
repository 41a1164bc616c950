"""Takes the pictures in the documents from the real console, always in the same games: `make pictures`.

Each is a terminal screen as an SVG that needs no font, script or network.
"""

import asyncio
import os
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from html import unescape
from pathlib import Path
from typing import NamedTuple

from textual.pilot import Pilot
from textual.widgets import Input

from companion.console.app import ConsoleApp
from companion.console.colours import FELT, PAPER
from companion.play.acts import Act
from companion.players.automatic import AutomaticTable, Jail
from companion.players.dice import RandomDice, SeededDice
from companion.rules import EDITIONS
from companion.rules.commands import Bid, BuyDeed, DeclineDeed, Roll
from companion.table.gestures.tags import DeedTag
from tests.console.screen_pilot import press, settled, shown, typed
from tests.console.simulated_table import serving, watched
from tests.console.tables import DiskTable
from tests.docs.documents import ROOT
from tests.kit import ANN, BEN, deed, game, new_game

PICTURES = ROOT / "docs" / "pictures"
WIDE = (120, 40)
EVENING_COMMANDS, EVENING_SEED = 420, 3
FONTS = "ui-monospace, 'DejaVu Sans Mono', 'Liberation Mono', Menlo, Consolas, monospace"
Showing = AbstractAsyncContextManager[tuple[ConsoleApp, Pilot[None]]]


class ConsolePicture(NamedTuple):
    name: str
    title: str  # of the window
    show: Callable[[Path], Showing]


def mid_game(folder: Path) -> DiskTable:
    """In the middle of an evening: Ann has just completed a group, and Ben has paid her rent."""
    start = game(
        owns={"Ann": ["Baltic", "Vermont", "Connecticut"], "Ben": ["railroad", "Water"], "Cy": ["red", "Boardwalk"]},
        cash={"Ann": 640, "Ben": 410, "Cy": 1_215},
        buildings={"red": 3},
        mortgaged=["Water"],
        jail_cards={"Cy": 1},
    )
    return DiskTable(folder, start, Roll(ANN, (2, 4)), BuyDeed(ANN), Roll(BEN, (2, 4)))


def in_debt(folder: Path) -> DiskTable:
    """Ben lands on Boardwalk with two houses and does not have 600."""
    start = game(
        owns={"Ann": ["dark-blue"], "Ben": ["light-blue", "railroad"]},
        cash={"Ann": 880, "Ben": 95, "Cy": 1_340},
        buildings={"dark-blue": 2, "light-blue": 1},
        at={"Ben": 32},
        turn="Ben",
    )
    return DiskTable(folder, start, Roll(BEN, (3, 4)))


def in_auction(folder: Path) -> DiskTable:
    return DiskTable(folder, game(), Roll(ANN, (2, 4)), DeclineDeed(ANN))


def whole_evening(folder: Path) -> DiskTable:
    """Played by automatic players, for the chart of everybody's money."""
    names = ("Ann", "Ben", "Cy")
    kept = DiskTable(folder, new_game(EDITIONS["classic"], names, SeededDice(EVENING_SEED).decks()))
    players, session = AutomaticTable(RandomDice.from_seed(f"players {EVENING_SEED}"), Jail.LEAVE), kept.host.session
    assert session is not None
    for number in range(EVENING_COMMANDS):
        session.give(f"evening-{number}", players.next_command(session.game))
    return kept


def full_table(folder: Path, *acts: Act) -> DiskTable:
    """Four players with all kinds of deeds, and much going on."""
    start = game(
        players=("Ann", "Ben", "Wilhelmina Alexandra", "Cy"),
        owns={
            "Ann": ["red", "dark-blue"],
            "Ben": ["St. James", "Reading", "B. & O.", "Electric"],
            "Wilhelmina Alexandra": ["brown", "light-blue"],
            "Cy": ["St. Charles", "States", "Atlantic", "Ventnor", "Pennsylvania Railroad"],
        },
        cash={"Ann": 1_800, "Ben": 240, "Wilhelmina Alexandra": 2_345, "Cy": 905},
        buildings={"red": 2, "brown": 5, "light-blue": 3},
        mortgaged=["Park Place", "States"],
        at={"Ann": 24, "Ben": 18},
        jailed={"Cy": 2},
        jail_cards={"Wilhelmina Alexandra": 1},
        turn="Ben",
    )
    return DiskTable(folder, start, *acts)


# What is shown of the table in each size, dark and light
SIZES = {
    (80, 24): lambda folder: full_table(folder, Roll(BEN, (3, 5))),
    (120, 36): lambda folder: full_table(folder, Roll(BEN, (5, 6)), DeclineDeed(BEN), Bid(ANN, 120)),
    (160, 45): lambda folder: full_table(folder, Roll(BEN, (2, 4))),
    (200, 50): lambda folder: full_table(folder, Roll(BEN, (5, 5))),
}


@asynccontextmanager
async def in_size(
    take: Callable[[Path], DiskTable], folder: Path, size: tuple[int, int], theme: str
) -> AsyncIterator[tuple[ConsoleApp, Pilot[None]]]:
    async with shown(take(folder), size) as (app, pilot):
        app.theme = theme
        yield app, pilot


def table_pictures() -> Iterator[ConsolePicture]:
    for (width, height), scene in SIZES.items():
        for theme in (FELT, PAPER):
            show = partial(in_size, scene, size=(width, height), theme=theme.name)
            name = f"table-{width}x{height}-{'dark' if theme.dark else 'light'}"
            yield ConsolePicture(name, f"the table in {width} × {height}", show)


@asynccontextmanager
async def after_keys(
    kept: DiskTable, *keys: str, words: tuple[str, ...] = ()
) -> AsyncIterator[tuple[ConsoleApp, Pilot[None]]]:
    async with shown(kept) as (app, pilot):
        await press(pilot, *keys)
        for word in words:
            await typed(pilot, word)
            await press(pilot, "enter")
        yield app, pilot


@asynccontextmanager
async def simulated_table(folder: Path) -> AsyncIterator[tuple[ConsoleApp, Pilot[None]]]:
    """Ann's token has arrived, and the deed of Oriental Avenue lies on the reader."""
    async with serving(folder) as table:
        await table.begin("Ann", "Ben", "Cy")
        table.set_up()
        table.act(Roll(ANN, (2, 4)))
        async with watched(table, WIDE) as (app, pilot):
            await press(pilot, "S")
            table.set_up()
            table.rig.place("deeds", table.tag(DeedTag(deed("Oriental"))))
            await table.seen(pilot, lambda: app.state.prompts.sheet is not None)
            await table.seen(pilot, lambda: not app.state.prompts.guides)
            yield app, pilot


CONSOLE_PICTURES = (
    ConsolePicture("table", "companion", lambda folder: after_keys(mid_game(folder))),
    ConsolePicture(
        "new-game", "a new game", lambda folder: after_keys(mid_game(folder), "G", "n", words=("Ann", "Ben", "Cy"))
    ),
    ConsolePicture("debt", "somebody cannot pay", lambda folder: after_keys(in_debt(folder))),
    ConsolePicture("raise-cash", "Y: raise cash", lambda folder: after_keys(in_debt(folder), "Y")),
    ConsolePicture("auction", "an auction", lambda folder: after_keys(in_auction(folder))),
    ConsolePicture("dice", "d: enter dice", lambda folder: after_keys(mid_game(folder), "d")),
    ConsolePicture("why", "q: why?", lambda folder: after_keys(mid_game(folder), "q")),
    ConsolePicture("looking-back", "v: looking back", lambda folder: after_keys(whole_evening(folder), "v")),
    ConsolePicture("simulated", "S: the simulated table", simulated_table),
    *table_pictures(),
)


async def take(picture: ConsolePicture, folder: Path) -> str:
    async with picture.show(folder) as (app, pilot):
        for line in app.screen.query(Input):
            line.cursor_blink = False
        await settled(pilot)
        svg = app.export_screenshot(title=picture.title)
    svg = re.sub(r"\s*@font-face \{.*?\n    \}", "", svg, flags=re.S)  # these would be fetched from the network
    return re.sub(r"font-family: ?(Fira Code|arial)[^;]*;", f"font-family: {FONTS};", svg)


def lines_of_text(svg: str) -> list[str]:
    """What can be read in a picture, whatever its colours and fonts."""
    lines: dict[float, list[str]] = {}
    for place, text in re.findall(r'<text [^>]*? y="([0-9.]+)"[^>]*>(.*?)</text>', svg):
        lines.setdefault(float(place), []).append(unescape(text).replace("\xa0", " "))
    return [" ".join("".join(parts).split()) for _, parts in sorted(lines.items())]


def use_utc() -> None:
    os.environ["TZ"] = "UTC"
    time.tzset()


def main() -> int:
    use_utc()
    PICTURES.mkdir(parents=True, exist_ok=True)
    asked_for = sys.argv[1:]
    for picture in (one for one in CONSOLE_PICTURES if one.name in asked_for or not asked_for):
        with tempfile.TemporaryDirectory(prefix="p") as folder:
            (PICTURES / f"{picture.name}.svg").write_text(asyncio.run(take(picture, Path(folder))), "utf-8")
        print(f"docs/pictures/{picture.name}.svg")
    return 0


if __name__ == "__main__":
    sys.exit(main())
