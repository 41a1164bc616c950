"""A move at the table while the odds are worked out on every core, against one while nothing else is done.

The odds stand still and go on in turn, round by round, so that a busy machine slows both. Judged is the processor time
that the table needs for a move. The time from a press to the news of it is reported only: on a shared machine it is not
the program's alone.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from statistics import median

import msgspec

from companion.rules.commands import DeclineDeed, Roll
from companion.table.messages.requests import NewGame
from companion.table.messages.wire import Give, Signal, encode
from tests.benchmarks.latency import PAUSE_S, BenchClient, Reported, wait_until
from tests.benchmarks.measured import Measured, cpu_ns
from tests.console.terminal import wait_for
from tests.processes import children
from tests.table.running_table import RunningTable

ROUNDS, PRESSES = 60, 4  # in its first rounds the table is slower
MOST = 1.20
RICH = "given turn Ann\ngiven Ann cash 90000\ngiven Ben cash 90000"  # every press raises a bid


def measure_odds_beside(rounds: int = ROUNDS) -> tuple[Measured, Reported]:
    with tempfile.TemporaryDirectory() as folder, RunningTable(Path(folder)) as table:
        assert table.ask(NewGame(("Ann", "Ben"), position=RICH, options={"odds": True})).done
        with closing(BenchClient(table.socket)) as connection:
            for number, act in enumerate((Roll(0, (1, 2)), DeclineDeed(0)), 1):
                connection.say(encode(Give(f"open-{number}", msgspec.Raw(msgspec.json.encode(act)))))
                wait_until(connection, number)
            odds = start_odds(Path(folder))
            workers = children(odds.pid)
            try:
                cpu, waits = take_turns(connection, table.process.pid, workers, rounds)
            finally:
                for pid in (odds.pid, *workers):
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                odds.wait()
    return (
        Measured("the table's time for a move while odds are worked out", cpu, most=MOST),
        Reported("signal to published while odds are worked out", f"{waits:.2f} times", f"{MOST:.2f} times"),
    )


def start_odds(data: Path) -> "subprocess.Popen[bytes]":
    words = [sys.executable, "-m", "companion", "odds", "--play-outs", "1000000", "--data", str(data)]
    odds = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    cores = len(os.sched_getaffinity(0))
    wait_for(lambda: len(children(odds.pid)) >= cores, "a process of the odds for every core")
    return odds


def take_turns(connection: BenchClient, table: int, workers: Sequence[int], rounds: int) -> tuple[float, float]:
    """With against without: the median of the rounds for processor time, and the medians of all presses for waiting."""
    cpu, number = list[float](), 0
    waits: dict[bool, list[float]] = {True: [], False: []}
    for one in range(rounds):
        used = dict[bool, float]()
        for beside in (True, False) if one % 2 else (False, True):
            for pid in workers:
                os.kill(pid, signal.SIGCONT if beside else signal.SIGSTOP)
            began = cpu_ns(table)
            for _ in range(PRESSES):
                number += 1
                waits[beside].append(press(connection, number))
            used[beside] = cpu_ns(table) - began
        cpu.append(used[True] / used[False])
    return median(cpu), median(waits[True]) / median(waits[False])


def press(connection: BenchClient, number: int) -> float:
    time.sleep(PAUSE_S)
    lever = {"lever": "press", "button": f"seat-{2 - number % 2}"}
    began = time.perf_counter()
    connection.say(encode(Signal(f"press-{number}", msgspec.Raw(msgspec.json.encode(lever)))))
    wait_until(connection, number + 2)
    return time.perf_counter() - began
