"""Whole journeys in a real browser, by touch, against the real server and a real table.

If COMPANION_PICTURES names a folder, pictures of what was seen are left there.
"""

import os
import signal
from pathlib import Path

import pytest

from companion.play.acts import Undo
from companion.rules.commands import BuyDeed, CorrectCash, Roll
from companion.table.messages.requests import NewGame, OpenPairing, RevokeDevice
from tests.table.running_table import RunningTable
from tests.web.browser import (
    CHROMIUM,
    LANDSCAPE,
    PHONE,
    PORTRAIT,
    SMALL_PHONE,
    BankerPage,
    Chromium,
    GamePage,
    Phone,
    Size,
)
from tests.web.test_rights import give
from tests.web.web_server import WebTable, web_table

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium on this machine")

FOLDER = Path(os.environ["COMPANION_PICTURES"]) if os.environ.get("COMPANION_PICTURES") else None
BANKER, VIEWER = OpenPairing(), OpenPairing("viewer")


def player(seat: int) -> OpenPairing:
    return OpenPairing("player", seat)


def begin(own: WebTable, position: str, *names: str) -> None:
    reply = own.table.ask(NewGame(names or ("Ann", "Ben", "Cas"), position=position))
    assert reply.done, (reply.message, reply.lines)


# The Banker's page


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(LANDSCAPE, id="landscape"),
        pytest.param(PORTRAIT, id="portrait", marks=pytest.mark.long_run),
        pytest.param(PHONE, id="phone", marks=pytest.mark.long_run),
    ],
)
def test_a_banker_plays_by_touch(own: WebTable, browser: Chromium, size: Size) -> None:
    """A roll, taken back again, and a correction of the cash."""
    begin(own, "given turn Ann\ngiven Ann at Boardwalk\ngiven Ben owns Boardwalk")
    banker, name = BankerPage(browser.browser, size, has_motion=True).pair(own, BANKER), f"banker-{size[0]}x{size[1]}"
    banker.see("#prompt", "Ann, roll the dice.")
    banker.picture(FOLDER, name)
    banker.move("Roll")
    banker.see("#news", "Ann rolled")
    banker.picture(FOLDER, f"{name}-rolled")
    banker.tap("Take back", "#bar")
    banker.see("#question .say", "Take back this move")
    banker.picture(FOLDER, f"{name}-undo")
    banker.tap_key("undo")
    banker.see("#prompt", "Ann, roll the dice.")
    banker.tap("Correct", "#any")
    banker.tap_key("money")
    banker.page.select_option("#pick-receiver", label="Cas")
    banker.page.fill("#sum", "100")
    banker.tap_key("reason Miscounted")
    assert banker.page.input_value("#reason") == "Miscounted"
    banker.picture(FOLDER, f"{name}-correct")
    banker.tap_key("done")
    banker.see("#news", "$100")
    assert banker.cash() == ["$1,400", "$1,500", "$1,600"]
    assert banker.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert banker.errors == []
    banker.context.close()


def test_a_game_is_started_on_the_bankers_page(own: WebTable, browser: Chromium) -> None:
    banker = BankerPage(browser.browser, LANDSCAPE).pair(own, BANKER)
    banker.tap_key("new")
    banker.page.fill("#name-0", "Ann")
    banker.page.fill("#name-1", "Ben")
    banker.tap_key("add")
    banker.page.fill("#name-2", "Ben")
    banker.see("#question", "Two players cannot both be called Ben.")
    banker.page.fill("#name-2", "Cas")
    banker.picture(FOLDER, "banker-new-game")
    banker.tap("Start the game")
    banker.see("#prompt", "Roll to see who goes first, or let Ann start.")
    banker.move("Ann: Roll to see")
    banker.see("#news", "Ann rolled")
    banker.menu("Games")
    banker.see("#question .pick", "Ann, Ben, Cas")
    assert banker.errors == []
    banker.context.close()


