"""Time that passes only when somebody lets it. It starts at zero, and what is due happens on the way."""

import heapq
import time
from collections.abc import Callable
from itertools import count


class VirtualTime:
    def __init__(self) -> None:
        self.now_s = 0.0
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()  # for what is due at the same instant

    def now_ms(self) -> int:
        return int(self.now_s * 1_000)

    def at(self, in_s: float, action: Callable[[], None]) -> None:
        heapq.heappush(self._due, (self.now_s + in_s, next(self._order), action))

    def sleep(self, seconds: float) -> None:
        until_s = self.now_s + seconds
        while self._due and self._due[0][0] <= until_s:
            self.now_s, _, action = heapq.heappop(self._due)
            action()
        self.now_s = until_s


class RealTime(VirtualTime):
    """For chips whose drivers use the machine's clock: catches up with it at every sleep."""

    def __init__(self) -> None:
        super().__init__()
        self._began_s = time.monotonic()

    def sleep(self, seconds: float) -> None:
        super().sleep(max(seconds, time.monotonic() - self._began_s - self.now_s))
