"""The pins of a Pi's header, opened: the one place that imports gpiozero.

Every device is handed its factory, so that gpiozero's own, which a whole process shares, is never used.
"""

import os
import tempfile
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from threading import Lock
from typing import Any, Protocol, TypeVar

from hardware.errors import DeviceMissing

D = TypeVar("D")
OWN_FOLDERS = ("LG_WD", "RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR")
NOT_A_PI = "There are no pins on this machine: it is no Raspberry Pi, or its system does not offer /dev/gpiochip0."
NOT_INSTALLED = (
    "The driver of the pins is not installed ({}): run pip install '.[pi]' in the companion's folder, or, from Python "
    "3.13 on, sudo apt install python3-lgpio and make its .venv with --system-site-packages."
)
NOT_ALLOWED = "The pins may not be used: add this user to the group gpio (sudo usermod -aG gpio $USER)."
NOT_OPENED = "The pins cannot be used ({})."


class Contact(Protocol):
    """A button to ground."""

    def is_down(self) -> bool: ...

    def close(self) -> None: ...


class Level(Protocol):
    """An output, low at first."""

    def set(self, is_high: bool) -> None: ...

    def close(self) -> None: ...


class Light(Protocol):
    """An output of any brightness from 0 to 1, dark at first."""

    def set(self, brightness: float) -> None: ...

    def close(self) -> None: ...


class Buzzer(Protocol):
    def tone(self, hz: float, loudness: float) -> None:
        """From 0 to 1."""

    def quiet(self) -> None: ...

    def close(self) -> None: ...


class NoLevel:
    """Where nothing is wired."""

    def set(self, is_high: bool) -> None: ...

    def close(self) -> None: ...


class Pins:
    """Each method raises DeviceMissing; it may be tried again. What is opened is closed by itself, and nothing else."""

    def __init__(self, factory: Callable[[], Any] | None = None) -> None:
        self._open_factory = factory or open_pins
        self._factory: Any = None
        self._lock = Lock()

    def contact(self, pin: int, changed: Callable[[bool], None]) -> Contact:
        """`changed` is told every edge, from any thread: whether it went down."""
        return self._opened(pin, lambda factory: _Contact(pin, factory, changed))

    def level(self, pin: int) -> Level:
        return self._opened(pin, lambda factory: _Level(pin, factory))

    def light(self, pin: int, *, is_lit_low: bool = False) -> Light:
        return self._opened(pin, lambda factory: _Light(pin, factory, is_lit_low))

    def buzzer(self, pin: int) -> Buzzer:
        return self._opened(pin, lambda factory: _Buzzer(pin, factory))

    def _opened(self, pin: int, device: Callable[[Any], D]) -> D:
        from gpiozero import GPIOPinInUse  # type: ignore[import-untyped]

        factory = self._made()
        try:
            return device(factory)
        except GPIOPinInUse:
            raise DeviceMissing(f"Pin {pin} is in use already.") from None
        except Exception as error:  # of the pin driver beneath, which has its own
            raise DeviceMissing(f"Pin {pin} cannot be used ({error or type(error).__name__}).") from None

    def _made(self) -> Any:
        with self._lock:
            if self._factory is None:
                self._factory = self._open_factory()
            return self._factory

    def close(self) -> None:
        with self._lock:
            if self._factory is not None:
                self._factory.close()
            self._factory = None


def open_pins(devices: Path = Path("/dev")) -> Any:
    """By lgpio, which works on every Pi. Raises DeviceMissing."""
    chips = sorted(devices.glob("gpiochip*"))
    if not chips:
        raise DeviceMissing(NOT_A_PI)
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        raise DeviceMissing(NOT_ALLOWED)
    try:
        return _lgpio_factory()
    except ImportError as error:
        raise DeviceMissing(NOT_INSTALLED.format(error.name)) from None
    except Exception as error:
        raise DeviceMissing(NOT_OPENED.format(error or type(error).__name__)) from None


def _lgpio_factory() -> Any:
    """When it is imported, lgpio makes a pipe in the current folder, which it changes to LG_WD if that is set."""
    with chdir(_own_folder()):
        from gpiozero.pins.lgpio import LGPIOFactory  # type: ignore[import-untyped]

    return LGPIOFactory()


def _own_folder() -> Path:
    named = (Path(os.environ.get(name, "")) for name in OWN_FOLDERS)
    if own := next((folder for folder in named if folder.is_absolute() and folder.is_dir()), None):
        return own
    made = Path(tempfile.gettempdir()) / f"companion-pins-{os.getuid()}"
    made.mkdir(0o700, exist_ok=True)
    return made


# gpiozero's devices, by the names that are used here


class _Contact:
    def __init__(self, pin: int, factory: Any, changed: Callable[[bool], None]) -> None:
        from gpiozero import DigitalInputDevice

        # Its own debouncing differs from one pin driver to the next.
        self._device = DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=factory)
        self._device.when_activated = lambda: changed(True)
        self._device.when_deactivated = lambda: changed(False)

    def is_down(self) -> bool:
        return bool(self._device.value)

    def close(self) -> None:
        self._device.when_activated = self._device.when_deactivated = None
        self._device.close()


class _Level:
    def __init__(self, pin: int, factory: Any) -> None:
        from gpiozero import DigitalOutputDevice

        self._device = DigitalOutputDevice(pin, initial_value=False, pin_factory=factory)

    def set(self, is_high: bool) -> None:
        self._device.value = is_high

    def close(self) -> None:
        self._device.close()


class _Light:
    def __init__(self, pin: int, factory: Any, is_lit_low: bool) -> None:
        from gpiozero import PWMOutputDevice

        self._device = PWMOutputDevice(pin, active_high=not is_lit_low, initial_value=0, pin_factory=factory)

    def set(self, brightness: float) -> None:
        self._device.value = brightness

    def close(self) -> None:
        self._device.close()


class _Buzzer:
    """A passive one: the tone is the frequency, and it is loudest where the level is high half of the time."""

    def __init__(self, pin: int, factory: Any) -> None:
        from gpiozero import TonalBuzzer

        self._device = TonalBuzzer(pin, mid_tone="A5", octaves=2, pin_factory=factory)

    def tone(self, hz: float, loudness: float) -> None:
        self._device.play(hz)
        self._device.pwm_device.value = loudness / 2

    def quiet(self) -> None:
        self._device.stop()

    def close(self) -> None:
        self._device.close()
