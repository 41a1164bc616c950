"""Enrolling with the real drivers: a tag on an emulated chip, and a board at the other end of a pty."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
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
from hardware.signals import BoardKind, Signal, TagPlaced, TokenSeen
from tests.emulators.cards import EmulatedCard
from tests.emulators.pretend_board import PretendBoard
from tests.hardware.emulated_rc522 import emulated_rc522, needs_mfrc522
from tests.hardware.test_contract import EVERY_READER
from tests.hardware.twins import ReaderBench
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


@pytest.mark.parametrize("made", EVERY_READER)
def test_28_deeds_are_enrolled_with_every_kind_of_reader(
    made: Callable[[Path], AbstractContextManager[ReaderBench]], tmp_path: Path
) -> None:
    """One of them is unplugged in the middle of a tap, and plugged in again."""
    uids = [f"04{number:012X}" for number in range(28)]
    with made(tmp_path) as bench:
        evening = DriverEvening(RigDevices(readers=(bench.reader,)), bench.clock)
        evening.begin("deeds")
        evening.wait(5)
        for uid in uids:
            bench.lay(uid)
            if uid == uids[13]:
                evening.wait(1)
                bench.unplug()
                evening.wait(2)
                assert evening.view is not None
                assert "does not answer" in evening.view.told
                bench.plug_in()
                bench.lift(uid)
                evening.wait(12)
                assert evening.view.told == "It answers again."
                bench.lay(uid)
            evening.wait(6)
            bench.lift(uid)
            evening.wait(6)
        assert evening.home.bindings.tags == tuple((uid, DeedTag(deed)) for deed, uid in enumerate(uids))
        assert (evening.view is not None, evening.view and evening.view.is_over) == (True, True)
        assert [one for one in evening.minded if isinstance(one, TagPlaced)] == [], "no tap was a move"


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
