"""From a press at the table, and from a tap, to the pixels of a browser: of the Banker's page and of a player's.

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
from tests.web.browser import CHROMIUM, LANDSCAPE, PHONE, BankerPage, BrowserDevice, GamePage, Phone, chromium
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
PAGE = "async (from) => { const look = () => document.body.innerText;" + WATCH + "}"


class Evening(NamedTuple):
    """An auction, with a Banker's tablet and a phone that look on."""

    web_table: WebTable
    connection: BenchClient
    banker: BankerPage
    phone: Phone


def measure_pages(events: int = EVENTS, taps: int = TAPS) -> list[Reported | str]:
    if not CHROMIUM:
        return [LEFT_OUT]
    with tempfile.TemporaryDirectory() as folder, _evening(Path(folder)) as evening:
        phone, banker = evening.phone, evening.banker
        told = [_after(phone, PAGE, _press(evening, number)) for number in range(1, events + 1)]
        drawn = [_after(banker, PAGE, _press(evening, events + number)) for number in range(1, events + 1)]
        tapped = [_tapped(phone) for _ in range(taps)]
        touched = [_tapped(banker) for _ in range(taps)]
        memory = rss_mb(evening.web_table.pages.process.pid)
    return _reported((told, tapped), (drawn, touched), memory)


def _reported(
    page: tuple[list[float], list[float]], banker: tuple[list[float], list[float]], memory: float
) -> list[Reported | str]:
    return [
        Reported("event to pixels of a player's page, p50 and p95", in_words(page[0])),
        Reported("tap to pixels of a player's page, p50 and p95", in_words(page[1])),
        Reported("event to pixels of the Banker's page, p50 and p95", in_words(banker[0])),
        Reported("tap to pixels of the Banker's page, p50 and p95", in_words(banker[1])),
        Reported("memory of the pages' server, resident", f"{memory:.0f} MB"),
    ]


@contextmanager
def _evening(data: Path) -> Iterator[Evening]:
    with web_table(data) as both, chromium() as started, closing(BenchClient(both.table.socket)) as connection:
        assert both.table.ask(NewGame(("Ann", "Ben"), position="given turn Ann")).done
        banker = BankerPage(started.browser, LANDSCAPE).pair(both, OpenPairing())
        phone = Phone(started.browser, PHONE).pair(both, OpenPairing("viewer"))
        open_auction(connection)
        for page in (banker, phone):
            page.see("#prompt", "Auction: Baltic Avenue")
        yield Evening(both, connection, banker, phone)


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


def _tapped(page: GamePage) -> float:
    """A line of the log: the table is asked why, and the answer stands there."""
    if isinstance(page, Phone):
        page.tab("Log")
    else:
        page.tap("Log", "#bar")
    line = page.page.locator(".log .line").first
    line.wait_for()
    took = _after(page, PAGE, line.tap, "touch")
    page.tap_key("back")
    page.see("#prompt", "Auction: Baltic Avenue")
    return took
