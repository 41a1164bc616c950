"""From a press at the table to the screen: when everybody is told of it, and when a console has painted it.

A simulated rig's seat buttons bid in an auction, so that every press is a move and brings a new amount. A press waits
until the button is quiet after the last one, since an edge any sooner is a bounce. Times are reported and not judged,
since on a shared machine they are not the program's alone; so is the memory of the two processes. The console's CPU
time is judged, each press against a yardstick that is woken right after it.
"""

import select
import socket
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from statistics import mean, median, quantiles
from typing import NamedTuple

import msgspec

from companion.rules.commands import DeclineDeed, Roll
from companion.table.messages.message import PROTOCOL
from companion.table.messages.requests import NewGame
from companion.table.messages.wire import (
    Answer,
    Changed,
    FromTable,
    Give,
    Hello,
    Moved,
    Signal,
    Snapshot,
    decode_from_table,
    encode,
)
from hardware.clock import BUTTON_QUIET_MS
from tests.benchmarks.measured import Measured, WokenYardstick, cpu_ns
from tests.console.terminal import Terminal
from tests.table.running_table import DEADLINE_S, RunningTable

PRESSES = 60
MOST = 2.9
STEP = 10  # what a press adds to the bid
PAUSE_S = 2 * BUTTON_QUIET_MS / 1_000
HAS_FRAMES = b"\x1b[?2026;2$y"  # what a terminal answers that shows a drawing when it is whole
FRAME = b"\x1b[?2026h"  # begins one


class Reported(NamedTuple):
    """A figure without a budget; `aim` is what it should be on a machine like this."""

    name: str
    figure: str
    aim: str = ""

    def __str__(self) -> str:
        return f"{self.name:<48} {self.figure:>18}   {self.aim and f'aim {self.aim}'}".rstrip()


class Press(NamedTuple):
    """Milliseconds after the lever was pulled; what the console has worked for it, and how often it has drawn."""

    published: float
    painted: float
    console_ms: float
    ratio: float  # of that, to the yardstick
    drawings: int


def measure_latency(presses: int = PRESSES) -> tuple[Measured, list[Reported]]:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        with RunningTable(data, within=("env",)) as table:  # none of its memory is shared
            assert table.ask(NewGame(("Ann", "Ben"), position="given turn Ann")).done
            with (
                closing(Terminal("console", "--data", str(data))) as terminal,
                closing(BenchClient(table.socket)) as connection,
                closing(WokenYardstick()) as yardstick,
            ):
                terminal.wait_for("Ann, roll")
                terminal.type(HAS_FRAMES)
                open_auction(connection)
                terminal.wait_for("Auction of Baltic Avenue")
                timed = [press(connection, terminal, yardstick, number) for number in range(1, presses + 1)]
                memory = rss_mb(table.process.pid), rss_mb(terminal.process.pid)
    published, painted, worked, ratios, drawings = ([getattr(press, what) for press in timed] for what in Press._fields)
    return Measured("a press: the console's CPU against a woken yardstick", median(ratios), most=MOST), [
        Reported("signal to published, p50 and p95", in_words(published)),
        Reported("signal to painted on a console, p50 and p95", in_words(painted), "p95 20 ms"),
        Reported("a press: CPU of the console, p50 and p95", in_words(worked), "p50 5 ms"),
        Reported("a press: drawings on the console, on average", f"{mean(drawings):.2f}", "1"),
        Reported("memory of the table, resident", f"{memory[0]:.0f} MB", "35 MB"),
        Reported("memory of the console, resident", f"{memory[1]:.0f} MB", "40 MB"),
    ]


def in_words(times: Sequence[float]) -> str:
    cuts = quantiles(times, n=20, method="inclusive")
    return f"{cuts[9]:.1f} and {cuts[18]:.1f} ms"


def rss_mb(pid: int) -> float:
    (line,) = (line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


class BenchClient:
    """On a socket that is looked at beside the terminal. It is told of every move from when it is made."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(DEADLINE_S)
        self._socket.connect(str(path))
        self._kept = b""
        self.say(encode(Hello(PROTOCOL, "banker")))
        while not any(isinstance(one, Snapshot) for one in self._told()):
            pass

    def fileno(self) -> int:
        return self._socket.fileno()

    def say(self, line: bytes) -> None:
        self._socket.sendall(line)

    def moves(self) -> list[int]:
        """Of those that were told since it was asked last."""
        told = self._told()
        refused = [one for one in told if isinstance(one, Answer) and one.outcome != "done"]
        assert not refused, refused
        return [one.number for one in told if isinstance(one, Moved | Changed)]

    def _told(self) -> list[FromTable]:
        """Waits for at least a part of a line."""
        received = self._socket.recv(1 << 20)
        assert received, "the table hung up"
        *lines, self._kept = (self._kept + received).split(b"\n")
        return [decode_from_table(line) for line in lines]

    def close(self) -> None:
        self._socket.close()


def open_auction(connection: BenchClient) -> None:
    for number, act in enumerate((Roll(0, (1, 2)), DeclineDeed(0)), 1):
        connection.say(encode(Give(f"open-{number}", msgspec.Raw(msgspec.json.encode(act)))))
        wait_until(connection, number)


def wait_until(connection: BenchClient, number: int) -> None:
    while number not in connection.moves():
        continue


def press(connection: BenchClient, terminal: Terminal, yardstick: WokenYardstick, number: int) -> Press:
    """The seats bid in turn. Both are looked at together, so that neither waits for the other."""
    terminal.forget()
    before_ns = cpu_ns(terminal.process.pid)
    words, lever = f"bids ${number * STEP}.".encode(), {"lever": "press", "button": f"seat-{2 - number % 2}"}
    began, published, painted = time.perf_counter(), 0.0, 0.0
    connection.say(encode(Signal(f"press-{number}", msgspec.Raw(msgspec.json.encode(lever)))))
    while not (published and painted):
        ready, _, _ = select.select([connection.fileno(), terminal.fileno()], [], [], DEADLINE_S)
        assert ready, f"press {number} did not come to the screen"
        now = 1_000 * (time.perf_counter() - began)
        if connection.fileno() in ready and number + 2 in connection.moves():
            published = now
        if terminal.fileno() in ready and words in terminal.read():
            painted = painted or now
    terminal.settle(PAUSE_S)
    worked_ms = (cpu_ns(terminal.process.pid) - before_ns) / 1e6
    return Press(published, painted, worked_ms, worked_ms / 1e3 / yardstick.seconds(), terminal.read().count(FRAME))
