"""With a keyboard alone: everything is reached by Tab, chosen by Enter, and never out of sight of whoever types."""

import pytest

from companion.rules.commands import Roll
from companion.table.messages.requests import OpenPairing
from tests.web.browser import CHROMIUM, LANDSCAPE, PHONE, BankerPage, Chromium, GamePage, Phone
from tests.web.page_states import BUSY, Table
from tests.web.web_server import WebTable

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium on this machine")

MOST_TABS = 120
FOCUSED = """() => {
    const one = document.activeElement;
    if (one === document.body) return "";
    const label = one.labels?.[0]?.textContent ?? one.getAttribute("aria-label");
    return (label ?? one.innerText).replace(/\\s+/g, " ").trim();
}"""


def tab_to(page: GamePage, words: str) -> None:
    """Presses Tab until the name of what has the focus begins so, and has a visible ring of focus."""
    # Until the last press is answered nothing else counts, and new buttons ignore presses for a moment.
    page.page.locator(".waiting, .fresh").first.wait_for(state="detached")
    seen = []
    for _ in range(MOST_TABS):
        page.page.keyboard.press("Tab")
        seen.append(page.page.evaluate(FOCUSED))
        if seen[-1].startswith(words):
            assert page.page.evaluate("document.activeElement.matches(':focus-visible')")
            return
    raise AssertionError(f"{words!r} is not reached by Tab, but {sorted(set(seen))}")


def choose(page: GamePage, words: str) -> None:
    """Whoever chooses then waits for what it changes: the next press on the old page would do nothing."""
    tab_to(page, words)
    page.page.keyboard.press("Enter")


def test_the_banker_plays_a_turn_an_auction_and_a_deal(own: WebTable, browser: Chromium) -> None:
    table = Table(own)
    table.begin(BUSY.replace("given Cas at Go", "given Cas at Go\ngiven Ann at Go"), are_real=True)
    banker = BankerPage(browser.browser, LANDSCAPE).pair(own, OpenPairing())
    banker.page.locator(".pad").wait_for()
    banker.page.keyboard.press("1")
    banker.page.keyboard.press("2")
    choose(banker, "Ann rolled 3")
    banker.see("#prompt", "Ann may buy Baltic Avenue")
    choose(banker, "Don't buy")
    banker.see("#prompt", "Auction: Baltic Avenue")
    choose(banker, "Other sum, Ann")
    tab_to(banker, "From $1")
    banker.page.keyboard.type("70")
    choose(banker, "Ann bids $70")
    banker.see("#prompt + * , .lot", "Ann bids")
    for name in ("Ben", "Cas"):
        choose(banker, f"Pass, {name}")
        banker.page.get_by_role("button", name=f"Pass, {name}").wait_for(state="detached")
    banker.see("#news", "Ann")
    banker.page.locator("#purses [data-seat='0'] .cash", has_text="$1,430").wait_for()
    choose(banker, "Deal")
    choose(banker, "Ann with Ben")
    choose(banker, "Reading Railroad")
    tab_to(banker, "Cash, up to $1,430")  # the other side's is behind it
    choose(banker, "Offer it to Ben")
    banker.see("#prompt", "Ann offers Ben")
    choose(banker, "Say yes")
    banker.see("#news", "Reading Railroad")
    assert banker.errors == []
    banker.context.close()


def test_a_player_reads_rolls_and_bids_on_a_phone(own: WebTable, browser: Chromium) -> None:
    table = Table(own)
    table.begin(BUSY)
    phone = Phone(browser.browser, PHONE).pair(own, OpenPairing("player", 0))
    phone.see("#prompt", "Roll")
    tab_to(phone, "My deeds")  # the tabs are one stop, and arrows go on from there
    phone.page.keyboard.press("ArrowRight")
    phone.see("#players", "Ben")
    table.give(Roll(0, (1, 2)))
    phone.see("#prompt", "Baltic Avenue")
    choose(phone, "Don't buy")
    phone.see("#prompt", "Auction: Baltic Avenue")
    tab_to(phone, "My bid")
    phone.page.keyboard.type("25")
    choose(phone, "Bid $25")
    phone.see("#dock", "you bid $25")
    assert phone.errors == []
    phone.context.close()
