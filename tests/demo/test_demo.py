"""`companion demo`: automatic players make moves by hand, wait while it is paused, and leave nothing behind."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.cli import main
from companion.cli.ask_table import session_deps
from companion.console.app import ConsoleApp
from companion.console.console_keys import KEYS_BY_ID
from companion.console.demo_speed import SPEEDS, DemoSpeed
from companion.console.link import TableLink
from companion.console.screens.simulated import SimulatedScreen
from companion.demo import players
from companion.demo.demonstration import CannotShow, Demonstration
from companion.household.build_rig import wire_table
from companion.household.settings import Config
from companion.table.client import Client
from companion.table.messages.wire import Moved, Snapshot, TablePrompts
from tests.console.screen_pilot import PORTRAIT, SMALL, press, text_of, until
from tests.console.terminal import Terminal, wait_for
from tests.journal.conftest import tmp_path
from tests.table.fake_table import in_loop

__all__ = ["tmp_path"]  # short, as the path of a socket must be
Captured = pytest.CaptureFixture[str]
HELD_S = 2.0


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "demo"


def demonstration(data: Path, pace: DemoSpeed) -> Demonstration:
    return Demonstration(data, session_deps(), wire_table(Config()), pace, 3)


async def number_of(show: Demonstration) -> int:
    """The number of the last move, as a new screen sees it."""
    async with Client(show.path, "viewer") as client:
        async for told in client:
            if isinstance(told, Snapshot):
                return told.number
    raise AssertionError("no snapshot came")


def counted(prompts: TablePrompts, name: str, what: str) -> int:
    return sum(dict(device.counters).get(what, 0) for device in prompts.devices if device.name == name)


# The players


@in_loop
async def test_moves_are_made_with_hands_and_the_tokens_follow(data: Path) -> None:
    prompts, number = [TablePrompts()], 0
    with demonstration(data, DemoSpeed(4)) as show:
        async with Client(show.path, "viewer") as client:
            async for told in client:
                if isinstance(told, TablePrompts):
                    prompts.append(told)
                if isinstance(told, Moved):
                    number = told.number
                if number >= 12 and counted(prompts[-1], "dice", "presses") >= 2:
                    break
    assert counted(prompts[-1], "board", "seen") >= 5, "three were set up, and then moved"
    assert any(now.rig is not None and any(space for _, space in now.rig.tokens) for now in prompts)
    assert not show.path.exists()


@in_loop
async def test_a_demonstration_can_be_paused_and_resumed(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "GESTURE_S", 0.05)
    pace = DemoSpeed(16)
    with demonstration(data, pace) as show:
        while await number_of(show) < 3:
            pass
        pace.pause_or_go_on()
        held = await held_for(show, HELD_S)
        pace.pause_or_go_on()
        while await number_of(show) <= held:
            pass


async def held_for(show: Demonstration, seconds: float) -> int:
    """Waits until no move has come for this long."""
    since, number = time.monotonic(), await number_of(show)
    while time.monotonic() - since < seconds:
        if (now := await number_of(show)) != number:
            since, number = time.monotonic(), now
    return number


def test_the_end_comes_at_once_and_no_thread_is_left(data: Path) -> None:
    before = set(threading.enumerate())
    pace = DemoSpeed(0.1)
    pace.pause_or_go_on()
    with demonstration(data, pace) as show:
        assert show.game
    assert set(threading.enumerate()) <= before


def test_a_table_that_cannot_start_is_reported(data: Path) -> None:
    data.mkdir()
    (data / "table.sock").mkdir()
    with pytest.raises(CannotShow, match="socket"), demonstration(data, DemoSpeed()):
        pass


def test_faster_and_slower_stay_within_limits() -> None:
    pace = DemoSpeed(3)
    pace.faster()
    assert pace.view.words == "demo ×4"
    for _ in SPEEDS:
        pace.faster()
    assert pace.view.speed == SPEEDS[-1]
    for _ in SPEEDS:
        pace.slower()
    assert pace.view.speed == SPEEDS[0]


# On the console


@pytest.mark.parametrize(
    "size", [pytest.param(SMALL, id="small"), pytest.param(PORTRAIT, id="narrow", marks=pytest.mark.long_run)]
)
@in_loop
async def test_the_console_shows_it_and_its_keys_pause_it(data: Path, size: tuple[int, int]) -> None:
    pace = DemoSpeed(4)
    with demonstration(data, pace) as show:
        app = ConsoleApp(TableLink(show.path), settle_s=0, demo_speed=pace)
        app.opens_next = show.game, "simulated:SimulatedScreen"
        async with app.run_test(size=size) as pilot:
            await until(lambda: isinstance(app.screen, SimulatedScreen) and app.state.number > 1)
            await press(pilot, "space")
            await until(lambda: "demo paused" in text_of(app))
            assert pace.view.is_paused
            assert "Space pauses it" in text_of(app)
            await press(pilot, "escape", "minus", "space")
            await until(lambda: "demo ×2" in text_of(app))
            assert not pace.view.is_paused
            await press(pilot, "space", "q")
            await until(lambda: "Why?" in text_of(app))
            await press(pilot, "ctrl+q")
            await until(lambda: app._exit)


@in_loop
async def test_without_a_demonstration_its_keys_are_not_offered(data: Path) -> None:
    with demonstration(data, DemoSpeed()) as show:
        app = ConsoleApp(TableLink(show.path), settle_s=0)
        async with app.run_test(size=SMALL):
            await until(lambda: app.state.is_live)
            assert not any(KEYS_BY_ID[id].possible(app.state) for id in ("pause", "faster", "slower"))


# The command


@pytest.fixture
def open_terminal() -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def opener(*args: str) -> Terminal:
        opened.append(Terminal(*args))
        return opened[-1]

    yield opener
    for terminal in opened:
        terminal.close()


def test_it_runs_on_a_terminal_and_ends_like_any_console(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, open_terminal: Callable[..., Terminal]
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    terminal = open_terminal("demo", "--speed", "8", "--players", "2")
    terminal.wait_for("rolled")
    wait_for(lambda: bool([*tmp_path.glob("companion-demo-*/games/table.sock")]), "its own table")
    terminal.type(b"\x11")
    assert terminal.end() == 0
    assert [*tmp_path.glob("companion-demo-*")] == [], "nothing is kept"


def test_without_a_terminal_it_says_so(capsys: Captured) -> None:
    assert main(["demo"]) == 2
    assert capsys.readouterr().err.startswith("The console needs a terminal to draw on")


@pytest.mark.parametrize(("option", "value"), [("--speed", "0"), ("--speed", "fast"), ("--speed", "nan")])
def test_a_speed_is_a_number_within_limits(option: str, value: str, capsys: Captured) -> None:
    with pytest.raises(SystemExit) as exit:
        main(["demo", option, value])
    assert exit.value.code == 2
    assert "expected a number from 0.1 to 100" in capsys.readouterr().err


@pytest.mark.parametrize("value", ["1", "9", "two"])
def test_two_to_eight_play(value: str, capsys: Captured) -> None:
    with pytest.raises(SystemExit) as exit:
        main(["demo", "--players", value])
    assert exit.value.code == 2
    assert "expected a number from 2 to 8" in capsys.readouterr().err


def test_its_help_has_an_example(capsys: Captured) -> None:
    with pytest.raises(SystemExit) as exit:
        main(["demo", "--help"])
    assert exit.value.code == 0
    assert "companion demo --speed 4 --players 6" in capsys.readouterr().out
