"""The faces of the dice as digits of seven segments, on an HT16K33."""

from collections.abc import Callable, Sequence

from hardware.i2c import I2cWire, Wire

AWAKE, LIT, FULL = 0x21, 0x81, 0xEF  # its oscillator, the display without blinking, and the brightest of 16 steps
DIGITS = {1: 0x06, 2: 0x5B, 3: 0x4F, 4: 0x66, 5: 0x6D, 6: 0x7D}  # segments a to g, from the lowest bit
PLACES = (0, 2, 6)  # in its memory, from the left: at 4 is the colon
MEMORY = 16


class DigitDisplay:
    def __init__(self, address: int = 0x70, wire: Callable[[int], Wire] = I2cWire) -> None:
        self._address = address
        self._open_wire = wire
        self._wire: Wire | None = None
        self._faces: tuple[int, ...] = ()

    def open(self) -> None:
        """What it showed is shown again: it may have been unplugged."""
        self.show(self._faces)

    def show(self, faces: Sequence[int]) -> None:
        """Woken every time, since nothing tells whether it was reset in between."""
        self._faces = tuple(faces)
        try:
            self._wire = self._wire or self._open_wire(self._address)
            for word in (AWAKE, LIT, FULL):
                self._wire.write(bytes([word]))
            self._wire.write(bytes([0, *_memory(self._faces)]))
        except Exception:
            self._let_go()
            raise

    def _let_go(self) -> None:
        wire, self._wire = self._wire, None
        if wire:
            wire.close()

    def close(self) -> None:
        """It is left dark."""
        if self._wire:
            try:
                self.show(())
            finally:
                self._let_go()


def _memory(faces: Sequence[int]) -> bytes:
    memory = bytearray(MEMORY)
    for place, face in zip(PLACES, faces, strict=False):
        memory[place] = DIGITS[face]
    return bytes(memory)