def test_pages_recover_from_every_interruption(tmp_path: Path, browser: Chromium) -> None:
    """They sleep; the server restarts; the table is killed and restarted; the devices are removed."""
    with web_table(tmp_path) as own:
        begin(own, "given turn Ann")
        banker, phone = BankerPage(browser.browser, LANDSCAPE), Phone(browser.browser, PHONE)
        banker.pair(own, BANKER)
        phone.pair(own, player(0))
        for page in (banker, phone):
            page.see("#moves", "Roll")
        own.pages.end()
        for page in (banker, phone):
            _see_lost(page)
        own.pages.start()
        for page in (banker, phone):
            page.page.locator("#lost").wait_for(state="hidden")
            page.see("#moves", "Roll")
        own.table.end(signal.SIGKILL)
        for page, name in ((banker, "banker"), (phone, "phone")):
            _see_lost(page)
            page.picture(FOLDER, f"{name}-no-table")
        with RunningTable(tmp_path) as again:
            for page in (banker, phone):
                page.page.locator("#lost").wait_for(state="hidden")
            phone.move("Roll")
            banker.see("#news", "Ann rolled")
            _remove_both(WebTable(again, own.pages), banker, phone)


def _see_lost(page: GamePage) -> None:
    page.see("#lost", "Link lost")
    assert page.page.locator("#main").evaluate("main => [...main.children].every((part) => part.inert)")


def _remove_both(own: WebTable, banker: BankerPage, phone: Phone) -> None:
    for device in own.devices():
        assert own.table.ask(RevokeDevice(device)).done
    for page in (banker.page, phone.page):
        page.locator("#lost", has_text="No longer paired").wait_for()
    phone.picture(FOLDER, "phone-removed")
    banker.picture(FOLDER, "banker-removed")
    phone.page.tap("#pair-again")
    phone.page.locator("#code").wait_for()
    phone.picture(FOLDER, "phone-pair")
    assert phone.errors == banker.errors == []
    phone.context.close()
    banker.context.close()


def test_a_page_that_is_opened_again_shows_what_it_knew_last_and_is_dead(own: WebTable, browser: Chromium) -> None:
    begin(own, "given turn Ann\ngiven Ann cash 1234")
    pages = BankerPage(browser.browser, LANDSCAPE).pair(own, BANKER), Phone(browser.browser, PHONE).pair(own, player(0))
    for page in pages:
        page.see("#moves", "Roll")
        page.page.route("**/events", lambda _: None)  # nothing is heard
        page.page.reload()
        page.see("header, main", "$1,234")
        assert page.page.locator("#main.dead").count() == 1
        assert page.page.locator("#main").evaluate("main => [...main.children].every((part) => part.inert)")
        page.page.unroute("**/events")
        page.page.reload()
        page.page.locator("#main:not(.dead)").wait_for()
        assert page.errors == []
        page.context.close()


# Phones


@pytest.mark.long_run
def test_three_phones_bid_and_two_of_them_make_a_deal(own: WebTable, browser: Chromium) -> None:
    begin(own, "given turn Ann")
    banker = own.paired(BANKER)
    ann, ben, cas = (Phone(browser.browser, PHONE, has_motion=True).pair(own, player(seat)) for seat in range(3))
    give(own, banker, Roll(0, (1, 2)), "throw")
    ann.move("Don't buy")
    cas.page.fill("#sum", "5")  # and takes time to think
    _bid(ann, 10)
    ben.see("#dock", "Ann bids $10")
    _bid(ben, 25)
    cas.see("#dock", "from $26")
    assert cas.page.input_value("#sum") == "26"
    cas.picture(FOLDER, "phone-bid")
    for phone in (cas, ann):
        phone.tap_key("pass")
    ben.see_deed("Baltic Avenue")
    assert ben.text("#cash") == "$1,475"
    _deal(ann, ben)
    ann.see("#cash", "$1,400")
    ben.see("#cash", "$1,575")
    give(own, banker, Undo(), "undo")
    ben.see_deed("Baltic Avenue")
    for phone in (ann, ben, cas):
        assert phone.errors == []
        phone.context.close()


