"""Debian's Chromium, driven by touch: tablets and phones paired with a real table."""

import json
import os
import shutil
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, Self

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, sync_playwright

from companion.table.messages.requests import OpenPairing
from tests.deadline import DEADLINE_S
from tests.processes import children, wait_for
from tests.web.web_server import WebTable

# The shell is Chromium's engine alone. For each device it takes a seventh of the time that the whole browser takes.
PROGRAMS = (os.environ.get("COMPANION_BROWSER", "chromium-headless-shell"), "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, PROGRAMS)), "")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP *.local 127.0.0.1",  # as multicast DNS finds this machine
)
WAIT_MS = 1_000 * DEADLINE_S
LANDSCAPE, PORTRAIT, PHONE, SMALL_PHONE = (1280, 800), (800, 1280), (390, 844), (320, 568)
Size = tuple[int, int]
COUNT_CLICKS = "window.clicks = 0; addEventListener('click', () => window.clicks++, true);"


class Chromium(NamedTuple):
    browser: Browser
    pid: int

    def signal(self, number: signal.Signals) -> None:
        """To all its processes, as when a tablet sleeps and wakes."""
        for pid in family(self.pid):
            with suppress(ProcessLookupError):  # some of them come and go
                os.kill(pid, number)


@contextmanager
def chromium() -> Iterator[Chromium]:
    with sync_playwright() as play:
        before = set(children(os.getpid()))
        browser = play.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        started = [pid for pid in family(os.getpid()) if pid not in before and "chromium" in _program(pid)]
        try:
            yield Chromium(browser, started[0])
        finally:
            browser.close()


def family(pid: int) -> list[int]:
    """The process and all its descendants, parents first."""
    return [pid, *(one for child in children(pid) for one in family(child))]


def _program(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/exe").readlink().name
    except OSError:
        return ""


class BrowserDevice:
    """A device with a page, and the errors in it."""

    def __init__(
        self, browser: Browser, size: Size, context: BrowserContext | None = None, *, has_motion: bool = False
    ) -> None:
        """Given a context, this is another tab of that device.

        Without motion a page is drawn when it changes, and not sixty times a second.
        """
        width, height = size
        self.context: BrowserContext = context or browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=True,
            is_mobile=True,
            reduced_motion="no-preference" if has_motion else "reduce",
        )
        if context is None:
            self.context.add_init_script(COUNT_CLICKS)
        self.context.set_default_timeout(WAIT_MS)
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def pair(self, served: WebTable, request: OpenPairing, url: str = "") -> Self:
        """As one that was paired some time ago. `url` is where the pages are, if not at the server itself."""
        name, _, value = served.paired(request).partition("=")
        url = url or served.pages.url
        self.context.add_cookies([{"name": name, "value": value, "url": url, "httpOnly": True, "sameSite": "Strict"}])
        self.page.goto(f"{url}/")
        return self

    def scan(self, url: str) -> None:
        """Opens the page to pair with the code of a QR code, and sends it as soon as it stands in its field."""
        self.page.goto(url)
        wait_for(lambda: self.page.input_value("#code") == url.partition("#")[2], "the code")
        self.page.tap("button[type=submit]")

    def picture(self, folder: Path | None, name: str) -> None:
        if folder is not None:
            self.page.screenshot(path=folder / f"{name}.png")


class GamePage(BrowserDevice):
    """What the Banker's page and a player's have in common. A button is known by its words, or by its key: its act."""

    def take_presses_at_once(self) -> Self:
        """To be called before pairing: new buttons then ignore nothing, and nobody waits for them."""
        self.context.route("**/elements.js", _without_pause)
        return self

    def text(self, selector: str) -> str:
        return self.page.locator(selector).inner_text()

    def see(self, selector: str, words: str) -> None:
        self.page.locator(selector).filter(has_text=words).first.wait_for()

    def tap(self, words: str, within: str = "body") -> None:
        self.tap_at(self.page.locator(within).get_by_role("button", name=words, exact=True).first)

    def tap_key(self, key: str, within: str = "#question") -> None:
        self.tap_at(self.page.locator(within).locator(f"[data-key={json.dumps(key)}]"))

    def move(self, label: str) -> None:
        """An answer to the question."""
        self.tap_at(self.page.locator("#moves button", has_text=label).first)

    def tap_at(self, place: Locator) -> None:
        """As soon as the table has answered the last tap: until then the page takes no other.

        A touch becomes a click a moment later. When this returns, the page has seen it, and drawn what it does alone.
        """
        self.page.locator("body:not(.waiting)").wait_for()
        before = self.page.evaluate("window.clicks")
        place.tap()
        wait_for(lambda: bool(self.page.evaluate("window.clicks") > before), "the click")

    def hear(self, number: int) -> None:
        """Waits until the page has heard of the move of this number, and knows whether it was its own."""
        self.page.locator(f"body[data-number='{number}']:not(.waiting)").wait_for()

    def has_moves(self) -> bool:
        return self.page.locator("#moves button").count() > 0

    def roll(self, faces: Iterable[int]) -> None:
        """On the dice pad."""
        for place, face in enumerate(faces):
            self.tap_at(self.page.locator(".pad fieldset").nth(place).locator("button").nth(face - 1))
        self.tap_at(self.page.locator(".pad + .big"))


def _without_pause(route: Route) -> None:
    found = route.fetch()
    whole = found.text()
    assert "FRESH_MS = 400" in whole
    route.fulfill(response=found, body=whole.replace("FRESH_MS = 400", "FRESH_MS = 0"))


class Phone(GamePage):
    """A player's page."""

    def tab(self, name: str) -> None:
        self.tap_at(self.page.get_by_role("tab", name=name))

    def see_deed(self, words: str) -> None:
        self.tab("My deeds")
        self.see("#titles", words)

    def see_log(self, words: str) -> None:
        self.tab("Log")
        self.see("#lines", words)

    def see_players(self, words: str) -> None:
        self.tab("Everybody")
        self.see("#players", words)


class BankerPage(GamePage):
    """The Banker's page."""

    def cash(self) -> list[str]:
        return self.page.locator("#purses .cash").all_inner_texts()

    def menu(self, name: str) -> None:
        self.tap_at(self.page.locator("#menu"))
        self.see("#question h2", "Menu")
        self.tap_at(self.page.locator("#question .pick button", has_text=name).first)
