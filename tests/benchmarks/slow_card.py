"""`python -m tests.benchmarks.slow_card`: how long a move takes on a slow card, alone and beside questions.

A real table with a shelf of games. Other clients list, verify and export it all the time in the second half.
"""

import argparse
import os
import statistics
import sys
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path

from companion.journal import RealDisk
from companion.play.acts import Start
from companion.table.games.session import Session
from companion.table.messages.message import PROTOCOL
from companion.table.messages.requests import ExportGame, ListGames, NewGame, VerifyJournal
from companion.table.messages.wire import Answer, Hello, encode
from tests.benchmarks.engine import sold, start
from tests.benchmarks.journal import MEANS, give_next
from tests.benchmarks.measured import throws
from tests.emulators.faultfs import build
from tests.table.running_table import RunningTable, SocketClient

SYNC_MS = 30
WARM_UP = 5  # moves
MOST_SYNCS, MOST_DELAY_MS = 1.3, 20


def fill_shelf(data: Path, games: int, moves: int) -> None:
    """The first game has so many moves, the others have a quarter of that."""
    for number in range(games):
        id = f"20260101-0000-{chr(97 + number // 26)}{chr(97 + number % 26)}"
        session = Session.create(RealDisk(data / "games" / id), Start(sold(start())), MEANS)
        dice = throws(10 * moves, seed=number)
        for _ in range(moves // 4 if number else moves):
            give_next(session, dice)
        session.close()


def time_moves(player: SocketClient, name: str, moves: int) -> list[float]:
    """Milliseconds from the command to its answer."""
    taken = []
    for number in range(moves):
        act = f'{{"type":"CorrectCash","player":0,"by":{1 if number % 2 else -1},"reason":"to and fro"}}'
        began = time.perf_counter()
        player.say(f'{{"type":"Give","id":"{name}-{number}","act":{act}}}\n'.encode())
        while not isinstance(told := player.next(), Answer):
            continue
        taken.append((time.perf_counter() - began) * 1000)
        assert told.outcome == "done", told
    return taken


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.slow_card")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--moves", type=int, default=150, help="timed, each time")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        data = Path(folder) / "data"
        fill_shelf(data, args.games, 400)
        shim = build(Path(folder) / "slowfs.so", "slowfs.c")
        within = ("env", f"LD_PRELOAD={shim}", f"SLOW_MS={SYNC_MS}")
        with RunningTable(data, within=within) as table, closing(SocketClient(table.socket)) as player:
            table.ask(NewGame(("Ann", "Ben")))
            player.say(encode(Hello(PROTOCOL, "banker")))
            time_moves(player, "warm", WARM_UP)
            alone = time_moves(player, "alone", args.moves)
            over, answered = threading.Event(), list[str]()

            def ask_on() -> None:
                requests = (ListGames(), VerifyJournal(), ExportGame("20260101-0000-aa"))
                while not over.is_set():
                    for request in requests:
                        table.ask(request)
                        answered.append(type(request).__name__)

            asking = threading.Thread(target=ask_on)
            asking.start()
            beside = time_moves(player, "beside", args.moves)
            over.set()
            asking.join()
    load = os.getloadavg()[0]
    for name, taken in (("alone", alone), ("beside questions", beside)):
        p50, p95, worst = statistics.median(taken), sorted(taken)[int(len(taken) * 0.95)], max(taken)
        syncs = f"{p50 / SYNC_MS:.2f} syncs at the median"
        print(f"a move {name}: median {p50:.1f} ms, 95 % {p95:.1f} ms, worst {worst:.1f} ms: {syncs}")
    delay = statistics.median(beside) - statistics.median(alone)
    meanwhile = f"{len(answered)} questions about {args.games} games meanwhile"
    print(f"{meanwhile}; a move is delayed by {delay:.1f} ms (load {load:.1f})")
    is_quick = statistics.median(alone) <= MOST_SYNCS * SYNC_MS and delay <= MOST_DELAY_MS
    return 0 if is_quick else 1


if __name__ == "__main__":
    sys.exit(main())
