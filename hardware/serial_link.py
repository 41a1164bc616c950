"""The connection to one module of the board: its port, opened as often as it takes, and the frames from it."""

from hardware.board import BoardKind
from hardware.clock import Clock
from hardware.errors import DeviceMissing
from hardware.frame_reader import FrameReader
from hardware.frames import Corrupt, Frame
from hardware.serial_module import Counted, Module
from hardware.serial_port import SerialPort

BACK_OFF_MS = (100, 200, 500, 1_000, 2_000)
SECOND_MS = 1_000
SAID_MOST = 10_000  # bytes a second; a whole snapshot of forty readers has two thousand


class Link:
    """Only one thread may use it, except for `module`, which is its owner's."""

    def __init__(self, path: str, baud: int, kind: BoardKind, clock: Clock, count: Counted) -> None:
        self.path = path
        self.module = Module(kind, count)
        self._baud = baud
        self._clock = clock
        self._frames = FrameReader()
        self._port: SerialPort | None = None
        self._failures = 0
        self._said, self._since_ms = 0, clock.now_ms()  # bytes, within a second

    @property
    def is_open(self) -> bool:
        return self._port is not None

    def open(self) -> None:
        """Raises DeviceMissing."""
        self._said = 0
        self._frames = FrameReader()  # half a line from before is worth nothing
        self._port = SerialPort(self.path, self._baud)

    def exchange(self, question: bytes) -> list[Frame | Corrupt]:
        """Sends, and listens for a moment. Raises DeviceMissing."""
        if self._port is None:
            raise DeviceMissing(f"is closed at {self.path}.")
        if question:
            self._port.write(question)
        heard = self._port.read()
        self._require_pace(len(heard))
        return self._frames.feed(heard)

    def _require_pace(self, count: int) -> None:
        """One that never stops talking would take all the time there is, and the game's too."""
        now_ms = self._clock.now_ms()
        if now_ms - self._since_ms >= SECOND_MS:
            self._said, self._since_ms = 0, now_ms
        self._said += count
        if self._said > SAID_MOST:
            self._failures = len(BACK_OFF_MS)  # it is given a long rest
            raise DeviceMissing(f"at {self.path} never stops talking: is it the board, with its firmware?")

    def require_sense(self) -> None:
        """Raises DeviceMissing if this is no board, or not the one that is expected, or one that fell silent."""
        if self.module.spoiled:
            raise DeviceMissing(f"at {self.path} {self.module.spoiled}")
        if self.module.is_silent(self._clock.now_ms()):
            raise DeviceMissing(f"at {self.path} {self.module.why_silent}")
        if self.module.is_known:
            self._failures = 0

    def fail(self) -> int:
        """Closes it, and says in how many milliseconds to try again: each time later."""
        self.close()
        self._failures = min(self._failures + 1, len(BACK_OFF_MS))
        return BACK_OFF_MS[self._failures - 1]

    def close(self) -> None:
        port, self._port = self._port, None
        if port:
            port.close()
