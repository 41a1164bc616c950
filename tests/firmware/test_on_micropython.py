"""The firmware itself, main files included, under MicroPython, talking to the companion's own adapter over a pty."""

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue

import pytest

from hardware import serial_module, serial_port
from hardware.clock import SteadyClock
from hardware.serial_board import SerialBoard
from hardware.signals import BoardKind, DeviceFound, DeviceLost, Signal, TokenLifted, TokenSeen
from tests.deadline import DEADLINE_S as SOON_S
from tests.firmware.firmware import FOLDER
from tests.firmware.on_micropython import Pico, micropython

CAR, HAT, SHIP = "04A2B3C4D5E680", "04A2B3C4D5E681", "DEADBEEF"


class PicoTable:
    def __init__(self, pico: Pico, kind: BoardKind, spaces: dict[str, int] | None = None) -> None:
        self.pico = pico
        self.felt = SimpleQueue[Signal]()
        self.board = SerialBoard(kind, [str(pico.path)], SteadyClock(), spaces=spaces)

    def await_meeting(self) -> None:
        deadline = time.monotonic() + SOON_S
        while not all(link.module.is_known for link in self.board._links):
            assert time.monotonic() < deadline, "they never met"

    def await_why(self, why: str) -> None:
        deadline = time.monotonic() + SOON_S
        while self.board.health().why != why:
            assert time.monotonic() < deadline, self.board.health()

    def next(self) -> tuple[object, ...]:
        """Without its time."""
        match self.felt.get(timeout=SOON_S):
            case TokenSeen(space, uid):
                return "seen", space, uid
            case TokenLifted(space, uid):
                return "lifted", space, uid
            case DeviceLost():
                return ("lost",)
            case DeviceFound():
                return ("found",)
            case other:
                raise AssertionError(other)


Set = Callable[..., PicoTable]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Set]:
    monkeypatch.setattr(serial_port, "BACK_OFF_MS", (10,))
    monkeypatch.setattr(serial_module, "SILENCE_MS", 1_000 * SOON_S)  # the machine may be busy
    with ExitStack() as closing:

        def set_table(main: str, kind: BoardKind, spaces: dict[str, int] | None = None) -> PicoTable:
            micropython()
            table = PicoTable(Pico(tmp_path, main), kind, spaces)
            closing.callback(table.pico.unplug)
            closing.callback(table.board.close)
            table.pico.plug()
            table.board.open(table.felt.put)
            return table

        yield set_table


def test_a_side_of_readers(table: Set) -> None:
    side = table("main_side.py", BoardKind.IDENTIFYING)
    side.pico.do(f"put 3 {CAR}")
    assert side.next() == ("seen", 3, CAR)
    side.pico.do(f"put 3 {HAT}")
    assert side.next() == ("seen", 3, HAT)
    side.pico.do(f"lift 3 {CAR}")
    assert side.next() == ("lifted", 3, CAR)
    side.pico.do(f"put 9 {SHIP}")
    assert side.next() == ("seen", 9, SHIP)
    assert dict(side.board.health().counters).keys() <= {"seen", "lifted"}, "not one frame was lost or damaged"


def test_all_eight_tokens_on_go(table: Set) -> None:
    side = table("main_side.py", BoardKind.IDENTIFYING)
    uids = {f"04A2B3C4D5E6{number:02X}" for number in range(8)}
    for uid in sorted(uids):
        side.pico.do(f"put 0 {uid}")
    assert {side.next() for _ in uids} == {("seen", 0, uid) for uid in uids}


def test_a_dead_reader_is_named_and_the_others_go_on(table: Set) -> None:
    side = table("main_side.py", BoardKind.IDENTIFYING)
    side.pico.do("kill 7")
    side.pico.do(f"put 8 {CAR}")
    assert side.next() == ("seen", 8, CAR)
    side.await_why("Reader 7 of south does not answer (no chip answers).")
    side.pico.do("mend 7")
    side.pico.do(f"put 7 {HAT}")
    assert side.next() == ("seen", 7, HAT)
    side.await_why("")


def test_everything_is_sent_again_after_replugging(table: Set) -> None:
    side = table("main_side.py", BoardKind.IDENTIFYING)
    side.pico.do(f"put 3 {CAR}")
    assert side.next() == ("seen", 3, CAR)
    side.pico.unplug()
    assert side.next() == ("lost",)
    side.pico.plug()
    side.pico.do(f"put 4 {CAR}")
    assert {side.next() for _ in range(3)} == {("found",), ("lifted", 3, CAR), ("seen", 4, CAR)}


def test_a_board_of_switches(table: Set) -> None:
    board = table("main_switches.py", BoardKind.PRESENCE)
    board.pico.do("close 39")
    assert board.next() == ("seen", 39, "")
    board.pico.do("open 39")
    assert board.next() == ("lifted", 39, "")


def test_a_wand(table: Set) -> None:
    wand = table("main_wand.py", BoardKind.TAP, {CAR: 24, HAT: 39, SHIP: 0})
    wand.await_meeting()  # earlier taps would be lost
    for uid, space in ((CAR, 24), (HAT, 39), (SHIP, 0)):
        wand.pico.do(f"put 0 {uid}")
        assert wand.next() == ("seen", space, "")
        wand.pico.do(f"lift 0 {uid}")


def test_the_wrong_board_says_what_to_set(table: Set) -> None:
    wand = table("main_wand.py", BoardKind.IDENTIFYING)
    lost = wand.felt.get(timeout=SOON_S)
    assert isinstance(lost, DeviceLost)
    assert lost.why.endswith('set board = "tap" in [rig].')


def test_every_file_is_understood_by_micropython() -> None:
    program = "import sys\nfor name in sys.argv[1:]:\n    compile(open(name).read(), name, 'exec')"
    files = [str(path) for path in sorted(FOLDER.glob("*.py"))]
    done = subprocess.run([micropython(), "-c", program, *files], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
