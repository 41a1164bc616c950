"""Many storms, on as many cores as are given: the same outcome for one seed, whoever rides it."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from functools import partial

from companion.players.simulate import run_in_processes
from tests.storm.ride import Ridden, ride

BATCH = 5


def ride_all(seeds: range, steps: int, jobs: int = 1, *, calm_disk: bool = False) -> Iterator[Ridden]:
    """As they come in; with one job, in order."""
    if jobs == 1 or len(seeds) <= BATCH:
        yield from (ride(seed, steps, calm_disk=calm_disk) for seed in seeds)
        return
    batches = (seeds[start : start + BATCH] for start in range(0, len(seeds), BATCH))
    for batch in run_in_processes(partial(_ride_batch, steps=steps, calm_disk=calm_disk), batches, jobs):
        yield from batch


def _ride_batch(seeds: range, steps: int, calm_disk: bool) -> list[Ridden]:
    return [ride(seed, steps, calm_disk=calm_disk) for seed in seeds]


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
