"""RC522 readers on one SPI bus. Only one antenna is on at a time, because neighbours disturb each other.

It reads tags of 4, 7 and 10 bytes, several on one antenna. It has no pins: `spi` needs `write_readinto`, and each of
`selects` is called with 0 to select its reader and with 1 to release it, like a machine.Pin.
"""

# Registers, named as in the data sheet
COMMAND, IRQ, ERROR, FIFO, FIFO_LEVEL, FRAMING, COLLISION = 0x01, 0x04, 0x06, 0x09, 0x0A, 0x0D, 0x0E
MODE, TX_CONTROL, TX_ASK, GAIN, T_MODE, T_PRESCALER = 0x11, 0x14, 0x15, 0x26, 0x2A, 0x2B
T_RELOAD_HIGH, T_RELOAD_LOW, VERSION = 0x2C, 0x2D, 0x37

IDLE, TRANSCEIVE, SOFT_RESET = 0x00, 0x0C, 0x0F
TIMER_IRQ, ANSWER_IRQ = 0x01, 0x30
COLLIDED, UNREADABLE = 0x08, 0x13  # in ERROR; the second: FIFO overflow, parity or protocol
REQUEST, HALT, SELECTS = b"\x26", b"\x50\x00", (0x93, 0x95, 0x97)

SETTLE_US = 5100  # a tag may need 5 ms in a field before it answers
MAX_TAGS = 8
MAX_LOOKS = 400  # at the interrupts in one exchange; the chip's own timer ends it much earlier

GAINS = {18: 0x00, 23: 0x10, 33: 0x40, 38: 0x50, 43: 0x60, 48: 0x70}  # by dB
# The timer ticks every 25 us and gives up after 41 ticks, 1 ms; modulation is 100 %; the CRC starts with 6363.
START = (
    (T_MODE, 0x80),
    (T_PRESCALER, 0xA9),
    (T_RELOAD_HIGH, 0),
    (T_RELOAD_LOW, 40),
    (TX_ASK, 0x40),
    (MODE, 0x3D),
)


class TagGarbled(Exception):
    """Something answered, but unreadably."""


def crc_a(data):
    crc = 0x6363
    for byte in data:
        byte ^= crc & 0xFF
        byte = (byte ^ (byte << 4)) & 0xFF
        crc = (crc >> 8) ^ (byte << 8) ^ (byte << 3) ^ (byte >> 4)
    return bytes((crc & 0xFF, crc >> 8))


