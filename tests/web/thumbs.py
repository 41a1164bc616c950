"""Thumbs on real pages behind a slow line: whatever they press does what was shown, or nothing.

A thumb aims at a button, and presses that place up to 0.3 s later. What it sends and what it is shown come late by 0 to
3 s, in steps of a quarter, and meanwhile somebody else moves. The page's clock is turned and the line holds back what
is not there yet, so that nobody has to wait; with `--real`, so many tries more wait for real.
"""

import argparse
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
from playwright.sync_api import Browser

from companion.play.acts import Act, Undo
from companion.rules.commands import (
    Bid,
    BuyDeed,
    CorrectCash,
    DeclineDeed,
    OfferDeal,
    PassBid,
    RejectDeal,
    Roll,
    WithdrawDeal,
)
from companion.rules.pending_steps import Goods
from companion.table.client import new_id
from companion.table.messages.message import PROTOCOL
from companion.table.messages.requests import ListDevices, NewGame, OpenPairing
from companion.table.messages.wire import Answer, Ask, Give, Hello, Moved, Reply, Snapshot, encode
from companion.table.server.stale import LATE_MS
from tests.processes import wait_for
from tests.table.running_table import RunningTable, SocketClient
from tests.web.browser import LANDSCAPE, PHONE, BankerPage, GamePage, Phone, chromium
from tests.web.slow_line import SlowLine, TurnedClock, run_before
from tests.web.web_server import RunningWebServer, WebTable

STEP_MS = 250
DELAYS_MS = range(0, 3_001, STEP_MS)
REACTIONS_MS = (0, 100, 200, 300)
OUTAGES_MS = (2_000, 4_000, 6_000, 7_000, 8_000, 9_000, 12_000, 20_000, 60_000)
PAUSE_MS = 1_000  # between two things that happen, no page's clock needs to run longer: beats would come meanwhile
BALTIC, BEN = 1, 1
# Thumbs of tests are faster than people's, and what is late is so by clocks that are turned.
PATIENT_PAGES = """
import companion.web.device_links as links, companion.web.pages as pages
pages.MOVES_AT_ONCE = pages.QUESTIONS_AT_ONCE = links.SILENT_S = 10**6
"""
WITHOUT_NUMBERS = "dispatcher.why_stale = lambda *_: ''\n"
WITHOUT_BEATS = "TurnedBeats.is_late = lambda *_: False\n"
COUNTING = """
window.posts = 0;
const send = window.fetch;
window.fetch = (...call) => ((window.posts += call[1]?.method === "POST"), send(...call));
"""
AIM = """(selector) => {
    const button = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
    if (!button) return null;
    button.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = button.getBoundingClientRect();
    const around = document.querySelector("#question").innerText;
    return { x: left + width / 2, y: top + height / 2, button: button.innerText, around };
}"""


class Scene(NamedTuple):
    """`others` are what somebody else may do meanwhile.

    `promise` takes the words of the button and around it, and returns what the log would say.
    """

    position: str
    before: tuple[Act, ...]
    others: tuple[tuple[Act, ...], ...]
    phone: str
    banker: str
    promise: Callable[[str, str], tuple[str, ...]]


def _offer(cash: int) -> OfferDeal:
    return OfferDeal(0, BEN, Goods((BALTIC,)), Goods(cash=cash))


def _sum(text: str) -> str:
    """The first line that is a sum, and may say whose it is or what is done with it."""
    found = re.search(r"^(?:Bid )?(\$[\d,]+)$", text, re.MULTILINE)
    assert found is not None, text
    return found[1]


def _bought(_: str, around: str) -> tuple[str, ...]:
    deed = re.search(r"may buy (.+?) for (\$[\d,]+)", around.replace("You", "Ben"))
    assert deed is not None, around
    return f"{deed[1]} now belongs to Ben.", f"Ben paid the Bank {deed[2]}."


