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
from companion.journal.codec import Act
from companion.players.automatic import Jail, Table
from companion.players.shaker import seeded_shaker
from companion.rules import EDITIONS, decide, evolve, new_game
from companion.rules.commands import BuyDeed, DeclineDeed, Roll
from companion.rules.state import Game
from companion.table.bindings import DeedTag
from tests.console.kept import Kept
from tests.console.simulated_table import serving, watched
from tests.console.stage import SMALL, press, shown, typed
from tests.docs.documents import ROOT
from tests.kit import ANN, BEN, deed, game

PICTURES = ROOT / "docs" / "pictures"
WIDE = (110, 34)
TURNS = 260  # commands of the evening that is looked back at
FONTS = "ui-monospace, 'DejaVu Sans Mono', 'Liberation Mono', Menlo, Consolas, monospace"
Showing = AbstractAsyncContextManager[tuple[ConsoleApp, Pilot[None]]]


class Scene(NamedTuple):
    name: str
    title: str  # of the window
    show: Callable[[Path], Showing]


# The games


def at_the_table(folder: Path) -> Kept:
    """In the middle of an evening, with a rent just paid."""
    start = game(
        owns={"Ann": ["brown"], "Ben": ["railroad", "Water"], "Cy": ["red", "Boardwalk"]},
        cash={"Ann": 640, "Ben": 410, "Cy": 1_215},
        buildings={"red": 3},
        mortgaged=["Water"],
        jail_cards={"Cy": 1},
    )
    return Kept(folder, start, Roll(ANN, (2, 4)), BuyDeed(ANN), Roll(BEN, (2, 4)))


def in_debt(folder: Path) -> Kept:
    """Ben lands on Boardwalk with two houses and has not got 600."""
    start = game(
        owns={"Ann": ["dark-blue"], "Ben": ["light-blue", "railroad"]},
        cash={"Ann": 880, "Ben": 95, "Cy": 1_340},
        buildings={"dark-blue": 2, "light-blue": 1},
        at={"Ben": 32},
        turn="Ben",
    )
    return Kept(folder, start, Roll(BEN, (3, 4)))


def at_the_auction(folder: Path) -> Kept:
    return Kept(folder, game(), Roll(ANN, (2, 4)), DeclineDeed(ANN))


def whole_evening(folder: Path) -> Kept:
    """Automatic players: the way of everybody's money is worth a look."""
    shaker, now = seeded_shaker("an evening in a picture"), _fresh()
    table, acts = Table(seeded_shaker("players in a picture"), Jail.LEAVE), list[Act]()
    course = now
    while len(acts) < TURNS and not course.over:
        command = table.next_command(course)
        command = _thrown(command, shaker.throw) if isinstance(command, Roll) else command
        course = evolve(course, decide(course, command))
        acts.append(command)
    return Kept(folder, now, *acts)
