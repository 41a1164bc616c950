"""What a careless tap, a second tab or somebody else's bid must not do, in a real browser and by touch."""

import os
import signal

import pytest

from companion.rules.commands import Bid, OfferDeal, Roll
from companion.rules.pending_steps import Goods
from companion.table.messages.requests import OpenPairing
from tests.processes import wait_for
from tests.web.browser import CHROMIUM, LANDSCAPE, PHONE, SMALL_PHONE, Chromium, Phone, Tablet
from tests.web.test_browser import BANKER, begin, player
from tests.web.test_rights import give
from tests.web.web_server import WebTable

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium on this machine")

LYING_PHONE = (568, 320)
RICH = """given turn Ben
given Ann owns Oriental, Vermont, Connecticut, Baltic
given Connecticut houses 1
given Ben owns Reading"""


def test_two_tabs_do_not_fight_over_the_console(own: WebTable, browser: Chromium) -> None:
    begin(own, "given turn Ann")
    first = Tablet(browser.browser, LANDSCAPE).pair(own, BANKER)
    first.see("Ann, roll")
    second = Tablet(browser.browser, LANDSCAPE, first.context)
    second.page.goto(own.pages.url)
    second.see("Ann, roll")
    first.page.locator("#lost", has_text="Open elsewhere").wait_for()
    second.tap("1 Roll")
    second.see("Ann rolled")
    assert first.page.locator("#lost").is_visible()
    first.page.tap("#again")
    first.see("Ann rolled")
    second.page.locator("#lost", has_text="Open elsewhere").wait_for()
    assert first.errors == second.errors == []
    first.context.close()


def test_the_page_says_that_the_console_is_opening(own: WebTable, browser: Chromium) -> None:
    tablet = Tablet(browser.browser, PHONE)
    tablet.context.route("**/textual.js", lambda route: route.abort())
    tablet.pair(own, BANKER)
    assert tablet.page.locator("#opening").is_visible()
    tablet.context.unroute("**/textual.js")
    tablet.page.reload()
    tablet.see("who plays")
    tablet.page.locator("#opening").wait_for(state="hidden")
    tablet.context.close()


def test_the_page_says_when_the_console_keeps_closing(own: WebTable, browser: Chromium) -> None:
    tablet = Tablet(browser.browser, LANDSCAPE)
    tablet.context.add_init_script("performance.now = () => 0")  # every console ends at once, on any machine
    tablet.pair(own, BANKER)

    def says_so() -> bool:
        for console in own.pages.consoles():
            os.kill(console, signal.SIGKILL)
        return tablet.page.locator("#why", has_text="Trying again").is_visible()

    wait_for(says_so, "a message about it")
    tablet.see("who plays")
    assert tablet.errors == []
    tablet.context.close()


def test_a_tablet_beeps_when_the_game_waits_for_another_player(own: WebTable, browser: Chromium) -> None:
    begin(own, "given turn Ann\ngiven Ann at Boardwalk\ngiven Ben owns Boardwalk, Baltic")
    tablet = Tablet(browser.browser, LANDSCAPE)
    tablet.context.add_init_script(HEARD)
    tablet.pair(own, BANKER)
    tablet.tap("all moves")
    tablet.tap("Back")
    tablet.see("Ann, roll")
    give(own, own.paired(BANKER), OfferDeal(0, 1, Goods(cash=5), Goods(deeds=(1,))), "offer")
    tablet.see("Ben says yes or no")
    wait_for(lambda: bool(tablet.page.evaluate("window.tones")), "a tone")
    assert tablet.page.evaluate("window.tones") == 1, "a change of the pointer's shape does not beep"
    tablet.context.close()


HEARD = """
window.tones = 0;
const part = { connect: (next) => next, start() {}, stop() {}, gain: {}, frequency: {} };
window.AudioContext = class {
  currentTime = 0;
  destination = part;
  createGain = () => part;
  createOscillator = () => (window.tones++, part);
};"""


