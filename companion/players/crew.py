"""Work shared out to processes. When somebody wants no more, only what is under way is waited for."""

import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def share_out(work: Callable[[T], R], parts: Iterable[T], jobs: int) -> Iterator[R]:
    """What came of each part, as it comes in."""
    with ProcessPoolExecutor(jobs, initializer=_leave_interrupts_to_parent) as pool:
        yield from _results([pool.submit(work, part) for part in parts])


def _results(waiting: list[Future[R]]) -> Iterator[R]:
    try:
        for done in as_completed(waiting):
            yield done.result()
    finally:
        for future in waiting:
            future.cancel()


def _leave_interrupts_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
