"""What the table needs of a processor: while nobody plays, and for a press of the dice button.

A rest is judged against a bare process that only wakes ten times a second, in the same seconds; each press against a
yardstick that is woken right after it. So a slow or busy machine slows both.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import count, islice
from pathlib import Path
from statistics import median

import msgspec

from companion.journal.codec import decode_act
from companion.play.acts import Act
from companion.rules.commands import EndTurn
from companion.table.messages.requests import NewGame
from companion.table.messages.wire import Answer, Give, Moved, Signal, encode
from companion.table.server.rounds import STIRRED_S
from tests.benchmarks.latency import PAUSE_S, BenchClient, Reported, wait_until
from tests.benchmarks.measured import Measured, WokenYardstick, cpu_ns
from tests.kit import ATLANTIC
from tests.table.running_table import RunningTable, SocketClient

REST_S, PRESSES, TABLES = 20.0, 20, 5
WAKES = "import time\nwhile True: time.sleep(0.1)"
MOST_AT_REST, MOST_PRESSED = 6.0, 1.6
CASH = ("given turn Ann", "given Ann cash 90000", "given Ben cash 90000")  # nobody has to raise any
OWNED = (f"given {('Ann', 'Ben')[deed.id % 2]} owns {deed.space}" for deed in ATLANTIC.deeds)
POSITION = "\n".join((*CASH, *OWNED))  # nothing is sold any more: one turn costs what another does
DICE = msgspec.Raw(b'{"lever":"press","button":"dice"}')


def measure_table_cpu(
    rest_s: float = REST_S, presses: int = PRESSES, settle_s: float = STIRRED_S, tables: int = TABLES
) -> tuple[list[Measured], list[Reported]]:
    """The first table rests. Several are pressed, since one process is luckier with its memory than another."""
    rest, pressed = None, list[tuple[float, float]]()
    for _ in range(tables):
        with tempfile.TemporaryDirectory() as folder, RunningTable(Path(folder)) as table:
            assert table.ask(NewGame(("Ann", "Ben"), position=POSITION)).done
            with (
                SocketClient(table.socket).greeted() as hands,
                closing(BenchClient(table.socket)) as screen,
                closing(WokenYardstick()) as yardstick,
            ):
                if rest is None:
                    time.sleep(settle_s)
                    rest = _at_rest(table.process.pid, rest_s)
                pressed += islice(_pressed(table.process.pid, hands, screen, yardstick), presses)
    assert rest
    table_ms, bare_ms = rest
    pressed_ms, ratio = map(median, zip(*pressed, strict=True))
    return [
        Measured("idle table: CPU against a bare process that wakes 10 times/s", table_ms / bare_ms, most=MOST_AT_REST),
        Measured("a press: the table's CPU against a woken yardstick", ratio, most=MOST_PRESSED),
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


def _pressed(
    table: int, hands: SocketClient, screen: BenchClient, yardstick: WokenYardstick
) -> Iterator[tuple[float, float]]:
    """Milliseconds of each press, and their ratio to the yardstick's. Every turn begins with a press; what comes up in
    it is answered.
    """
    act: Act | None = None  # to give next; None for a press
    for number in count(1):
        before = cpu_ns(table)
        hands.say(
            encode(
                Give(f"{number}", msgspec.Raw(msgspec.json.encode(act)))
                if act is not None
                else Signal(f"{number}", DICE)
            )
        )
        while not isinstance(told := hands.next(), Moved):
            assert not isinstance(told, Answer) or told.outcome == "done", told
        wait_until(screen, number)
        if act is None:
            time.sleep(PAUSE_S)  # for what it does when everybody knows, and until the button is quiet
            worked_ms = (cpu_ns(table) - before) / 1e6
            yield worked_ms, worked_ms / 1e3 / yardstick.seconds()
        offered = [decode_act(bytes(one.act)) for one in told.view.moves if not one.needs and not one.short_by]
        ending = next((one for one in offered if isinstance(one, EndTurn)), None)
        act = None if isinstance(act, EndTurn) else ending or offered[0]
