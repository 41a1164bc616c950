"""Who may import whom: the rules stay pure, hardware has never heard of rent, and nothing leans on the command line."""

import ast
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
HEAVY = ("textual", "gpiozero", "serial", "sqlite3", "asyncio", "random", "logging")
IMPURE = frozenset({"random", "time", "datetime", "logging", "os", "pathlib", "asyncio", "threading"})
DRIVERS = frozenset(
    {"gpiozero", "lgpio", "serial", "mfrc522", "spidev", "evdev", "smartcard"}
)  # loaded only when a device is opened


class Contract(NamedTuple):
    """What a package may import besides itself and the standard library."""

    ours: frozenset[str] = frozenset()
    outside: frozenset[str] = frozenset()
    never: frozenset[str] = frozenset()
    anything: bool = False


def may(*ours: str, outside: str = "msgspec", never: frozenset[str] = frozenset()) -> Contract:
    return Contract(frozenset(ours), frozenset(outside.split()), never)


# The laws of the storms share nothing with the code they judge.
LAWS = may("tests.storm.broken", "tests.storm.ledger", outside="")

# What a press, a tap or a token means is worked out from the game and the options in it: no view, no message, no JSON.
WORKED_OUT = may(
    "companion.rules",
    "companion.play",
    "companion.table.gestures",
    "hardware.signals",
    never=IMPURE | {"json"},
)

# Only these two know the text of records: live play never goes through it.
EXPORT_AND_PAPER = may(
    "companion.boards",
    "companion.plain_text",
    "companion.rules",
    "companion.play",
    "companion.record",
    "companion.table.games",
    "companion.table.messages",
)

# The longest name that fits a module holds for it. A package's own modules are named too, where they are not free.
CONTRACTS = {
    "companion": Contract(anything=True),  # __main__ and notify
    "companion.cli": Contract(anything=True),
    "companion.rules": may("companion.rules", never=IMPURE),
    "companion.play": may("companion.play", "companion.rules", never=IMPURE),
    "companion.story": may("companion.story", "companion.play", "companion.rules", never=IMPURE),
    "companion.report": may(
        "companion.report", "companion.story", "companion.play", "companion.rules", outside="msgspec pygal"
    ),
    "companion.toml_document": may(),
    "companion.plain_text": may(outside=""),
    "companion.boards": may("companion.boards", "companion.rules", "companion.toml_document"),
    "companion.record": may(
        "companion.record",
        "companion.boards",
        "companion.plain_text",
        "companion.play",
        "companion.rules",
        "companion.toml_document",
    ),
    "companion.players": may("companion.players", "companion.rules"),
    "companion.odds": may(
        "companion.odds",
        "companion.players",
        "companion.record",
        "companion.story",
        "companion.play",
        "companion.rules",
        "companion.table.messages",
        never=frozenset({"random"}),
    ),
    "companion.journal": may("companion.journal"),
    "companion.journal.codec": may("companion.journal", "companion.plain_text", "companion.play", "companion.rules"),
    "companion.table": may(),  # its rooms have contracts of their own, and there is nothing beside them
    "companion.table.server": may(
        "companion.notify",
        "companion.table",
        "companion.play",
        "companion.rules",
        "companion.journal",
        "hardware.signals",
    ),
    "companion.household": may(
        "companion.household",
        "companion.boards",
        "companion.play",
        "companion.rules",
        "companion.journal",
        "companion.record",
        "companion.table",
        "companion.toml_document",
        "companion.plain_text",
        "hardware",
        outside="msgspec segno",
    ),
    "companion.demo": may(
        "companion.demo",
        "companion.household",
        "companion.players",
        "companion.rules",
        "companion.table",
        "companion.console",
    ),
    "tests.storm": may(
        "tests.storm",
        "companion.boards",
        "companion.play",
        "companion.rules",
        "companion.players",
        "companion.journal",
        "companion.record",
        "companion.table",
        "hardware",
    ),
    "tests.storm.__main__": Contract(anything=True),  # the command line of the storms
    "tests.storm.ledger": LAWS,
    "tests.storm.medium": LAWS,
    "tests.storm.hand_laws": LAWS,
    "companion.table.gestures": WORKED_OUT,
    "companion.table.views": may(
        "companion.rules",
        "companion.play",
        "companion.table.gestures",
        "companion.table.messages",
        "companion.table.views",
        never=IMPURE,
    ),
    "companion.table.games": may(
        "companion.boards",
        "companion.plain_text",
        "companion.toml_document",
        "companion.rules",
        "companion.play",
        "companion.story",
        "companion.journal",
        "companion.table.games",
        "companion.table.gestures",
        "companion.table.messages",
        "companion.table.views",
    ),
    "companion.table.games.export": EXPORT_AND_PAPER,
    "companion.table.games.paper_game": EXPORT_AND_PAPER,
    "companion.table.messages": may("companion.table.messages"),
    "companion.table.client": may("companion.table.client", "companion.table.messages", "companion.plain_text"),
    "companion.console": may(
        "companion.console", "companion.table.messages", "companion.table.client", outside="textual rich msgspec segno"
    ),
    "companion.web": may(
        "companion.web",
        "companion.notify",
        "companion.table.messages",
        "companion.table.client",
        outside="aiohttp msgspec",
    ),
    "hardware": may("hardware", outside=" ".join(sorted(DRIVERS)), never=frozenset({"asyncio"})),
}
MAY_IMPORT_CLI = ("companion.cli", "companion.__main__", "tests.storm.__main__")


