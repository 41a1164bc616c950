"""The package `mfrc522`, opened: the one place that imports it.

It wants RPi.GPIO, which does not work on every Pi, fights over the numbering of pins, and is cleaned up for the whole
process. All it does with it is raise the reset pin, so it is given a stand-in that does this alone.
"""

import logging
import sys
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Protocol, cast

from hardware.errors import DeviceMissing
from hardware.pins import Level

BCM = 11
SPEED_HZ = 1_000_000
NOT_INSTALLED = "The reader's driver is not installed ({}): run pip install '.[pi]' in the companion's folder."
NOT_THE_ONE = "Another package called mfrc522 is installed: uninstall it, and run pip install mfrc522==0.0.7."
NO_BUS = "There is no /dev/spidev{}.{}: switch SPI on (sudo raspi-config, Interface Options) and restart the Pi."
NOT_ALLOWED = "/dev/spidev{}.{} may not be used: add this user to the group spi (sudo usermod -aG spi $USER)."


class Spi(Protocol):
    def xfer2(self, sent: list[int]) -> list[int]: ...

    def close(self) -> None: ...


class Mfrc522(Protocol):
    """What is used of the package's class: its registers. What it makes of them is not."""

    spi: Spi

    def Read_MFRC522(self, addr: int) -> int: ...  # noqa: N802

    def Write_MFRC522(self, addr: int, val: int) -> None: ...  # noqa: N802

    def MFRC522_Init(self) -> None: ...  # noqa: N802

    def AntennaOn(self) -> None: ...  # noqa: N802

    def AntennaOff(self) -> None: ...  # noqa: N802


def open_driver(bus: int, device: int, reset: Level) -> Mfrc522:
    """Raises the reset pin. Raises DeviceMissing."""
    try:
        package = _package()
    except ImportError as error:
        is_there = Path(f"/dev/spidev{bus}.{device}").exists()
        raise DeviceMissing(NOT_INSTALLED.format(error.name) if is_there else NO_BUS.format(bus, device)) from None
    if not hasattr(getattr(package, "MFRC522", None), "Read_MFRC522"):
        raise DeviceMissing(NOT_THE_ONE)
    try:
        driver = package.MFRC522(bus=bus, device=device, spd=SPEED_HZ, pin_mode=BCM, pin_rst=reset)
    except FileNotFoundError:
        raise DeviceMissing(NO_BUS.format(bus, device)) from None
    except PermissionError:
        raise DeviceMissing(NOT_ALLOWED.format(bus, device)) from None
    _hush()
    return cast(Mfrc522, driver)


def _package() -> ModuleType:
    own = {"RPi": ModuleType("RPi"), "RPi.GPIO": _gpio()}
    own["RPi"].__dict__["GPIO"] = own["RPi.GPIO"]
    before = {name: sys.modules.get(name) for name in own}
    sys.modules.update(own)
    try:
        import mfrc522  # type: ignore[import-untyped]
    finally:
        _put_back(before)
    return cast(ModuleType, mfrc522)


def _put_back(before: dict[str, ModuleType | None]) -> None:
    for name, module in before.items():
        with suppress(KeyError):
            del sys.modules[name]
        if module:
            sys.modules[name] = module


def _gpio() -> ModuleType:
    """A "pin" here is the pin itself, held open by whoever opens the driver: it is only set."""
    stand_in = ModuleType("RPi.GPIO")
    stand_in.__dict__.update(OUT=0, getmode=lambda: BCM, setup=_leave, output=_set, cleanup=_leave)
    return stand_in


def _leave(*_: object) -> None:
    """A pin that is open is set up, and nobody's pins are cleaned up here."""


def _set(pin: Level, value: int) -> None:
    pin.set(bool(value))


def _hush() -> None:
    """The package logs to stderr, once more with every instance, over whatever is on the screen."""
    logger = logging.getLogger("mfrc522Logger")
    logger.handlers.clear()
    logger.addHandler(logging.NullHandler())
    logger.propagate = False
