"""From a press at the table, and from a tap, to the pixels of a browser: of a tablet's console and of a player's page.

Reported and not judged. In Chromium the picture is looked at in every frame until it has changed.
"""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from companion.table.messages.requests import NewGame, OpenPairing
from companion.table.messages.wire import Signal, encode
from tests.benchmarks.latency import BenchClient, Reported, in_words, open_auction, rss_mb
from tests.processes import wait_for
from tests.web.browser import CHROMIUM, LANDSCAPE, PHONE, BrowserDevice, Phone, Tablet, chromium
from tests.web.web_server import WebTable, web_table

EVENTS, TAPS = 40, 12
LEFT_OUT = "pages in a browser: left out, since there is no chromium on this machine"

# `look` says what is seen. Once that stands still, `window.took` becomes the time from the touch, or from now, until it
# is something else. All of it by the page's own clock.
WATCH = """
  const frame = () => new Promise(requestAnimationFrame);
  const watch = async () => {
    const [began, before] = [performance.now(), look()];
    while (look() === before) await frame();
    await frame();
    return performance.now() - began;
  };
  for (let last = look(), still = 0; still < 20; still++) {
    await frame();
    if (look() !== last) [last, still] = [look(), 0];
  }
  const touch = new Promise((touched) => addEventListener("touchstart", touched, { capture: true, once: true }));
  window.took = null;
  (from === "touch" ? touch.then(watch) : watch()).then((ms) => (window.took = ms));
"""
PAGE = "async (from) => { const look = () => document.body.innerText + window.ask.open;" + WATCH + "}"
TERMINAL = (
    """async (from) => {
  const canvas = document.querySelector(".xterm-text-layer");
  const small = new OffscreenCanvas(160, 100).getContext("2d", { willReadFrequently: true });
  const look = () => {
    small.clearRect(0, 0, 160, 100);
    small.drawImage(canvas, 0, 0, 160, 100);
    return small.getImageData(0, 0, 160, 100).data.join();
  };"""
    + WATCH
    + "}"
)


class Evening(NamedTuple):
    """An auction, with a tablet and a phone that look on."""

    web_table: WebTable
    connection: BenchClient
    tablet: Tablet
    phone: Phone


def measure_pages(events: int = EVENTS, taps: int = TAPS) -> list[Reported | str]:
    if not CHROMIUM:
        return [LEFT_OUT]
    with tempfile.TemporaryDirectory() as folder, _evening(Path(folder)) as evening:
        phone, tablet = evening.phone, evening.tablet
        told = [_after(phone, PAGE, _press(evening, number)) for number in range(1, events + 1)]
        drawn = [_after(tablet, TERMINAL, _press(evening, events + number)) for number in range(1, events + 1)]
        tapped = [_tapped_page(phone) for _ in range(taps)]
        touched = [_tapped_tablet(tablet) for _ in range(taps)]
        pages = evening.web_table.pages
        memory = rss_mb(pages.process.pid), rss_mb(pages.consoles()[0])
    return _reported((told, tapped), (drawn, touched), memory)


def _reported(
    page: tuple[list[float], list[float]], tablet: tuple[list[float], list[float]], memory: tuple[float, float]
) -> list[Reported | str]:
    return [
        Reported("event to pixels of a player's page, p50 and p95", in_words(page[0])),
        Reported("tap to pixels of a player's page, p50 and p95", in_words(page[1])),
        Reported("event to pixels of a tablet, p50 and p95", in_words(tablet[0])),
        Reported("tap to pixels of a tablet, p50 and p95", in_words(tablet[1])),
        Reported("memory of the tablet's server, resident", f"{memory[0]:.0f} MB"),
        Reported("memory for each tablet, resident", f"{memory[1]:.0f} MB"),
    ]


@contextmanager
def _evening(data: Path) -> Iterator[Evening]:
    with web_table(data) as both, chromium() as started, closing(BenchClient(both.table.socket)) as connection:
        assert both.table.ask(NewGame(("Ann", "Ben"), position="given turn Ann")).done
        tablet = Tablet(started.browser, LANDSCAPE).pair(both, OpenPairing())
        phone = Phone(started.browser, PHONE).pair(both, OpenPairing("viewer"))
        open_auction(connection)
        tablet.see("Auction of Baltic Avenue")
        phone.see("#prompt", "Auction of Baltic Avenue")
        yield Evening(both, connection, tablet, phone)


def _press(evening: Evening, number: int) -> Callable[[], None]:
    """The seats bid in turn, and every bid is another sum."""
    lever = {"lever": "press", "button": f"seat-{2 - number % 2}"}
    line = encode(Signal(f"press-{number}", msgspec.Raw(msgspec.json.encode(lever))))
    return lambda: evening.connection.say(line)


def _after(seen: BrowserDevice, watch: str, act: Callable[[], None], since: str = "now") -> float:
    """Milliseconds until the picture was another one."""
    seen.page.evaluate(watch, since)
    act()
    wait_for(lambda: seen.page.evaluate("window.took") is not None, "another picture")
    return float(seen.page.evaluate("window.took"))


def _tapped_page(phone: Phone) -> float:
    """A line of the log: the table is asked why, and the answer stands there."""
    took = _after(phone, PAGE, phone.page.locator("#lines button").first.tap, "touch")
    phone.page.locator("#ask button[value=no]").tap()
    phone.page.locator("#ask").wait_for(state="hidden")
    return took


def _tapped_tablet(tablet: Tablet) -> float:
    """Another screen of the console."""
    took = _after(tablet, TERMINAL, lambda: tablet.tap("why"), "touch")
    tablet.page.keyboard.press("Escape")
    tablet.see("Auction of")
    return took
