"""Displays for the faces of the dice: seven-segment digits on the I2C bus, or lamps arranged as pips on pins."""

import fcntl
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol

from hardware.health import DeviceMissing
from hardware.pins import GpioPins, Level

BUS = "/dev/i2c-1"
I2C_SLAVE = 0x0703  # from linux/i2c-dev.h: from now on this file talks to that address
NO_BUS = "There is no {}: turn on I2C (sudo raspi-config, Interface Options) and restart the Pi."
NOT_ALLOWED = "No permission to use {}: add this user to the i2c group (sudo usermod -aG i2c $USER)."
SILENT = "Nothing answers at I2C address 0x{:02X} ({}): check its wires and its address."

# The HT16K33: its oscillator on, the display on without blinking, the brightest of 16 steps.
AWAKE, LIT, FULL = 0x21, 0x81, 0xEF
DIGITS = {1: 0x06, 2: 0x5B, 3: 0x4F, 4: 0x66, 5: 0x6D, 6: 0x7D}  # segments a to g, from the lowest bit
PLACES = (0, 2, 6)  # of the digits in its memory, from the left; the colon is at 4
MEMORY_BYTES = 16

# Pips come in pairs, so four lines light the seven of a die. For each line, the faces on which it is lit.
CENTRE, ONE_DIAGONAL, OTHER_DIAGONAL, SIDES = (1, 3, 5), (2, 3, 4, 5, 6), (4, 5, 6), (6,)
LINES = (CENTRE, ONE_DIAGONAL, OTHER_DIAGONAL, SIDES)
NO_FACE = 0


class Wire(Protocol):
    def write(self, octets: bytes) -> None:
        """Raises DeviceMissing."""

    def close(self) -> None: ...


class I2cWire:
    """One device on the I2C bus, which the kernel offers as a file. Raises DeviceMissing if there is no bus.

    Only writing shows whether anything is at the address.
    """

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
            raise DeviceMissing(SILENT.format(address, error.strerror)) from None

    def write(self, octets: bytes) -> None:
        try:
            os.write(self._file, octets)
        except OSError as error:
            raise DeviceMissing(SILENT.format(self._address, error.strerror)) from None

    def close(self) -> None:
        with suppress(OSError):
            os.close(self._file)


class DigitDisplay:
    """Seven-segment digits on an HT16K33."""

    def __init__(self, address: int = 0x70, wire: Callable[[int], Wire] = I2cWire) -> None:
        self._address = address
        self._open_wire = wire
        self._wire: Wire | None = None
        self._faces: tuple[int, ...] = ()

    def open(self) -> None:
        """Shows its faces again: it may have been unplugged."""
        self.show(self._faces)

    def show(self, faces: Sequence[int]) -> None:
        """Wakes it every time, because nothing tells us when it was reset."""
        self._faces = tuple(faces)
        memory = bytearray(MEMORY_BYTES)
        for place, face in zip(PLACES, faces, strict=False):
            memory[place] = DIGITS[face]
        try:
            self._wire = self._wire or self._open_wire(self._address)
            for word in (AWAKE, LIT, FULL):
                self._wire.write(bytes([word]))
            self._wire.write(bytes([0, *memory]))
        except Exception:
            self._close_wire()
            raise

    def _close_wire(self) -> None:
        wire, self._wire = self._wire, None
        if wire:
            wire.close()

    def close(self) -> None:
        """Leaves it dark."""
        if self._wire:
            try:
                self.show(())
            finally:
                self._close_wire()


class PipDisplay:
    """Two dice of lamps. `dice` are each die's pins: centre, one diagonal, the other diagonal, the sides' middles."""

    def __init__(self, pins: GpioPins, dice: Sequence[Sequence[int]]) -> None:
        self._pins = pins
        self._dice = [tuple(lines) for lines in dice]
        self._levels: list[tuple[Level, ...]] = []

    def open(self) -> None:
        if self._levels:
            return
        try:
            for lines in self._dice:
                self._levels.append(())
                for pin in lines:
                    self._levels[-1] += (self._pins.level(pin),)
        except Exception:
            self.close()
            raise

    def show(self, faces: Sequence[int]) -> None:
        """There are no lamps for a third die."""
        try:
            self.open()
            shown = [*faces, *[NO_FACE] * len(self._dice)]
            for levels, face in zip(self._levels, shown, strict=False):
                for level, lit_on in zip(levels, LINES, strict=True):
                    level.set(face in lit_on)
        except Exception:
            self.close()
            raise

    def close(self) -> None:
        opened, self._levels = self._levels, []
        for level in (level for levels in opened for level in levels):
            level.close()
