"""Debian's own Chromium, driven by touch: tablets and phones that are paired with a real table."""

import os
import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, Self
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, WebSocket, sync_playwright

from companion.table.messages.requests import OpenPairing
from tests.deadline import DEADLINE_S
from tests.web.drawn import Drawn
from tests.web.serving import House, children, wait_for

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WAIT_MS = 1_000 * DEADLINE_S
STILL_S = 0.5
LANDSCAPE, PORTRAIT, PHONE, SMALL_PHONE = (1280, 800), (800, 1280), (390, 844), (320, 568)
Size = tuple[int, int]


class Chromium(NamedTuple):
    browser: Browser
    pid: int

    def signal(self, number: signal.Signals) -> None:
        """To all of its processes, as a tablet sleeps and wakes."""
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
    """With all who came of it, parents first."""
    return [pid, *(one for child in children(pid) for one in family(child))]


def _program(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/exe").readlink().name
    except OSError:
        return ""


class Seen:
    """A device: its page, and what went wrong in it."""

    def __init__(self, browser: Browser, size: Size, context: BrowserContext | None = None) -> None:
        """In a context that is there already it is another tab of the same device."""
        width, height = size
        self.context: BrowserContext = context or browser.new_context(
            viewport={"width": width, "height": height}, has_touch=True, is_mobile=True
        )
        self.context.set_default_timeout(WAIT_MS)
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def pair(self, house: House, request: OpenPairing) -> Self:
        """As after a scanned QR code."""
        self.page.goto(f"{house.pages.url}/pair#{house.code(request)}")
        self.page.tap("button[type=submit]")
        self.page.wait_for_url(f"{house.pages.url}/")
        return self

    def picture(self, folder: Path | None, name: str) -> None:
        if folder is not None:
            self.page.screenshot(path=folder / f"{name}.png")


class Phone(Seen):
    """A player's page."""

    def text(self, selector: str) -> str:
        return self.page.locator(selector).inner_text()

    def see(self, selector: str, words: str) -> None:
        self.page.locator(selector).filter(has_text=words).first.wait_for()

    def move(self, label: str) -> None:
        self.page.locator("#moves button", has_text=label).first.tap()

    def has_moves(self) -> bool:
        return self.page.locator("#moves button").count() > 0


class Tablet(Seen):
    """The Banker's console. What its terminal shows is worked out from what it is sent."""

    def __init__(self, browser: Browser, size: Size, context: BrowserContext | None = None) -> None:
        super().__init__(browser, size, context)
        self._drawn = Drawn()
        self.page.on("websocket", self._watch)

    def _watch(self, socket: WebSocket) -> None:
        """Every link draws the whole anew."""
        drawn = self._drawn = Drawn()
        asked = parse_qs(urlsplit(socket.url).query)
        self._size = int(asked["width"][0]), int(asked["height"][0])
        socket.on("framereceived", lambda content: drawn.take(content) if isinstance(content, bytes) else None)

    def lines(self) -> list[str]:
        self._hear()
        return self._drawn.lines()

    def _hear(self) -> None:
        """What came meanwhile is taken; also while the page is being loaded anew."""
        self.page.wait_for_timeout(2)

    def see(self, words: str) -> None:
        try:
            wait_for(lambda: self.shows(words), f"{words!r} on the tablet")
        except AssertionError as error:
            raise AssertionError("\n".join((str(error), *self.lines()))) from None

    def settle(self) -> None:
        wait_for(self._is_still, "a quiet screen")

    def _is_still(self) -> bool:
        self._hear()
        return time.monotonic() > self._drawn.at_s + STILL_S

    def _has_drawn_since(self, before: float) -> bool:
        self._hear()
        return self._drawn.at_s > before

    def shows(self, words: str) -> bool:
        return any(words in line for line in self.lines())

    def tap(self, words: str) -> None:
        """With a finger, once they stand still: new buttons are deaf for a moment.

        A link that a busy machine loses at that very moment takes the tap with it, and people tap again.
        """
        self.see(words)
        self.settle()
        drawn = self._drawn
        self._touch(words)
        if self._drawn is not drawn:
            self.settle()
            if self.shows(words):
                self.tap(words)

    def _touch(self, words: str) -> None:
        """In the middle of these words."""
        lines = self.lines()
        row = next(row for row, line in enumerate(lines) if words in line)
        column = lines[row].index(words) + len(words) / 2
        left, top, width, height = self.page.evaluate(SCREEN)
        columns, rows = self._size
        before = self._drawn.at_s
        self.page.touchscreen.tap(left + width * column / columns, top + height * (row + 0.5) / rows)
        wait_for(lambda: self._has_drawn_since(before), "an answer to the tap")


SCREEN = """() => {
  const box = document.querySelector(".xterm-screen").getBoundingClientRect();
  return [box.left, box.top, box.width, box.height];
}"""
