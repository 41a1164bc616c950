"""The pins of a Pi's header. The only file that imports gpiozero, and only when a pin is opened.

Every device is given our own pin factory, so gpiozero's process-wide default is never used.
"""

import os
import tempfile
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from hardware.health import DeviceMissing

D = TypeVar("D")
HEADERS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")  # of a Pi 5, of a Pi 4, of all before
BUSY = "GPIO busy"
NOT_A_PI = "This machine has no pins: it is not a Raspberry Pi, or its system does not offer any /dev/gpiochip."
NO_HEADER = "None of {} is the header of a Raspberry Pi: their labels are {}."
NOT_INSTALLED = (
    "The driver for the pins is not installed ({}): run pip install '.[pi]' in the companion's folder. From Python "
    "3.13 on, run sudo apt install python3-lgpio instead, and make the .venv with --system-site-packages."
)
NOT_ALLOWED = "No permission to use the pins: add this user to the gpio group (sudo usermod -aG gpio $USER)."
NOT_OPENED = "The pins cannot be used ({})."


class Contact:
    """A button between a pin and ground."""

    def __init__(self, pin: int, factory: Any, changed: Callable[[bool], None]) -> None:
        from gpiozero import DigitalInputDevice  # type: ignore[import-untyped]

        # No debouncing by gpiozero: it differs from one pin driver to the next.
        self._device = DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=factory)
        self._device.when_activated = lambda: changed(True)
        self._device.when_deactivated = lambda: changed(False)

    def is_down(self) -> bool:
        return bool(self._device.value)

    def close(self) -> None:
        self._device.when_activated = self._device.when_deactivated = None
        self._device.close()


class Level:
    """An output, low at first."""

    def __init__(self, pin: int, factory: Any) -> None:
        from gpiozero import DigitalOutputDevice

        self._device = DigitalOutputDevice(pin, initial_value=False, pin_factory=factory)

    def set(self, is_high: bool) -> None:
        self._device.value = is_high

    def close(self) -> None:
        self._device.close()


class Light:
    """An output of any brightness from 0 to 1, dark at first."""

    def __init__(self, pin: int, factory: Any, is_active_low: bool) -> None:
        from gpiozero import PWMOutputDevice

        self._device = PWMOutputDevice(pin, active_high=not is_active_low, initial_value=0, pin_factory=factory)

    def set(self, brightness: float) -> None:
        self._device.value = brightness

    def close(self) -> None:
        self._device.close()


class Buzzer:
    """A passive one: the frequency makes the tone, and it is loudest when the pin is high half of the time."""

    def __init__(self, pin: int, factory: Any) -> None:
        from gpiozero import TonalBuzzer

        self._device = TonalBuzzer(pin, mid_tone="A5", octaves=2, pin_factory=factory)

    def tone(self, hz: float, loudness: float) -> None:
        """`loudness` from 0 to 1."""
        self._device.play(hz)
        self._device.pwm_device.value = loudness / 2

    def quiet(self) -> None:
        self._device.stop()

    def close(self) -> None:
        self._device.close()


