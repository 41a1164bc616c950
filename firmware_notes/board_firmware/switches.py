"""Hall switches or reed contacts on a chain of 74HC165 shift registers. A closed one pulls its input to ground.

It has no pins: `load` and `clock` are called with 0 or 1, and `data()` returns 0 or 1, like a machine.Pin.
"""

SOMETHING = "+"


class Switches:
    """A sensor for board.py. Reader 0 is what comes out of the chain first: input H of the first chip."""

    def __init__(self, load, clock, data, count, rest):
        self._load, self._clock, self._data, self._rest = load, clock, data, rest
        self.readers = count
        self._is_closed = [False] * count

    def begin(self):
        self._rest()
        self._load(0)
        self._load(1)
        for reader in range(self.readers):
            self._is_closed[reader] = not self._data()
            self._clock(1)
            self._clock(0)

    def read(self, reader):
        if all(self._is_closed):
            raise OSError("all switches are closed at once: the chain has no power, or its data line is at ground")
        return (SOMETHING,) if self._is_closed[reader] else ()
