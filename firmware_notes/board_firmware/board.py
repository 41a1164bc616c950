"""What the board says, and when. It has no pins and no clock: the sensor and the output are passed to it.

A sensor has `readers` (how many), `begin()` (a pass over all of them begins) and `read(reader)`: the tags that are
there, or None if they could not be read this time. It raises OSError with a reason if the reader does not answer.
"""

from presence import ARRIVE, LEAVE, Presence
from serial_line import LineSplitter, seal, unseal

PROTOCOL = 1
FIRMWARE = "1.0.0"
MAX_ERRORS = 3  # in a row are answered; a flood of junk is met with silence
MAX_UIDS = 8  # of one reader in a frame, so that it fits into a line


class BoardFirmware:
    """`senses` is "uid", "presence" or "tap"; `boot` differs each time the board is started.

    `why` is one word, if an error or the watchdog restarted it.
    """

    def __init__(self, sensor, write, senses, name, boot, first=0, arrive=ARRIVE, leave=LEAVE, why=""):
        self._sensor, self._write, self._senses = sensor, write, senses
        # A letter that no line can hold would stop the board. With a ? the host sees it, and says what to check.
        plain = "".join([letter if 32 < ord(letter) < 127 else "?" for letter in name[:40]])
        self._hello = (
            f"proto={PROTOCOL} fw={FIRMWARE} caps={senses} readers={sensor.readers} "
            f"boot={boot:04X} module={plain} first={first}"
        ) + (f" why={why[:20]}" if why else "")
        self._presences = [Presence(arrive, leave) for _ in range(sensor.readers)]
        self._dead = {}  # why, by the number of the reader
        self._turn = 0
        self._sequence = 0
        self._errors = 0  # lines in a row that made no sense
        self._lines = LineSplitter()

    def step(self):
        """Looks at one reader, the next one each time."""
        reader = self._turn
        self._turn = (reader + 1) % self._sensor.readers
        if reader == 0:
            self._sensor.begin()
        try:
            found = self._sensor.read(reader)
        except OSError as error:
            why = str(error.args[0]) if error.args else "no answer"
            if reader not in self._dead:
                self.say(f"LOST {reader} {why}")
            self._dead[reader] = why
            return
        if self._dead.pop(reader, None) is not None:
            self.say(f"BACK {reader}")
        if found is None:
            return
        came, gone = self._presences[reader].look(found)
        if self._senses == "tap":
            for uid in came:
                self.say(f"TAP {uid}")
        elif came or gone:
            self.say(f"POS {reader} {self._what(reader)}")

    def _what(self, reader):
        return ",".join(self._presences[reader].standing()[:MAX_UIDS]) or "-"

    def say(self, text):
        """Sends `POS 3 -`, for instance, with the next number after its first word."""
        kind, _, rest = text.partition(" ")
        self._write(seal(f"{kind} {self._sequence} {rest}" if rest else f"{kind} {self._sequence}"))
        self._sequence = (self._sequence + 1) & 0xFFFF

    def greet(self):
        self.say("HELLO " + self._hello)

    def beat(self):
        self.say("HB")

    def feed(self, data):
        """Answers what the host asks."""
        for line in self._lines.feed(data):
            if line in (b"", b"\r"):
                continue
            text, why = unseal(line)
            self._errors = self._errors + 1 if why else 0
            if why:
                if self._errors <= MAX_ERRORS:
                    self.say("ERR " + why)
            elif text == "HELLO":
                self.greet()
            elif text == "SNAP":
                self._say_everything()
            elif text == "PING":
                self.say("PONG")
            else:
                self.say("ERR unknown question")

    def _say_everything(self):
        frames = 0
        for reader in range(self._sensor.readers):
            what = "! " + self._dead[reader] if reader in self._dead else self._what(reader)
            if what != "-" and self._senses != "tap":
                self.say(f"AT {reader} {what}")
                frames += 1
        self.say(f"SNAP {frames}")
