"""A move at the table while the odds are worked out on every core, against one while nothing else is done.

The odds stand still and go on in turn, round by round, so that a busy machine slows both. Two ratios: the processor
time that the table needs for a move, and the time from a press to the news of it.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import closing, suppress
from pathlib import Path
from statistics import median

import msgspec

from companion.rules.commands import DeclineDeed, Roll
from companion.table.messages.requests import NewGame
from companion.table.messages.wire import Give, Signal, encode
from tests.benchmarks.latency import PAUSE_S, BenchClient, wait_until
from tests.benchmarks.measured import Measured
from tests.console.terminal import wait_for
from tests.processes import children
from tests.table.running_table import RunningTable

ROUNDS, PRESSES = 12, 8
MOST = 1.20
RICH = "given turn Ann\ngiven Ann cash 90000\ngiven Ben cash 90000"  # every press raises a bid


def measure_odds_beside(rounds: int = ROUNDS) -> list[Measured]:
    with tempfile.TemporaryDirectory() as folder, RunningTable(Path(folder)) as table:
        assert table.ask(NewGame(("Ann", "Ben"), position=RICH, options={"odds": True})).done
        with closing(BenchClient(table.socket)) as connection:
            for number, act in enumerate((Roll(0, (1, 2)), DeclineDeed(0)), 1):
                connection.say(encode(Give(f"open-{number}", msgspec.Raw(msgspec.json.encode(act)))))
                wait_until(connection, number)
            odds = start_odds(Path(folder))
            try:
                cpu, waits = take_turns(connection, table.process.pid, odds.pid, rounds)
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(odds.pid, signal.SIGKILL)
                odds.wait()
    return [
        Measured("the table's time for a move while odds are worked out", cpu, most=MOST),
        Measured("press to news while odds are worked out", waits, most=MOST),
    ]


def start_odds(data: Path) -> "subprocess.Popen[bytes]":
    words = [sys.executable, "-m", "companion", "odds", "--play-outs", "1000000", "--data", str(data)]
    odds = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    cores = len(os.sched_getaffinity(0))
    wait_for(lambda: len(children(odds.pid)) >= cores, "a process of the odds for every core")
    return odds


def take_turns(connection: BenchClient, table: int, odds: int, rounds: int) -> tuple[float, float]:
    """The medians, over all rounds, of with against without."""
    cpu, waits, number = list[float](), list[float](), 0
    for one in range(rounds):
        found = dict[bool, tuple[float, float]]()
        for beside in (True, False) if one % 2 else (False, True):
            os.killpg(odds, signal.SIGCONT if beside else signal.SIGSTOP)
            began, took = cpu_ns(table), list[float]()
            for _ in range(PRESSES):
                number += 1
                took.append(press(connection, number))
            found[beside] = cpu_ns(table) - began, median(took)
        cpu.append(found[True][0] / found[False][0])
        waits.append(found[True][1] / found[False][1])
    return median(cpu), median(waits)


def cpu_ns(pid: int) -> float:
    """What all its threads have had of a processor."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks)


def press(connection: BenchClient, number: int) -> float:
    time.sleep(PAUSE_S)
    lever = {"lever": "press", "button": f"seat-{2 - number % 2}"}
    began = time.perf_counter()
    connection.say(encode(Signal(f"press-{number}", msgspec.Raw(msgspec.json.encode(lever)))))
    wait_until(connection, number + 2)
    return time.perf_counter() - began