class Import(NamedTuple):
    target: str  # dotted, down to the name that is imported
    line: int
    when_loaded: bool  # and not only when a function runs


@cache
def imports(source: str, module: str, *, is_package: bool = False) -> list[Import]:
    tree, found = ast.parse(source), list[Import]()
    inside = {id(node) for function in ast.walk(tree) if isinstance(function, FUNCTIONS) for node in ast.walk(function)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [Import(alias.name, node.lineno, id(node) not in inside) for alias in node.names]
        if isinstance(node, ast.ImportFrom):
            origin = _origin(node, module, is_package=is_package)
            found += [Import(f"{origin}.{alias.name}", node.lineno, id(node) not in inside) for alias in node.names]
    return found


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def _origin(node: ast.ImportFrom, module: str, *, is_package: bool) -> str:
    if not node.level:
        return node.module or ""
    parts = module.split(".")
    package = parts[: len(parts) - node.level + is_package]
    return ".".join((*package, *((node.module,) if node.module else ())))


def is_within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def contract_of(module: str) -> Contract:
    return CONTRACTS[max((name for name in CONTRACTS if is_within(module, name)), key=len)]


def faults(source: str, module: str, *, is_package: bool = False) -> list[str]:
    """Every import of this module that its contract does not allow."""
    contract = contract_of(module)
    found = imports(source, module, is_package=is_package)
    return [f"{module}:{one.line} imports {one.target}" for one in found if not _is_allowed(one, module, contract)]


def _is_allowed(one: Import, module: str, contract: Contract) -> bool:
    root = one.target.partition(".")[0]
    if "json" in contract.never and is_within(one.target, "msgspec.json"):
        return False
    if is_within(one.target, "companion.cli") and not any(is_within(module, name) for name in MAY_IMPORT_CLI):
        return False
    if root == "tests" and not is_within(module, "tests"):
        return False  # the product runs without its tests
    if root in contract.never or (root == "random" and not is_within(module, "companion.players")):
        return False
    if contract.anything:
        return True
    if root in ("companion", "hardware", "tests"):
        return any(is_within(one.target, name) for name in contract.ours)
    if root in DRIVERS and one.when_loaded:
        return False
    return root in sys.stdlib_module_names or root in contract.outside


# The tree


def modules() -> dict[str, tuple[str, bool]]:
    """Every module of the product, and of the storms all but their tests: its source, and whether it is a package."""
    paths = [
        path for package in ("companion", "hardware", "tests/storm") for path in sorted((ROOT / package).rglob("*.py"))
    ]
    paths = [path for path in paths if not path.name.startswith("test_") and path.name != "conftest.py"]
    return {_name(path): (path.read_text(encoding="utf-8"), path.name == "__init__.py") for path in paths}


def _name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = modules()


def test_every_module_keeps_its_contract() -> None:
    wrong = [fault for name, (source, package) in MODULES.items() for fault in faults(source, name, is_package=package)]
    assert wrong == []


def test_each_driver_is_confined_to_one_file() -> None:
    users = {driver: drivers_users(driver, MODULES) for driver in DRIVERS}
    assert {driver: names for driver, names in users.items() if len(names) > 1} == {}


def drivers_users(driver: str, tree: Mapping[str, tuple[str, bool]]) -> list[str]:
    return [
        name
        for name, (source, package) in tree.items()
        if any(is_within(one.target, driver) for one in imports(source, name, is_package=package))
    ]


def reached_from(start: str, tree: Mapping[str, tuple[str, bool]]) -> set[str]:
    """Every module of ours that loading this package brings in, by way of others too."""
    waiting = [name for name in tree if is_within(name, start)]
    reached: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in reached:
            continue
        reached.add(name)
        source, package = tree[name]
        for one in imports(source, name, is_package=package):
            waiting += [prefix for prefix in _prefixes(one.target) if prefix in tree]
    return reached


def _prefixes(name: str) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[:count]) for count in range(1, len(parts) + 1)]


