"""Work shared out to processes. When somebody wants no more, only what is under way is waited for."""

import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def share_out(work: Callable[[T], R], parts: Iterable[T], jobs: int) -> Iterator[R]:
    """What came of each part, as it comes in."""
    with ProcessPoolExecutor(jobs, initializer=_leave_interrupts_to_parent) as pool:
        yield from _results((pool.submit(work, part) for part in parts), jobs)


def _results(submitted: Iterator[Future[R]], jobs: int) -> Iterator[R]:
    """One part for each process at a time: what waits in the pool's own queue could not be called off any more."""
    under_way = set(islice(submitted, jobs))
    while under_way:
        done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
        under_way |= set(islice(submitted, len(done)))
        yield from (future.result() for future in done)


def _leave_interrupts_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
