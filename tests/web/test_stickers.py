"""Printed stickers, from the sheet to a move: a phone opens what the code on paper holds."""

import json
import socket
from pathlib import Path

import pytest
from msgspec import Raw

from companion.cli import main
from companion.rules.commands import Roll
from companion.table.messages.requests import ListGames, LookAtTag, NewGame, OpenPairing
from tests.household.test_sticker_sheet import svg_codes
from tests.web.browser import CHROMIUM, PHONE, BankerPage, Chromium, Phone
from tests.web.page_link import PageLink
from tests.web.test_browser import FOLDER
from tests.web.test_rights import give
from tests.web.web_server import WebTable

BOARDWALK, READING = "/deed/39", "/deed/5"
ANNS, BENS, VIEWER = OpenPairing("player", 0), OpenPairing("player", 1), OpenPairing("viewer")
in_chromium = pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium on this machine")


def begin(own: WebTable, *lines: str) -> None:
    reply = own.table.ask(NewGame(("Ann", "Ben"), position="\n".join(("given turn Ann", *lines))))
    assert reply.done, (reply.message, reply.lines)


def kind_of(act: Raw) -> str:
    return str(json.loads(bytes(act))["type"])


def by_name(own: WebTable, path: str) -> str:
    """What is printed. One of these tests reads it from the sheet."""
    return f"http://{socket.gethostname().partition('.')[0].lower()}.local:{own.pages.port}{path}"


def scanned(own: WebTable, folder: Path, path: str) -> str:
    """What the code of this page holds, read from the printed sheet."""
    assert main(["stickers", "--data", str(own.pages.data), "--output", str(folder / "sheet.svg")]) == 0
    codes = [code for number in (1, 2) for code in svg_codes((folder / f"sheet-{number}.svg").read_text())]
    (found,) = (code for code in codes if code.endswith(path))
    assert found == found.lower()
    assert f".local:{own.pages.port}/" in found, "by its name, whatever number this machine has"
    return found


@in_chromium
def test_a_phone_that_was_paired_by_number_opens_a_deed_by_name_and_acts(
    own: WebTable, browser: Chromium, tmp_path: Path
) -> None:
    begin(own, "given Ann owns Boardwalk", "given Ann cash 500")
    phone = Phone(browser.browser, PHONE).pair(own, ANNS)
    printed = scanned(own, tmp_path, BOARDWALK)
    assert printed == by_name(own, BOARDWALK)
    phone.page.goto(printed)
    phone.see("#question", "You have it. The rent is $50 now.")
    phone.picture(FOLDER, "phone-sticker")
    assert phone.page.url == f"{own.pages.url}{BOARDWALK}"
    phone.page.reload()
    phone.see("#question", "You have it. The rent is $50 now.")
    (game,) = own.table.ask(ListGames()).games
    assert game.moves == 0, "looking has changed nothing"
    phone.move("Mortgage")
    phone.see("#question", "You have it. It is mortgaged: no rent.")
    assert phone.text("#cash") == "$700"
    phone.tap("Done", "#question")
    phone.see("#prompt", "Roll the dice.")
    assert phone.page.url == f"{own.pages.url}/"
    assert phone.errors == []
    phone.context.close()


@in_chromium
def test_a_stranger_sees_nothing_and_arrives_after_pairing(own: WebTable, browser: Chromium) -> None:
    begin(own, "given Ben owns Boardwalk")
    phone = Phone(browser.browser, PHONE)
    phone.page.goto(by_name(own, BOARDWALK))
    phone.page.wait_for_url(f"{own.pages.url}/pair?then={BOARDWALK}")
    phone.see("main", "Then it shows what you have scanned.")
    assert "Boardwalk" not in phone.page.content()
    phone.picture(FOLDER, "phone-sticker-pair")
    tab = Phone(browser.browser, PHONE, phone.context)  # the camera opens the code for pairing in another tab
    tab.scan(f"{own.pages.url}/pair#{own.code(ANNS)}")
    tab.see("#question", "Ben has it. The rent is $50 now.")
    tab.see("#moves", "Ben")
    assert tab.page.url == f"{own.pages.url}{BOARDWALK}"
    phone.context.close()


