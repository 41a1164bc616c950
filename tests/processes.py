"""Real processes as /proc shows them, and waiting for something to become true."""

import os
import select
import time
from collections.abc import Callable
from pathlib import Path

from tests.deadline import DEADLINE_S


def wait_for(holds: Callable[[], bool], what: str, within_s: float = DEADLINE_S) -> float:
    """Returns how long it took."""
    began = time.monotonic()
    while not holds():
        assert time.monotonic() < began + within_s, f"{what} did not come"
        select.select([], [], [], 0.02)
    return time.monotonic() - began


def children(pid: int) -> list[int]:
    """Of all its threads; those that have ended are left out."""
    lists = (_read(thread) for thread in Path(f"/proc/{pid}/task").glob("*/children"))
    return [int(child) for children in lists for child in children.split() if not is_gone(int(child))]


def is_gone(pid: int) -> bool:
    """Ended, whether or not its parent has collected it."""
    stat = _read(Path(f"/proc/{pid}/stat"))
    return not stat or stat.rpartition(") ")[2][0] in "ZX"


def rss_mb(pid: int) -> float:
    """Its memory; 0 if it has ended."""
    lines = _read(Path(f"/proc/{pid}/status")).splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) / 1024


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def cpu_s(pid: int) -> float:
    used = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()[11:13]
    return sum(map(int, used)) / os.sysconf("SC_CLK_TCK")
