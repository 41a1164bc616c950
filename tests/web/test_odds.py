"""The odds on the Banker's page: they come in while the game is played out, and stopping keeps them."""

import os
from pathlib import Path

import pytest

from companion.odds.what_if import OFF
from companion.table.messages.requests import NewGame, OpenPairing
from tests.web.axe import violations
from tests.web.browser import CHROMIUM, LANDSCAPE, PHONE, BankerPage, Chromium
from tests.web.web_server import WebTable

BANKER = OpenPairing("banker")
PICTURES = os.environ.get("COMPANION_PICTURES")


def test_the_banker_alone_asks_and_the_house_rule_has_to_let_it_in(shared: WebTable) -> None:
    refused = shared.pages.ask("GET", "/odds", Cookie=shared.paired(BANKER))
    assert (refused.status, refused.text) == (503, OFF)
    for request in (OpenPairing("player", 0), OpenPairing("viewer")):
        assert shared.pages.ask("GET", "/odds", Cookie=shared.paired(request)).status == 403


@pytest.mark.skipif(not CHROMIUM, reason="needs Debian's chromium")
@pytest.mark.long_run
def test_chances_come_in_and_stopping_keeps_them(own: WebTable, browser: Chromium) -> None:
    assert own.table.ask(NewGame(("Ann", "Ben", "Cy"), options={"odds": True}, starts="Ann")).done
    banker = BankerPage(browser.browser, LANDSCAPE).pair(own, BANKER)
    banker.menu("What if: the odds")
    banker.see("#question", "Turn 1, as it stands now:")
    rows = banker.page.locator("#question .odds tbody tr")
    assert rows.count() == 3
    assert "%" in rows.first.inner_text()
    banker.page.locator("#question .fresh").first.wait_for(state="detached")
    stop = banker.page.locator("#question [data-key=stop]")
    stop.evaluate_all("all => all.forEach((one) => one.click())")  # if it has not come to its end by itself
    banker.page.locator("#question [data-key=stop]").wait_for(state="detached")
    assert rows.count() == 3
    banker.picture(Path(PICTURES) if PICTURES else None, "odds")
    assert violations(banker.page) == []
    banker.menu("What if: the odds")  # what was stopped has ended, and nobody is in the way
    banker.see("#question", "Turn 1, as it stands now:")
    banker.tap_key("back")
    banker.see("#question", "Ann")
    assert banker.errors == []
    banker.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    banker.menu("What if: the odds")
    banker.see("#question", "Turn 1, as it stands now:")
    assert banker.page.evaluate("document.documentElement.scrollWidth") == PHONE[0], "the table alone scrolls sideways"
    banker.context.close()
