"""What holds for every token board: the simulated one, and one on a serial port."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from hardware import serial_port
from hardware.board import TokenBoard
from hardware.clock import HandClock
from hardware.serial_board import SerialBoard
from hardware.signals import BoardKind, DeviceFound, DeviceLost, Signal, TokenLifted, TokenSeen, Uid
from hardware.simulated_board import SimulatedBoard
from tests.emulators.pretend_board import PretendBoard
from tests.hardware.desk import CAR, HAT

AT_MS = 5_000


class Bench(Protocol):
    """A board and the hands that move what is on it."""

    @property
    def board(self) -> TokenBoard: ...

    def put(self, uid: Uid, space: int) -> None: ...

    def pick_up(self, uid: Uid) -> None: ...

    def lose(self) -> None: ...

    def find(self) -> None: ...

    def settle(self) -> None:
        """Returns when everything has been told."""

    def tidy(self) -> None: ...


class Simulated:
    def __init__(self) -> None:
        self.board = SimulatedBoard(BoardKind.IDENTIFYING, HandClock(AT_MS))
        self.put, self.pick_up, self.find = self.board.put, self.board.pick_up, self.board.find

    def lose(self) -> None:
        self.board.lose("It was unplugged.")

    def settle(self) -> None:
        pass

    def tidy(self) -> None:
        self.board.close()


class OnPort:
    def __init__(self, path: Path) -> None:
        self.board = SerialBoard(BoardKind.IDENTIFYING, [str(path)], HandClock(AT_MS), has_threads=False)
        self._module = PretendBoard(path, "caps=uid readers=40 module=board").plug()
        self._is_plugged = True
        self._standing: dict[Uid, int] = {}

    def put(self, uid: Uid, space: int) -> None:
        before = self._standing.get(uid)
        self._standing[uid] = space
        self._tell(*(place for place in (before, space) if place is not None))

    def pick_up(self, uid: Uid) -> None:
        self._tell(self._standing.pop(uid))

    def _tell(self, *spaces: int) -> None:
        self._module.standing = {space: self._on(space) for space in self._standing.values()}
        for space in spaces if self._is_plugged else ():
            self._module.say(f"POS {space} {self._on(space)}")

    def _on(self, space: int) -> str:
        return ",".join(uid for uid, place in self._standing.items() if place == space) or "-"

    def lose(self) -> None:
        self._is_plugged = False
        self._module.unplug()

    def find(self) -> None:
        self._is_plugged = True
        self._module.plug()

    def settle(self) -> None:
        for _ in range(8):
            self.board.look()
            self._module.serve(0.003)

    def tidy(self) -> None:
        self.board.close()
        self._module.unplug()


@pytest.fixture(params=["simulated", "on a port"])
def bench(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setattr(serial_port, "READ_S", 0.005)
    bench: Bench = Simulated() if request.param == "simulated" else OnPort(tmp_path / "port")
    yield bench
    bench.tidy()


class Felt:
    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._felt: list[Signal] = []
        bench.board.open(self._felt.append)

    def news(self) -> list[Signal]:
        self._bench.settle()
        told = list(self._felt)
        self._felt.clear()
        return told


def test_what_stands_there_already_is_told(bench: Bench) -> None:
    bench.put(CAR, 7)
    bench.put(HAT, 7)
    assert Felt(bench).news() == [TokenSeen(7, CAR, AT_MS), TokenSeen(7, HAT, AT_MS)]


def test_tokens_come_move_and_go(bench: Bench) -> None:
    felt = Felt(bench)
    assert felt.news() == []
    bench.put(CAR, 0)
    assert felt.news() == [TokenSeen(0, CAR, AT_MS)]
    bench.put(CAR, 39)
    assert felt.news() == [TokenLifted(0, CAR, AT_MS), TokenSeen(39, CAR, AT_MS)]
    bench.pick_up(CAR)
    assert felt.news() == [TokenLifted(39, CAR, AT_MS)]


def test_it_is_found_with_what_has_become_of_everything(bench: Bench) -> None:
    bench.put(CAR, 1)
    bench.put(HAT, 2)
    felt = Felt(bench)
    felt.news()
    bench.lose()
    (lost,) = felt.news()
    assert isinstance(lost, DeviceLost)
    assert (lost.device, bench.board.health().state) == ("board", "lost")
    bench.put(CAR, 3)
    assert felt.news() == []
    bench.find()
    assert felt.news() == [
        DeviceFound("board", AT_MS),
        TokenLifted(1, CAR, AT_MS),
        TokenSeen(2, HAT, AT_MS),
        TokenSeen(3, CAR, AT_MS),
    ]
    assert bench.board.health().state == "present"


def test_a_closed_board_is_silent(bench: Bench) -> None:
    felt = Felt(bench)
    felt.news()
    bench.board.close()
    bench.put(CAR, 3)
    assert felt.news() == []


def test_a_walk_hears_of_spots_and_a_map_moves_them(bench: Bench) -> None:
    felt, spots = Felt(bench), list[str]()
    felt.news()
    bench.board.walk(lambda seen: spots.append(seen.spot))
    bench.put(CAR, 3)
    assert felt.news() == [TokenSeen(3, CAR, AT_MS)]
    (spot,) = spots
    bench.board.remap({spot: 12})
    assert felt.news() == [TokenLifted(3, CAR, AT_MS), TokenSeen(12, CAR, AT_MS)]
    bench.board.remap({})
    assert felt.news() == [TokenLifted(12, CAR, AT_MS), TokenSeen(3, CAR, AT_MS)]
