"""Enrolling with the real drivers: a tag on an emulated chip, and a board at the other end of a pty."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.table.gestures.tags import Bindings, DeedTag
from companion.table.messages.requests import BeginWalk, StepWalk
from companion.table.messages.views import WalkView
from companion.table.server.enrol_walks import EnrolWalks
from hardware import serial_port
from hardware.clock import DeviceTiming, HandClock
from hardware.rig import AssembledRig, RigDevices
from hardware.serial_board import SerialBoard
from hardware.signals import BoardKind, Signal, TokenSeen
from tests.emulators.cards import EmulatedCard
from tests.emulators.pretend_board import PretendBoard
from tests.hardware.emulated_rc522 import emulated_rc522, needs_mfrc522
from tests.kit import ATLANTIC

ONE, CAR = "04A2B3C4D5E680", "04A2B3C4D5E681"


class DriverScreen:
    name = "console"


class DriverHome:
    def __init__(self) -> None:
        self.bindings, self.board = Bindings(), ATLANTIC
        self.rig: AssembledRig | None = None

    def keep(self, bindings: Bindings) -> str:
        self.bindings = bindings
        if self.rig is not None:
            self.rig.map_board(dict(bindings.spots))
        return ""

    def players(self) -> tuple[Sequence[str], Sequence[str]]:
        return (), ()


class DriverEvening:
    def __init__(self, devices: RigDevices, clock: HandClock) -> None:
        self.clock, self.home = clock, DriverHome()
        self.rig = self.home.rig = AssembledRig(devices, clock, DeviceTiming(settle_ms=0), has_threads=False)
        self.view: WalkView | None = None
        self.minded: list[Signal] = []
        now_ms, mind = clock.now_ms, self.minded.append
        self.walks = EnrolWalks(self.rig, self.home, now_ms, show=self._show, mind=mind)
        self.rig.open(self.walks.feel)

    def _show(self, view: WalkView | None) -> None:
        self.view = view

    def begin(self, what: str) -> None:
        reply = self.walks.answer("a", BeginWalk(what), DriverScreen())
        assert reply.done, reply.message

    def spots(self) -> dict[str, int]:
        return dict(self.home.bindings.spots)

    def wait(self, looks: int) -> None:
        for _ in range(looks):
            self.clock.pass_ms(100)
            self.rig.look()
            self.walks.look()


@needs_mfrc522
def test_a_tag_on_the_real_reader_is_enrolled() -> None:
    with emulated_rc522() as table:
        evening = DriverEvening(RigDevices(readers=(table.reader,)), HandClock(10_000))
        evening.begin("deeds")
        evening.wait(5)
        card = EmulatedCard(ONE, 0x00)
        table.chip.place(card)
        evening.wait(5)
        assert evening.home.bindings.tags == ((ONE, DeedTag(0)),)
        assert evening.view is not None
        assert evening.view.told == "The deed of Mediterranean Avenue: done, 1 of 28."
        evening.wait(10)
        assert len(evening.home.bindings.tags) == 1, "it rests there"
        assert evening.minded == []


@pytest.fixture
def port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PretendBoard]:
    monkeypatch.setattr(serial_port, "READ_S", 0.005)
    module = PretendBoard(tmp_path / "port", "caps=uid readers=10 module=north").plug()
    yield module
    module.unplug()


def test_the_spots_of_a_real_board_are_walked(port: PretendBoard) -> None:
    clock = HandClock(10_000)
    board = SerialBoard(BoardKind.IDENTIFYING, [str(port.path)], clock, has_threads=False)
    evening = DriverEvening(RigDevices(board=board), clock)
    with ExitStack() as closing:
        closing.callback(evening.rig.close)
        _exchange(board, port)
        evening.begin("board")
        _say(board, port, f"POS 3 {CAR}")
        evening.wait(10)
        assert evening.spots() == {"north/3": 0}
        _say(board, port, "POS 3 -")
        _say(board, port, f"POS 4 {CAR}")
        evening.wait(10)
        assert evening.spots() == {"north/3": 0, "north/4": 1}
        assert not any(isinstance(signal, TokenSeen) for signal in evening.minded)
        assert evening.view is not None
        evening.walks.answer("a", StepWalk(evening.view.number, evening.view.step, "stop"), DriverScreen())
        assert evening.minded[-1] == TokenSeen(1, CAR, clock.now_ms()), "under the space that it was walked for"


def _say(board: SerialBoard, port: PretendBoard, text: str) -> None:
    port.say(text)
    _exchange(board, port)


def _exchange(board: SerialBoard, port: PretendBoard) -> None:
    for _ in range(7):
        board.look()
        port.serve(0.003)
