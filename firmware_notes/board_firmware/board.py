"""What the board says, and when. It has no pins and no clock: what senses and what writes are given to it.

A sensor has `readers` (how many), `begin()` (a pass over all of them begins) and `read(reader)`: the tags that are
there, or None if they could not be read this time; it raises OSError, with why, if the reader does not answer at all.
"""

from presence import ARRIVE, LEAVE, Presence
from serial_line import Lines, seal, unseal

PROTOCOL = 1
FIRMWARE = "1.0.0"
UIDS_MOST = 8  # of one reader in a frame, so that it fits into a line


class Board:
    """`senses` is "uid", "presence" or "tap"; `boot` differs each time the board is started."""

    def __init__(self, sensor, write, senses, name, boot, first=0, arrive=ARRIVE, leave=LEAVE):
        self._sensor, self._write, self._senses = sensor, write, senses
        self._hello = (
            f"proto={PROTOCOL} fw={FIRMWARE} caps={senses} readers={sensor.readers} "
            f"boot={boot:04X} module={_plain(name)} first={first}"
        )
        self._presences = [Presence(arrive, leave) for _ in range(sensor.readers)]
        self._dead = {}  # why, by the number of the reader
        self._turn = 0
        self._sequence = 0
        self._lines = Lines()

    # Sensing

    def step(self):
        """Looks at one reader, the next one each time."""
        reader = self._turn
        self._turn = (reader + 1) % self._sensor.readers
        if reader == 0:
            self._sensor.begin()
        try:
            found = self._sensor.read(reader)
        except OSError as error:
            self._lose(reader, str(error.args[0]) if error.args else "no answer")
            return
        self._find(reader)
        if found is not None:
            came, gone = self._presences[reader].look(found)
            self._tell(reader, came, gone)

    def _lose(self, reader, why):
        if reader not in self._dead:
            self.say(f"LOST {reader} {why}")
        self._dead[reader] = why

    def _find(self, reader):
        if self._dead.pop(reader, None) is not None:
            self.say(f"BACK {reader}")

    def _tell(self, reader, came, gone):
        if self._senses == "tap":
            for uid in came:
                self.say(f"TAP {uid}")
        elif came or gone:
            self.say(f"POS {reader} {self._what(reader)}")

    def _what(self, reader):
        return ",".join(self._presences[reader].standing()[:UIDS_MOST]) or "-"

    # Speaking

    def say(self, text):
        """`POS 3 -` for instance, which is sent with the next number after its first word."""
        kind, _, rest = text.partition(" ")
        self._write(seal(f"{kind} {self._sequence} {rest}" if rest else f"{kind} {self._sequence}"))
        self._sequence = (self._sequence + 1) & 0xFFFF

    def greet(self):
        self.say("HELLO " + self._hello)

    def beat(self):
        self.say("HB")

    # Being asked

    def feed(self, data):
        for line in self._lines.feed(data):
            if line not in (b"", b"\r"):
                text, why = unseal(line)
                self._answer(text) if text else self.say("ERR " + why)

    def _answer(self, text):
        if text == "HELLO":
            self.greet()
        elif text == "SNAP":
            self._tell_everything()
        elif text == "PING":
            self.say("PONG")
        else:
            self.say("ERR this is no question that is known here")

    def _tell_everything(self):
        told = 0
        for reader in range(self._sensor.readers):
            what = "! " + self._dead[reader] if reader in self._dead else self._what(reader)
            if what != "-" and self._senses != "tap":
                self.say(f"AT {reader} {what}")
                told += 1
        self.say(f"SNAP {told}")


def _plain(name):
    """What no line can carry would stop the board; so the host hears of it, and says what to look at."""
    return "".join([letter if 32 < ord(letter) < 127 else "?" for letter in name[:40]])
