"""What it costs to start a table that goes on with a game, against an interpreter that does nothing.

Both from compiled files, as on a machine that the companion is installed on: the installer compiles everything once.
"""

import os
import resource
import subprocess
import sys
from pathlib import Path
from statistics import median

from companion.journal.games_folder import GamesFolder
from tests.benchmarks.measured import Measured

ROUNDS = 9


def measure_startup(data: Path, events: int) -> Measured:
    """Imports, the game opened and replayed, and the socket listening."""
    ratio_now(data)  # which compiles what is not compiled yet
    ratios = [ratio_now(data) for _ in range(ROUNDS)]
    assert GamesFolder(data).ids(), "there was no game to go on with"
    return Measured(f"table: started with {events} events against nothing", median(ratios), most=7.0)


def ratio_now(data: Path) -> float:
    compiled = os.environ | {"PYTHONPYCACHEPREFIX": str(data / "compiled"), "PYTHONDONTWRITEBYTECODE": ""}
    bare = seconds_of_nothing(compiled)
    return seconds_until_it_listens(data, compiled) / bare


def seconds_of_nothing(env: dict[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", "pass"], check=True, env=env)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def seconds_until_it_listens(data: Path, env: dict[str, str]) -> float:
    """On the processor, until it has printed its line."""
    command = [sys.executable, "-m", "companion", "table", "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as table:
        assert table.stdout is not None
        said = table.stdout.readline()
        taken = int(Path(f"/proc/{table.pid}/schedstat").read_text("ascii").split()[0]) / 1e9
        table.terminate()
    assert "in play" in said, said
    return taken
