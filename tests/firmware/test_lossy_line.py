"""Firmware and host over a line that loses and damages data: once it is good again, they agree."""

from hypothesis import given
from hypothesis import strategies as st

from hardware.clock import HandClock
from hardware.serial_frames import FrameReader
from hardware.serial_module import ASK_AGAIN_MS, BoardModule
from hardware.signals import BoardKind, Uid
from tests.firmware.firmware import load
from tests.firmware.test_board import Sensor

board = load("board")

READERS = 3
CAR, HAT, SHIP = "04A2B3C4D5E680", "04A2B3C4D5E681", "DEADBEEF"
MAX_ROUNDS = 30

Found = tuple[Uid, ...] | str  # tags, or why the reader does not answer
FOUND = st.sampled_from([(), (CAR,), (CAR, HAT), (SHIP,), "no chip answers"])
FAULT = st.sampled_from(["good", "good", "lose", "damage", "cut", "twice", "restart"])
STEPS = st.lists(st.tuples(st.integers(0, READERS - 1), FOUND, FAULT, FAULT), max_size=25)


class LossyLine:
    """The firmware at one end, the host's module at the other, and a clock for both."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.sensor = Sensor(READERS)
        self.module = BoardModule(BoardKind.IDENTIFYING, "/dev/board", lambda _: None)
        self._frames = FrameReader()
        self._boots = 0
        self.restart()

    def restart(self) -> None:
        self._boots += 1
        self.written = bytearray()
        self.board = board.BoardFirmware(self.sensor, self.written.extend, "uid", "south", self._boots)
        self.board.greet()

    def round(self, there: str = "good", back: str = "good") -> None:
        self.clock.pass_ms(ASK_AGAIN_MS)
        self.board.feed(spoiled(self.module.questions(self.clock.now_ms()), there))
        for _ in range(3 * READERS):
            self.board.step()
        if back == "restart":
            self.restart()
        self.board.beat()
        said = spoiled(bytes(self.written), back)
        self.written.clear()
        for frame in self._frames.feed(said):
            self.module.take(frame, self.clock.now_ms())

    def is_agreed(self) -> bool:
        """A dead reader is only known to be dead."""
        standing = {reader: uids for reader, uids in self.module.standing.items() if reader not in self.module.dead}
        found = self.sensor.found.items()
        dead = {reader: why for reader, why in found if isinstance(why, str)}
        truth = {reader: frozenset(uids) for reader, uids in found if isinstance(uids, tuple) and uids}
        return self.module.dead == dead and {reader: uids for reader, uids in standing.items() if uids} == truth


def spoiled(data: bytes, fault: str) -> bytes:
    lines = data.splitlines(keepends=True)
    middle = len(lines) // 2
    match fault:
        case "lose":
            return b"".join([*lines[:middle], *lines[middle + 1 :]])
        case "damage":
            return data[: len(data) // 2] + b"?" + data[len(data) // 2 + 1 :]
        case "cut":
            return data[: len(data) // 3]
        case "twice":
            return b"".join([*lines[:middle], *lines[middle : middle + 1], *lines[middle:]])
    return data


@given(STEPS)
def test_host_and_board_agree_once_the_line_is_good_again(steps: list[tuple[int, Found, str, str]]) -> None:
    line = LossyLine()
    for reader, found, there, back in steps:
        line.sensor.found[reader] = found
        line.round(there, back)
    rounds = 0
    while not (line.module.is_known and line.is_agreed()):
        line.round()
        rounds += 1
        assert rounds < MAX_ROUNDS, "they never agree"
    for _ in range(3):
        line.round()
        assert line.is_agreed(), "and it stays so"
