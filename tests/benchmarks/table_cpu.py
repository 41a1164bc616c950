"""What the table needs of a processor: while nobody plays, and for a press of the dice button.

A rest is judged against a bare process that only wakes ten times a second, in the same seconds; a press against the
yardstick of the bare loop, round by round. So a slow or busy machine slows both.
"""

import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from statistics import median

import msgspec

from companion.play.acts import Undo
from companion.table.messages.requests import NewGame
from companion.table.messages.wire import Give, Signal, encode
from companion.table.server.rounds import STIRRED_S
from tests.benchmarks.latency import PAUSE_S, BenchClient, Reported, wait_until
from tests.benchmarks.measured import Measured, cpu_ns, yardstick
from tests.table.running_table import RunningTable

REST_S, PRESSES, A_ROUND = 20.0, 60, 10
WAKES = "import time\nwhile True: time.sleep(0.1)"
MOST_AT_REST, MOST_PRESSED = 6.0, 0.12
DICE = msgspec.Raw(b'{"lever":"press","button":"dice"}')


def measure_table_cpu(
    rest_s: float = REST_S, presses: int = PRESSES, settle_s: float = STIRRED_S
) -> tuple[list[Measured], list[Reported]]:
    with tempfile.TemporaryDirectory() as folder, RunningTable(Path(folder)) as table:
        assert table.ask(NewGame(("Ann", "Ben"), position="given turn Ann")).done
        with closing(BenchClient(table.socket)) as hands, closing(BenchClient(table.socket)) as screen:
            time.sleep(settle_s)
            table_ms, bare_ms = _at_rest(table.process.pid, rest_s)
            pressed_ms, ratio = _pressed(table.process.pid, hands, screen, presses)
    return [
        Measured("idle table: CPU against a bare process that wakes 10 times/s", table_ms / bare_ms, most=MOST_AT_REST),
        Measured("a press: the table's CPU against the yardstick", ratio, most=MOST_PRESSED),
    ], [
        Reported("idle table, CPU in a second", f"{table_ms:.1f} ms", "2 ms"),
        Reported("a press, CPU of the table", f"{pressed_ms:.1f} ms", "2.5 ms"),
    ]


def _at_rest(table: int, seconds: float) -> tuple[float, float]:
    """Milliseconds in a second, of the table and of the bare process."""
    with subprocess.Popen([sys.executable, "-c", WAKES]) as bare:
        try:
            time.sleep(min(1.0, seconds))  # until it has started
            before = cpu_ns(table), cpu_ns(bare.pid)
            time.sleep(seconds)
            after = cpu_ns(table), cpu_ns(bare.pid)
        finally:
            bare.kill()
    of_table, of_bare = ((late - early) / seconds / 1e6 for early, late in zip(before, after, strict=True))
    return of_table, of_bare


def _pressed(table: int, hands: BenchClient, screen: BenchClient, presses: int) -> tuple[float, float]:
    """Milliseconds, and the yardstick's share. Each roll is taken back, so that the next is from the same place."""
    taken, ratios, number = list[float](), list[float](), 0
    while len(taken) < presses:
        of_round = list[float]()
        for _ in range(min(A_ROUND, presses)):
            before = cpu_ns(table)
            hands.say(encode(Signal(f"press-{number}", DICE)))
            number += 1
            wait_until(screen, number)
            time.sleep(PAUSE_S)  # for what it does when everybody knows, and until the button is quiet
            of_round.append((cpu_ns(table) - before) / 1e6)
            hands.say(encode(Give(f"undo-{number}", msgspec.Raw(msgspec.json.encode(Undo(number))))))
            number += 1
            wait_until(hands, number)
            wait_until(screen, number)
        taken += of_round
        ratios.append(median(of_round) / 1e3 / yardstick())
    return median(taken), median(ratios)
