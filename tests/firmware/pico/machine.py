"""A Pico's pins and bus for MicroPython on a computer, with chips and switches as settings.py says.

A pipe, whose path is the last word of the command line, says what happens at the table: `put 3 04A2B3C4D5E680`,
`lift 3 04A2B3C4D5E680`, `kill 3`, `mend 3`, and `close 3`, `open 3` for switches.
"""

import select
import sys

import settings  # type: ignore[import-not-found]

from tests.firmware.fake_rc522 import FakeSpiBus

SELECTS: tuple[int, ...] = ()
if "main_side.py" in sys.argv[0]:
    SELECTS = settings.SELECTS
elif "main_wand.py" in sys.argv[0]:
    SELECTS = (settings.WAND_SELECT,)


class PicoWorld:
    def __init__(self, pipe: str) -> None:
        self.bus = FakeSpiBus(len(SELECTS))
        self.closed: set[int] = set()
        self.levels: dict[int, int] = {}
        self._register: list[int] = []
        self._pipe = open(pipe, "rb")  # noqa: SIM115, PTH123
        self._poll = select.poll()
        self._poll.register(self._pipe, select.POLLIN)

    def look(self) -> None:
        """Reads commands from the pipe."""
        while any(event & select.POLLIN for _, event in self._poll.poll(0)):
            words = self._pipe.readline().decode().split()
            if not words:
                return
            self._do(words[0], int(words[1]), words[2:])

    def _do(self, word: str, number: int, more: list[str]) -> None:
        if word == "close":
            self.closed.add(number)
        elif word == "open":
            self.closed.discard(number)
        else:
            self._do_chip(word, number, more)

    def _do_chip(self, word: str, number: int, more: list[str]) -> None:
        chip = self.bus.chips[number]
        if word == "put":
            chip.put(more[0])
        elif word == "lift":
            chip.lift(more[0])
        else:
            chip.stuck_at = 0xFF if word == "kill" else None
            chip.reset()

    def set(self, pin: int, level: int) -> None:
        was, self.levels[pin] = self.levels.get(pin), level
        if pin in SELECTS:
            self.bus.select(SELECTS.index(pin), level)
        elif pin == settings.LOAD and not level:
            self.look()
            self._register = [int(number not in self.closed) for number in range(settings.SWITCHES)]
        elif pin == settings.CLOCK and level and not was:
            self._register.pop(0)
            self._register.append(1)

    def get(self, pin: int) -> int:
        assert pin == settings.DATA, "nothing is wired to this pin"
        return self._register[0]


world = PicoWorld(sys.argv[-1])


PWRON_RESET, WDT_RESET = 1, 3


def reset_cause() -> int:
    return PWRON_RESET


def reset() -> None:
    raise SystemExit(1)


class WDT:
    def __init__(self, timeout: int) -> None:
        assert 0 < timeout <= 8388, "a Pico counts no further"

    def feed(self) -> None:
        pass


class Pin:
    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, number: int, mode: int = IN, pull: int = -1, value: int = 0) -> None:
        del pull
        self._number, self._mode = number, mode
        if mode == Pin.OUT:
            world.set(number, value)

    def __call__(self, level: "int | None" = None) -> "int | None":
        if level is None:
            return world.get(self._number)
        assert self._mode == Pin.OUT, "this pin is an input"
        world.set(self._number, level)
        return None


class SPI:
    """Only `write_readinto`, as on a Pico."""

    def __init__(self, number: int, baudrate: int, sck: Pin, mosi: Pin, miso: Pin) -> None:
        assert (number, sck._number, mosi._number, miso._number) == (0, 18, 19, 16), "the pins of SPI 0"
        assert baudrate <= 10_000_000, "too fast for an RC522"

    def write_readinto(self, sent: bytes, answer: bytearray) -> None:
        world.look()
        world.bus.write_readinto(sent, answer)
