"""Opens the package `mfrc522`. The only file that imports it, and only when a reader is opened.

The package wants RPi.GPIO, which does not work on every Pi, insists on one numbering of pins and cleans up the pins of
the whole process. It needs it only to raise the reset pin, so we give it a stand-in that does just that.
"""

import logging
import sys
from pathlib import Path
from types import ModuleType
from typing import Protocol, cast

from hardware.health import DeviceMissing
from hardware.pins import Level

BCM = 11
SPEED_HZ = 1_000_000
NOT_INSTALLED = "The reader's driver is not installed ({}): run pip install '.[pi]' in the companion's folder."
WRONG_PACKAGE = "Another package called mfrc522 is installed: uninstall it and run pip install mfrc522==0.0.7."
NO_BUS = "There is no /dev/spidev{}.{}: turn on SPI (sudo raspi-config, Interface Options) and restart the Pi."
NOT_ALLOWED = "No permission to use /dev/spidev{}.{}: add this user to the spi group (sudo usermod -aG spi $USER)."


class SpiBus(Protocol):
    def xfer2(self, sent: list[int]) -> list[int]: ...

    def close(self) -> None: ...


class Mfrc522(Protocol):
    """The part of the package's class that we use: its registers, not its way of reading cards."""

    spi: SpiBus

    def Read_MFRC522(self, addr: int) -> int: ...  # noqa: N802

    def Write_MFRC522(self, addr: int, val: int) -> None: ...  # noqa: N802

    def MFRC522_Init(self) -> None: ...  # noqa: N802

    def AntennaOn(self) -> None: ...  # noqa: N802

    def AntennaOff(self) -> None: ...  # noqa: N802


def open_driver(bus: int, device: int, reset: Level | None) -> Mfrc522:
    """Raises the reset pin, if there is one. Raises DeviceMissing."""
    try:
        package = _import_mfrc522()
    except ImportError as error:
        has_bus = Path(f"/dev/spidev{bus}.{device}").exists()
        raise DeviceMissing(NOT_INSTALLED.format(error.name) if has_bus else NO_BUS.format(bus, device)) from None
    if not hasattr(getattr(package, "MFRC522", None), "Read_MFRC522"):
        raise DeviceMissing(WRONG_PACKAGE)
    try:
        driver = package.MFRC522(bus=bus, device=device, spd=SPEED_HZ, pin_mode=BCM, pin_rst=reset)
    except FileNotFoundError:
        raise DeviceMissing(NO_BUS.format(bus, device)) from None
    except PermissionError:
        raise DeviceMissing(NOT_ALLOWED.format(bus, device)) from None
    # The package logs to stderr, with one more handler for every instance, over whatever is on the screen.
    logger = logging.getLogger("mfrc522Logger")
    logger.handlers.clear()
    logger.addHandler(logging.NullHandler())
    logger.propagate = False
    return cast(Mfrc522, driver)


def _import_mfrc522() -> ModuleType:
    """With the stand-in for RPi.GPIO in sys.modules during the import only."""
    gpio = ModuleType("RPi.GPIO")
    gpio.__dict__.update(OUT=0, getmode=lambda: BCM, setup=_leave_alone, output=_set_level, cleanup=_leave_alone)
    stand_ins = {"RPi": ModuleType("RPi"), "RPi.GPIO": gpio}
    stand_ins["RPi"].__dict__["GPIO"] = gpio
    before = {name: sys.modules.get(name) for name in stand_ins}
    sys.modules.update(stand_ins)
    try:
        import mfrc522  # type: ignore[import-untyped]
    finally:
        for name, module in before.items():
            sys.modules.pop(name, None)
            if module:
                sys.modules[name] = module
    return cast(ModuleType, mfrc522)


def _leave_alone(*_: object) -> None:
    """An open pin needs no setup, and nobody's pins are cleaned up here."""


def _set_level(pin: Level | None, value: int) -> None:
    """What the package takes for a pin number is the open pin itself."""
    if pin:
        pin.set(bool(value))
