"""A token board with its own thread: replugged again and again, and closed from anywhere."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import enumerate as threads

import pytest

from hardware import serial_module, serial_port
from hardware.clock import SteadyClock
from hardware.serial_board import SerialBoard
from hardware.signals import BoardKind, DeviceLost, Signal, TokenSeen
from tests.deadline import DEADLINE_S
from tests.emulators.pretend_board import PretendBoard, serve_until
from tests.hardware.rig_bench import CAR, HAT


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_port, "READ_S", 0.005)


class ThreadedBoard:
    """A board with its own thread."""

    def __init__(self, path: Path) -> None:
        self.module = PretendBoard(path)
        self.module.is_read_at_once = True
        self.felt: list[Signal] = []
        self.board = SerialBoard(BoardKind.IDENTIFYING, [str(path)], SteadyClock())
        self.board.open(self.felt.append)

    def await_one(self, kind: type[Signal]) -> None:
        serve_until(lambda: any(isinstance(one, kind) for one in self.felt), self.module)
        self.felt.clear()


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ThreadedBoard]:
    monkeypatch.setattr(serial_port, "BACK_OFF_MS", (1,))
    monkeypatch.setattr(serial_module, "SILENCE_MS", 1_000 * DEADLINE_S)  # the machine may be busy
    running = ThreadedBoard(tmp_path / "port")
    yield running
    running.board.close()
    running.module.unplug()
    assert [thread for thread in threads() if thread.name.startswith("look at")] == []


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208


@pytest.mark.skipif(sys.platform != "linux", reason="by design: counts the open files as Linux shows them")
def test_it_leaks_nothing_when_replugged_two_hundred_times(running: ThreadedBoard) -> None:
    before = -1
    for turn in range(200):
        running.module.standing = {turn % 10: CAR}
        running.module.plug().restart()
        running.await_one(TokenSeen)
        running.module.unplug()
        running.await_one(DeviceLost)
        if turn == 0:
            before = open_files()
    serve_until(lambda: open_files() <= before)
    assert len([thread for thread in threads() if thread.name.startswith("look at")]) == 1


def test_it_can_be_closed_from_its_own_signal(tmp_path: Path) -> None:
    module, felt = PretendBoard(tmp_path / "port").plug(), list[Signal]()
    module.is_read_at_once = True
    board = SerialBoard(BoardKind.IDENTIFYING, [str(module.path)], SteadyClock())

    def close(signal: Signal) -> None:
        felt.append(signal)
        board.close()

    module.standing = {1: CAR, 2: HAT}
    board.open(close)
    looking = [thread for thread in threads() if thread.name == f"look at {module.path}"]
    serve_until(lambda: felt and not any(thread.is_alive() for thread in looking), module)
    module.unplug()
    assert len(felt) == 1
