"""A PN532 tag reader on a serial line, on I2C or on SPI: whichever its switches are set to and `at` names.

It may hang, above all on I2C, and after a silence it is asleep. Then it is told to give up, woken and set up again.
"""

import errno
import fcntl
import os
import termios
import time
import tty
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from hardware.health import DeviceMissing
from hardware.pn532_frames import ACK, MAX_CARDS, TO_HOST, BrokenFrame, frame, look, next_frame, prepare
from hardware.readers import Miss, Poll, ReaderReach

I2C, SPI = "/dev/i2c-", "/dev/spidev"
I2C_SLAVE, ADDRESS = 0x0703, 0x24
SPI_HZ = 1_000_000
SPI_WRITE, SPI_STATUS, SPI_READ = 0x01, 0x02, 0x03
READY = 0x01
MAX_FRAME = 64
LOOK_S = 0.001
MAX_LOOKS = 40  # for an answer
WAKE_S = 0.002
REVERSED = bytes(
    int(f"{octet:08b}"[::-1], 2) for octet in range(256)
)  # it sends the lowest bit first, a Pi the highest

NOT_SET = 'No PN532 is named: set at = "/dev/i2c-1", "/dev/spidev0.0" or "/dev/ttyUSB0" in [readers.{}].'
NOT_THERE = "There is no {}: {}."
NOT_ALLOWED = "No permission to use {}: add this user to the group {} (sudo usermod -aG {} $USER)."
FAILS = "The PN532 at {} cannot be used ({})."
SILENT = "No PN532 answers at {}: check its switches, its wires and its supply."
GROUPS = {
    I2C: ("i2c", "turn on I2C (sudo raspi-config, Interface Options) and restart the Pi"),
    SPI: ("spi", "turn on SPI (sudo raspi-config, Interface Options) and restart the Pi"),
    "": ("dialout", "plug the reader in, or correct its port"),
}


class Pn532Wire(Protocol):
    """Raises OSError."""

    def wake(self) -> None: ...

    def write(self, octets: bytes) -> None: ...

    def read(self) -> bytes:
        """What has come, if anything."""

    def close(self) -> None: ...