def strangers_to_the_console(tree: Mapping[str, tuple[str, bool]]) -> list[str]:
    reached = reached_from("companion.console", tree)
    return sorted(name for name in reached if is_within(name, "companion.rules") or is_within(name, "hardware"))


def test_the_console_knows_neither_rules_nor_hardware_even_by_way_of_others() -> None:
    assert strangers_to_the_console(MODULES) == []


def test_loading_the_rules_loads_nothing_heavy() -> None:
    program = f"import companion.rules, sys; print(*[name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.split() == []


def loaded_with(*names: str, of: tuple[str, ...] = ("companion.rules", "hardware")) -> list[str]:
    """Of the rules and the hardware, or of what is given, what an interpreter has loaded that has loaded these."""
    program = "import importlib, sys; [importlib.import_module(name) for name in sys.argv[1:]]; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program, *names], capture_output=True, text=True, check=True, cwd=ROOT)
    return [name for name in done.stdout.split() if any(is_within(name, one) for one in of)]


def test_loading_the_console_loads_neither_rules_nor_hardware() -> None:
    ours = [name for name in MODULES if is_within(name, "companion.console")]
    assert "companion.console.screens.looking_back" in ours
    assert loaded_with(*ours) == []


# A start is fast


NOT_FOR_THE_FIRST_LINE = (
    "asyncio",
    "msgspec",
    "rich",
    "textual",
    "sqlite3",
    "companion.table",
    "companion.console.app",
)
NOT_FOR_THE_GAME = (
    "aiohttp", "sqlite3", "markdown_it", "pygments", "segno", "pygal", "http", "urllib.request", "email", "xml",
    "importlib.metadata", "companion.rules", "companion.play", "companion.journal", "companion.table.server",
    "companion.table.views", "companion.console.screens.games", "companion.console.screens.log", "hardware",
)  # fmt: skip


def test_the_first_line_is_on_the_terminal_before_anything_heavy_is_loaded() -> None:
    assert loaded_with("companion.cli.play", "companion.cli.own_table", of=NOT_FOR_THE_FIRST_LINE) == []


def test_the_console_starts_with_nothing_that_it_does_not_show() -> None:
    """Of Textual's own, too: its lists and trees come with it, but no text with colours by syntax."""
    started = ("companion.cli.play", "companion.cli.own_table", "companion.console.app", "companion.console.link")
    assert loaded_with(*started, of=NOT_FOR_THE_GAME) == []


# The checks themselves can fail


