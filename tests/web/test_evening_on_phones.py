"""Evenings on other boards with the players' phones in a real browser: the board's own names and money to the end."""

import shutil
from pathlib import Path

import msgspec
import pytest
from msgspec import Raw

from companion.journal import RealDisk
from companion.journal.games_folder import GamesFolder
from companion.players.dice import RandomDice
from companion.rules.commands import BuyDeed, DeclineDeed, EndTurn, PassBid, Settle
from companion.table.games.session import Session, SessionDeps
from companion.table.messages.message import PROTOCOL
from companion.table.messages.requests import NewGame, OpenPairing
from companion.table.messages.wire import Answer, Give, Hello, encode
from tests.evenings import NAMES, SEEDS, begun, evening, foreign_words
from tests.table.running_table import SocketClient
from tests.web.browser import CHROMIUM, PHONE, Chromium, Phone
from tests.web.page_taps import tap_command
from tests.web.test_browser import FOLDER
from tests.web.web_server import WebTable

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium on this machine")
ON_PHONES = (BuyDeed, DeclineDeed, EndTurn, PassBid, Settle)


@pytest.mark.long_run
@pytest.mark.parametrize("key", ["gull-island", "london"])
def test_an_evening_on_another_board(own: WebTable, browser: Chromium, tmp_path: Path, key: str) -> None:
    if key == "gull-island":
        (tmp_path / "boards").mkdir()
        shutil.copy(Path(__file__).parents[1] / "boards" / f"{key}.toml", tmp_path / "boards")
    start = begun(key)
    owned = [
        f"given {start.name(title.owner)} owns {deed.space}"
        for deed, title in zip(start.board.deeds, start.titles, strict=True)
        if title.owner >= 0
    ]
    cash = [f"given {player.name} cash {player.cash}" for player in start.players]
    reply = own.table.ask(NewGame(NAMES, board=key, position="\n".join(("given turn Ann", *cash, *owned))))
    assert reply.done, (reply.message, reply.lines)
    banker = SocketClient(own.table.socket)
    banker.say(encode(Hello(PROTOCOL, "banker")))
    phones = [
        Phone(browser.browser, PHONE).take_presses_at_once().pair(own, OpenPairing("player", seat)) for seat in (0, 1)
    ]
    for number, step in enumerate(evening(key, SEEDS[key])):
        if isinstance(step.command, ON_PHONES):
            tap_command(phones[step.command.player], step.before, step.command)
        else:  # the Banker enters dice, cards and the rest
            banker.say(encode(Give(f"move-{number}", Raw(msgspec.json.encode(step.command)))))
            while not isinstance(said := banker.next(), Answer):
                continue
            assert said.outcome == "done", said
        for phone, player in zip(phones, step.after.players, strict=True):
            phone.hear(number + 1)
            phone.see("#cash", step.after.money(player.cash))
        if number == 30:
            phones[0].picture(FOLDER, f"phone-evening-{key}")
    for phone, player in zip(phones, step.after.players, strict=True):
        assert phone.text("#cash") == step.after.money(player.cash)
        assert foreign_words(step.after.board, phone.page.locator("main").inner_text()) == []
        assert phone.errors == []
        phone.context.close()
    banker.close()
    own.table.end()
    (id,) = GamesFolder(tmp_path).ids()
    deps = SessionDeps(RandomDice.from_seed("none"), lambda: 0, "")
    session = Session(RealDisk(GamesFolder(tmp_path).disk(id).folder), deps)
    assert (session.game.players, session.game.titles) == (step.after.players, step.after.titles)
    assert session.game.winners == step.after.winners
    assert session.game.winners
    session.close()
