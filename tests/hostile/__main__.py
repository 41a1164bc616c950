"""Sends generated hostile inputs to a real table and its web server, and looks for acts, errors and memory.

`python -m tests.hostile --inputs 100000 --seed 1`: half of them over HTTP, with no cookie, a wrong one or that of a
device that only watches; then lines on the table's socket, as such a device; then games as a stick may bring them.
"""

import argparse
import json
import random
import socket
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from companion.household.backup_checks import why_no_game, why_no_tape
from companion.journal.tape import TAPE
from companion.players.dice import RandomDice
from companion.table.messages.message import PROTOCOL
from companion.table.messages.requests import ListGames, OpenPairing
from companion.table.messages.wire import Hello, encode
from tests.hostile.sticks import ESCAPE, forge_tape
from tests.table.data_folder import DataFolder
from tests.web.bad_input import ACTS, HOSTS
from tests.web.web_server import RunningWebServer, WebTable, device_of, web_table

MAX_GROWTH_MB = 10
WARM_UP = 2_000  # inputs before the memory is looked at first
PATHS = (
    "/",
    "/pair",
    "/wall",
    "/wall/knock",
    "/wall/enter",
    "/give",
    "/ask",
    "/answer",
    "/health",
    "/paired",
    "/page/",
)
METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "PRI", "G\x00T", "")
WORDS = (
    "Roll",
    "Undo",
    "EndTurn",
    "CorrectCash",
    "BuyDeed",
    "NewGame",
    "RevokeDevice",
    "OpenPairing",
    ESCAPE,
    "\u202e",
)


def memory_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def value(chance: random.Random, depth: int = 0) -> object:
    """Any JSON, with words that mean something here."""
    kind = chance.randrange(7 if depth < 3 else 5)
    if kind == 0:
        return chance.choice((0, -1, 1, 2**53, -(2**63), 1e308, chance.randrange(100)))
    if kind == 1:
        return chance.choice((True, False, None))
    if kind in (2, 3):
        return chance.choice(WORDS)
    if kind == 4:
        return "".join(chr(chance.choice((chance.randrange(1, 128), chance.randrange(0x3000)))) for _ in range(20))
    if kind == 5:
        return [value(chance, depth + 1) for _ in range(chance.randrange(4))]
    names = ("type", "id", "act", "player", "seen", "beat", "request", "reason", "amount", "device", "game")
    return {chance.choice(names): value(chance, depth + 1) for _ in range(chance.randrange(1, 5))}


def body(chance: random.Random) -> bytes:
    if chance.random() < 0.3:
        return chance.choice(ACTS)[1]
    content = json.dumps(value(chance)).encode()
    if chance.random() < 0.2 and content:
        at = chance.randrange(len(content))
        content = content[:at] + chance.randbytes(chance.randrange(8)) + content[at + 1 :]
    return content


def request(chance: random.Random, host: str, cookies: tuple[str, ...]) -> bytes:
    path = chance.choice(PATHS)
    if chance.random() < 0.4:
        path += "".join(chance.choice("../%00aZ?&=~\\;é ") for _ in range(chance.choice((1, 5, 50, 300, 2_000))))
    content = body(chance) if chance.random() < 0.6 else b""
    named = host if chance.random() < 0.9 else chance.choice(HOSTS).format(host=host)
    headers = [f"Host: {named}", f"Origin: {chance.choice((f'http://{host}', 'null', 'http://evil.example'))}"]
    headers += [f"Cookie: {cookie}" for cookie in (chance.choice(cookies),) if cookie]
    if content or chance.random() < 0.1:
        headers.append(
            f"Content-Length: {len(content) if chance.random() < 0.97 else chance.choice((-1, 0, 'x', 10**9))}"
        )
    if chance.random() < 0.05:
        headers.append(
            chance.choice(("Transfer-Encoding: chunked", "Content-Encoding: gzip", "Expect: 100-continue", "X"))
        )
    first = f"{chance.choice(METHODS) if chance.random() < 0.2 else chance.choice(('GET', 'POST'))} {path} HTTP/1.1"
    return "\r\n".join((first, *headers, "", "")).encode("utf-8", "replace") + content


class HttpGuest:
    """One connection at a time; whoever is hung up on connects again."""

    def __init__(self, pages: RunningWebServer) -> None:
        self._pages = pages
        self._link: socket.socket | None = None

    def send(self, content: bytes) -> int:
        """The status of the answer; 0 if there was none."""
        try:
            if self._link is None:
                self._link = socket.create_connection(("127.0.0.1", self._pages.port), timeout=0.5)
            self._link.sendall(content)
            answer = self._link.recv(65_536)
        except OSError:
            answer = b""
        status = int(answer[9:12]) if answer[9:12].isdigit() else 0
        if self._link is not None and (not status or status >= 400 or b"\r\n\r\n" not in answer):
            self._link.close()
            self._link = None
        return status