class GpioPins:
    """Opens pins by their BCM numbers. Each method raises DeviceMissing and may be tried again.

    Closing what was opened gives back its own pin and no other.
    """

    def __init__(self, factory: Callable[[], Any] | None = None) -> None:
        self._open_factory = factory or open_pins
        self._factory: Any = None
        self._lock = Lock()

    def contact(self, pin: int, changed: Callable[[bool], None]) -> Contact:
        """`changed` is called at every edge, from any thread, with whether the button went down."""
        return self._open(pin, lambda factory: Contact(pin, factory, changed))

    def level(self, pin: int) -> Level:
        return self._open(pin, lambda factory: Level(pin, factory))

    def light(self, pin: int, *, is_active_low: bool = False) -> Light:
        return self._open(pin, lambda factory: Light(pin, factory, is_active_low))

    def buzzer(self, pin: int) -> Buzzer:
        return self._open(pin, lambda factory: Buzzer(pin, factory))

    def _open(self, pin: int, device: Callable[[Any], D]) -> D:
        from gpiozero import GPIOPinInUse

        with self._lock:
            if self._factory is None:
                self._factory = self._open_factory()
            factory = self._factory
        try:
            return device(factory)
        except GPIOPinInUse:
            raise DeviceMissing(f"Pin {pin} is already in use.") from None
        except Exception as error:  # the pin driver beneath gpiozero has errors of its own
            if BUSY in str(error):
                raise DeviceMissing(f"Pin {pin} is in use by {_owner(factory, pin)}.") from None
            raise DeviceMissing(f"Pin {pin} cannot be used ({error or type(error).__name__}).") from None

    def close(self) -> None:
        with self._lock:
            if self._factory is not None:
                self._factory.close()
            self._factory = None


def open_pins(devices: Path = Path("/dev")) -> Any:
    """gpiozero's factory for lgpio, which works on every Pi. Raises DeviceMissing."""
    chips = sorted(devices.glob("gpiochip*"))
    if not chips:
        raise DeviceMissing(NOT_A_PI)
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        raise DeviceMissing(NOT_ALLOWED)
    try:
        # When imported, lgpio makes a pipe in the current folder, or in LG_WD if that is set.
        with chdir(_folder_for_pipe()):
            from gpiozero.pins.lgpio import LGPIOFactory  # type: ignore[import-untyped]
        return LGPIOFactory(chip=_header_chip(chips))
    except ImportError as error:
        raise DeviceMissing(NOT_INSTALLED.format(error.name)) from None
    except DeviceMissing:
        raise
    except Exception as error:
        raise DeviceMissing(NOT_OPENED.format(error or type(error).__name__)) from None


def _header_chip(chips: list[Path]) -> int:
    """By its label: kernels number the chips as they like, and a Pi 5 may have only 11 to 15. Raises DeviceMissing.

    A link such as gpiochip4 may lead to the same chip; then the lower number is taken.
    """
    import lgpio  # type: ignore[import-not-found]

    labels: dict[int, str] = {}
    for number in sorted(int(chip.name[8:]) for chip in chips if chip.name[8:].isdecimal()):
        try:
            handle = lgpio.gpiochip_open(number)
        except lgpio.error:
            continue  # not allowed, or a link that leads nowhere
        try:
            labels[number] = lgpio.gpio_get_chip_info(handle)[3]
        finally:
            lgpio.gpiochip_close(handle)
        if labels[number].startswith(HEADERS):
            return number
    if not labels:
        raise DeviceMissing(NOT_OPENED.format("no gpiochip can be opened"))
    names = ", ".join(f"/dev/gpiochip{number}" for number in labels)
    raise DeviceMissing(NO_HEADER.format(names, ", ".join(labels.values())))


def _owner(factory: Any, pin: int) -> str:
    """Who the kernel says uses the pin, and what that is likely to be."""
    import lgpio

    try:
        name = lgpio.gpio_get_line_info(factory._handle, pin)[4]
    except Exception:  # the driver may raise anything; then nobody knows
        name = ""
    if name.startswith("spi"):
        return f"{name}: an SPI bus has it as its select line; take a line such as dtoverlay=spi1-3cs out of config.txt"
    if name in ("lg", "gpiozero"):
        return f"{name}: another program with buttons or lamps is running, perhaps a second table"
    return f"{name}: look for a dtoverlay line for it in config.txt" if name else "something that cannot be named"


def _folder_for_pipe() -> Path:
    for name in ("LG_WD", "RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"):
        folder = Path(os.environ.get(name, ""))
        if folder.is_absolute() and folder.is_dir():
            return folder
    made = Path(tempfile.gettempdir()) / f"companion-pins-{os.getuid()}"
    made.mkdir(0o700, exist_ok=True)
    return made
