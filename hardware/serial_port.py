"""A serial port that only this program may use. pyserial is nowhere else, and is loaded when a port is opened."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from hardware.errors import DeviceMissing

READ_S = 0.1  # how long to wait for a first byte
WRITE_S = 1.0
READ_MOST = 4_096


class SerialPort:
    """Everything raises DeviceMissing, in the middle of a sentence that begins with the board: "… is unplugged"."""

    def __init__(self, path: str, baud: int) -> None:
        """Opens it. What the board said before is thrown away by the driver."""
        self._path = path
        with self._opening():
            from serial import serial_for_url  # type: ignore[import-untyped]

            self._port: Any = serial_for_url(path, do_not_open=True)
            self._port.baudrate, self._port.timeout, self._port.write_timeout = baud, READ_S, WRITE_S
            self._port.exclusive = True
            self._port.open()

    def read(self) -> bytes:
        """What has come, or nothing if there is nothing for a while."""
        with self._using():
            return bytes(self._port.read(min(self._port.in_waiting, READ_MOST) or 1))

    def write(self, data: bytes) -> None:
        with self._using():
            self._port.write(data)

    def close(self) -> None:
        with suppress(Exception):  # one that is gone may refuse even this, and is closed all the same
            self._port.close()

    @contextmanager
    def _opening(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:  # a driver is not ours, and whatever it raises, there is no port
            raise DeviceMissing(why_not_open(self._path, error)) from None

    @contextmanager
    def _using(self) -> Iterator[None]:
        """Unplugged, it raises an OSError, its own SerialException, or trips over a missing number: a TypeError."""
        try:
            yield
        except Exception:  # a driver is not ours, and whatever it raises, nothing came
            raise DeviceMissing(f"is gone: {self._path} was unplugged or has no power.") from None


def why_not_open(path: str, error: Exception) -> str:
    code = getattr(error, "errno", None)
    if code in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return f"is not there: there is no {path}. Is it plugged in, and is this its port?"
    if code in (errno.EACCES, errno.EPERM):
        return f"may not be used: {path} is not open to this user, who must be in the group of serial ports (dialout)."
    if code in (errno.EAGAIN, errno.EBUSY):
        return f"is in use: another program has opened {path}."
    return f"cannot be opened at {path}: {error}"