def test_a_code_scanned_while_the_page_is_open_is_used(own: WebTable, browser: Chromium) -> None:
    phone = Phone(browser.browser, PHONE)
    phone.page.goto(f"{own.pages.url}/pair")
    phone.pair(own, OpenPairing("viewer"))
    phone.see("#name", "Watching")
    phone.context.close()


def test_moves_that_nobody_waits_for_are_grouped_and_never_highlighted(own: WebTable, browser: Chromium) -> None:
    begin(own, RICH)
    ann = Phone(browser.browser, SMALL_PHONE).pair(own, player(0))
    ann.see("#moves", "Build …")
    shown = ann.page.locator("#moves button").all_inner_texts()
    assert shown == ["Build …", "Sell buildings …", "Mortgage Baltic Avenue\n▲ $30", "Offer a deal …"]
    assert not ann.page.locator("#moves .first").count()
    ann.move("Build …")
    ann.page.locator("#ask .way", has_text="Oriental").tap()
    ann.see("#titles", "Oriental Avenue 1 house")
    ann.move("Offer a deal …")
    ann.page.locator("#ask .way", has_text="Ben").tap()
    ann.page.locator("#ask legend", has_text="Ben gives").wait_for()
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE[0]
    assert ann.errors == []
    ann.context.close()


def test_a_new_question_ignores_a_press_meant_for_the_old_one(own: WebTable, browser: Chromium) -> None:
    """Neither the second of two quick taps, nor a tap on a bid that has just been raised."""
    begin(own, "given turn Ann")
    banker, ann = own.paired(BANKER), Phone(browser.browser, PHONE).pair(own, player(0))
    give(own, banker, Roll(0, (1, 2)), "throw")
    ann.move("Don't buy")
    ann.page.locator("#moves button:not([aria-disabled])", has_text="Bid $1 or more …").wait_for()
    ann.page.evaluate(PRESS_TWICE)
    ann.page.locator("#ask[open] p", has_text="Auction of Baltic Avenue").wait_for()
    ann.page.locator("#ask .first:not([aria-disabled])").wait_for()
    ann.page.evaluate(PRESS_AS_IT_CHANGES)
    give(own, banker, Bid(1, 60), "sixty")
    wait_for(lambda: bool(ann.page.evaluate("window.pressed")), "the press")  # the page evaluates no strings
    assert ann.page.input_value("#sum") == "61"
    ann.page.tap("#ask button[value=no]")
    assert ann.page.evaluate("document.activeElement.id") == "prompt", "the button that opened it is gone"
    assert "Ann bid" not in ann.text("#lines")
    ann.context.close()


PRESS_TWICE = """() => {
  const bid = document.querySelector("#moves button:not([aria-disabled])");
  bid.focus();
  bid.click();
  document.querySelector("#ask .first").click();
}"""
PRESS_AS_IT_CHANGES = """() => new MutationObserver(() => {
  document.querySelector("#ask .first").click();
  window.pressed = true;
}).observe(document.querySelector("#ask"), { childList: true })"""


def test_a_debt_is_shown_to_the_creditor_and_a_refusal_is_in_sight(own: WebTable, browser: Chromium) -> None:
    begin(own, "given turn Ben\ngiven Ben cash 1\ngiven Ann owns Oriental\ngiven Ben owns Baltic", "Ann", "Ben")
    ann = Phone(browser.browser, LYING_PHONE).pair(own, player(0))
    ann.move("Offer Ben a deal")
    ann.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    ann.page.tap("#ask button.first")
    ann.see("#told", "A deed or a jail card must change hands")
    assert ann.page.evaluate(IS_IN_SIGHT)
    give(own, own.paired(BANKER), Roll(1, (2, 4)), "throw")
    ann.see("#owed", "You are owed $6.")
    ann.context.close()


IS_IN_SIGHT = """() => {
  const { top, bottom } = document.querySelector("#told").getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""
