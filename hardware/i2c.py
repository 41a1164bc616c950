"""One device on the Pi's I2C bus, written to. The kernel offers the bus as a file: no driver is needed."""

import fcntl
import os
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from hardware.errors import DeviceMissing

BUS = "/dev/i2c-1"
I2C_SLAVE = 0x0703  # from linux/i2c-dev.h: this file is about that address from now on

NO_BUS = "There is no {}: switch I2C on (sudo raspi-config, Interface Options) and restart the Pi."
NOT_ALLOWED = "{} may not be used: add this user to the group i2c (sudo usermod -aG i2c $USER)."
SILENT = "Nothing answers at I2C address 0x{:02X} ({}): check its wires and its address."


class Wire(Protocol):
    def write(self, octets: bytes) -> None:
        """Raises DeviceMissing."""

    def close(self) -> None: ...


class I2cWire:
    """Raises DeviceMissing if there is no bus. Whether anybody is at the address shows when it is written to."""

    def __init__(self, address: int, bus: str = BUS, ioctl: Callable[[int, int, int], object] = fcntl.ioctl) -> None:
        self._address = address
        try:
            self._file = os.open(bus, os.O_RDWR | os.O_CLOEXEC)
        except FileNotFoundError:
            raise DeviceMissing(NO_BUS.format(bus)) from None
        except PermissionError:
            raise DeviceMissing(NOT_ALLOWED.format(bus)) from None
        try:
            ioctl(self._file, I2C_SLAVE, address)
        except OSError as error:
            self.close()
            raise self._silent(error) from None

    def write(self, octets: bytes) -> None:
        try:
            os.write(self._file, octets)
        except OSError as error:
            raise self._silent(error) from None

    def _silent(self, error: OSError) -> DeviceMissing:
        return DeviceMissing(SILENT.format(self._address, error.strerror))

    def close(self) -> None:
        with suppress(OSError):
            os.close(self._file)
