"""A tag reader on the SPI bus. Its field is on only while it is asked, so that every card begins anew each time."""

import time
from collections.abc import Callable
from contextlib import suppress

from hardware.errors import DeviceMissing
from hardware.iso14443a import Garbled, inventory
from hardware.pins import Level, NoLevel, Pins
from hardware.rc522_chip import Rc522Chip
from hardware.rc522_driver import Mfrc522, open_driver
from hardware.reader import Miss, Poll


class Rc522Reader:
    """`reset` is the pin at its RST; None if that is wired to 3.3 V."""

    def __init__(
        self,
        name: str,
        pins: Pins,
        *,
        bus: int = 0,
        device: int = 0,
        reset: int | None = 25,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.name = name
        self._pins = pins
        self._bus, self._device, self._reset = bus, device, reset
        self._sleep = sleep
        self._chip: Rc522Chip | None = None
        self._driver: Mfrc522 | None = None
        self._level: Level | None = None

    def poll(self) -> Poll:
        try:
            chip = self._chip or self._open()
            chip.check()
            return self._look(chip)
        except OSError as error:
            self.close()
            raise DeviceMissing(f"The SPI bus fails at {self._where} ({error.strerror or error}).") from None
        except Exception:
            self.close()
            raise

    @property
    def _where(self) -> str:
        return f"/dev/spidev{self._bus}.{self._device}"

    def _open(self) -> Rc522Chip:
        self._level = NoLevel() if self._reset is None else self._pins.level(self._reset)
        self._driver = open_driver(self._bus, self._device, self._level)
        chip = Rc522Chip(self._driver, self._where, self._sleep)
        chip.wake()
        self._chip = chip
        return chip

    def _look(self, chip: Rc522Chip) -> Poll:
        chip.field_on()
        try:
            found = inventory(chip.exchange)
        except Garbled:
            return Miss.GARBLED
        finally:
            chip.field_off()
        return frozenset(uid.hex().upper() for uid in found) or Miss.EMPTY

    def close(self) -> None:
        """Nothing but its own bus and pin: the package would clean up the pins of everybody."""
        driver, level = self._driver, self._level
        self._chip = self._driver = self._level = None
        if driver:
            with suppress(OSError):
                driver.AntennaOff()
            with suppress(OSError):
                driver.spi.close()
        if level:
            level.close()
