"""What it costs to start a table that goes on with a game, against an interpreter that does nothing."""

import resource
import subprocess
import sys
from pathlib import Path
from statistics import median

from companion.journal.shelf import Shelf
from tests.benchmarks.measured import Measured

ROUNDS = 9


def measure_startup(data: Path, events: int) -> Measured:
    """Imports, the game opened and replayed, and the socket listening."""
    ratios = []
    for _ in range(ROUNDS):
        bare = seconds_of_nothing()
        ratios.append(seconds_until_it_listens(data) / bare)
    assert Shelf(data).ids(), "there was no game to go on with"
    return Measured(f"table: started with {events} events against nothing", median(ratios), most=14.0)


def seconds_of_nothing() -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def seconds_until_it_listens(data: Path) -> float:
    """On the processor, until it has printed its line."""
    command = [sys.executable, "-m", "companion", "table", "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as table:
        assert table.stdout is not None
        said = table.stdout.readline()
        taken = int(Path(f"/proc/{table.pid}/schedstat").read_text("ascii").split()[0]) / 1e9
        table.terminate()
    assert "in play" in said, said
    return taken
