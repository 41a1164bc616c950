"""That something is going on: for people at a terminal, once it takes longer than a second."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

AFTER_S = 1.0


class Progress:
    """`show` after every part of the work, and `clear` before anything else is printed. In the end it is gone."""

    def __init__(self, total: int, what: str) -> None:
        self._total, self._what = total, what
        self._shows = sys.stderr.isatty()
        self._started = time.monotonic()

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def show(self, count: int) -> None:
        if self._shows and time.monotonic() - self._started > AFTER_S:
            _draw(f"{count:,} of {self._total:,} {self._what}")

    def clear(self) -> None:
        if self._shows:
            _draw("")


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """For one piece of work that tells nothing on the way: how long it has taken so far."""
    if not sys.stderr.isatty():
        yield
        return
    over = threading.Event()
    telling = threading.Thread(target=_tell, args=(what, over), daemon=True)
    telling.start()
    try:
        yield
    finally:
        over.set()
        telling.join()


def _tell(what: str, over: threading.Event) -> None:
    seconds = 0
    while not over.wait(AFTER_S):
        seconds += 1
        _draw(f"{what}, {seconds} s")
    if seconds:
        _draw("")


def _draw(line: str) -> None:
    print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)