def knock_on_pages(both: WebTable, chance: random.Random, count: int, cookie: str) -> Counter[int]:
    forged = cookie[:-1] + ("0" if cookie[-1] != "0" else "1")
    guest, cookies = HttpGuest(both.pages), ("", "companion=x", forged, cookie, f"{cookie}; {cookie}")
    statuses = Counter[int]()
    for _ in range(count):
        statuses[guest.send(request(chance, both.pages.host, cookies))] += 1
    return statuses


def talk_to_table(path: Path, chance: random.Random, count: int, device: str) -> int:
    """As a device that only watches. Returns how often it was hung up on."""
    hung_up, link = 0, None
    for _ in range(count):
        try:
            if link is None:
                link = socket.socket(socket.AF_UNIX)
                link.settimeout(60)
                link.connect(str(path))
                link.sendall(encode(Hello(PROTOCOL, "banker", device=device)))
            line = body(chance)
            if chance.random() < 0.7:
                act = json.dumps({"type": chance.choice(WORDS), "player": chance.randrange(-1, 9), "reason": ESCAPE})
                line = b'{"type":"Give","id":"x%d","act":%s}' % (chance.randrange(10**6), act.encode())
            link.sendall(line.replace(b"\n", b" ") + b"\n")
            if b'"Goodbye"' in link.recv(1 << 20):
                raise ConnectionResetError
        except OSError:
            hung_up += 1
            if link is not None:
                link.close()
            link = None
    if link is not None:
        link.close()
    return hung_up


def bring_games(folder: Path, chance: random.Random, count: int) -> int:
    """Games with one field changed, and tapes with some bytes changed. Returns how many could have been played."""
    home, dice, taken = DataFolder(folder / "home"), RandomDice.from_seed("hostile"), 0
    id, tape = home.new(3), folder / "tape"
    good = home.games_folder.disk(id).read(TAPE)

    def change(node: dict[str, object]) -> None:
        while True:
            key = chance.choice(list(node))
            inner = node[key]
            if isinstance(inner, dict) and inner and chance.random() < 0.8:
                node = inner
            else:
                node[key] = value(chance, 2)
                return

    for number in range(count):
        content = good
        try:
            content = forge_tape(good, change, None) if number % 2 else forge_tape(good, None, change)
        except ValueError:  # what JSON cannot hold
            at = chance.randrange(len(good))
            content = good[:at] + chance.randbytes(3) + good[at + 3 :]
        tape.write_bytes(content)
        taken += not (why_no_tape(tape) or why_no_game(id, content, dice))
    return taken


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.hostile")
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    chance, began, wrong = random.Random(args.seed), time.monotonic(), list[str]()
    by_http, by_socket = args.inputs * 6 // 10, args.inputs * 3 // 10
    with tempfile.TemporaryDirectory(dir="/dev/shm") as name, web_table(Path(name) / "data") as both:
        both.table.begin("Ann", "Ben")
        cookie = both.paired(OpenPairing("viewer"))
        device, path = device_of(cookie), Path(name) / "data" / "table.sock"
        before = both.table.ask(ListGames()).games
        knock_on_pages(both, chance, WARM_UP, cookie)
        talk_to_table(path, chance, WARM_UP, device)
        pids = {"web server": both.pages.process.pid, "table": both.table.process.pid}
        memory = {what: memory_mb(pid) for what, pid in pids.items()}
        statuses = knock_on_pages(both, chance, by_http, cookie)
        print(f"{by_http:,} requests over HTTP: {dict(statuses.most_common())}", flush=True)
        hung_up = talk_to_table(path, chance, by_socket, device)
        print(f"{by_socket:,} lines on the socket: hung up on {hung_up:,} times", flush=True)
        for what, pid in pids.items():
            grown = memory_mb(pid) - memory[what]
            print(f"{what}: {memory[what]:.1f} MB, grown by {grown:.1f} MB", flush=True)
            if grown >= MAX_GROWTH_MB:
                wrong.append(f"The {what} has grown by {grown:.1f} MB.")
        if both.table.ask(ListGames()).games != before:
            wrong.append("A game has changed.")
        if any(status >= 500 and status != 503 for status in statuses):
            wrong.append("The web server failed.")
        taken = bring_games(Path(name), chance, args.inputs - by_http - by_socket)
        print(
            f"{args.inputs - by_http - by_socket:,} games from elsewhere: {taken:,} could have been played", flush=True
        )
        said = both.pages.end()[1]
        if len(said.splitlines()) > 50:
            wrong.append(f"The log has {len(said.splitlines())} lines: {said[:500]}")
    for problem in wrong:
        print(problem, file=sys.stderr)
    took_s = time.monotonic() - began
    print(f"{args.inputs:,} hostile inputs in {took_s:.0f} s: {len(wrong) or 'nothing was'} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
