"""A PN532 as its user manual describes it, on a pty, on I2C and on SPI. It sleeps, hangs and is unplugged when told.

It has no radio: what lies on it is read, and no time passes by itself. A pty is served by `serve`, which a reader's
`sleep` can be.
"""

import os
import sys
import tty
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

from hardware.pn532 import REVERSED

ACK = bytes.fromhex("0000FF00FF00")
ANSWERS = {0x02: b"\x32\x01\x06\x07", 0x14: b"", 0x32: b""}
AS_DELIVERED = 0xFF


class Pn532Chip:
    def __init__(self) -> None:
        self.cards: list[str] = []
        self.asked: list[int] = []  # commands
        self.is_asleep, self.is_hung, self.is_plugged_in = True, False, True
        self.damages = 0  # so many of the next answers with cards
        self._tries = AS_DELIVERED
        self._heard = bytearray()
        self.frames: list[bytes] = []  # to be fetched

    def plug_in(self) -> None:
        self.is_plugged_in, self.is_asleep, self.is_hung, self._tries = True, True, False, AS_DELIVERED
        self.frames.clear()

    def wake(self) -> None:
        """A hang ends, too: whoever wakes it begins anew."""
        self.is_asleep = self.is_hung = False

    def hear(self, octets: bytes) -> None:
        if not self.is_plugged_in:
            return
        self._heard += octets
        while (start := self._heard.find(b"\0\xff")) >= 0 and len(self._heard) >= start + 4:
            length = self._heard[start + 2]
            if self._heard[start + 2 : start + 4] == b"\0\xff":  # an ACK: it gives up what it was doing
                del self._heard[: start + 4]
                self.frames.clear()
            elif len(self._heard) >= start + 5 + length:
                body = bytes(self._heard[start + 4 : start + 4 + length])
                del self._heard[: start + 5 + length]
                if not (self.is_asleep or self.is_hung):
                    self._answer(body[1], body[2:])
            else:
                return

    def _answer(self, command: int, data: bytes) -> None:
        self.asked.append(command)
        self.frames.append(ACK)
        if command == 0x32 and data[0] == 5:
            self._tries = data[3]
        if command in ANSWERS:
            self._say(command, ANSWERS[command])
        elif command == 0x4A and (self.cards or self._tries != AS_DELIVERED):
            found = self.cards[: data[0]]
            told = bytes([len(found)])
            for number, uid in enumerate(found, 1):
                told += bytes([number, 0x00, 0x44, 0x00, len(uid) // 2]) + bytes.fromhex(uid)
            self._say(command, told)

    def _say(self, command: int, data: bytes) -> None:
        body = bytes([0xD5, command + 1]) + data
        sealed = b"\0\0\xff" + bytes([len(body), -len(body) & 0xFF]) + body + bytes([-sum(body) & 0xFF, 0])
        if command == 0x4A and self.damages:
            self.damages -= 1
            sealed = sealed[:-3] + bytes([sealed[-3] ^ 0x10]) + sealed[-2:]
        self.frames.append(sealed)

    # As a file on I2C

    def write(self, octets: bytes) -> None:
        if not self.is_plugged_in or (self.is_asleep and octets != b"\0"):
            raise OSError(121, "Remote I/O error")
        self.wake() if octets == b"\0" else self.hear(octets)

    def read(self, count: int) -> bytes:
        if not self.is_plugged_in or self.is_asleep:
            raise OSError(121, "Remote I/O error")
        return (b"\x01" + self.frames.pop(0) if self.frames else b"\0").ljust(count, b"\0")

    def close(self) -> None:
        pass

    # As what spidev transfers

    def transfer(self, sent: bytes) -> bytes:
        if not self.is_plugged_in:
            return b"\xff" * len(sent)
        if sent[0] == 0x01:
            self.hear(sent[1:])
            return bytes(len(sent))
        if sent[0] == 0x03:
            return (b"\0" + (self.frames.pop(0) if self.frames else b"")).ljust(len(sent), b"\0")
        if self.is_asleep:
            self.wake()
        return bytes([0, 1 if self.frames else 0])


@contextmanager
def as_spidev(chip: Pn532Chip) -> Iterator[None]:
    """Makes it what is at /dev/spidev0.0."""

    class SpiDev:
        max_speed_hz = 0

        def open(self, bus: int, device: int) -> None:
            assert (bus, device) == (0, 0)

        def xfer2(self, sent: list[int]) -> list[int]:
            return list(chip.transfer(bytes(sent).translate(REVERSED)).translate(REVERSED))

        def close(self) -> None:
            pass

    module = ModuleType("spidev")
    module.__dict__["SpiDev"] = SpiDev
    with patch.dict(sys.modules, {"spidev": module}):
        yield


class Pn532OnPty:
    """At a path that leads to its pty while it is plugged in."""

    def __init__(self, folder: Path) -> None:
        self.chip = Pn532Chip()
        self.path = folder / "pn532"
        self._open()

    def _open(self) -> None:
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.path.symlink_to(os.ttyname(self._slave))

    def serve(self, _: float = 0) -> None:
        with suppress(BlockingIOError, OSError):
            octets = os.read(self._master, 512)
            if b"\x55\x55" in octets:
                self.chip.wake()
            self.chip.hear(octets)
        while self.chip.frames:
            os.write(self._master, self.chip.frames.pop(0))

    def unplug(self) -> None:
        self.path.unlink()
        os.close(self._slave)
        os.close(self._master)

    def plug_in(self) -> None:
        self.chip.plug_in()
        self._open()
