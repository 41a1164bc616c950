"""A USB reader that types, beneath the real evdev: a pipe of input events at a path, as the kernel would write them.

This machine's kernel need not have uinput, and a pipe answers no ioctl: those few of evdev are answered here.
"""

import errno
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

from evdev import _input as real  # type: ignore[attr-defined]
from evdev import ecodes

from hardware.typed_number import KEYS

CODES = {letter: code for code, letter in reversed(KEYS.items())}
ENTER, SHIFT, UMLAUT = 28, 42, 40


class TypingReader:
    def __init__(self, folder: Path) -> None:
        self.path = folder / "usb-SYC_ID_IC_USB_Reader-event-kbd"
        self.grabs = 0  # how often it was grabbed
        self.is_in_use = False  # by another program
        self._is_gone = False
        self._pipe = -1
        self.plug_in()

    def plug_in(self) -> None:
        self._is_gone = False
        os.mkfifo(self.path)
        self._pipe = os.open(self.path, os.O_RDWR | os.O_NONBLOCK)

    def unplug(self) -> None:
        self._is_gone = True
        self.path.unlink()
        os.write(self._pipe, b"\0")  # whoever waits for it is woken
        os.close(self._pipe)

    def type(self, text: str, end: int | None = ENTER) -> None:
        """Each key is pressed and released, with its scan code before it, as USB keyboards do."""
        for letter in text:
            if letter.isalpha():
                self._key(SHIFT, 1)
            self.press(CODES[letter])
            if letter.isalpha():
                self._key(SHIFT, 0)
        if end is not None:
            self.press(end)

    def press(self, code: int) -> None:
        self._key(code, 1)
        self._key(code, 2)  # it repeats if held
        self._key(code, 0)

    def _key(self, code: int, value: int) -> None:
        self.event(ecodes.EV_MSC, ecodes.MSC_SCAN, code)
        self.event(ecodes.EV_KEY, code, value)
        self.event(ecodes.EV_SYN, ecodes.SYN_REPORT, 0)

    def event(self, kind: int, code: int, value: int) -> None:
        os.write(self._pipe, struct.pack("@llHHi", 0, 0, kind, code, value))

    @contextmanager
    def as_device(self) -> Iterator[None]:
        """While evdev asks for it, and no other device."""
        with patch("evdev.device._input", _Ioctls(self)), patch("evdev.eventio._input", _Ioctls(self)):
            yield

    def grab(self, wanted: int) -> None:
        if self.is_in_use:
            raise OSError(errno.EBUSY, "Device or resource busy")
        self.grabs += wanted
        with suppress(BlockingIOError):  # nobody gets what was typed before the device was opened
            os.read(self._pipe, 1 << 20)

    def require(self) -> None:
        if self._is_gone:
            raise OSError(errno.ENODEV, "No such device")


class _Ioctls:
    """evdev's own module in C, but for what only a real device answers."""

    def __init__(self, reader: TypingReader) -> None:
        self._reader = reader

    def __getattr__(self, name: str) -> Any:
        return getattr(real, name)

    def ioctl_devinfo(self, _: int) -> tuple[object, ...]:
        return 3, 0xFFFF, 0x0035, 0x110, "SYC ID&IC USB Reader", "usb-1.2/input0", "08FF20140315"

    def ioctl_EVIOCGVERSION(self, _: int) -> int:  # noqa: N802
        return 0x010001

    def ioctl_capabilities(self, _: int) -> dict[int, list[int]]:
        return {ecodes.EV_KEY: list(KEYS)}

    def ioctl_EVIOCGEFFECTS(self, _: int) -> int:  # noqa: N802
        return 0

    def ioctl_EVIOCGRAB(self, _: int, wanted: int) -> None:  # noqa: N802
        self._reader.grab(wanted)

    def device_read_many(self, file: int) -> Any:
        self._reader.require()
        return real.device_read_many(file)
