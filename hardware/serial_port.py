"""A board module's serial port, opened again and again, and the frames that come from it.

The only file that imports pyserial, and only when a port is opened.
"""

import errno
from contextlib import suppress
from typing import Any

from hardware.clock import Clock
from hardware.health import DeviceMissing
from hardware.serial_frames import Corrupt, Frame, FrameReader
from hardware.serial_module import BoardModule

READ_S = 0.1  # how long to wait for a first byte
WRITE_S = 1.0
MAX_READ = 4_096
BACK_OFF_MS = (100, 200, 500, 1_000, 2_000)
SECOND_MS = 1_000
MAX_BYTES_A_SECOND = 10_000  # a whole snapshot of forty readers takes two thousand

NOT_THERE = "The token board is not there: {path} does not exist. Is it plugged in, and is this its port?"
NOT_ALLOWED = "No permission to use the token board at {path}: add this user to the dialout group (serial ports)."
IN_USE = "The token board is in use: another program has opened {path}."
NOT_OPENED = "The token board cannot be opened at {path}: {error}"
GONE = "The token board is gone: {path} was unplugged or has no power."
TOO_CHATTY = "The token board at {path} never stops sending: is it the board, with its firmware?"


class SerialPort:
    """Opened for this program alone. Every method raises DeviceMissing."""

    def __init__(self, path: str, baud: int) -> None:
        """The driver discards whatever the board sent before."""
        self._path = path
        try:
            from serial import serial_for_url  # type: ignore[import-untyped]

            self._port: Any = serial_for_url(path, do_not_open=True)
            self._port.baudrate, self._port.timeout, self._port.write_timeout = baud, READ_S, WRITE_S
            self._port.exclusive = True
            self._port.open()
        except Exception as error:  # the driver may raise anything; there is no port then
            raise DeviceMissing(why_not_open(path, error)) from None

    def exchange(self, sent: bytes) -> bytes:
        """Sends, if there is anything to send, and returns what has come after waiting for a moment."""
        try:
            if sent:
                self._port.write(sent)
            return bytes(self._port.read(min(self._port.in_waiting, MAX_READ) or 1))
        except Exception:  # an unplugged port may raise OSError, SerialException or even TypeError
            raise DeviceMissing(GONE.format(path=self._path)) from None

    def close(self) -> None:
        with suppress(Exception):  # a port that is gone may refuse even this, and is closed all the same
            self._port.close()


def why_not_open(path: str, error: Exception) -> str:
    match getattr(error, "errno", None):
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            return NOT_THERE.format(path=path)
        case errno.EACCES | errno.EPERM:
            return NOT_ALLOWED.format(path=path)
        case errno.EAGAIN | errno.EBUSY:
            return IN_USE.format(path=path)
        case _:
            return NOT_OPENED.format(path=path, error=error)


class ModuleLink:
    """The connection to one module of the board. Only one thread may use it; `module` belongs to its owner."""

    def __init__(self, module: BoardModule, baud: int, clock: Clock) -> None:
        self.module = module
        self._baud = baud
        self._clock = clock
        self._frames = FrameReader()
        self._port: SerialPort | None = None
        self._failures = 0
        self._bytes, self._since_ms = 0, clock.now_ms()  # received within the current second

    @property
    def is_open(self) -> bool:
        return self._port is not None

    def open(self) -> None:
        """Raises DeviceMissing."""
        self._bytes = 0
        self._frames = FrameReader()  # half a line from before is worthless
        self._port = SerialPort(self.module.path, self._baud)

    def exchange(self, question: bytes) -> list[Frame | Corrupt]:
        """Sends, and listens for a moment. Raises DeviceMissing, also for a board that sends so much that the game
        would slow down."""
        if self._port is None:
            raise DeviceMissing(GONE.format(path=self.module.path))
        received = self._port.exchange(question)
        now_ms = self._clock.now_ms()
        if now_ms - self._since_ms >= SECOND_MS:
            self._bytes, self._since_ms = 0, now_ms
        self._bytes += len(received)
        if self._bytes > MAX_BYTES_A_SECOND:
            self._failures = len(BACK_OFF_MS)  # so that it is left alone for a while
            raise DeviceMissing(TOO_CHATTY.format(path=self.module.path))
        return self._frames.feed(received)

    def require_sense(self) -> None:
        """Raises DeviceMissing if this is not a board, not the expected one, or has fallen silent."""
        if why := self.module.why_useless(self._clock.now_ms()):
            raise DeviceMissing(why)
        if self.module.is_known:
            self._failures = 0

    def fail(self) -> int:
        """Closes the port and returns in how many milliseconds to try again, longer each time."""
        self.close()
        self._failures = min(self._failures + 1, len(BACK_OFF_MS))
        return BACK_OFF_MS[self._failures - 1]

    def close(self) -> None:
        port, self._port = self._port, None
        if port:
            port.close()
