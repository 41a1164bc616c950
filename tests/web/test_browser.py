"""Whole journeys in a real browser, by touch, against the real server and a real table.

If COMPANION_PICTURES names a folder, pictures of what was seen are left there.
"""

import os
import signal
from pathlib import Path

import pytest

from companion.play.acts import Undo
from companion.rules.commands import CorrectCash, Roll
from companion.table.messages.requests import NewGame, OpenPairing, RevokeDevice
from tests.processes import is_gone, wait_for
from tests.table.running_table import RunningTable
from tests.web.browser import CHROMIUM, LANDSCAPE, PHONE, PORTRAIT, SMALL_PHONE, Chromium, Phone, Size, Tablet
from tests.web.test_rights import give
from tests.web.web_server import RunningWebServer, WebTable

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium on this machine")

FOLDER = Path(os.environ["COMPANION_PICTURES"]) if os.environ.get("COMPANION_PICTURES") else None
BANKER, VIEWER = OpenPairing(), OpenPairing("viewer")


def player(seat: int) -> OpenPairing:
    return OpenPairing("player", seat)


def begin(own: WebTable, position: str, *names: str) -> None:
    reply = own.table.ask(NewGame(names or ("Ann", "Ben", "Cas"), position=position))
    assert reply.done, (reply.message, reply.lines)


# The Banker's tablet


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT, PHONE], ids=["landscape", "portrait", "phone"])
def test_a_banker_plays_by_touch(own: WebTable, browser: Chromium, size: Size) -> None:
    """A roll, taken back again; then the tab is closed."""
    begin(own, "given turn Ann\ngiven Ann at Boardwalk\ngiven Ben owns Boardwalk")
    tablet, name = Tablet(browser.browser, size).pair(own, BANKER), f"tablet-{size[0]}x{size[1]}"
    tablet.see("Ann, roll")
    tablet.picture(FOLDER, name)
    tablet.tap("1 Roll")
    tablet.see("Ann rolled")
    tablet.picture(FOLDER, f"{name}-thrown")
    tablet.tap("undo")
    tablet.see("This will be taken back")
    tablet.picture(FOLDER, f"{name}-undo")
    tablet.tap("Take it back")
    tablet.see("Ann, roll")
    tablet.tap("all moves")
    tablet.see("Correct")
    tablet.picture(FOLDER, f"{name}-moves")
    assert tablet.errors == []
    tablet.context.close()
    wait_for(lambda: not own.pages.consoles(), "the console's end")


def test_a_game_is_started_on_a_tablet(own: WebTable, browser: Chromium) -> None:
    tablet = Tablet(browser.browser, LANDSCAPE).pair(own, BANKER)
    for name in ("Player 1", "Player 2"):
        tablet.tap(f"+ {name}")
    tablet.picture(FOLDER, "tablet-new-game")
    tablet.tap("Start the game")
    tablet.see("Roll to see who goes first, or let Player 1 start.")
    tablet.tap("1 Player 1: Roll to see")
    tablet.see("To go first: Player 1")
    tablet.context.close()


def test_a_tablet_recovers_from_every_interruption(tmp_path: Path, browser: Chromium) -> None:
    """It sleeps; the server restarts; the table is killed and restarted; the device is removed."""
    with RunningTable(tmp_path) as table, RunningWebServer(tmp_path) as pages:
        own = WebTable(table, pages)
        begin(own, "given turn Ann")
        tablet, phone = Tablet(browser.browser, LANDSCAPE).pair(own, BANKER), Phone(browser.browser, PHONE)
        phone.pair(own, player(0))
        tablet.see("Ann, roll")
        _sleep_and_wake(own, browser, tablet, phone)
        _restart_pages(own, tablet, phone)
        table.process.kill()
        tablet.see("NO LINK TO THE TABLE")
        phone.see("#lost", "Connection lost")
        assert not phone.page.locator("#moves button:not([aria-disabled])").count()
        tablet.picture(FOLDER, "tablet-no-table")
        phone.picture(FOLDER, "phone-no-table")
        with RunningTable(tmp_path) as again:
            tablet.see("Ann, roll")
            phone.page.locator("#lost").wait_for(state="hidden")
            phone.move("Roll")
            tablet.see("Ann rolled")
            _remove_both(WebTable(again, pages), tablet, phone)