@in_chromium
@pytest.mark.long_run
def test_the_page_of_a_sticker_follows_the_game(own: WebTable, browser: Chromium) -> None:
    """A deed comes on offer while somebody looks at it; the Banker opens a player's card and a way out of Jail."""
    begin(own, "given Ann at Go", "given Ben in jail", "given Ben jail cards 1")
    ann, banker = Phone(browser.browser, PHONE).pair(own, ANNS), BankerPage(browser.browser, PHONE)
    banker.pair(own, OpenPairing())
    ann.page.goto(by_name(own, READING))
    ann.see("#question", "For sale.")
    ann.see("#question", "Nothing can be done with it now.")
    assert give(own, own.paired(), Roll(0, (2, 3))).outcome == "done"
    ann.move("Buy Reading Railroad")
    ann.see("#question", "You have it.")
    banker.page.goto(by_name(own, "/jail/chance"))
    banker.see("#question", "This is the Chance card to leave Jail. Ben may use it in Jail, before a roll.")
    banker.picture(FOLDER, "banker-sticker-jail")
    banker.move("card")
    banker.see("#question", "It is in the Chance deck.")
    banker.page.goto(by_name(own, "/player/2"))
    banker.see("#question", "Ben has $1,500. Ben, roll the dice.")
    banker.picture(FOLDER, "banker-sticker-player")
    banker.move("Roll")
    banker.see("#news", "Ben rolled")
    assert (ann.errors, banker.errors) == ([], [])
    ann.context.close()
    banker.context.close()


@in_chromium
def test_a_page_in_the_background_gives_its_link_to_the_one_that_was_opened(own: WebTable, browser: Chromium) -> None:
    """Or an evening of stickers would have more pages than a device may have links, and each would cut off another."""
    begin(own, "given Ben owns Boardwalk")
    first = Phone(browser.browser, PHONE).pair(own, ANNS)
    first.see("#prompt", "Roll the dice.")
    first.page.evaluate("Object.defineProperty(document, 'hidden', { get: () => window.isAway, configurable: true })")
    first.page.evaluate("window.isAway = true")
    with first.page.expect_event("requestfailed", lambda request: request.url.endswith("/events")):
        second = Phone(browser.browser, PHONE, first.context)
        second.page.goto(f"{own.pages.url}{BOARDWALK}")
    second.see("#question", "Ben has it.")
    assert give(own, own.paired(), Roll(0, (2, 3))).outcome == "done"
    second.hear(1)
    first.see("#prompt", "Roll the dice.")
    first.page.evaluate("window.isAway = false; document.dispatchEvent(new Event('visibilitychange'))")
    first.hear(1)
    assert (first.errors, second.errors) == ([], [])
    first.context.close()


def test_the_table_says_which_moves_belong_to_a_sticker_and_to_whom(own: WebTable) -> None:
    begin(own, "given Ann owns Boardwalk")
    with PageLink(own, own.paired(ANNS)) as ann, PageLink(own, own.paired(BENS)) as ben:
        asked = LookAtTag({"deed": 39})
        assert [kind_of(act) for act in ann.ask(asked).acts] == ["Mortgage", "OfferDeal"]
        assert ben.ask(asked).message == "Boardwalk is Ann's. Its rent is $50."
        assert [kind_of(act) for act in ben.ask(asked).acts] == ["OfferDeal"]
        assert ann.ask(LookAtTag({"player": 0})).acts
        assert not ann.ask(LookAtTag({"player": 1})).acts
        assert ann.ask(LookAtTag({"deed": 4})).message == "Space 4 has no deed."
        assert ann.ask(LookAtTag({"player": 7})).message == "Nobody sits in seat 8 in this game."
        assert ann.ask(LookAtTag({"jail": "chance"})).message == (
            "This is the Chance card to leave Jail. It is in the Chance deck."
        )
    with PageLink(own, own.paired(VIEWER)) as viewer:
        assert not viewer.ask(asked).acts


@pytest.mark.parametrize("path", [BOARDWALK, "/player/1", "/jail/chance"])
def test_a_sticker_is_a_page_for_paired_devices_alone(shared: WebTable, path: str) -> None:
    said = shared.pages.ask("GET", path)
    assert (said.status, said.headers["Location"]) == (303, f"/pair?then={path}")
    assert "/player.js" in shared.pages.ask("GET", path, Cookie=shared.paired(VIEWER)).text
    assert "/banker.js" in shared.pages.ask("GET", path, Cookie=shared.paired()).text
    assert shared.pages.ask("POST", path, Cookie=shared.paired()).status == 405


@pytest.mark.parametrize("path", ["/deed/", "/deed/39/", "/deed/%0a", "/jail/" + "x" * 9, "/card/1"])
def test_no_other_path_is_a_sticker(shared: WebTable, path: str) -> None:
    assert shared.pages.ask("GET", path).status == 401
    assert shared.pages.ask("GET", path, Cookie=shared.paired()).status == 404


def test_a_sticker_leads_to_the_number_by_which_phones_are_paired(shared: WebTable) -> None:
    assert shared.pages.ask("GET", "/pair/address").text == shared.pages.url
