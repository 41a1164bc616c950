"""A clock told to others, in milliseconds, that never jumps; and its twin, which stands still until it is moved."""

import time
from typing import Protocol


class Clock(Protocol):
    def now_ms(self) -> int: ...


class SteadyClock:
    """The machine's own; setting the date does not move it."""

    def now_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000


class HandClock:
    def __init__(self, at_ms: int = 0) -> None:
        self._at_ms = at_ms

    def now_ms(self) -> int:
        return self._at_ms

    def pass_ms(self, ms: int) -> None:
        if ms < 0:
            raise ValueError("a clock that never jumps does not go back")
        self._at_ms += ms