class Readers:
    """A sensor for board.py."""

    def __init__(self, spi, selects, sleep_us, gain=33, settle_us=SETTLE_US):
        self._spi, self._selects, self._sleep_us, self._settle_us = spi, selects, sleep_us, settle_us
        self.readers = len(selects)
        self._start = START + ((GAIN, GAINS[gain]),)  # noqa: RUF005, which MicroPython does not know
        self._select = selects[0]  # of the reader in use

    def begin(self):
        pass

    def read(self, reader):
        self._select = self._selects[reader]
        if self._get(TX_ASK) != 0x40:  # new, or its power failed for a moment
            self._set_up()
        self._antenna(on=True)
        self._sleep_us(self._settle_us)
        try:
            return self._inventory()
        except TagGarbled:
            return None
        finally:
            self._antenna(on=False)  # makes every tag forget that it was halted

    def _set_up(self):
        self._put(COMMAND, SOFT_RESET)
        self._sleep_us(50)
        if self._get(VERSION) in (0x00, 0xFF):
            raise OSError("no chip answers")
        for register, value in self._start:
            self._put(register, value)
            if self._get(register) != value:
                raise OSError("the chip forgets what it is told")

    def _antenna(self, on):
        self._put(TX_CONTROL, 0x83 if on else 0x80)
        if on and self._get(TX_CONTROL) != 0x83:
            raise OSError("its antenna does not go on")

    def _inventory(self):
        """Each tag answers once, is selected, and is sent to sleep so that the next one can be heard."""
        found = []
        while len(found) < MAX_TAGS and self._exchange(REQUEST, 7) is not None:
            found.append(self._pick())
            self._exchange(HALT + crc_a(HALT))
        return tuple(found)

    def _pick(self):
        """Selects one of the tags that answered, and returns its number."""
        uid = b""
        for level in SELECTS:
            part = self._anticollide(level)
            frame = bytes((level, 0x70)) + part
            answer = self._exchange(frame + crc_a(frame))
            if answer is None or len(answer[0]) != 3 or crc_a(answer[0][:1]) != answer[0][1:]:
                raise TagGarbled("SAK")
            if not answer[0][0] & 0x04:  # not "there is more of my number"
                return "".join("%02X" % byte for byte in uid + part[:4])  # noqa: UP031
            uid += part[1:4]
        raise TagGarbled("endless number")

    def _anticollide(self, level):
        """Four bytes of one tag's number and their sum. Where several tags differ, the one with a 1 there.

        It never asks where a second collision was: libraries disagree about what the chip says then. Instead the known
        bits grow one by one.
        """
        known, count, is_guess = 0, 0, False
        while count < 40:
            answer = self._exchange_part(level, known, count)
            if answer is None and is_guess:
                known, is_guess = known ^ 1 << count - 1, False
            elif answer is None:
                raise TagGarbled("silence")
            elif not answer[1]:
                part = answer[0].to_bytes(5, "little")
                if part[0] ^ part[1] ^ part[2] ^ part[3] ^ part[4]:
                    raise TagGarbled("sum")
                return part
            elif count == 0:
                place = self._get(COLLISION)
                if place & 0x20:
                    raise TagGarbled("a collision without a place")
                at = (place & 0x1F or 32) - 1
                known, count = answer[0] & (1 << at) - 1 | 1 << at, at + 1
            else:
                known, count, is_guess = known | 1 << count, count + 1, True
        raise TagGarbled("endless collisions")

    def _exchange_part(self, level, known, count):
        """All 40 bits as a number, the first bit lowest, and whether tags collided. `count` of the bits are known."""
        whole, odd = count >> 3, count & 7
        sent = known.to_bytes(whole + (1 if odd else 0), "little")
        answer = self._exchange(bytes((level, 0x20 + (whole << 4) + odd)) + sent, odd, odd)
        if answer is None:
            return None
        data, is_collided = answer
        if not is_collided and len(data) != 5 - whole:
            raise TagGarbled("length")
        bits = int.from_bytes(data, "little") >> odd << odd
        return bits << 8 * whole | known, is_collided

    def _exchange(self, data, last_bits=0, align=0):
        """What came back and whether tags collided in it; None if nothing came."""
        self._put(COMMAND, IDLE)
        self._put(IRQ, 0x7F)
        self._put(FIFO_LEVEL, 0x80)
        self._transfer(bytes((FIFO << 1,)) + data)
        self._put(COMMAND, TRANSCEIVE)
        self._put(FRAMING, 0x80 | align << 4 | last_bits)
        if not self._is_answered():
            return None
        error = self._get(ERROR)
        if error & UNREADABLE:
            raise TagGarbled("noise")
        count = self._get(FIFO_LEVEL) & 0x7F
        received = self._transfer(bytes([FIFO << 1 | 0x80] * count + [0]))[1:]
        return bytes(received), bool(error & COLLIDED)

    def _is_answered(self):
        for _ in range(MAX_LOOKS):
            irq = self._get(IRQ)
            if irq & 0x80:  # never set on a chip that answers
                raise OSError("the chip went away")
            if irq & ANSWER_IRQ:
                return True
            if irq & TIMER_IRQ:
                return False
        raise OSError("the chip hangs")

    def _put(self, register, value):
        self._transfer(bytes((register << 1, value)))

    def _get(self, register):
        return self._transfer(bytes((register << 1 | 0x80, 0)))[1]

    def _transfer(self, sent):
        answer = bytearray(len(sent))
        self._select(0)
        self._spi.write_readinto(sent, answer)
        self._select(1)
        return answer
