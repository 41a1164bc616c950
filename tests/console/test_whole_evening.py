"""Three players to the last one standing, through the console alone; and the record ends as the game did."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from companion.cli import main
from companion.console.link import TableLink
from companion.console.screens.new_game import NewGameScreen
from companion.console.screens.table import TableScreen
from companion.journal import RealDisk
from companion.journal.games_folder import GamesFolder
from companion.players.dice import RandomDice
from companion.record.parser import parse
from companion.record.runner import Runner
from companion.rules.state import Game
from companion.table.games.export import _comparable
from companion.table.games.session import Session, SessionDeps
from tests.console.banker_pilot import BankerPilot
from tests.console.screen_pilot import PORTRAIT, SMALL, console, until
from tests.journal.conftest import tmp_path
from tests.table.running_table import RunningTable

__all__ = ["tmp_path"]  # short: a socket's path must be
SIZES = pytest.mark.parametrize(("size", "is_touch"), [(SMALL, False), (PORTRAIT, True)], ids=["small", "tablet"])
DEADLINE_S = 900.0  # for all of it
Step = tuple[Callable[[BankerPilot], Awaitable[None]], tuple[str, ...]]


def roll(first: int, second: int, *words: str) -> Step:
    return lambda banker: banker.roll(first, second), words


def key(key: str, *words: str) -> Step:
    return lambda banker: banker.press(key), words


def draw(card: str, *words: str) -> Step:
    return lambda banker: banker.draw(card), words


def choose(key: str, what: str, *words: str) -> Step:
    return lambda banker: banker.choose(key, what), words


def bid(who: str, amount: int, *words: str) -> Step:
    return lambda banker: banker.bid(who, amount), words


def tap(label: str, *words: str) -> Step:
    return lambda banker: banker.tap(label), words


async def offer(banker: BankerPilot) -> None:
    """Ann gives 400 for Park Place."""
    await banker.choose("o", "Ann: Offer Ben a deal")
    await banker.see("Ann gives", "Ben gives")
    await banker.tap("Cash $0")
    await banker.enter(400)
    banker.app.screen.query_one("#deeds-1").focus()
    await banker.press("end", "enter")
    await banker.see("$400 for Park Place")
    await banker.tap("Offer it")


async def go_bankrupt(banker: BankerPilot) -> None:
    await banker.press("B")
    await banker.sure()


# One act a line, and what must stand on the screen after it.
EVENING: tuple[Step, ...] = (
    (lambda banker: banker.roll(3, 4, "Ann"), ("Ann, draw a Chance card",)),
    draw("Boardwalk", "Ann may buy Boardwalk for $400."),
    tap("Buy", "$1,100 ▼ $400"),
    roll(1, 2, "Ben may buy Baltic Avenue for $60."),
    key("n", "Auction of Baltic Avenue"),
    bid("Ben", 30, "$30"),
    bid("Cy", 40, "$40"),
    choose("p", "Ben"),
    tap("Sold to Cy for $40", "$1,460 ▼ $40"),
    roll(5, 5),
    roll(6, 6, "Cy, draw a Chance card"),
    choose("C", "Chance: to Jail", "in Jail"),
    roll(1, 2, "$1,300 ▲ $200"),
    draw("Bank error", "$1,500 ▲ $200"),
    roll(2, 2),
    draw("Illinois", "Ben may buy Illinois Avenue for $240."),
    key("b", "$1,260 ▼ $240"),
    roll(5, 6),
    key("b", "$1,060 ▼ $200"),
    key("e", "Cy"),
    key("y", "$1,410 ▼ $50"),
    roll(1, 3),
    key("b", "$1,250 ▼ $160"),
    roll(1, 1),
    choose("y", "$200", "$1,300 ▼ $200"),
    roll(2, 3),
    tap("Buy", "$1,180 ▼ $120"),
    roll(1, 1),
    tap("Buy", "$710 ▼ $350"),
    roll(1, 2, "$910 ▲ $200"),
    (offer, ("Park Place",)),
    choose("o", "Say yes", "$780 ▼ $400", "$1,310 ▲ $400"),
    choose("h", "Boardwalk", "$580 ▼ $200"),
    choose("h", "Park Place", "$380 ▼ $200"),
    choose("h", "Boardwalk", "$180 ▼ $200"),
    choose("m", "Connecticut", "$240 ▲ $60"),
    choose("h", "Park Place", "$40 ▼ $200"),
    roll(4, 4),
    draw("Boardwalk", "$640 ▲ $600", "$650 ▼ $600"),
    roll(1, 2, "$850 ▲ $200"),
    draw("hospital", "$750 ▼ $100"),
    roll(4, 6),
    key("b", "$440 ▼ $200"),
    choose("h", "Boardwalk", "$240 ▼ $200"),
    choose("h", "Park Place", "$40 ▼ $200"),
    roll(3, 4),
    draw("Boardwalk", "$1,400", "owes $1,400"),
    choose("m", "Short Line", "$1,410 owes $1,400"),
    key("y", "$1,440 ▲ $1,400", "$10 ▼ $1,400"),
    choose("h", "Boardwalk"),
    choose("h", "Park Place"),
    choose("h", "Boardwalk"),
    choose("h", "Park Place", "$640 ▼ $200"),
    roll(2, 3),
    draw("Boardwalk", "owes $2,000"),
    (go_bankrupt, ("bankrupt", "$1,390 ▲ $750")),
    roll(1, 2),
    draw("dividend", "$1,440 ▲ $50"),
    roll(6, 2, "$210 ▲ $200"),
    draw("Boardwalk", "owes $2,000"),
    (go_bankrupt, ("Ann wins", "$1,650")),
)


@pytest.mark.long_run
@SIZES
def test_an_evening_to_the_last_one_standing(data: Path, size: tuple[int, int], is_touch: bool) -> None:
    asyncio.run(asyncio.wait_for(play(data, size, is_touch), DEADLINE_S))
    require_the_same_record(data)


async def play(data: Path, size: tuple[int, int], is_touch: bool) -> None:
    with RunningTable(data) as table:
        app = console(TableLink(table.socket), is_touch=is_touch)
        async with app.run_test(size=size) as pilot:
            banker = BankerPilot(app, pilot)
            await begin(banker)
            for number, (act, words) in enumerate(EVENING, 1):
                await act(banker)
                await banker.moved(number)
                await banker.see(*words)
            assert app.state.view is not None
            assert app.state.view.over
            assert app.state.off_balance == 0
            assert [player.cash for player in app.state.view.players] == [1_650, 0, 0]


async def begin(banker: BankerPilot) -> None:
    app = banker.app
    await banker.see("A new game: who plays?")  # since there is no game yet
    assert isinstance(app.screen, NewGameScreen)
    for name in ("Ann", "Ben", "Cy"):
        await add(banker, name)
    await banker.tap("Cards")
    await banker.pick("real decks")
    await banker.tap("Start the game")
    await until(lambda: isinstance(app.screen, TableScreen))
    await banker.see("Roll to see who goes first")


async def add(banker: BankerPilot, name: str) -> None:
    if banker.app.has_class("-touch"):
        await banker.tap("Add a player")
    await banker.type(name)
    await banker.press("enter")


def require_the_same_record(data: Path) -> None:
    """The record runner checks the export, and it ends as the journal does."""
    exported = data / "evening.game"
    assert main(["export", "--data", str(data), "--output", str(exported)]) == 0
    assert main(["check", str(exported)]) == 0
    runner = Runner(parse(exported.read_text("utf-8")))
    list(runner.play())
    saved = saved_game(data)
    assert _comparable(runner.game) == _comparable(saved)
    assert saved.winners == (0,)
    assert saved.bankruptcies() == 2


def saved_game(data: Path) -> Game:
    (id,) = GamesFolder(data).ids()
    session = Session(
        RealDisk(GamesFolder(data).disk(id).folder), SessionDeps(RandomDice.from_seed("none"), lambda: 0, "")
    )
    try:
        assert session.number == len(EVENING)
        return session.game
    finally:
        session.close()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"