def _bid(phone: Phone, amount: int) -> None:
    phone.page.fill("#sum", str(amount))
    phone.tap_key(f"bid {phone.page.locator('#sum').get_attribute('data-limits').split()[0]}")  # type: ignore[union-attr]
    phone.see("#dock", f"you bid ${amount}")


def _deal(ann: Phone, ben: Phone) -> None:
    ann.tap("Deal", "#dock")
    ann.tap_key("[0,1]")
    ann.page.fill("#gives-cash", "100")
    ann.tap_at(ann.page.locator("#question .chip", has_text="Baltic Avenue"))
    ann.picture(FOLDER, "phone-deal")
    ann.tap("Offer it to Ben")
    ben.see("#prompt", "Ann offers you $100 for Baltic Avenue")
    ben.picture(FOLDER, "phone-offer")
    ben.move("Say yes")
    ann.see_deed("Baltic Avenue")


@pytest.mark.long_run
def test_who_holds_both_jail_cards_says_which_one_is_used_or_sold(own: WebTable, browser: Chromium) -> None:
    begin(own, "given turn Ann\ngiven Ann in jail\ngiven Ann jail cards 2", "Ann", "Ben")
    ann = Phone(browser.browser, SMALL_PHONE).pair(own, player(0))
    ben = Phone(browser.browser, PHONE).pair(own, player(1))
    ann.tap("Deal", "#dock")
    ann.tap_key("[0,1]")
    ann.tap_key("gives chest")
    ann.page.fill("#gets-cash", "30")
    ann.picture(FOLDER, "phone-deal-jail-card")
    ann.tap("Offer it to Ben")
    ben.see("#prompt", "Ann offers you the Community Chest card to leave Jail for $30")
    ben.move("Say no")
    ann.move("Use the Community Chest card")
    ann.see_log("Ann put the Community Chest card to leave Jail back under its deck.")
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
    ann.see("#question .ways", "Baltic Avenue")
    ann.picture(FOLDER, "phone-raise")
    ann.tap_at(ann.page.locator("#question .ways .btn", has_text="Mortgage"))
    ann.see("#question", "You have enough now.")
    ann.see_deed("mortgaged")
    ann.tap_key("pay")
    ann.page.locator("#owes").wait_for(state="hidden")
    assert ann.errors == []
    ann.context.close()


def test_bankruptcy_is_confirmed_first_and_ends_the_game(own: WebTable, browser: Chromium) -> None:
    begin(own, "given turn Ann\ngiven Ann cash 1\ngiven Ben owns Oriental", "Ann", "Ben")
    banker = own.paired(BANKER)
    ann, viewer = (Phone(browser.browser, PHONE).pair(own, whose) for whose in (player(0), VIEWER))
    give(own, banker, Roll(0, (2, 4)), "throw")
    ann.move("bankrupt")
    ann.see("#question .tells", "Ben")
    ann.picture(FOLDER, "phone-bankrupt")
    ann.tap_key("cancel")
    ann.move("bankrupt")
    ann.tap_at(ann.page.locator("#question .foot .first"))
    viewer.see("#prompt", "Ben wins")
    viewer.see_players("worth $1,601")
    assert not viewer.has_moves()
    viewer.picture(FOLDER, "phone-over")
    ann.context.close()
    viewer.context.close()


