"""A USB reader that types: a keyboard to the kernel, which types a tag's number. The only file that imports evdev.

It is grabbed, so that nothing it types reaches the console. The kernel keeps only 64 events for each reader of a
device, and ten digits and Enter are 66: a thread takes them as they come. Nothing tells when a tag is lifted, so a
number is told for a moment and then no more.
"""

import errno
import select
from collections import deque
from collections.abc import Collection
from contextlib import suppress
from threading import Lock, Thread
from typing import Any

from hardware.clock import Clock
from hardware.health import DeviceMissing
from hardware.readers import BriefTag, Miss, Poll, ReaderReach
from hardware.signals import Uid
from hardware.typed_number import TypedText, tag_number

WAIT_S = 0.05
STOP_S = 1.0
NOT_INSTALLED = (
    "The driver for USB readers is not installed: run sudo apt install python3-evdev, or pip install '.[usb]' in the "
    "companion's folder."
)
NOT_SET = (
    'No USB reader is named: set at = "/dev/input/by-id/…-event-kbd" in [readers.{}]; companion doctor lists them.'
)
NOT_THERE = "The USB reader is not there: {} does not exist. Plug it in."
NOT_ALLOWED = "No permission to use {}: add this user to the input group (sudo usermod -aG input $USER)."
IN_USE = "Another program has grabbed {}: is a second table running?"
NOT_OPENED = "The USB reader at {} cannot be used ({})."
UNPLUGGED = "The USB reader at {} was unplugged."


class UsbKeyboardReader:
    reach = ReaderReach(most_at_once=1, sees_lifting=False)

    def __init__(self, name: str, path: str, clock: Clock, form: str = "auto") -> None:
        self.name = name
        self._path, self._clock, self._form = path, clock, form
        self._listening: _Listening | None = None
        self._brief = BriefTag()
        self._known: Collection[Uid] = ()

    def know_tags(self, uids: Collection[Uid]) -> None:
        self._known = uids

    def poll(self) -> Poll:
        if self._listening is None:
            self._listening = _Listening(self._open(), self._clock)
        now_ms = self._clock.now_ms()
        try:
            typed = self._listening.take()
        except OSError as error:
            self.close()
            why = UNPLUGGED.format(self._path) if error.errno == errno.ENODEV else _why_not(self._path, error)
            raise DeviceMissing(why) from None
        if typed:
            uid = tag_number(typed[0], self._form, self._known) if typed[0] else None
            self._brief.show(uid, now_ms)
            if uid is None:
                return Miss.GARBLED
        return self._brief.poll(now_ms)

    def _open(self) -> Any:
        if not self._path:
            raise DeviceMissing(NOT_SET.format(self.name))
        try:
            from evdev import InputDevice
        except ImportError:
            raise DeviceMissing(NOT_INSTALLED) from None
        device = None
        try:
            device = InputDevice(self._path)
            device.grab()
        except OSError as error:
            if device is not None:
                device.close()
            raise DeviceMissing(_why_not(self._path, error)) from None
        return device

    def renew(self) -> None:
        """Nothing can be asked of a keyboard: that it can be opened and grabbed again must do."""
        self.close()
        self.poll()

    def close(self) -> None:
        listening, self._listening, self._brief = self._listening, None, BriefTag()
        if listening:
            listening.close()


def _why_not(path: str, error: OSError) -> str:
    match error.errno:
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            return NOT_THERE.format(path)
        case errno.EACCES | errno.EPERM:
            return NOT_ALLOWED.format(path)
        case errno.EBUSY:
            return IN_USE.format(path)
        case _:
            return NOT_OPENED.format(path, error.strerror or error)


class _Listening:
    """A grabbed device, and the thread that takes its keys from the first moment to the last."""

    def __init__(self, device: Any, clock: Clock) -> None:
        self._device, self._clock = device, clock
        self._typed = TypedText()
        self._ended = deque[str | None](maxlen=8)
        self._error: OSError | None = None
        self._is_open = True
        self._lock = Lock()
        self._thread = Thread(target=self._listen, name="keys of a reader", daemon=True)
        self._thread.start()

    def take(self) -> list[str | None]:
        """At most one text. Raises OSError once the device is gone."""
        with self._lock:
            self._drain()
            if self._ended:
                return [self._ended.popleft()]
            if self._error:
                raise self._error
            return []

    def _listen(self) -> None:
        while self._is_open and self._error is None:
            with suppress(OSError, ValueError):  # what is wrong, reading tells; ValueError: closed under us
                select.select([self._device.fd], [], [], WAIT_S)
            with self._lock:
                if self._is_open:
                    self._drain()

    def _drain(self) -> None:
        """A press has the value 1, a release 0, a repetition 2. SYN_DROPPED: the kernel's memory was full."""
        from evdev import ecodes

        now_ms = self._clock.now_ms()
        try:
            while self._error is None:
                for event in self._device.read():
                    if (event.type, event.code) == (ecodes.EV_SYN, ecodes.SYN_DROPPED):
                        self._typed.lose_keys()
                    elif event.type == ecodes.EV_KEY and event.value == 1:
                        typed_ms = event.sec * 1_000 + event.usec // 1_000
                        self._ended.extend(self._typed.press(event.code, typed_ms, now_ms))
        except BlockingIOError:
            self._ended.extend(self._typed.look(now_ms))
        except OSError as error:
            self._error = error

    def close(self) -> None:
        """Ends the grab."""
        with self._lock:
            self._is_open = False
            with suppress(OSError):
                self._device.close()
        self._thread.join(STOP_S)
