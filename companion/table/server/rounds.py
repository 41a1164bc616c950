"""When the table looks again at what time alone changes: often while something goes on, seldom while nothing does."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

LOOK_S = 0.25
REST_S = 1.0
STIRRED_S = 5.0  # so long after the last thing that happened, nothing waits for its time any more


class Rounds:
    """Call `stir` when something happens at the table. A clock that `now_s` asks never jumps."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._stirred_s = now_s()
        self._woken = asyncio.Event()

    def stir(self) -> None:
        """In the middle of a rest, the next look is at once."""
        if self.is_resting():
            self.wake()
        self._stirred_s = self._now_s()

    def is_resting(self) -> bool:
        return self._now_s() - self._stirred_s >= STIRRED_S

    async def next(self) -> None:
        """Returns when it is time for another look."""
        with suppress(TimeoutError):
            async with asyncio.timeout(REST_S if self.is_resting() else LOOK_S):
                await self._woken.wait()
        self._woken.clear()

    def wake(self) -> None:
        self._woken.set()
