"""The pictures in the documents, taken of the real console on games that stand always the same: `make pictures`.

Each is a terminal's screen as an SVG that needs nothing else: no font, no script, no network.
"""

import asyncio
import os
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from html import unescape
from pathlib import Path
from typing import NamedTuple

from textual.pilot import Pilot
from textual.widgets import Input

from companion.console.app import ConsoleApp
from companion.players.automatic import AutomaticTable, Jail
from companion.players.dice import RandomDice, SeededDice
from companion.rules import EDITIONS, new_game
from companion.rules.commands import BuyDeed, DeclineDeed, Roll
from companion.table.gestures.tags import DeedTag
from tests.console.screen_pilot import press, settled, shown, typed
from tests.console.simulated_table import serving, watched
from tests.console.tables import DiskTable
from tests.docs.documents import ROOT
from tests.kit import ANN, BEN, deed, game

PICTURES = ROOT / "docs" / "pictures"
WIDE = (110, 26)
COMMANDS, SEED = 420, 3  # of the evening that is looked back at
FONTS = "ui-monospace, 'DejaVu Sans Mono', 'Liberation Mono', Menlo, Consolas, monospace"
Showing = AbstractAsyncContextManager[tuple[ConsoleApp, Pilot[None]]]


class Scene(NamedTuple):
    name: str
    title: str  # of the window
    show: Callable[[Path], Showing]


# The games


def at_the_table(folder: Path) -> DiskTable:
    """In the middle of an evening, with a rent just paid: Ann has just completed a group."""
    start = game(
        owns={"Ann": ["Baltic", "Vermont", "Connecticut"], "Ben": ["railroad", "Water"], "Cy": ["red", "Boardwalk"]},
        cash={"Ann": 640, "Ben": 410, "Cy": 1_215},
        buildings={"red": 3},
        mortgaged=["Water"],
        jail_cards={"Cy": 1},
    )
    return DiskTable(folder, start, Roll(ANN, (2, 4)), BuyDeed(ANN), Roll(BEN, (2, 4)))


def in_debt(folder: Path) -> DiskTable:
    """Ben lands on Boardwalk with two houses and has not got 600."""
    start = game(
        owns={"Ann": ["dark-blue"], "Ben": ["light-blue", "railroad"]},
        cash={"Ann": 880, "Ben": 95, "Cy": 1_340},
        buildings={"dark-blue": 2, "light-blue": 1},
        at={"Ben": 32},
        turn="Ben",
    )
    return DiskTable(folder, start, Roll(BEN, (3, 4)))


def at_the_auction(folder: Path) -> DiskTable:
    return DiskTable(folder, game(), Roll(ANN, (2, 4)), DeclineDeed(ANN))


def whole_evening(folder: Path) -> DiskTable:
    """Automatic players: the way of everybody's money is worth a look."""
    names = ("Ann", "Ben", "Cy")
    kept = DiskTable(folder, new_game(EDITIONS["classic"], names, SeededDice(SEED).decks()))
    players, session = AutomaticTable(RandomDice.from_seed(f"players {SEED}"), Jail.LEAVE), kept.host.session
    assert session is not None
    for number in range(COMMANDS):
        session.give(f"evening-{number}", players.next_command(session.game))
    return kept


# What is done on the screen before the picture is taken


@asynccontextmanager
async def _pressed(
    kept: DiskTable, *keys: str, words: tuple[str, ...] = ()
) -> AsyncIterator[tuple[ConsoleApp, Pilot[None]]]:
    async with shown(kept) as (app, pilot):
        await press(pilot, *keys)
        for word in words:
            await typed(pilot, word)
            await press(pilot, "enter")
        yield app, pilot


@asynccontextmanager
async def _simulated(folder: Path) -> AsyncIterator[tuple[ConsoleApp, Pilot[None]]]:
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


SCENES = (
    Scene("table", "companion", lambda folder: _pressed(at_the_table(folder))),
    Scene(
        "new-game", "a new game", lambda folder: _pressed(at_the_table(folder), "G", "n", words=("Ann", "Ben", "Cy"))
    ),
    Scene("debt", "somebody cannot pay", lambda folder: _pressed(in_debt(folder))),
    Scene("raise-cash", "Y: raise cash", lambda folder: _pressed(in_debt(folder), "Y")),
    Scene("auction", "an auction", lambda folder: _pressed(at_the_auction(folder))),
    Scene("dice", "d: enter thrown dice", lambda folder: _pressed(at_the_table(folder), "d")),
    Scene("why", "q: why?", lambda folder: _pressed(at_the_table(folder), "q")),
    Scene("looking-back", "v: looking back", lambda folder: _pressed(whole_evening(folder), "v")),
    Scene("simulated", "S: the simulated table", _simulated),
)


# The picture


async def taken(scene: Scene, folder: Path) -> str:
    async with scene.show(folder) as (app, pilot):
        for line in app.screen.query(Input):
            line.cursor_blink = False
        await settled(pilot)
        return standing_alone(app.export_screenshot(title=scene.title))


def standing_alone(svg: str) -> str:
    """Without the fonts it would fetch from elsewhere."""
    svg = re.sub(r"\s*@font-face \{.*?\n    \}", "", svg, flags=re.S)
    return re.sub(r"font-family: ?(Fira Code|arial)[^;]*;", f"font-family: {FONTS};", svg)


def words_in(svg: str) -> list[str]:
    """What can be read in a picture, a line each: whatever its colours and fonts are."""
    lines: dict[float, list[str]] = {}
    for place, text in re.findall(r'<text [^>]*? y="([0-9.]+)"[^>]*>(.*?)</text>', svg):
        lines.setdefault(float(place), []).append(unescape(text).replace("\xa0", " "))
    return [" ".join("".join(parts).split()) for _, parts in sorted(lines.items())]


def same_clock_everywhere() -> None:
    os.environ["TZ"] = "UTC"
    time.tzset()


def main() -> int:
    same_clock_everywhere()
    PICTURES.mkdir(parents=True, exist_ok=True)
    for scene in SCENES:
        with tempfile.TemporaryDirectory(prefix="p") as folder:
            (PICTURES / f"{scene.name}.svg").write_text(asyncio.run(taken(scene, Path(folder))), "utf-8")
        print(f"docs/pictures/{scene.name}.svg")
    return 0


if __name__ == "__main__":
    sys.exit(main())