def _sleep_and_wake(own: WebTable, browser: Chromium, tablet: Tablet, phone: Phone) -> None:
    consoles = own.pages.consoles()
    browser.signal(signal.SIGSTOP)
    try:
        wait_for(lambda: all(map(is_gone, consoles)), "the end of a console that nobody looks at")
    finally:
        browser.signal(signal.SIGCONT)
    wait_for(lambda: len(own.pages.consoles()) == 1, "another console")
    tablet.see("Ann, roll")
    phone.see("#moves", "Roll")


def _restart_pages(own: WebTable, tablet: Tablet, phone: Phone) -> None:
    own.pages.end()
    tablet.page.locator("#lost").wait_for()
    phone.see("#lost", "Connection lost")
    tablet.picture(FOLDER, "tablet-link-lost")
    own.pages.start()
    tablet.page.locator("#lost").wait_for(state="hidden")
    phone.page.locator("#lost").wait_for(state="hidden")
    tablet.see("Ann, roll")


def _remove_both(own: WebTable, tablet: Tablet, phone: Phone) -> None:
    for device in own.devices():
        assert own.table.ask(RevokeDevice(device)).done
    for page in (tablet.page, phone.page):
        page.locator("#lost", has_text="No longer paired").wait_for()
    phone.picture(FOLDER, "phone-removed")
    tablet.picture(FOLDER, "tablet-removed")
    wait_for(lambda: not own.pages.consoles(), "the console's end")
    phone.page.tap("#pair-again")
    phone.page.locator("#code").wait_for()
    phone.picture(FOLDER, "phone-pair")
    assert phone.errors == tablet.errors == []
    phone.context.close()
    tablet.context.close()


# Phones


def test_three_phones_bid_and_two_of_them_make_a_deal(own: WebTable, browser: Chromium) -> None:
    begin(own, "given turn Ann")
    banker = own.paired(BANKER)
    ann, ben, cas = (Phone(browser.browser, PHONE).pair(own, player(seat)) for seat in range(3))
    give(own, banker, Roll(0, (1, 2)), "throw")
    ann.move("Don't buy")
    cas.move("Bid")  # and takes time to think
    _bid(ann, 10)
    ben.see("#lines", "bid $10")
    _bid(ben, 25)
    cas.page.locator("#ask label", has_text="From $26").wait_for()
    cas.picture(FOLDER, "phone-bid")
    cas.page.tap("#ask button[value=no]")
    for phone in (cas, ann):
        phone.move("Pass")
    ben.see("#titles", "Baltic Avenue")
    assert ben.text("#cash") == "$1,475"
    _deal(ann, ben)
    assert (ann.text("#cash"), ben.text("#cash")) == ("$1,400", "$1,575")
    give(own, banker, Undo(), "undo")
    ben.see("#titles", "Baltic Avenue")
    for phone in (ann, ben, cas):
        assert phone.errors == []
        phone.context.close()


def _bid(phone: Phone, amount: int) -> None:
    phone.move("Bid")
    phone.page.fill("#sum", str(amount))
    phone.page.tap("#ask button.first")
    phone.see("#lines", f"bid ${amount}")


def _deal(ann: Phone, ben: Phone) -> None:
    ann.move("Ben")
    ann.page.fill("#gives-cash", "100")
    ann.page.locator("#ask label", has_text="Baltic Avenue").tap()
    ann.picture(FOLDER, "phone-deal")
    ann.page.tap("#ask button.first")
    ben.see("#prompt", "Ann offers Ben $100 for Baltic Avenue")
    ben.picture(FOLDER, "phone-offer")
    ben.move("Say yes")
    ann.see("#titles", "Baltic Avenue")


def test_who_holds_both_jail_cards_says_which_one_is_used_or_sold(own: WebTable, browser: Chromium) -> None:
    begin(own, "given turn Ann\ngiven Ann in jail\ngiven Ann jail cards 2", "Ann", "Ben")
    ann = Phone(browser.browser, SMALL_PHONE).pair(own, player(0))
    ben = Phone(browser.browser, PHONE).pair(own, player(1))
    ann.move("Ben")
    ann.page.locator("#ask label", has_text="Community Chest card to leave Jail").tap()
    assert ann.page.locator("#gives-cards").count() == 0
    ann.page.fill("#gets-cash", "30")
    ann.picture(FOLDER, "phone-deal-jail-card")
    ann.page.tap("#ask button.first")
    ben.see("#prompt", "Ann offers Ben the Community Chest card to leave Jail for $30")
    ben.move("Say no")
    ann.move("Use the Community Chest card")
    ann.see("#lines", "Ann put the Community Chest card to leave Jail back under its deck.")
    for phone in (ann, ben):
        assert phone.errors == []
        phone.context.close()


