"""A ratio with its budget, and how time is taken: of our own work, against something else in the same run."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

from tests.benchmarks.bare import Dice

ROUNDS = 15
WOKEN = """
import json
text = json.dumps([{"number": number, "words": [str(number)]} for number in range(5_000)])
while True:
    print(flush=True)
    input()
    json.loads(text)
"""


class Measured(NamedTuple):
    name: str
    ratio: float
    least: float | None = None
    most: float | None = None

    @property
    def holds(self) -> bool:
        return (self.least is None or self.ratio >= self.least) and (self.most is None or self.ratio <= self.most)

    def __str__(self) -> str:
        budget = f">= {self.least:.2f}" if self.least is not None else f"<= {self.most:.2f}"
        return f"{self.name:<58} {self.ratio:>8.3f}   {budget:<9} {'ok' if self.holds else 'MISSED'}"


def seconds(act: Callable[[], object]) -> float:
    """What else a busy machine does in between is not counted."""
    began = process_time()
    act()
    return process_time() - began


def yardstick() -> float:
    """Seconds for plain work that every Python does alike."""
    return seconds(lambda: sum(i * i for i in range(10**6)))


def cpu_ns(pid: int) -> int:
    """What all threads of a process have had of a processor."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks)


class WokenYardstick:
    """A process that reads the same text whenever it is asked. In between it sleeps, as what is measured does, so that
    both find the processor's caches cold.
    """

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", WOKEN], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._wait()

    def _wait(self) -> None:
        assert self._process.stdout
        assert self._process.stdout.readline() == "\n", "the yardstick has ended"

    def seconds(self) -> float:
        assert self._process.stdin
        before = cpu_ns(self._process.pid)
        print(file=self._process.stdin, flush=True)
        self._wait()
        return (cpu_ns(self._process.pid) - before) / 1e9

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


def throws(count: int, seed: int = 1) -> Iterator[Dice]:
    """Thrown one by one, when they are asked for: throwing is a part of playing."""
    random = Random(seed).random
    return ((1 + int(random() * 6), 1 + int(random() * 6)) for _ in range(count))
