"""From a press at the table to the screen: when everybody is told of it, and when a console has painted it.

A simulated rig's seat buttons bid in an auction, so that every press is a move and brings a new amount. A press waits
until the button is quiet after the last one, since an edge any sooner is a bounce. Reported and not judged, since times
on a shared machine are not the program's alone; so is the memory of the two processes.
"""

import select
import socket
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from statistics import mean, quantiles
from typing import NamedTuple

import msgspec

from companion.rules.commands import DeclineDeed, Roll
from companion.table.messages.message import PROTOCOL
from companion.table.messages.requests import NewGame
from companion.table.messages.wire import Answer, Changed, Give, Hello, Moved, Signal, decode_from_table, encode
from hardware.clock import BUTTON_QUIET_MS
from tests.console.terminal import Terminal
from tests.table.running_table import DEADLINE_S, RunningTable

PRESSES = 60
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
    drawings: int


def measure_latency(presses: int = PRESSES) -> list[Reported]:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        with RunningTable(data, within=("env",)) as table:  # none of its memory is shared
            assert table.ask(NewGame(("Ann", "Ben"), position="given turn Ann")).done
            with (
                closing(Terminal("console", "--data", str(data))) as terminal,
                closing(BenchClient(table.socket)) as connection,
            ):
                terminal.wait_for("Ann, roll")
                terminal.type(HAS_FRAMES)
                open_auction(connection)
                terminal.wait_for("Auction of Baltic Avenue")
                timed = [press(connection, terminal, number) for number in range(1, presses + 1)]
                memory = rss_mb(table.process.pid), rss_mb(terminal.process.pid)
    return reported(timed, *memory)


def reported(timed: Sequence[Press], table_mb: float, console_mb: float) -> list[Reported]:
    published, painted, worked, drawings = ([getattr(press, what) for press in timed] for what in Press._fields)
    return [
        Reported("signal to published, p50 and p95", in_words(published)),
        Reported("signal to painted on a console, p50 and p95", in_words(painted), "p95 20 ms"),
        Reported("a press: CPU of the console, p50 and p95", in_words(worked), "p50 5 ms"),
        Reported("a press: drawings on the console, on average", f"{mean(drawings):.2f}", "1"),
        Reported("memory of the table, resident", f"{table_mb:.0f} MB", "40 MB"),
        Reported("memory of the console, resident", f"{console_mb:.0f} MB", "60 MB"),
    ]


def in_words(times: Sequence[float]) -> str:
    cuts = quantiles(times, n=20, method="inclusive")
    return f"{cuts[9]:.1f} and {cuts[18]:.1f} ms"


def rss_mb(pid: int) -> float:
    (line,) = (line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


def cpu_ms(pid: int) -> float:
    """Of all threads that are alive."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((thread / "schedstat").read_text("ascii").split()[0]) for thread in threads) / 1e6


class BenchClient:
    """On a socket that is looked at beside the terminal."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(path))
        self._kept = b""
        self.say(encode(Hello(PROTOCOL, "banker")))

    def fileno(self) -> int:
        return self._socket.fileno()

    def say(self, line: bytes) -> None:
        self._socket.sendall(line)

    def moves(self) -> list[int]:
        """Of those that were told since it was asked last."""
        *lines, self._kept = (self._kept + self._socket.recv(1 << 20)).split(b"\n")
        told = [decode_from_table(line) for line in lines]
        refused = [one for one in told if isinstance(one, Answer) and one.outcome != "done"]
        assert not refused, refused
        return [one.number for one in told if isinstance(one, Moved | Changed)]

    def close(self) -> None:
        self._socket.close()


def open_auction(connection: BenchClient) -> None:
    for number, act in enumerate((Roll(0, (1, 2)), DeclineDeed(0)), 1):
        connection.say(encode(Give(f"open-{number}", msgspec.Raw(msgspec.json.encode(act)))))
        wait_until(connection, number)


def wait_until(connection: BenchClient, number: int) -> None:
    while number not in connection.moves():
        continue


def press(connection: BenchClient, terminal: Terminal, number: int) -> Press:
    """The seats bid in turn. Both are looked at together, so that neither waits for the other."""
    terminal.forget()
    before_ms = cpu_ms(terminal.process.pid)
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
    return Press(published, painted, cpu_ms(terminal.process.pid) - before_ms, terminal.read().count(FRAME))