class Pn532Reader:
    reach = ReaderReach(most_at_once=MAX_CARDS, sees_lifting=True)

    def __init__(
        self,
        name: str,
        at: str,
        *,
        open_wire: "Callable[[str], Pn532Wire] | None" = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.name = name
        self._at, self._sleep = at, sleep
        self._open_wire = open_wire or open_pn532_wire
        self._wire: Pn532Wire | None = None
        self._octets = bytearray()

    def poll(self) -> Poll:
        try:
            if self._wire is None:
                self._open()
            try:
                found = look(self._ask)
                if found and look(self._ask) != found:
                    return Miss.GARBLED
            except BrokenFrame:
                return Miss.GARBLED
            return frozenset(uid.hex().upper() for uid in found) or Miss.EMPTY
        except OSError as error:
            self.close()
            raise DeviceMissing(self._why_not(error)) from None
        except Exception:
            self.close()
            raise

    def _open(self) -> None:
        if not self._at:
            raise DeviceMissing(NOT_SET.format(self.name))
        self._wire = self._open_wire(self._at)
        self._octets.clear()
        self._wire.wake()
        self._sleep(WAKE_S)
        self._wire.write(ACK)  # whatever it was doing, it gives up
        try:
            prepare(self._ask)
        except BrokenFrame:
            raise DeviceMissing(SILENT.format(self._at)) from None

    def _ask(self, command: int, data: bytes) -> bytes:
        assert self._wire is not None
        self._octets.clear()
        self._wire.write(frame(command, data))
        is_acknowledged = False
        for _ in range(MAX_LOOKS):
            self._octets += self._wire.read()
            while (body := next_frame(self._octets)) is not None:
                if is_acknowledged and body[:2] == bytes([TO_HOST, command + 1]):
                    return body[2:]
                is_acknowledged = is_acknowledged or body == b""
            self._sleep(LOOK_S)
        raise DeviceMissing(SILENT.format(self._at))

    def _why_not(self, error: OSError) -> str:
        group, if_missing = next(what for start, what in GROUPS.items() if self._at.startswith(start))
        match error.errno:
            case errno.ENOENT | errno.ENODEV:
                return NOT_THERE.format(self._at, if_missing)
            case errno.EACCES | errno.EPERM:
                return NOT_ALLOWED.format(self._at, group, group)
            case _:
                return FAILS.format(self._at, error.strerror or error)

    def renew(self) -> None:
        self.close()
        self.poll()

    def close(self) -> None:
        wire, self._wire = self._wire, None
        if wire:
            with suppress(OSError):
                wire.close()


def open_pn532_wire(at: str) -> Pn532Wire:
    """Raises OSError."""
    if at.startswith(I2C):
        return I2cPn532(I2cFile(at))
    if at.startswith(SPI):
        return SpiPn532(at)
    return SerialPn532(at)


class SerialPn532:
    """Its HSU side, at 115,200 baud."""

    def __init__(self, path: str) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            tty.setraw(self._file)
            modes = termios.tcgetattr(self._file)
            modes[4] = modes[5] = termios.B115200
            termios.tcsetattr(self._file, termios.TCSANOW, modes)
        except termios.error as error:
            self.close()
            raise OSError(errno.ENOTTY, "it is no serial line") from error

    def wake(self) -> None:
        self.write(b"\x55\x55" + bytes(14))

    def write(self, octets: bytes) -> None:
        os.write(self._file, octets)

    def read(self) -> bytes:
        try:
            return os.read(self._file, 512)
        except BlockingIOError:
            return b""

    def close(self) -> None:
        os.close(self._file)


class OpenChip(Protocol):
    """The chip on the bus. Raises OSError."""

    def write(self, octets: bytes) -> None: ...

    def read(self, count: int) -> bytes: ...

    def close(self) -> None: ...


class I2cFile:
    """As the kernel offers it."""

    def __init__(self, path: str, ioctl: Callable[[int, int, int], object] = fcntl.ioctl) -> None:
        self._file = os.open(path, os.O_RDWR)
        ioctl(self._file, I2C_SLAVE, ADDRESS)

    def write(self, octets: bytes) -> None:
        os.write(self._file, octets)

    def read(self, count: int) -> bytes:
        return os.read(self._file, count)

    def close(self) -> None:
        os.close(self._file)


class I2cPn532:
    """Every read begins with a status octet. Asleep or busy it does not even acknowledge, which means "not yet"."""

    def __init__(self, file: OpenChip) -> None:
        self._file = file

    def wake(self) -> None:
        self.write(b"\0")

    def write(self, octets: bytes) -> None:
        with suppress(OSError):  # if it heard nothing, no ACK comes
            self._file.write(octets)

    def read(self) -> bytes:
        try:
            octets = self._file.read(1 + MAX_FRAME)
        except OSError:
            return b""
        return octets[1:] if octets[:1] == bytes([READY]) else b""

    def close(self) -> None:
        self._file.close()


class SpiPn532:
    def __init__(self, path: str) -> None:
        try:
            import spidev  # type: ignore[import-not-found]
        except ImportError:
            raise DeviceMissing("The driver for SPI is not installed: run sudo apt install python3-spidev.") from None
        bus, _, device = path.removeprefix(SPI).partition(".")
        if not (bus.isdecimal() and device.isdecimal()):
            raise FileNotFoundError(errno.ENOENT, "no such bus")
        self._spi: Any = spidev.SpiDev()
        self._spi.open(int(bus), int(device))
        self._spi.max_speed_hz = SPI_HZ

    def wake(self) -> None:
        """Selecting it wakes it."""
        self._transfer(bytes([SPI_STATUS, 0]))

    def write(self, octets: bytes) -> None:
        self._transfer(bytes([SPI_WRITE]) + octets)

    def read(self) -> bytes:
        if self._transfer(bytes([SPI_STATUS, 0]))[1] != READY:
            return b""
        return self._transfer(bytes([SPI_READ]) + bytes(MAX_FRAME))[1:]

    def _transfer(self, sent: bytes) -> bytes:
        return bytes(self._spi.xfer2(list(sent.translate(REVERSED)))).translate(REVERSED)

    def close(self) -> None:
        self._spi.close()
