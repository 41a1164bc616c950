"""An evening of three to the end of the game in a real browser: with the Banker's page alone, and with three phones.

Dice and cards are real: people tap what they rolled and drew.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rules.state import Game
from companion.table.messages.requests import NewGame, OpenPairing
from tests.evenings import played
from tests.kit import game
from tests.web.browser import CHROMIUM, LANDSCAPE, PHONE, BankerPage, Chromium, Phone
from tests.web.page_taps import tap_command
from tests.web.slow_line import run_before
from tests.web.test_browser import FOLDER
from tests.web.web_server import WebTable, web_table

pytestmark = [
    pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium on this machine"),
    pytest.mark.long_run,
]

NAMES = ("Ann", "Ben", "Cas")
CASH = {"Ann": 400, "Ben": 200, "Cas": 150}
OWNED = {
    "Ann": ("light-blue", "orange"),
    "Ben": ("red", "St. Charles", "Reading"),
    "Cas": ("yellow", "Electric", "Short Line"),
}
HOUSES = dict.fromkeys(("Oriental", "Vermont", "Connecticut", "St. James", "Tennessee", "New York"), 3)
HOUSES |= dict.fromkeys(("Illinois", "Kentucky", "Indiana"), 1)
BY_THE_BANKER, ON_PHONES = 661, 70  # seeds of games with sixteen kinds of moves


@pytest.fixture
def own(tmp_path: Path) -> Iterator[WebTable]:
    """A table and pages that take moves as fast as a test taps."""
    path = run_before(
        tmp_path / "before",
        "import companion.table.server.dispatcher as table, companion.web.pages as pages\n"
        "table.MOVES_AT_ONCE = pages.MOVES_AT_ONCE = 10**6\n",
    )
    with web_table(tmp_path / "data", within=("env", f"PYTHONPATH={path}"), PYTHONPATH=path) as both:
        yield both


def begin(own: WebTable) -> Game:
    start = game(players=NAMES, owns=OWNED, buildings=HOUSES, cash=CASH)
    lines = ["given turn Ann", *(f"given {name} cash {cash}" for name, cash in CASH.items())]
    for deed, title in zip(start.board.deeds, start.titles, strict=True):
        lines += [f"given {start.name(title.owner)} owns {deed.space}"] if title.owner >= 0 else []
        lines += [f"given {deed.space} houses {title.buildings}"] if title.buildings else []
    reply = own.table.ask(NewGame(NAMES, position="\n".join(lines), dice="hand", electronic_cards=False))
    assert reply.done, (reply.message, reply.lines)
    return start


def test_with_the_bankers_page_alone(own: WebTable, browser: Chromium) -> None:
    start = begin(own)
    banker = BankerPage(browser.browser, LANDSCAPE).take_presses_at_once().pair(own, OpenPairing())
    for number, step in enumerate(played(start, BY_THE_BANKER), 1):
        tap_command(banker, step.before, step.command)
        banker.hear(number)
        for seat, player in enumerate(step.after.players):
            cash = banker.page.locator(f"#purses [data-seat='{seat}'] .cash", has_text=step.after.money(player.cash))
            cash.wait_for(state="attached")  # in an auction it stands beside the bids
        if number % 20 == 0:
            banker.picture(FOLDER, f"banker-evening-{number}")
    banker.see("#prompt", "wins")
    assert banker.cash() == [step.after.money(player.cash) for player in step.after.players]
    banker.picture(FOLDER, "banker-over")
    assert banker.errors == []
    banker.context.close()


def test_with_three_phones_and_real_dice(own: WebTable, browser: Chromium) -> None:
    start = begin(own)
    phones = [
        Phone(browser.browser, PHONE).take_presses_at_once().pair(own, OpenPairing("player", seat)) for seat in range(3)
    ]
    for number, step in enumerate(played(start, ON_PHONES), 1):
        tap_command(phones[getattr(step.command, "player")], step.before, step.command)  # noqa: B009
        for phone, player in zip(phones, step.after.players, strict=True):
            phone.hear(number)
            phone.see("#cash", step.after.money(player.cash))
    for phone in phones:
        phone.see("#prompt", "wins")
        assert phone.errors == []
        phone.context.close()
