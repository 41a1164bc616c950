"""A stand-in for the module `spidev`: buses with emulated chips on them."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import ModuleType

from tests.emulators.mfrc522_chip import Mfrc522Chip

Place = tuple[int, int]  # bus and device
CALL_S = 20e-6  # per transfer, besides its bytes; about what a Pi 4 needs


class SpiBuses:
    def __init__(self, chips: Mapping[Place, Mfrc522Chip]) -> None:
        self.chips = dict(chips)
        self.transfers = 0
        self.open_places: list[Place] = []

    def open(self, place: Place) -> Mfrc522Chip:
        if place not in self.chips:
            raise FileNotFoundError(2, "No such file or directory")
        self.open_places.append(place)
        return self.chips[place]

    @contextmanager
    def as_spidev(self) -> Iterator[None]:
        """Makes this the `spidev` that is imported meanwhile; `mfrc522` is imported again for it."""
        kept = {name: sys.modules.pop(name, None) for name in _concerned()}
        sys.modules["spidev"] = self._module()
        try:
            yield
        finally:
            for name in _concerned():
                del sys.modules[name]
            sys.modules.update({name: module for name, module in kept.items() if module})

    def _module(self) -> ModuleType:
        module, buses = ModuleType("spidev"), self

        class SpiDev(_SpiDev):
            def __init__(self) -> None:
                super().__init__(buses)

        module.__dict__["SpiDev"] = SpiDev
        return module


def _concerned() -> list[str]:
    return [name for name in sys.modules if name.partition(".")[0] in ("spidev", "mfrc522")]


class _SpiDev:
    max_speed_hz = 500_000

    def __init__(self, buses: SpiBuses) -> None:
        self._buses = buses
        self._place: Place | None = None

    def open(self, bus: int, device: int) -> None:
        self._chip = self._buses.open((bus, device))
        self._place = bus, device

    def xfer2(self, sent: list[int]) -> list[int]:
        if self._place is None:
            raise OSError(9, "Bad file descriptor")
        self._buses.transfers += 1
        self._chip.time.sleep(8 * len(sent) / self.max_speed_hz + CALL_S)
        return self._chip.transfer(sent)

    def close(self) -> None:
        if self._place is not None:
            self._buses.open_places.remove(self._place)
            self._place = None
