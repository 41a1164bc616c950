"""What a careless tap, a second tap or somebody else's bid must not do, in a real browser and by touch."""

import pytest

from companion.rules.commands import Bid, OfferDeal, Roll
from companion.rules.pending_steps import Goods
from companion.table.messages.requests import OpenPairing
from tests.processes import wait_for
from tests.web.browser import CHROMIUM, PHONE, SMALL_PHONE, Chromium, Phone
from tests.web.test_browser import BANKER, begin, player
from tests.web.test_rights import give
from tests.web.web_server import WebTable

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium on this machine")

LYING_PHONE = (568, 320)
RICH = """given turn Ben
given Ann owns Oriental, Vermont, Connecticut, Baltic
given Connecticut houses 1
given Ben owns Reading"""


def test_a_phone_calls_its_player_once_and_only_if_asked_to(own: WebTable, browser: Chromium) -> None:
    begin(own, "given turn Ann\ngiven Ann at Boardwalk\ngiven Ben owns Boardwalk, Baltic")
    ben = Phone(browser.browser, PHONE)
    ben.context.add_init_script(HEARD)
    ben.pair(own, player(1))
    ben.tap_key("sound yes")
    assert ben.page.evaluate("window.tones") == 1, "the tap itself lets the phone sound"
    give(own, own.paired(BANKER), OfferDeal(0, 1, Goods(cash=5), Goods(deeds=(1,))), "offer")
    ben.see("#wanted", "you are asked")
    wait_for(lambda: ben.page.evaluate("window.tones") == 2, "a tone")
    assert ben.page.title() == "● You are asked · Ben"
    ben.tap("Sound on")
    ben.see("#me", "Sound off")
    ben.context.close()


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
    phone.scan(f"{own.pages.url}/pair#{own.code(OpenPairing('viewer'))}")
    phone.see("#name", "Watching")
    assert phone.page.url == f"{own.pages.url}/"
    phone.context.close()


def test_what_nobody_waits_for_opens_a_list_and_is_never_highlighted(own: WebTable, browser: Chromium) -> None:
    begin(own, RICH)
    ann = Phone(browser.browser, SMALL_PHONE).pair(own, player(0))
    ann.see("#dock .any", "Mortgage")
    assert ann.page.locator("#dock .any button").all_inner_texts() == ["Deal", "Build", "Mortgage"]
    assert not ann.page.locator("#question .first").count()
    ann.tap("Mortgage", "#dock")
    ann.see("#question .ways", "Baltic Avenue")
    assert ann.text("#cash") == "$1,500", "one tap spends and raises nothing"
    ann.tap_key("done")
    ann.tap("Build", "#dock")
    oriental = ann.page.locator("#question .ways li", has_text="Oriental")
    ann.tap_at(oriental.locator(".btn"))
    oriental.filter(has_text="1 house").wait_for()  # the list stays open
    ann.tap_key("done")
    ann.see_deed("Oriental Avenue")
    ann.see_deed("1 house")
    ann.tap("Deal", "#dock")
    ann.tap_key("[0,1]")
    ann.see("#question", "Ben gives")
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE[0]
    assert ann.errors == []
    ann.context.close()


def test_a_new_question_ignores_a_press_meant_for_the_old_one(own: WebTable, browser: Chromium) -> None:
    """Neither the second of two quick taps, nor a tap on a bid that has just been raised."""
    begin(own, "given turn Ann")
    banker, ann = own.paired(BANKER), Phone(browser.browser, PHONE).pair(own, player(0))
    give(own, banker, Roll(0, (1, 2)), "throw")
    ann.move("Don't buy")
    ann.page.locator("#question .first:not([aria-disabled])", has_text="Bid $1").wait_for()
    ann.page.evaluate(PRESS_AS_IT_CHANGES)
    give(own, banker, Bid(1, 60), "sixty")
    wait_for(lambda: bool(ann.page.evaluate("window.pressed")), "the press")  # the page evaluates no strings
    assert ann.page.input_value("#sum") == "61"
    ann.see("#dock", "Ben bids $60")
    ann.see_log("Ben bid $60")
    assert "Ann bid" not in ann.text("#lines")
    ann.context.close()


def test_a_page_takes_no_press_between_an_answer_and_the_news_that_it_overtook(
    own: WebTable, browser: Chromium
) -> None:
    begin(own, RICH)
    ann = Phone(browser.browser, PHONE)
    ann.context.add_init_script(HOLD_NEWS)
    ann.pair(own, player(0))
    ann.tap("Build", "#dock")
    with ann.page.expect_response("**/give"):
        ann.tap_at(ann.page.locator("#question .ways li", has_text="Oriental").locator(".btn"))
    ann.page.evaluate("fetch('/paired').then((answer) => answer.text())")  # by then the first answer was read
    assert ann.page.locator("body.waiting").count(), "the list still shows Oriental Avenue without a house"
    ann.page.evaluate("window.held.forEach((hear) => hear())")
    ann.hear(1)
    with ann.page.expect_response("**/give"):
        ann.tap_at(ann.page.locator("#question .ways li", has_text="Vermont").locator(".btn"))
    begin(own, RICH)  # in another game the news will never come
    ann.hear(0)
    assert ann.errors == []
    ann.context.close()


HOLD_NEWS = """
window.held = [];
const listen = EventSource.prototype.addEventListener;
EventSource.prototype.addEventListener = function (kind, hear) {
  listen.call(this, kind, kind === "moved" ? (event) => window.held.push(() => hear(event)) : hear);
};"""


PRESS_AS_IT_CHANGES = """() => new MutationObserver(() => {
  document.querySelector("#question .first").click();
  window.pressed = true;
}).observe(document.querySelector("#question"), { childList: true, subtree: true })"""


def test_a_debt_is_shown_to_the_creditor_and_a_refusal_is_in_sight(own: WebTable, browser: Chromium) -> None:
    begin(own, "given turn Ben\ngiven Ben cash 1\ngiven Ann owns Oriental\ngiven Ben owns Baltic", "Ann", "Ben")
    ann = Phone(browser.browser, LYING_PHONE).pair(own, player(0))
    ann.tap("Deal", "#dock")
    ann.tap_key("[0,1]")
    ann.tap("Offer it to Ben")
    ann.see("#told", "A deed or a jail card must change hands")
    assert ann.page.evaluate(IS_IN_SIGHT)
    give(own, own.paired(BANKER), Roll(1, (2, 4)), "throw")
    ann.see("#owed", "You are owed $6.")
    ann.context.close()


IS_IN_SIGHT = """() => {
  const { top, bottom } = document.querySelector("#told").getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""