def test_a_player_short_of_cash_sees_every_way_to_raise_it(own: WebTable, browser: Chromium) -> None:
    begin(
        own, "given turn Ann\ngiven Ann cash 10\ngiven Ann owns Baltic\ngiven Ben owns Oriental, Vermont, Connecticut"
    )
    banker = own.paired(BANKER)
    ann = Phone(browser.browser, PHONE).pair(own, player(0))
    give(own, banker, Roll(0, (2, 4)), "throw")
    ann.see("#owes", "You owe $12")
    ann.picture(FOLDER, "phone-owes")
    ann.move("needs $2 more")
    ann.page.locator("#ask .way", has_text="Baltic").wait_for()
    ann.picture(FOLDER, "phone-raise")
    ann.page.locator("#ask .way", has_text="Baltic").tap()
    ann.see("#titles", "mortgaged")
    ann.move("Pay")
    ann.page.locator("#owes").wait_for(state="hidden")
    assert ann.errors == []
    ann.context.close()


def test_bankruptcy_is_confirmed_first_and_ends_the_game(own: WebTable, browser: Chromium) -> None:
    begin(own, "given turn Ann\ngiven Ann cash 1\ngiven Ben owns Oriental", "Ann", "Ben")
    banker = own.paired(BANKER)
    ann, viewer = (Phone(browser.browser, PHONE).pair(own, whose) for whose in (player(0), VIEWER))
    give(own, banker, Roll(0, (2, 4)), "throw")
    ann.move("bankrupt")
    ann.page.locator("#ask li").first.wait_for()
    ann.picture(FOLDER, "phone-bankrupt")
    ann.page.keyboard.press("Escape")
    ann.page.locator("#ask").wait_for(state="hidden")
    ann.move("bankrupt")
    ann.page.tap("#ask button.first")
    viewer.see("#prompt", "Ben wins")
    viewer.see("#players", "Ben worth $1,601")
    assert not viewer.has_moves()
    viewer.picture(FOLDER, "phone-over")
    ann.context.close()
    viewer.context.close()


def test_a_phone_paired_before_the_game_waits_for_its_seat_or_watches(own: WebTable, browser: Chromium) -> None:
    phone = Phone(browser.browser, PHONE).pair(own, player(2))
    phone.see("#name", "Player 3")
    begin(own, "given turn Ann", "Ann", "Ben")
    phone.see("#name", "Watching: player 3 is not in this game")
    phone.see("#players", "Ben")
    assert not phone.has_moves()
    begin(own, "given turn Cas")
    phone.see("#name", "Cas")
    phone.move("Roll")
    phone.see("#lines", "Cas rolled")
    assert phone.errors == []
    phone.context.close()


def test_the_page_works_on_small_screens_with_keyboards_and_odd_names(own: WebTable, browser: Chromium) -> None:
    phone = Phone(browser.browser, SMALL_PHONE).pair(own, player(0))
    phone.see("#prompt", "No game is in play")
    phone.picture(FOLDER, "phone-no-game")
    image, wide = "<img src=x onerror=a()>", "W" * 24
    begin(own, "given turn img-srcx-onerrora\ngiven img-srcx-onerrora owns Baltic, Boardwalk", image, wide)
    phone.see("#name", "<img src=x onerror=a()>")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE[0]
    phone.picture(FOLDER, "phone-320")
    first = phone.page.locator("#moves button").first
    phone.page.locator("#moves button.first:not([aria-disabled])").wait_for()  # new ones ignore taps for a moment
    first.focus()
    give(own, own.paired(BANKER), CorrectCash(1, 5, "found it"), "found")
    phone.see("#lines", "found it")
    assert phone.page.evaluate("document.activeElement.textContent").strip() == first.inner_text().strip()
    phone.page.keyboard.press("Enter")
    phone.see("#lines", "rolled")
    assert phone.page.evaluate("document.activeElement.id") == "prompt", "the focus is on no other move"
    phone.page.locator("#lines button").first.tap()
    phone.page.locator("#ask strong").first.wait_for()
    phone.picture(FOLDER, "phone-why")
    assert phone.errors == []
    phone.context.close()