def test_what_is_loaded_by_the_way_is_seen() -> None:
    assert "companion.rules.state" in loaded_with("companion.table.views.game_view")
    assert "hardware.signals" in loaded_with("companion.table.server.table")
    assert "textual.app" in loaded_with("companion.console.app", of=NOT_FOR_THE_FIRST_LINE)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        *(("companion.rules.rent", f"import {name}") for name in sorted(IMPURE)),
        ("companion.rules.rent", "from os import path"),
        ("companion.rules.rent", "def late():\n    import random"),
        ("companion.rules.rent", "import textual"),
        ("companion.rules.rent", "from companion.record import runner"),
        ("companion.rules.rent", "from companion.players.dice import SeededDice"),
        ("companion.rules.rent", "from ..table import session"),
        ("companion.rules.board", "from companion.boards import shipped_board"),
        ("companion.boards.board_file", "from companion.household.folders import data_folder"),
        ("companion.toml_document", "from companion.rules.board import Board"),
        ("companion.record.runner", "import companion.table"),
        ("companion.record.runner", "from companion.players import dice"),
        ("companion.record.runner", "import random"),
        ("companion.players.dice", "from companion import record"),
        ("companion.players.dice", "import hardware.signals"),
        ("companion.journal.database", "from companion.rules import decide"),
        ("companion.journal.database", "import aiosqlite"),
        ("companion.table.games.session", "from hardware import reader"),
        ("companion.table.games.session", "import textual"),
        ("companion.table.games.session", "from companion.console import app"),
        ("companion.table.games.session", "from random import Random"),
        ("companion.table.games.session", "from companion.table.server import dispatcher"),
        ("companion.table.games.session", "from companion.table.client import Client"),
        ("companion.table.games.session", "from hardware.signals import TagPlaced"),
        ("companion.table.server.table", "from companion.players import dice"),
        ("companion.table.gestures.interpret", "from companion.table.games.session import Session"),
        ("companion.table.gestures.sheet", "from companion.table.messages.views import MoveView"),
        ("companion.table.gestures.sheet", "from companion.table.views.moves import move_view"),
        ("companion.table.gestures.sheet", "from companion.table.server import dispatcher"),
        ("companion.table.gestures.sheet", "import json"),
        ("companion.table.gestures.sheet", "from msgspec import json"),
        ("companion.table.gestures.sheet", "import msgspec.json"),
        ("companion.table.gestures.sheet", "from hardware import rig"),
        ("companion.table.gestures.board_evidence", "from time import monotonic"),
        ("companion.table.messages", "from companion.rules.state import Game"),
        ("companion.table.views.history", "from companion.table.games.session import Session"),
        ("companion.table.views.history", "from companion.journal.codec import Body"),
        ("companion.play.timeline", "from companion.journal.codec import Body"),
        ("companion.play.words", "from companion.record.writer import write"),
        ("companion.play.dice", "import random"),
        ("companion.table.games.session", "from companion.record.runner import Runner"),
        ("companion.table.server.dispatcher", "from companion.record.errors import printable"),
        ("companion.table.server.dispatcher", "from companion.console.state import ConsoleState"),
        ("companion.table.games.library", "from companion.table.server.ports import Host"),
        ("companion.table.views.log", "from companion.table.games.words import move_count"),
        ("companion.table.gestures.tags", "from companion.table.games.tags_file import KeptTags"),
        ("companion.table.client.link", "from companion.table.server.connection import MAX_SEATS"),
        ("companion.table.messages.wire", "from companion.table.client.link import other_place"),
        ("companion.table.helpers", "from companion.table.games.session import Session"),
        ("companion.table.games.export", "from companion.journal.codec import decode_body"),
        ("companion.table.messages", "from companion.table.views import game_view"),
        ("companion.table.client", "from companion.table.games.session import Session"),
        ("companion.console.app", "from companion.rules import EDITIONS"),
        ("companion.console.app", "from companion.table import session"),
        ("companion.console.app", "from hardware.signals import TagPlaced"),
        ("tests.storm.world", "from companion.cli import main"),
        ("tests.storm.world", "from tests.kit import roll"),
        ("tests.storm.ledger", "from tests.storm.world import World"),
        ("companion.cli.simulate", "from tests.storm.ride import ride"),
        ("tests.storm.world", "from random import Random"),
        ("tests.storm.ledger", "from companion.rules.events import Paid"),
        ("tests.storm.medium", "from companion.journal.entry import parse"),
        ("companion.web.server", "from companion.console import app"),
        ("companion.web.server", "import textual"),
        ("companion.web.server", "from companion.table.games.session import Session"),
        ("companion.table.server.socket_server", "from companion.cli import main"),
        ("companion.record.runner", "from companion import cli"),
        ("companion.household.settings", "import random"),
        ("companion.household.settings", "from companion.console import app"),
        ("companion.household.build_rig", "from companion.cli import table"),
        ("companion.demo.demonstration", "from companion.journal import RealDisk"),
        ("hardware.readers", "from companion.rules import decide"),
        ("hardware.readers", "import asyncio"),
        ("hardware.buttons", "import gpiozero"),
        ("hardware.board", "from serial import Serial"),
        ("hardware.board", "import requests"),
    ],
)
def test_an_import_beyond_the_contract_is_seen(module: str, source: str) -> None:
    assert len(faults(source, module)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("companion.rules.rent", "from enum import Enum\nfrom msgspec import Struct\nfrom .deeds import DEEDS"),
        ("companion.boards.board_file", "import tomllib\nfrom companion.toml_document import TomlError"),
        ("companion.record.runner", "from pathlib import Path\nfrom companion.rules import decide"),
        ("companion.players.dice", "import random\nfrom companion.rules.cards import CHANCE"),
        ("companion.journal.database", "import sqlite3\nfrom companion.journal import codec"),
        ("companion.journal.codec", "from companion.rules.events import AnyEvent"),
        ("companion.table.games.session", "from companion.table.views import log\nimport companion.journal.database"),
        (
            "companion.table.server.table",
            "from hardware.signals import TagPlaced\nimport companion.table.games.session",
        ),
        ("companion.table.client", "import asyncio\nfrom companion.table.messages.wire import Hello"),
        ("companion.console.app", "import textual.app\nfrom companion.table import messages"),
        (
            "tests.storm.world",
            "from companion.table.server.dispatcher import Dispatcher\nfrom companion.players.dice import RandomDice",
        ),
        ("tests.storm.medium", "import sqlite3\nfrom tests.storm.broken import must"),
        ("companion.web.server", "from aiohttp import web\nfrom companion.table.client import Client"),
        (
            "companion.household.build_rig",
            "from hardware.pins import Pins\nfrom companion.table.server.table import Wired",
        ),
        ("companion.cli", "from companion.table.server import socket_server\nimport textual"),
        ("companion.__main__", "from companion.cli import main"),
        ("hardware.buttons", "import threading\ndef open_pins():\n    import gpiozero"),
    ],
)
def test_an_import_within_the_contract_passes(module: str, source: str) -> None:
    assert faults(source, module) == []


def test_a_relative_import_is_followed_from_a_package_too() -> None:
    assert [one.target for one in imports("from .rent import due", "companion.rules", is_package=True)] == [
        "companion.rules.rent.due"
    ]
    assert [one.target for one in imports("from . import rent", "companion.rules.turn")] == ["companion.rules.rent"]


def test_a_stranger_by_way_of_others_is_seen() -> None:
    tree = {
        "companion": ("", True),
        "companion.console": ("from companion.table.client import Client", True),
        "companion.table": ("", True),
        "companion.table.client": ("def late():\n    from companion.table.views import game_view", False),
        "companion.table.views.game_view": ("from companion.rules.state import Game", False),
        "companion.rules": ("", True),
        "companion.rules.state": ("", False),
    }
    assert strangers_to_the_console(tree) == ["companion.rules", "companion.rules.state"]


def test_a_driver_in_two_files_is_seen() -> None:
    late = ("def open_port():\n    import serial", False)
    assert drivers_users("serial", {"hardware.board": late, "hardware.rig": late}) == ["hardware.board", "hardware.rig"]


def test_there_is_something_to_check() -> None:
    assert "companion.rules.engine" in MODULES
    assert MODULES["companion.rules"][1]