def test_the_page_works_on_small_screens_with_keyboards_and_odd_names(own: WebTable, browser: Chromium) -> None:
    phone = Phone(browser.browser, SMALL_PHONE).pair(own, player(0))
    phone.see("#prompt", "No game is in play")
    phone.picture(FOLDER, "phone-no-game")
    image, wide = "<img src=x onerror=a()>", "W" * 24
    begin(own, "given turn img-srcx-onerrora\ngiven img-srcx-onerrora owns Baltic, Boardwalk", image, wide)
    phone.see("#name", "Whose phone is this?")  # it was paired before anybody had a name
    phone.tap_key("claim 0")
    phone.see("#name", "<img src=x onerror=a()>")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE[0]
    phone.picture(FOLDER, "phone-320")
    first = phone.page.locator("#moves button").first
    phone.page.locator("#moves button.first:not([aria-disabled])").wait_for()  # new ones ignore taps for a moment
    first.focus()
    give(own, own.paired(BANKER), CorrectCash(1, 5, "found it"), "found")
    phone.see("#news", "found it")
    assert phone.page.evaluate("document.activeElement.textContent").strip() == first.inner_text().strip()
    phone.page.keyboard.press("Enter")
    phone.see("#news", "rolled")
    assert phone.page.evaluate("document.activeElement.id") == "prompt", "the focus is on no other move"
    phone.tab("Log")
    phone.tap_at(phone.page.locator("#lines .line").first)
    phone.page.locator("#question .clause").first.wait_for()
    phone.picture(FOLDER, "phone-why")
    assert phone.errors == []
    phone.context.close()


# The wall


def test_a_wall_is_let_in_by_a_tap_and_then_follows_the_game_and_can_only_look(
    own: WebTable, browser: Chromium
) -> None:
    begin(own, "given turn Ann\ngiven Ann at Go", "Ann", "Ben")
    wall = GamePage(browser.browser, (1920, 1080))
    wall.page.goto(f"{own.pages.url}/wall")
    code = wall.text("#pairing b").replace(" ", "")
    assert "It can look, never touch." in wall.text("#pairing")
    assert "Ann" not in wall.text("main")
    banker = BankerPage(browser.browser, LANDSCAPE).pair(own, BANKER)
    banker.menu("Phones and tablets")
    banker.tap_key(f"wall {code}")
    wall.see("#prompt", "Ann, roll the dice.")
    cookie = own.paired(BANKER)
    give(own, cookie, Roll(0, (1, 2)), "throw")
    wall.see("#lines", "Ann rolled 1 + 2")
    give(own, cookie, BuyDeed(0), "buy")
    wall.see("#purses [data-seat='0'] .cash", "$1,440")
    assert wall.page.locator("#ring [data-at]").count() == 0, "the board is a picture"
    assert wall.page.locator("button:visible").all_inner_texts() in (["Dark"], ["Light"])
    wall.tap_at(wall.page.locator("#ring"))
    assert wall.page.locator("dialog[open]").count() == 0
    assert wall.errors == banker.errors == []
    wall.context.close()
    banker.context.close()


# Whose phone is it?


def test_a_phone_asks_whose_it_is_and_does_nothing_under_a_wrong_name(own: WebTable, browser: Chromium) -> None:
    begin(own, "given turn Ann", "Ann", "Ben")
    ann, ben = (Phone(browser.browser, PHONE).pair(own, player(seat)) for seat in (0, 1))
    begin(own, "given turn Cas\ngiven Cas cash 900", "Cas", "Ben", "Ann")
    ann.see("#name", "Whose phone is this?")  # she sits elsewhere by now
    assert ann.page.locator("#question .answers button").all_inner_texts()[0].endswith("Ann")
    ann.tap_key("claim 2")
    ann.see("#name", "Ann")
    ann.see("#prompt", "Cas")
    assert not ann.has_moves()
    ben.see("#name", "Ben")
    begin(own, "given turn Cas\ngiven Cas cash 900", "Cas", "Dee")
    for phone in (ann, ben):
        phone.see("#name", "Whose phone is this?")
        assert not phone.has_moves()
        assert "$" not in phone.text("main")
    banker = BankerPage(browser.browser, LANDSCAPE).pair(own, BANKER)
    banker.menu("Phones and tablets")
    banker.page.locator("#question .devices select").nth(1).select_option(label="Cas")
    ben.see("#name", "Cas")
    ben.see("#cash", "$900")
    banker.context.close()
    ann.tap_key("claim 0")
    ann.see("#told", "Cas")
    assert not ann.has_moves()
    for phone in (ann, ben):
        assert phone.errors == []
        phone.context.close()
