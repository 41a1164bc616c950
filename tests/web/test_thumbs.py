"""Careless thumbs behind a slow line do nothing wrong; with the checks switched off, each kind does."""

import signal
from pathlib import Path
from random import Random

import pytest

from companion.table.messages.requests import OpenPairing
from companion.table.server.stale import LATE_MS
from tests.web.browser import CHROMIUM, LANDSCAPE, Chromium, GamePage
from tests.web.thumbs import SCENES, WITHOUT_BEATS, WITHOUT_NUMBERS, Screen, Try, thumb, tries

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium on this machine")

REALLY_LATE = (  # the others move while the press is on its way
    Try("swapped deal", True, SCENES["swapped deal"].others[0], up=750, down=500, reaction=0, news=900),
    Try("stale buy", False, SCENES["stale buy"].others[0], up=500, down=250, reaction=0, news=500),
)
MUST_FAIL = {
    "swapped deal": Try("swapped deal", True, SCENES["swapped deal"].others[0], 1_000, 1_000, 0, news=1_250),
    "stale buy": Try("stale buy", True, SCENES["stale buy"].others[0], 1_000, 1_000, 0, news=1_250),
    "stale bid": Try("stale bid", False, SCENES["stale bid"].others[3], 1_000, 1_000, 0, news=1_250),
    "double tap": Try("double tap", False, (), 0, 0, 0, news=0, gap=100),
    "dead minute": Try("dead minute", True, (), 0, 0, 0, news=0, outage=9_000, pressed=1_000),
}


@pytest.mark.parametrize("count", [20, pytest.param(100, marks=pytest.mark.long_run)])
def test_whatever_is_pressed_does_what_was_shown_or_nothing(browser: Chromium, tmp_path: Path, count: int) -> None:
    with thumb(browser.browser, tmp_path) as one:
        wrong = [f"{tried}: {why}" for tried in tries(Random("short"), count) if (why := one.play(tried))]
    assert wrong == []
    assert all(one.seen[f"{kind}: nothing done"] for kind in SCENES), one.seen
    done = [kind for kind in SCENES if one.seen[f"{kind}: done"]]
    assert done if count < 100 else len(done) == len(SCENES), (
        one.seen
    )  # the slower the machine, the more comes too late


@pytest.mark.long_run
def test_behind_a_line_that_is_really_late(browser: Chromium, tmp_path: Path) -> None:
    with thumb(browser.browser, tmp_path, is_real=True) as one:
        assert [one.play(tried, is_real=True) for tried in REALLY_LATE] == ["", ""]


@pytest.mark.long_run
@pytest.mark.parametrize("stopped", ["the table", "the server"])
def test_what_stands_still_is_told_within_ten_seconds_on_every_page(
    browser: Chromium, tmp_path: Path, stopped: str
) -> None:
    """And nothing happens that was pressed meanwhile, before it was told or after."""
    with thumb(browser.browser, tmp_path) as one:
        wall = Screen(GamePage(browser.browser, LANDSCAPE), one.line, is_turned=True)
        wall.pair(one.served, OpenPairing("viewer")).page.page.goto(f"{one.line.url}/wall")
        game, pressing = one.bank.begin("given turn Ben"), (one.phone, one.banker)
        for screen in (*pressing, wall):
            screen.hear(0, game)
            screen.run(500)
        places = [(screen, screen.aim("#moves button.first")) for screen in pressing]
        process = (one.served.table if stopped == "the table" else one.served.pages).process
        process.send_signal(signal.SIGSTOP)
        try:
            for screen, place in places:
                screen.press(place)
            for screen in (*pressing, wall):
                screen.run(LATE_MS - 1_000)
                assert not screen.page.page.locator("#lost").is_visible(), "too early"
                screen.run(3_000)
                assert screen.page.text("#lost strong") == "Link lost"
            for screen, place in places:
                screen.press(place)
            one.clock.turn(LATE_MS + 2_000)
        finally:
            process.send_signal(signal.SIGCONT)
        for screen in (*pressing, wall):
            screen.page.page.locator("#lost").wait_for(state="hidden")
        one.bank.look()
        assert one.bank.moves == {}
        wall.page.context.close()


@pytest.mark.long_run
def test_without_the_checks_each_kind_of_press_goes_wrong(browser: Chromium, tmp_path: Path) -> None:
    with thumb(browser.browser, tmp_path, more=WITHOUT_NUMBERS + WITHOUT_BEATS, without_pause=True) as one:
        for kind, tried in MUST_FAIL.items():
            # Of rolls, some lead to a space where there is nothing more to press.
            assert any(one.play(tried) for _ in range(20)), kind
