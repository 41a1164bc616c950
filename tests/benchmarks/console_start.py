"""What a console costs until the game is on its screen, and how long that takes with a tenth of a core.

The tenth is that of a control group, where we may make one. Elsewhere it is worked out: ten times what it cost.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from companion.console import OPENING
from companion.table.messages.requests import NewGame
from tests.benchmarks.latency import Reported
from tests.benchmarks.measured import Measured, cpu_ns
from tests.console.terminal import Terminal
from tests.table.running_table import RunningTable

ROUNDS = 5
GROUPS = Path("/sys/fs/cgroup")
PERIOD_US = 100_000
ON_THE_SCREEN = "Ann, roll"


class ConsoleStart(NamedTuple):
    """Seconds until there is a line, until the game is on the screen, and of these on the processor."""

    line_s: float
    game_s: float
    cpu_s: float


def measure_console_start(rounds: int = ROUNDS) -> tuple[Measured, list[Reported]]:
    ratios, alone, both = [], list[ConsoleStart](), list[ConsoleStart]()
    with tempfile.TemporaryDirectory() as folder, compiled(Path(folder) / "compiled"), a_tenth() as tenth:
        data = Path(folder) / "games"
        with RunningTable(data) as table:
            assert table.ask(NewGame(("Ann", "Ben"), position="given turn Ann")).done
            opened(data, "console")  # which compiles what is not compiled yet
            for _ in range(rounds):
                textual_s = seconds_of("import textual.app")
                ratios.append(opened(data, "console").cpu_s / textual_s)
                alone.append(opened(data, "console", tenth=tenth))
        for _ in range(rounds):
            both.append(opened(data, "play", "--simulated", tenth=tenth))
    how = "a tenth of a core" if tenth else "ten times the CPU"
    return (
        Measured("console: start to the game against importing Textual", median(ratios), most=1.9),
        [
            Reported(f"console: line and game, {how}", in_seconds(alone), "4 s"),
            Reported(f"play, its table too: line and game, {how}", in_seconds(both)),
        ],
    )


def in_seconds(starts: list[ConsoleStart]) -> str:
    return f"{median(one.line_s for one in starts):.1f} and {median(one.game_s for one in starts):.1f} s"


@contextmanager
def compiled(folder: Path) -> Iterator[None]:
    """As on a machine that the companion is installed on: the installer compiles everything once."""
    before = dict(os.environ)
    os.environ.update(PYTHONPYCACHEPREFIX=str(folder), PYTHONDONTWRITEBYTECODE="")
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


@contextmanager
def a_tenth() -> Iterator[Path | None]:
    """The file that a process is written to, for its tenth of a core; None where we may not make such a group."""
    is_second = (GROUPS / "cgroup.controllers").exists()
    group = (GROUPS if is_second else GROUPS / "cpu") / f"companion-{os.getpid()}"
    try:
        group.mkdir()
    except OSError:
        yield None
        return
    try:
        if is_second:
            (group / "cpu.max").write_text(f"{PERIOD_US // 10} {PERIOD_US}")
        else:
            (group / "cpu.cfs_quota_us").write_text(str(PERIOD_US // 10))
        yield group / "cgroup.procs"
    finally:
        group.rmdir()


def opened(data: Path, *command: str, tenth: Path | None = None) -> ConsoleStart:
    with closing(Terminal(*command, "--data", str(data))) as terminal:
        if tenth is not None:
            tenth.write_text(str(terminal.process.pid))
        began_s, took = time.monotonic(), list[tuple[float, float]]()
        for words in (OPENING, ON_THE_SCREEN):
            terminal.wait_for(words)
            took.append((time.monotonic() - began_s, cpu_ns(terminal.process.pid) / 1e9))
        (line_s, line_cpu_s), (game_s, cpu_s) = took
        if tenth is None:
            line_s, game_s = 10 * line_cpu_s, 10 * cpu_s
        terminal.type(b"\x11")  # Ctrl-Q, so that its table ends too
        terminal.end()
    return ConsoleStart(line_s, game_s, cpu_s)


def seconds_of(program: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", program], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