BUYING = "given turn Ben\ngiven Ann owns Boardwalk"
ROLLED = Roll(BEN, (1, 2))
AUCTION = (Roll(0, (1, 2)), DeclineDeed(0))
SCENES = {
    "swapped deal": Scene(
        "given turn Ann\ngiven Ann owns Baltic, Boardwalk",
        (_offer(10),),
        (
            (WithdrawDeal(0), _offer(900)),
            (RejectDeal(BEN), _offer(900)),
            (WithdrawDeal(0),),
            (WithdrawDeal(0), _offer(10)),
            (CorrectCash(0, 5, "found"),),
        ),
        "#moves button.first",
        "#moves button.first",
        lambda _, around: ("accepted", f"Ben paid Ann {_sum(around)}."),
    ),
    "stale buy": Scene(
        BUYING,
        (ROLLED,),
        (
            (Undo(), Roll(BEN, (2, 4))),
            (Undo(), Roll(BEN, (5, 6))),
            (DeclineDeed(BEN),),
            (BuyDeed(BEN),),
            (CorrectCash(BEN, -1_490, "miscounted"),),
        ),
        "#moves button.first",
        "#moves button.first",
        _bought,
    ),
    "stale bid": Scene(
        "given turn Ann",
        AUCTION,
        (
            (Bid(0, 60),),
            (Bid(0, 1),),
            (Bid(0, 60), PassBid(BEN)),
            (Bid(0, 60), PassBid(BEN), Roll(BEN, (2, 4)), DeclineDeed(BEN)),
            (PassBid(BEN),),
        ),
        "#question .btn.first",
        f"#question [data-key^='{BEN} $']",
        lambda button, _: (f"Ben bid {_sum(button)}.", "lot: Baltic Avenue"),
    ),
    "double tap": Scene(
        "given turn Ben",
        (),
        ((), (), (CorrectCash(0, 5, "found"),)),
        "#moves button.first",
        "#moves button.first",
        lambda *_: ("Ben rolled",),
    ),
    "dead minute": Scene(
        "given turn Ben", (), ((),), "#moves button.first", "#moves button.first", lambda *_: ("Ben rolled",)
    ),
}


class Try(NamedTuple):
    """All times are milliseconds; that of the press is 0. A dead line is dead for `outage` from before the press."""

    kind: str
    is_phone: bool
    others: tuple[Act, ...]
    up: int
    down: int
    reaction: int
    news: int
    gap: int = 0  # until the second tap
    outage: int = 0
    pressed: int = 0  # after the line died


