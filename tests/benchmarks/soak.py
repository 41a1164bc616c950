"""`python -m tests.benchmarks.soak`: one very long game, and what a command, the memory and a start cost by then.

Commands go through the dispatcher, with a screen that reads everything, on a disk in memory. Cost is processor time.
What a table does beside its loop (backups, milestones, checking the past) is done between two commands and told apart.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

import msgspec

from companion.journal import RealDisk
from companion.play.acts import RecordedMove, Start
from companion.players.dice import RandomDice
from companion.table.games.library import GameLibrary
from companion.table.games.session import Session, SessionDeps
from companion.table.messages.message import PROTOCOL
from companion.table.messages.wire import Give, Hello, encode
from companion.table.server.connection import Connection
from companion.table.server.dispatcher import Dispatcher
from tests.benchmarks.engine import next_command, sold, start
from tests.benchmarks.measured import throws

GAME = "20260101-0000-aa"
WINDOW = 500  # commands over which the cost is taken
MARKS = (1_000, 10_000, 100_000)
STARTS = 5
PROBE_EVERY = 20  # commands: a table looks after its disk every two seconds


def memory_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def start_ms(data: Path) -> tuple[float, float]:
    """Processor time of a process until the game is open, and how much of it was opening; the median of some."""
    program = (
        "import sys, time; from pathlib import Path; from tests.benchmarks.soak import opened\n"
        "began = time.process_time(); opened(Path(sys.argv[1])); now = time.process_time()\n"
        "print(now * 1000, (now - began) * 1000)"
    )
    command = [sys.executable, "-c", program, str(data)]
    told = [subprocess.run(command, check=True, capture_output=True).stdout.split() for _ in range(STARTS)]
    starts = sorted((float(whole), float(opening)) for whole, opening in told)
    return starts[STARTS // 2]


def opened(data: Path) -> tuple[GameLibrary, Dispatcher, Connection]:
    """The last game in play, and a screen."""
    listening: list[Dispatcher] = []

    def tell(move: RecordedMove) -> None:
        for dispatcher in listening:
            dispatcher.news(move)

    library = GameLibrary(data, SessionDeps(RandomDice.from_seed("a soak"), lambda: time.time_ns() // 10**6, ""), tell)
    library.resume_last()
    dispatcher = Dispatcher(library, "")
    listening.append(dispatcher)
    screen = dispatcher.connect()
    dispatcher.hear(screen, encode(Hello(PROTOCOL, "banker")))
    return library, dispatcher, screen


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.soak")
    parser.add_argument("--commands", type=int, default=MARKS[-1])
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        data, deps = Path(folder), SessionDeps(RandomDice.from_seed("a soak"), lambda: 0, "")
        Session.create(RealDisk(data / "games" / GAME), Start(sold(start())), deps).close()
        new = start_ms(data)
        print(f"a new game: start {new[0]:.0f} ms (opening {new[1]:.0f}), memory {memory_mb():.0f} MB", flush=True)
        (library, dispatcher, screen), dice = opened(data), throws(10 * args.commands, seed=3)
        recent, worst, worst_at, longest = deque[float](maxlen=WINDOW), 0.0, 0, 0.0
        beside = list[Callable[[], None]]()
        library.beside = beside.append
        for number in range(1, args.commands + 1):
            assert library.session is not None
            act = msgspec.Raw(msgspec.json.encode(next_command(library.session.game, dice)))
            line = encode(Give(f"tap-{number}", act))
            began = time.process_time()
            dispatcher.hear(screen, line)
            if number % PROBE_EVERY == 0:
                dispatcher.probe()
            while screen.next_line(dispatcher.snapshot):
                pass
            taken = (time.process_time() - began) * 1000
            recent.append(taken)
            if taken > worst:
                worst, worst_at = taken, number
            began = time.process_time()
            while beside:
                beside.pop(0)()
            longest = max(longest, (time.process_time() - began) * 1000)
            if number in MARKS or number == args.commands:
                assert library.session.number == number, library.session.number
                cost = f"a command {statistics.mean(recent):.2f} ms (median {statistics.median(recent):.2f})"
                said = f"{cost}, worst so far {worst:.0f} ms at {worst_at:,}, beside it {longest:.0f} ms at most"
                said += f", memory {memory_mb():.0f} MB"
                library.close()
                whole, opening = start_ms(data)
                start_cost = f"start {whole:.0f} ms, {whole / new[0]:.2f} times a new game's (opening {opening:.0f})"
                print(f"{number:,} commands: {said}, {start_cost}", flush=True)
                library, dispatcher, screen = opened(data)
                library.beside = beside.append
    return 0


if __name__ == "__main__":
    sys.exit(main())
