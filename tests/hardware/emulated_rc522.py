"""Our RC522 adapter and the real `mfrc522` package on an emulated chip, in virtual time."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

import pytest

from hardware.rc522 import Rc522Reader
from hardware.readers import Poll
from tests.emulators.cards import EmulatedCard
from tests.emulators.mfrc522_chip import Mfrc522Chip
from tests.emulators.pi_header import PiHeader
from tests.emulators.spi_bus import SpiBuses
from tests.emulators.virtual_time import VirtualTime

needs_mfrc522 = pytest.mark.skipif(
    find_spec("mfrc522") is None, reason="the package mfrc522 is not installed: pip install --no-deps mfrc522==0.0.7"
)


class EmulatedRc522:
    def __init__(self) -> None:
        self.time = VirtualTime()
        self.chip = Mfrc522Chip(self.time)
        self.buses = SpiBuses({(0, 0): self.chip})
        self.header = PiHeader()
        self.reader = self.another("deeds")

    def another(self, name: str, device: int = 0, reset: int | None = 25) -> Rc522Reader:
        return Rc522Reader(name, self.header.pins, device=device, reset=reset, sleep=self.time.sleep)

    def lay(self, *uids: str, sak: int = 0x00) -> None:
        for uid in uids:
            self.chip.place(EmulatedCard(uid, sak))

    def poll(self) -> Poll:
        return self.reader.poll()


@contextmanager
def emulated_rc522() -> Iterator[EmulatedRc522]:
    made = EmulatedRc522()
    with made.buses.as_spidev():
        yield made
        made.reader.close()