def tries(random: Random, count: int, kinds: Sequence[str] = tuple(SCENES)) -> Iterator[Try]:
    """Each kind equally often, and each delay."""
    for number in range(count):
        kind = kinds[number % len(kinds)]
        up, down = DELAYS_MS[number // len(kinds) % len(DELAYS_MS)], random.choice(DELAYS_MS)
        reaction = random.choice(REACTIONS_MS)
        news = random.randrange(-reaction + 1, 3_000, STEP_MS // 5)
        outage = random.choice(OUTAGES_MS)
        yield Try(
            kind,
            random.random() < 0.7,
            random.choice(SCENES[kind].others),
            up,
            down,
            reaction,
            news,
            gap=random.choice(REACTIONS_MS),
            outage=outage,
            pressed=random.randrange(0, outage, STEP_MS),
        )


class Bank:
    """Somebody else at the table, who also sees every move."""

    def __init__(self, table: RunningTable) -> None:
        self._client = SocketClient(table.socket)
        self._client.say(encode(Hello(PROTOCOL, "banker")))
        self.moves: dict[int, Moved] = {}
        self.mine: set[int] = set()
        self._game = ""

    def _until(self, kind: type[Any]) -> Any:
        while not isinstance(told := self._client.next(), kind):
            if isinstance(told, Moved):
                self.moves[told.number] = told
            if isinstance(told, Snapshot) and told.view is not None:
                self._game = told.view.game
        return told

    def begin(self, position: str) -> str:
        self._client.say(encode(Ask(new_id(), NewGame(("Ann", "Ben"), position=position))))
        reply = self._until(Reply)
        assert reply.done, reply
        self.look()
        self.moves, self.mine = {}, set()
        return self._game

    def give(self, act: Act) -> None:
        """Some come too late themselves, when the thumb was first."""
        self._client.say(encode(Give(new_id(), msgspec.Raw(msgspec.json.encode(act)))))
        answer: Answer = self._until(Answer)
        if answer.outcome == "done":
            self.mine.add(answer.number)

    def close(self) -> None:
        self._client.close()

    def look(self) -> None:
        """Hears everything that has happened up to now."""
        self._client.say(encode(Ask(new_id(), ListDevices())))
        self._until(Reply)

    def by_thumb(self) -> list[str]:
        """What was not done here, as the log tells it."""
        found = []
        for number, moved in sorted(self.moves.items()):
            if number not in self.mine:
                lot = f"lot: {moved.view.auction.lot}" if moved.view.auction else ""
                found.append(" ".join((*(line.text for line in moved.log), lot)))
        return found

    @property
    def number(self) -> int:
        return max(self.moves, default=0)


class Screen:
    """A page whose clock is turned, or runs by itself."""

    def __init__(self, page: GamePage, line: SlowLine, *, is_turned: bool, without_pause: bool = False) -> None:
        self.page, self._line, self._is_turned = page, line, is_turned
        page.context.add_init_script(COUNTING)
        if is_turned:
            page.context.clock.install()
        if without_pause:
            page.take_presses_at_once()

    def pair(self, served: WebTable, request: OpenPairing) -> "Screen":
        self.page.pair(served, request, self._line.url)
        if self._is_turned:
            self.page.page.clock.pause_at(datetime.now() + timedelta(seconds=5))
        return self

    def run(self, ms: int) -> None:
        if self._is_turned:
            self.page.page.clock.run_for(ms)
        else:
            time.sleep(ms / 1_000)

    def value(self, expression: str) -> Any:
        return self.page.page.evaluate(f"() => {expression}")

    def hear(self, number: int, game: str | None = None) -> None:
        wanted = f"body[data-number='{number}']" + (f"[data-game='{game}']" if game else "")
        self.page.page.locator(wanted).wait_for()

    def aim(self, selector: str) -> dict[str, Any]:
        found: dict[str, Any] = self.page.page.evaluate(AIM, selector)
        assert found is not None, f"there is no {selector}: {self.page.text('#question')}"
        return found

    def press(self, place: dict[str, Any]) -> None:
        before = self.value("window.clicks")
        self.page.page.touchscreen.tap(place["x"], place["y"])
        wait_for(lambda: bool(self.value("window.clicks") > before), "the click")


class Thumb:
    """Tries what a thumb might do, and says what was wrong."""

    def __init__(
        self, served: WebTable, bank: Bank, clock: TurnedClock, line: SlowLine, phone: Screen, banker: Screen
    ) -> None:
        self.served, self.bank, self.clock, self.line = served, bank, clock, line
        self.phone, self.banker = phone, banker
        self.seen: Counter[str] = Counter()

    def play(self, one: Try, *, is_real: bool = False) -> str:
        """What was wrong; empty if nothing was."""
        scene, screen = SCENES[one.kind], self.phone if one.is_phone else self.banker
        game = self.bank.begin(scene.position)
        for act in scene.before:
            self.bank.give(act)
        screen.hear(len(scene.before), game)
        screen.run(500)  # until new buttons count
        place = screen.aim(scene.phone if one.is_phone else scene.banker)
        promise = scene.promise(place["button"], place["around"])
        if one.kind == "dead minute":
            self._die(one, screen, place)
        elif is_real:
            self._wait(one, screen, place)
        else:
            self._turn(one, screen, place)
        self.line.open(self.line.up, self.line.down)
        self._settle(screen)
        done = self.bank.by_thumb()
        self.seen[f"{one.kind}: {'done' if done else 'nothing done'}"] += 1
        if len(done) > 1:
            return f"more than one thing was done: {done}"
        if done and not all(words in done[0] for words in promise):
            return f"it said {promise}, and this was done: {done[0]}"
        is_late = one.kind == "dead minute" and one.outage + one.up >= LATE_MS
        return f"pressed on a dead line, and done later: {done[0]}" if done and is_late else ""

    def _turn(self, one: Try, screen: Screen, place: dict[str, Any]) -> None:
        """In the order of time, without waiting for it."""
        line = self.line
        line.hold(line.up, line.down)
        posts, sent, answered = screen.value("window.posts"), line.up.begun, line.down.begun

        def arrive() -> None:
            count = screen.value("window.posts") - posts
            wait_for(lambda: line.up.begun - sent >= count, "what was pressed")
            line.open(line.up)
            wait_for(lambda: line.down.begun - answered >= count, "the answer")
            line.hold(line.up)

        def news() -> None:
            self.bank.look()
            line.open(line.down)
            screen.hear(self.bank.number)
            line.hold(line.down)

        def others() -> None:
            for act in one.others:
                self.bank.give(act)

        steps: list[tuple[int, Callable[[], None]]] = [
            (one.news - one.down, others),
            (one.news, news),
            (0, lambda: screen.press(place)),
            (one.up, arrive),
            (one.up + one.down, news),
        ]
        if one.kind == "double tap":
            steps += [(one.gap, lambda: screen.press(place)), (one.gap + one.up, arrive)]
        steps.sort(key=lambda step: step[0])
        now = min(steps[0][0], -one.reaction)
        for at, step in steps:
            screen.run(min(at - now, PAUSE_MS))
            now = at
            step()

    def _wait(self, one: Try, screen: Screen, place: dict[str, Any]) -> None:
        """The same with a line that is really late."""
        line = self.line
        line.up.late_s, line.down.late_s = one.up / 1_000, one.down / 1_000
        begins = -min(one.news - one.down, 0)
        began = time.monotonic() + begins / 1_000

        def wait_until(at: int) -> None:
            time.sleep(max(0.0, began + at / 1_000 - time.monotonic()))

        def others() -> None:
            for act in one.others:
                self.bank.give(act)

        steps = [(one.news - one.down, others), (0, lambda: screen.press(place))]
        if one.kind == "double tap":
            steps.append((one.gap, lambda: screen.press(place)))
        for at, step in sorted(steps, key=lambda step: step[0]):
            wait_until(at)
            step()
        wait_until(one.up + one.down)
        line.up.late_s = line.down.late_s = 0.0

    def _die(self, one: Try, screen: Screen, place: dict[str, Any]) -> None:
        """Nothing goes either way; then everything that waited does."""
        line = self.line
        line.hold(line.up, line.down)
        screen.run(one.pressed)
        screen.press(place)
        screen.run(one.outage - one.pressed)
        self.clock.turn(one.outage)
        if one.outage >= LATE_MS + 2_000:
            assert screen.page.page.locator("#lost").is_visible(), "it did not say that the link is lost"
        self.clock.turn(one.up)
        line.open(line.up)

    def _settle(self, screen: Screen) -> None:
        wait_for(lambda: not screen.value("document.body.classList.contains('waiting')"), "the answer")
        self.bank.look()
        screen.hear(self.bank.number)


@contextmanager
def thumb(
    browser: Browser, folder: Path, *, more: str = "", without_pause: bool = False, is_real: bool = False
) -> Iterator[Thumb]:
    """A table with a page for Ben's phone and one for the Banker, both behind a slow line."""
    clock = TurnedClock(folder / "table", more)
    data = folder / "data"
    with (
        RunningTable(data, within=clock.within) as table,
        RunningWebServer(data, PYTHONPATH=run_before(folder / "pages", PATIENT_PAGES)) as pages,
        SlowLine(pages.port) as line,
        closing(Bank(table)) as bank,
    ):
        served = WebTable(table, pages)
        wait_for(lambda: bool(table.ask(ListDevices()).pairing), "the pages")
        bank.begin("given turn Ann")
        screens = []
        for page, request in (
            (Phone(browser, PHONE), OpenPairing("player", BEN)),
            (BankerPage(browser, LANDSCAPE), OpenPairing()),
        ):
            screen = Screen(page, line, is_turned=not is_real, without_pause=without_pause)
            screens.append(screen.pair(served, request))
        screens[0].page.page.locator("[data-key='sound no']").wait_for()
        screens[0].run(500)
        screens[0].page.tap_key("sound no")
        yield Thumb(served, bank, clock, line, *screens)
        for screen in screens:
            assert screen.page.errors == [], screen.page.errors
            screen.page.context.close()


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.web.thumbs", description=__doc__)
    parser.add_argument("--tries", type=int, default=2_000)
    parser.add_argument("--real", type=int, default=0, help="tries that wait for real, besides")
    parser.add_argument("--seed", default="thumbs")
    asked = parser.parse_args(words)
    began, found, seen = time.monotonic(), list[str](), Counter[str]()
    with chromium() as started, tempfile.TemporaryDirectory() as folder:
        for is_real, count in ((False, asked.tries), (True, asked.real)):
            kinds = tuple(kind for kind in SCENES if not is_real or kind != "dead minute")
            with thumb(started.browser, Path(folder) / str(is_real), is_real=is_real) as one:
                for number, tried in enumerate(tries(Random(f"{asked.seed} {is_real}"), count, kinds), 1):
                    if why := one.play(tried, is_real=is_real):
                        found.append(f"{tried}: {why}")
                        print(found[-1], flush=True)
                    if number % 100 == 0:
                        print(f"{number} of {count}: {len(found)} wrong, {time.monotonic() - began:.0f} s", flush=True)
                seen.update({f"{kind}{', waiting for real' if is_real else ''}": n for kind, n in one.seen.items()})
    for kind, count in sorted(seen.items()):
        print(f"{count:6} {kind}")
    print(f"{seen.total()} tries, {len(found)} wrong, {time.monotonic() - began:.0f} s")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
