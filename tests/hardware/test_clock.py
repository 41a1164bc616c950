"""The monotonic clock, and the one set by hand."""

import time

import pytest

from hardware.clock import HandClock, SteadyClock


def test_the_machines_clock_counts_milliseconds_whatever_the_date_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: 0.0)
    before, measured = SteadyClock().now_ms(), time.monotonic()
    assert 0 <= SteadyClock().now_ms() - before < 60_000
    assert abs(before - measured * 1_000) < 60_000


def test_a_clock_set_by_hand_stands_still_until_it_is_moved() -> None:
    clock = HandClock(7)
    assert (clock.now_ms(), clock.now_ms()) == (7, 7)
    clock.pass_ms(5)
    assert clock.now_ms() == 12


def test_it_does_not_go_back() -> None:
    clock = HandClock(7)
    with pytest.raises(ValueError, match="this clock cannot go back"):
        clock.pass_ms(-1)
    assert clock.now_ms() == 7
