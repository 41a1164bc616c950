"""The heartbeat for systemd: on time, and only while everything answers."""

import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.notify import Notifier
from companion.table.server.watchdog import Watchdog
from tests.deadline import DEADLINE_S


@pytest.fixture
def heard(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.setblocking(False)
        yield line


def notifier(heard: socket.socket, usec: str = "20000000", pid: str | None = None) -> Notifier:
    pid = str(os.getpid()) if pid is None else pid
    return Notifier({"NOTIFY_SOCKET": heard.getsockname(), "WATCHDOG_USEC": usec, "WATCHDOG_PID": pid})


def said(heard: socket.socket) -> list[bytes]:
    found = []
    while True:
        try:
            found.append(heard.recv(999))
        except BlockingIOError:
            return found


class WatchdogClock:
    def __init__(self) -> None:
        self.ms = 1_000

    def now_ms(self) -> int:
        return self.ms


def beats(watchdog: Watchdog, clock: WatchdogClock, seconds: int) -> None:
    """Calls it as the loop does, four times a second."""
    for _ in range(4 * seconds):
        clock.ms += 250
        watchdog.beat()


def watchdog(heard: socket.socket, clock: WatchdogClock, *asked: Callable[[], bool]) -> Watchdog:
    return Watchdog(notifier(heard), clock.now_ms, asked)


def test_it_beats_twice_in_the_allowed_time(heard: socket.socket) -> None:
    clock = WatchdogClock()
    beats(watchdog(heard, clock, lambda: True), clock, 60)
    assert said(heard) == [b"WATCHDOG=1"] * 6


@pytest.mark.parametrize("silent", [0, 1])
def test_it_stops_while_something_does_not_answer(heard: socket.socket, silent: int) -> None:
    answers, clock = [True, True], WatchdogClock()
    beating = watchdog(heard, clock, lambda: answers[0], lambda: answers[1])
    answers[silent] = False
    beats(beating, clock, 60)
    assert said(heard) == []
    answers[silent] = True
    beats(beating, clock, 10)
    assert said(heard) == [b"WATCHDOG=1"]


def test_a_loop_that_is_stuck_does_not_beat(heard: socket.socket) -> None:
    clock = WatchdogClock()
    beating = watchdog(heard, clock, lambda: True)
    clock.ms += 60_000  # during which the loop was stuck
    assert said(heard) == []
    beating.beat()
    assert said(heard) == [b"WATCHDOG=1"]


def test_without_a_watchdog_nothing_is_asked(heard: socket.socket) -> None:
    def never() -> bool:
        raise AssertionError("it was asked")

    clock = WatchdogClock()
    for silent in (notifier(heard, usec=""), notifier(heard, usec="x"), notifier(heard, pid="1")):
        beats(Watchdog(silent, clock.now_ms, [never]), clock, 60)
    assert said(heard) == []


def test_a_status_is_one_line_and_needs_no_listener(heard: socket.socket, tmp_path: Path) -> None:
    notifier(heard).ready("A game\nof [red]\tand \ud800.")
    notifier(heard).stopping()
    assert said(heard) == [b"READY=1\nSTATUS=A game of [red] and ?.", b"STOPPING=1"]
    Notifier({}).ready("x")
    Notifier({"NOTIFY_SOCKET": str(tmp_path / "nobody")}).ready("x")


def test_an_abstract_socket_is_found_too() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(f"\0companion-test-{os.getpid()}")
        Notifier({"NOTIFY_SOCKET": f"@companion-test-{os.getpid()}"}).stopping()
        line.settimeout(DEADLINE_S)
        assert line.recv(99) == b"STOPPING=1"
