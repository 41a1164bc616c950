"""How much of something is allowed in a time: so much at once, and so much a second after that."""

from collections.abc import Callable

KEPT_MOST = 1_000  # callers that are remembered


class Bucket:
    def __init__(self, at_once: float, a_second: float, now_s: float) -> None:
        self._at_once, self._a_second = at_once, a_second
        self._left, self._at_s = at_once, now_s

    def take(self, amount: float, now_s: float) -> bool:
        """Is there enough left? What is refused takes nothing."""
        self._left = min(self._at_once, self._left + (now_s - self._at_s) * self._a_second)
        self._at_s = now_s
        if amount > self._left:
            return False
        self._left -= amount
        return True


class Rates:
    """A bucket for each caller; of too many callers, those who came first are forgotten."""

    def __init__(self, at_once: float, a_second: float, clock: Callable[[], float]) -> None:
        self._at_once, self._a_second, self._clock = at_once, a_second, clock
        self._buckets: dict[str, Bucket] = {}

    def take(self, who: str, amount: float = 1) -> bool:
        now_s = self._clock()
        bucket = self._buckets.pop(who, None) or Bucket(self._at_once, self._a_second, now_s)
        self._buckets[who] = bucket
        if len(self._buckets) > KEPT_MOST:
            del self._buckets[next(iter(self._buckets))]
        return bucket.take(amount, now_s)

    def forgive(self, who: str) -> None:
        self._buckets.pop(who, None)
