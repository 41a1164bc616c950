"""Many storms, on as many cores as are given: the same outcome for one seed, whoever rides it."""

import hashlib
import signal
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed

from companion.storm.ride import Ridden, ride

BATCH = 5


def ride_all(seeds: range, steps: int, jobs: int = 1, *, calm_disk: bool = False) -> Iterator[Ridden]:
    """As they come in; with one job, in order."""
    if jobs == 1 or len(seeds) <= BATCH:
        yield from (ride(seed, steps, calm_disk=calm_disk) for seed in seeds)
        return
    with ProcessPoolExecutor(jobs, initializer=_leave_interrupts_to_parent) as pool:
        batches = (seeds[start : start + BATCH] for start in range(0, len(seeds), BATCH))
        waiting = [pool.submit(_ride_batch, batch, steps, calm_disk) for batch in batches]
        yield from _results(waiting)


def _results(waiting: list[Future[list[Ridden]]]) -> Iterator[Ridden]:
    try:
        for done in as_completed(waiting):
            yield from done.result()
    finally:
        for future in waiting:
            future.cancel()


def _ride_batch(seeds: range, steps: int, calm_disk: bool) -> list[Ridden]:
    return [ride(seed, steps, calm_disk=calm_disk) for seed in seeds]


def _leave_interrupts_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Log:
    """What storms add up to. Adding is all that is ever done, so the order does not matter."""

    def __init__(self) -> None:
        self._traces = 0
        self.storms = 0
        self.counted: Counter[str] = Counter()
        self.broken: list[Ridden] = []

    def add(self, ridden: Ridden) -> None:
        self.storms += 1
        self.counted.update(ridden.tally)
        one = hashlib.sha256(f"{ridden.seed} {ridden.trace}".encode()).digest()
        self._traces = (self._traces + int.from_bytes(one[:8], "big")) % 2**64
        if ridden.broken:
            self.broken.append(ridden)

    @property
    def trace(self) -> str:
        """One for all of them."""
        return f"{self._traces:016x}"
