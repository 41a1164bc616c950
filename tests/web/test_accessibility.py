"""Every state of every page, by day and by night: axe-core finds nothing, and twice as large it still fits.

If COMPANION_PICTURES names a folder, pictures at the sizes of phones and tablets are left there.
"""

from collections.abc import Iterator
from itertools import islice

import pytest
from playwright.sync_api import Page

from companion.table.messages.requests import OpenPairing
from tests.web.axe import CONTRAST, violations
from tests.web.browser import CHROMIUM, LANDSCAPE, PHONE, PORTRAIT, BankerPage, Chromium, GamePage, Phone, Size
from tests.web.page_states import banker_states, phone_states, wall_states
from tests.web.test_browser import FOLDER
from tests.web.web_server import WebTable

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium on this machine")

THEMES = ("light", "dark")
WALL: Size = (1920, 1080)
TABLETS, PHONES = (LANDSCAPE, PORTRAIT, (1024, 768)), (PHONE, (360, 640))
# What cannot be seen or pressed although it is there, as the page stands now.
OUT_OF_REACH = """() => {
    const scope = document.querySelector("dialog[open]") ?? document;
    const shown = [...scope.querySelectorAll("button, input, select, summary, a[href], h2")].filter((one) =>
        one.checkVisibility({ visibilityProperty: true }) && !one.closest("[inert]") && !one.closest(".aloud"));
    return shown.filter((one) => {
        one.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
        const { left, top, width, height } = one.getBoundingClientRect();
        const found = document.elementFromPoint(left + width / 2, top + height / 2);
        if (found?.matches(".cover")) return !found.parentElement.contains(one); // a purse, all of which can be pressed
        return !found || !(one.contains(found) || found.contains(one));
    }).map((one) => one.outerHTML.slice(0, 120));
}"""


def set_theme(page: Page, theme: str) -> None:
    page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)


def problems(page: Page) -> Iterator[str]:
    """What axe-core finds by day; by night only colours differ."""
    for theme, only in zip(THEMES, ((), CONTRAST), strict=True):
        set_theme(page, theme)
        yield from (f"{theme}: {one}" for one in violations(page, only))


def misfits(page: Page, size: Size) -> Iterator[str]:
    """What is wrong if everything is twice as large: the page has half as many pixels each way."""
    page.set_viewport_size({"width": size[0] // 2, "height": size[1] // 2})
    width = page.evaluate("document.documentElement.scrollWidth")
    if width > size[0] // 2:
        yield f"twice as large, the page is {width} wide and the screen {size[0] // 2}"
    yield from (f"twice as large, this is out of reach: {one}" for one in page.evaluate(OUT_OF_REACH))
    page.set_viewport_size({"width": size[0], "height": size[1]})


def picture(page: GamePage, name: str, sizes: tuple[Size, ...]) -> None:
    if FOLDER is None:
        return
    before = page.page.viewport_size
    assert before is not None
    for width, height in sizes:
        page.page.set_viewport_size({"width": width, "height": height})
        for theme in THEMES:
            set_theme(page.page, theme)
            page.picture(FOLDER, f"{name}-{width}x{height}-{theme}")
    page.page.set_viewport_size(before)


def look(
    page: GamePage, kind: str, states: Iterator[str], size: Size, sizes: tuple[Size, ...], first: int | None = None
) -> None:
    """Everything that is wrong in any state, or in the first, at once."""
    found = []
    for state in islice(states, first):
        found += [f"{state}: {one}" for one in (*problems(page.page), *misfits(page.page, size))]
        picture(page, f"{kind}-{state}", sizes)
    assert page.errors == []
    page.context.close()
    assert found == [], "\n".join(found)


@pytest.mark.long_run
def test_the_bankers_page(own: WebTable, browser: Chromium) -> None:
    banker = BankerPage(browser.browser, LANDSCAPE).take_presses_at_once().pair(own, OpenPairing())
    look(banker, "banker", banker_states(own, banker), LANDSCAPE, TABLETS)


@pytest.mark.parametrize("first", [6, pytest.param(None, marks=pytest.mark.long_run, id="every")])
def test_a_players_phone(own: WebTable, browser: Chromium, first: int | None) -> None:
    phone = Phone(browser.browser, PHONE).take_presses_at_once().pair(own, OpenPairing("player", 0))
    look(phone, "phone", phone_states(own, phone), PHONE, PHONES, first)


@pytest.mark.long_run
def test_the_wall(own: WebTable, browser: Chromium) -> None:
    wall = GamePage(browser.browser, WALL).take_presses_at_once()
    look(wall, "wall", wall_states(own, wall), WALL, (WALL, LANDSCAPE, PORTRAIT))


def test_the_page_to_pair_a_device(own: WebTable, browser: Chromium) -> None:
    page = GamePage(browser.browser, PHONE)
    page.page.goto(f"{own.pages.url}/pair")
    look(page, "pair", iter(["code"]), PHONE, PHONES)
