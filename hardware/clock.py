"""Clocks in milliseconds that never jump, one of them set by hand; and how long things take at a table."""

import time
from typing import NamedTuple, Protocol

BUTTON_QUIET_MS = 30  # how long a button must be up before its next press counts
PRESS_MS = 8  # how long a button must be down, without a break, before it counts as pressed
TAG_QUIET_MS = 300  # how long a tag must be missing before it counts as removed


class Clock(Protocol):
    def now_ms(self) -> int: ...


class SteadyClock:
    """The machine's monotonic clock: setting the date does not move it."""

    def now_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000


class HandClock:
    """Stands still until somebody moves it on."""

    def __init__(self, at_ms: int = 0) -> None:
        self._at_ms = at_ms

    def now_ms(self) -> int:
        return self._at_ms

    def pass_ms(self, ms: int) -> None:
        if ms < 0:
            raise ValueError("this clock cannot go back")
        self._at_ms += ms


class DeviceTiming(NamedTuple):
    """All in milliseconds."""

    button_quiet_ms: int = BUTTON_QUIET_MS
    tag_quiet_ms: int = TAG_QUIET_MS
    poll_ms: int = 100  # from one poll of a reader to the next
    settle_ms: int = TAG_QUIET_MS  # a reader that was just opened may miss what lies on it; a simulated one does not
    press_ms: int = PRESS_MS  # a simulated finger is steady at once
