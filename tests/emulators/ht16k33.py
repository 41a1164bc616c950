"""An HT16K33 as seen from the bus: its memory, and whether it is awake and lit."""

from threading import Event

from hardware.health import DeviceMissing
from tests.deadline import DEADLINE_S

SEGMENTS = {0x00: " ", 0x06: "1", 0x5B: "2", 0x4F: "3", 0x66: "4", 0x6D: "5", 0x7D: "6"}
DIGITS = (0, 2, 6, 8)  # a common backpack of four digits


class Ht16k33:
    """After `hang`, whoever writes to it waits until `free`; `is_stuck` is set once somebody does."""

    def __init__(self) -> None:
        self.is_plugged_in = True
        self._is_free, self.is_stuck = Event(), Event()
        self._is_free.set()
        self.addresses: list[int] = []  # where it was opened
        self.is_closed = False
        self.reset()

    def reset(self) -> None:
        """As at power-up: asleep, dark, with arbitrary memory."""
        self.memory = bytearray(b"\xff" * 16)
        self._is_awake = self._is_lit = False

    def at(self, address: int) -> "Ht16k33":
        self.addresses.append(address)
        self.is_closed = False
        return self

    def hang(self) -> None:
        self._is_free.clear()

    def free(self) -> None:
        self._is_free.set()

    def _await_bus(self) -> None:
        if not self._is_free.is_set():
            self.is_stuck.set()
            assert self._is_free.wait(DEADLINE_S), "the bus was never freed"

    def write(self, octets: bytes) -> None:
        self._await_bus()
        if not self.is_plugged_in:
            raise DeviceMissing(f"Nothing answers at I2C address 0x{self.addresses[-1]:02X} (Remote I/O error).")
        match octets[0] >> 4:
            case 0x0:
                start = octets[0] & 0xF
                self.memory[start : start + len(octets) - 1] = octets[1:]
            case 0x2:
                self._is_awake = bool(octets[0] & 1)
            case 0x8:
                self._is_lit = octets[0] & 0b111 == 0b001

    def close(self) -> None:
        self.is_closed = True

    def reads(self) -> str:
        """What people see, with a blank for a dark digit."""
        is_seen = self.is_plugged_in and self._is_awake and self._is_lit
        return "".join(SEGMENTS[self.memory[at]] for at in DIGITS).rstrip() if is_seen else ""
