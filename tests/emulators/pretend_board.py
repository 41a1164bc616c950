"""A token board on a pty: it can be plugged in and out, and says whatever a test wants, good or bad.

Its path is a link to the current pty, as udev makes one to whichever port the board got.
"""

import fcntl
import os
import select
import termios
import time
import tty
from array import array
from collections.abc import Callable
from pathlib import Path

from hardware.serial_line import LineSplitter, seal, unseal
from tests.deadline import DEADLINE_S

FULL = 4_000  # bytes; more may have to wait until some are read


class PretendBoard:
    def __init__(self, path: Path, hello: str = "caps=uid readers=10 module=north") -> None:
        self.path = path
        self.hello = hello
        self.boot = 1
        self.sequence = 0
        self.standing: dict[int, str] = {}  # what AT says about each reader
        self.asked: list[str] = []
        self.is_deaf = False  # answers nothing
        self.mute = ""  # one question that it does not answer
        self.is_read_at_once = False  # a thread is waiting for its bytes
        self._lines = LineSplitter()
        self._master = self._slave = -1

    def plug(self) -> "PretendBoard":
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self._lines = LineSplitter()
        self.path.symlink_to(os.ttyname(self._slave))
        return self

    def unplug(self) -> None:
        if self._master >= 0:
            self.path.unlink()
            os.close(self._slave)
            os.close(self._master)
            self._master = -1

    def restart(self) -> None:
        """As after a short power failure."""
        self.boot += 1
        self.sequence = 0

    def raw(self, data: bytes) -> None:
        waiting = self._waiting()
        os.write(self._master, data)
        if not self.is_read_at_once and data:
            self._await_arrival(waiting)

    def _await_arrival(self, before: int) -> None:
        """Waits until it can be read at the other end: even a pty takes a moment."""
        deadline = time.monotonic() + DEADLINE_S
        while before == self._waiting() < FULL:
            assert time.monotonic() < deadline, "it never arrived"

    def _waiting(self) -> int:
        count = array("i", [0])
        fcntl.ioctl(self._slave, termios.FIONREAD, count)
        return count[0]

    def line(self, text: str) -> bytes:
        """The next frame, such as `POS 3 -`, with its number and its checksum."""
        kind, _, rest = text.partition(" ")
        line = seal(f"{kind} {self.sequence} {rest}".rstrip())
        self.sequence = (self.sequence + 1) % 65_536
        return line

    def say(self, text: str) -> None:
        self.raw(self.line(text))

    def serve(self, wait_s: float = 0.0) -> None:
        """Answers what it was asked."""
        if self._master < 0 or not select.select([self._master], [], [], wait_s)[0]:
            return
        for line in self._lines.feed(os.read(self._master, 4_096)):
            text, _ = unseal(line)
            if text:
                self.asked.append(text)
                self._answer(text)

    def heard(self) -> bytes:
        """What it was sent and has not answered."""
        return os.read(self._master, 4_096)

    def _answer(self, text: str) -> None:
        if self.is_deaf or text == self.mute:
            return
        if text == "HELLO":
            self.say(f"HELLO proto=1 boot={self.boot:04X} {self.hello}")
        if text == "SNAP":
            for reader, what in self.standing.items():
                self.say(f"AT {reader} {what}")
            self.say(f"SNAP {len(self.standing)}")
        if text == "PING":
            self.say("PONG")


def serve_until(done: Callable[[], object], *boards: PretendBoard) -> None:
    deadline = time.monotonic() + DEADLINE_S
    while not done():
        assert time.monotonic() < deadline, "it never happened"
        for board in boards:
            board.serve(0.005)
