"""What devices cost: bytes of a move and to the first use of a page, memory of a device, processor time of a move.

The processor time with many devices is judged against that with one, in the same run; the rest is only reported.
"""

import re
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from companion.table.messages.message import PROTOCOL
from companion.table.messages.requests import NewGame, OpenPairing, RevokeDevice
from companion.table.messages.wire import Answer, Hello, encode
from tests.benchmarks.latency import Reported
from tests.benchmarks.measured import Measured
from tests.processes import rss_mb
from tests.table.running_table import SocketClient
from tests.web.page_link import PageLink
from tests.web.web_server import WebTable, device_of, web_table

DEVICES = (1, 8, 32)
MOVES = 60
ROUNDS = 5
MOST = 2.5  # times one device's
OWNED = {"Ann": (1, 3, 6, 8, 9), "Ben": (11, 13, 14, 16, 18), "Cy": (5, 15, 25, 12, 28, 37)}
PLAYERS = tuple(OWNED)
POSITION = "\n".join(("given turn Ann", *(f"given {name} owns {space}" for name in OWNED for space in OWNED[name])))
NEW_GAME = NewGame(PLAYERS, position=POSITION)


def measure_devices(
    counts: tuple[int, ...] = DEVICES, moves: int = MOVES, rounds: int = ROUNDS
) -> tuple[list[Measured], list[Reported]]:
    with tempfile.TemporaryDirectory() as folder, web_table(Path(folder)) as served, ExitStack() as stack:
        reply = served.table.ask(NEW_GAME)
        assert reply.done, (reply.message, reply.lines)
        banker = stack.enter_context(SocketClient(served.table.socket))
        banker.say(encode(Hello(PROTOCOL, "banker")))
        numbers = _numbers(banker)
        tablet = served.paired()
        first_use = {"the Banker's page": _bytes_to_first_use(served, tablet)}
        sizes = {"the Banker's page": _bytes_of_a_move(served, [tablet], numbers, moves)}
        assert served.table.ask(RevokeDevice(device_of(tablet))).done  # only so many may be paired
        cookies = [
            served.paired(OpenPairing("player", number % len(PLAYERS)))
            for number in range(max(counts[-1], len(PLAYERS)))
        ]
        first_use["a phone"] = _bytes_to_first_use(served, cookies[0])
        sizes["a phone"] = _bytes_of_a_move(served, cookies[: len(PLAYERS)], numbers, moves)
        cpu_ms, memory = dict[int, list[float]](), dict[int, tuple[float, float]]()
        pids = served.table.process.pid, served.pages.process.pid
        for _ in range(rounds):  # in turn, so that a busy machine slows one and many
            assert served.table.ask(NEW_GAME).done  # in a turn of a thousand moves each would cost more
            with ExitStack() as opened:
                pages = list[PageLink]()
                for count in counts:
                    while len(pages) < count:
                        address = f"127.0.0.{len(pages) + 2}"
                        page = PageLink(served, cookies[len(pages)], is_compressed=True, address=address)
                        pages.append(opened.enter_context(page))
                    _play(numbers, pages, 10)
                    before = sum(map(_cpu_ns, pids))
                    _play(numbers, pages, moves)
                    cpu_ms.setdefault(count, []).append((sum(map(_cpu_ns, pids)) - before) / moves / 1e6)
                    memory.setdefault(count, (rss_mb(pids[0]), rss_mb(pids[1])))
        few, many = counts[0], counts[-1]
        each = [(memory[many][at] - memory[few][at]) / (many - few) * 1000 for at in range(2)]
    ratio = median(more / one for more, one in zip(cpu_ms[many], cpu_ms[few], strict=True))
    return [Measured(f"processor time of a move, {many} devices against one", ratio, most=MOST)], [
        *(
            Reported(f"bytes of a move to {kind}, plain and packed", f"{plain:,.0f} and {packed:,.0f}")
            for kind, (plain, packed) in reversed(sizes.items())
        ),
        *(
            Reported(f"bytes to the first use of {kind}, packed", f"{size:,}")
            for kind, size in reversed(first_use.items())
        ),
        Reported("memory for each phone, in the web server and the table", f"{each[1]:.0f} and {each[0]:.0f} kB"),
        *(
            Reported(f"processor time of a move, {count} devices", f"{median(cpu_ms[count]):.1f} ms")
            for count in counts
        ),
    ]


def _numbers(banker: SocketClient) -> Iterator[int]:
    """Makes a move, and yields its number."""
    number = 0
    while True:
        number += 1
        by = 1 if number % 2 else -1
        act = f'{{"type":"CorrectCash","player":0,"by":{by},"reason":"to and fro"}}'
        banker.say(f'{{"type":"Give","id":"bench-{number}","act":{act}}}\n'.encode())
        while not isinstance(told := banker.next(), Answer):
            continue
        assert told.outcome == "done", told
        yield told.number


def _play(numbers: Iterator[int], pages: list[PageLink], moves: int) -> None:
    for _ in range(moves):
        number = next(numbers)
        for page in pages:
            page.hear_move(number)


def _bytes_of_a_move(served: WebTable, cookies: list[str], numbers: Iterator[int], moves: int) -> list[float]:
    """Of each of these devices, on average."""
    sizes = []
    for is_compressed in (False, True):
        with ExitStack() as stack:
            opened = (PageLink(served, cookie, is_compressed=is_compressed) for cookie in cookies)
            pages = [stack.enter_context(page) for page in opened]
            _play(numbers, pages, 1)
            before = sum(page.bytes_read for page in pages)
            _play(numbers, pages, moves)
            sizes.append((sum(page.bytes_read for page in pages) - before) / moves / len(pages))
    return sizes


def _bytes_to_first_use(served: WebTable, cookie: str) -> int:
    """The page, every file that it loads, and the stream up to the game."""
    loaded, total = set[str](), 0
    waiting = ["/"]
    while waiting:
        address = waiting.pop()
        if address in loaded:
            continue
        loaded.add(address)
        packed = served.pages.ask("GET", address, Cookie=cookie, Accept_Encoding="gzip")
        total += int(packed.headers["Content-Length"])
        plain = served.pages.ask("GET", address, Cookie=cookie).text
        folder = address.rpartition("/")[0]
        waiting += re.findall(r'"(/page/[^"]+)"', plain) if address == "/" else []
        waiting += [f"{folder}/{name}" for name in re.findall(r'(?:from|import) "\./([^"]+)"', plain)]
    with PageLink(served, cookie, is_compressed=True) as page:
        return total + page.bytes_read


def _cpu_ns(pid: int) -> int:
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0])
