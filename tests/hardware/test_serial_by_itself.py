"""A token board with a thread of its own: unplugged and plugged in for ever, and closed from anywhere."""

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
from tests.hardware.desk import CAR, HAT


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_port, "READ_S", 0.005)


class Running:
    """A board with a thread of its own."""

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
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setattr(serial_port, "BACK_OFF_MS", (1,))
    monkeypatch.setattr(serial_module, "SILENCE_MS", 1_000 * DEADLINE_S)  # a busy machine may keep it waiting
    running = Running(tmp_path / "port")
    yield running
    running.board.close()
    running.module.unplug()
    assert [thread for thread in threads() if thread.name.startswith("look at")] == []


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208


@pytest.mark.skipif(sys.platform != "linux", reason="by design: counts the open files as Linux shows them")
def test_unplugged_and_plugged_in_two_hundred_times_it_leaks_nothing(running: Running) -> None:
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


def test_it_can_be_closed_by_what_it_brings_about(tmp_path: Path) -> None:
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
