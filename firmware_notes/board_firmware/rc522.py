"""RC522 readers on one SPI bus, with only one antenna on at a time, since neighbours disturb each other.

It reads tags of 4, 7 and 10 bytes, several on one antenna. It has no pins: `spi` needs `write_readinto`, and each of
`selects` is called with 0 to select its reader and with 1 to let go of it, as a machine.Pin is.
"""

# Registers, by the names of the data sheet
COMMAND, IRQ, ERROR, FIFO, FIFO_LEVEL, FRAMING, COLLISION = 0x01, 0x04, 0x06, 0x09, 0x0A, 0x0D, 0x0E
MODE, TX_CONTROL, TX_ASK, GAIN, T_MODE, T_PRESCALER = 0x11, 0x14, 0x15, 0x26, 0x2A, 0x2B
T_RELOAD_HIGH, T_RELOAD_LOW, VERSION = 0x2C, 0x2D, 0x37

IDLE, TRANSCEIVE, SOFT_RESET = 0x00, 0x0C, 0x0F
TIMER_IRQ, ANSWER_IRQ = 0x01, 0x30
COLLIDED, UNREADABLE = 0x08, 0x13  # of ERROR; the second is a full FIFO, parity or protocol
REQUEST, HALT, SELECTS = b"\x26", b"\x50\x00", (0x93, 0x95, 0x97)

SETTLE_US = 5100  # a tag may need 5 ms of field before it answers
TAGS_MOST = 8
LOOKS_MOST = 400  # at the interrupts of one exchange; the chip's own timer ends it far earlier

MOST_GAIN = 0x70  # 48 dB
# The timer ticks every 25 us and gives up after 41 ticks, 1 ms; modulation is 100 %; CRC begins with 6363.
START = (
    (T_MODE, 0x80),
    (T_PRESCALER, 0xA9),
    (T_RELOAD_HIGH, 0),
    (T_RELOAD_LOW, 40),
    (TX_ASK, 0x40),
    (MODE, 0x3D),
    (GAIN, MOST_GAIN),
)


class Garbled(Exception):
    """Something answered, unreadably."""


def crc_a(data):
    crc = 0x6363
    for byte in data:
        byte ^= crc & 0xFF
        byte = (byte ^ (byte << 4)) & 0xFF
        crc = (crc >> 8) ^ (byte << 8) ^ (byte << 3) ^ (byte >> 4)
    return bytes((crc & 0xFF, crc >> 8))


class Readers:
    """A sensor, as board.py wants one."""

    def __init__(self, spi, selects, sleep_us, settle_us=SETTLE_US):
        self._spi, self._selects, self._sleep_us, self._settle_us = spi, selects, sleep_us, settle_us
        self.readers = len(selects)
        self._select = selects[0]  # of the reader that is talked to

    def begin(self):
        pass

    def read(self, reader):
        self._select = self._selects[reader]
        if self._get(GAIN) != MOST_GAIN:  # new, or it had no power for a moment
            self._set_up()
        self._antenna(on=True)
        self._sleep_us(self._settle_us)
        try:
            return self._inventory()
        except Garbled:
            return None
        finally:
            self._antenna(on=False)  # every tag forgets what it was told

    def _set_up(self):
        self._put(COMMAND, SOFT_RESET)
        self._sleep_us(50)
        if self._get(VERSION) in (0x00, 0xFF):
            raise OSError("no chip answers")
        for register, value in START:
            self._put(register, value)

    def _antenna(self, on):
        self._put(TX_CONTROL, 0x83 if on else 0x80)
        if on and self._get(TX_CONTROL) != 0x83:
            raise OSError("its antenna does not go on")

    # Tags

    def _inventory(self):
        """Each tag answers once, is selected, and sent to sleep so that the next one can be heard."""
        found = []
        while len(found) < TAGS_MOST and self._exchange(REQUEST, 7) is not None:
            found.append(self._pick())
            self._exchange(HALT + crc_a(HALT))
        return tuple(found)

    def _pick(self):
        """The number of one of the tags that answered, which is selected then."""
        uid = b""
        for level in SELECTS:
            part = self._anticollide(level)
            frame = bytes((level, 0x70)) + part
            answer = self._exchange(frame + crc_a(frame))
            if answer is None or len(answer[0]) != 3 or crc_a(answer[0][:1]) != answer[0][1:]:
                raise Garbled("SAK")
            if not answer[0][0] & 0x04:  # not "there is more of my number"
                return "".join("%02X" % byte for byte in uid + part[:4])  # noqa: UP031
            uid += part[1:4]
        raise Garbled("a number without end")

    def _anticollide(self, level):
        """Four bytes of a number and their sum, of one tag: where several differ, the one that has a 1 there.

        Where a second collision was is not asked: libraries disagree about what the chip then says. The bits that are
        known grow one by one instead.
        """
        known, count, is_guess = 0, 0, False
        while count < 40:
            answer = self._exchange_part(level, known, count)
            if answer is None and is_guess:
                known, is_guess = known ^ 1 << count - 1, False
            elif answer is None:
                raise Garbled("silence")
            elif not answer[1]:
                return _checked(answer[0])
            elif count == 0:
                known, count = self._first_collision(answer[0])
            else:
                known, count, is_guess = known | 1 << count, count + 1, True
        raise Garbled("collisions without end")

    def _first_collision(self, bits):
        place = self._get(COLLISION)
        if place & 0x20:
            raise Garbled("a collision that is nowhere")
        at = (place & 0x1F or 32) - 1
        return bits & (1 << at) - 1 | 1 << at, at + 1

    def _exchange_part(self, level, known, count):
        """All 40 bits as a number, the first one lowest, of which `count` are known; and whether tags collided."""
        whole, odd = count >> 3, count & 7
        sent = known.to_bytes(whole + (1 if odd else 0), "little")
        answer = self._exchange(bytes((level, 0x20 + (whole << 4) + odd)) + sent, odd, odd)
        if answer is None:
            return None
        data, is_collided = answer
        if not is_collided and len(data) != 5 - whole:
            raise Garbled("length")
        bits = int.from_bytes(data, "little") >> odd << odd
        return bits << 8 * whole | known, is_collided

    # The chip

    def _exchange(self, data, last_bits=0, align=0):
        """What came back and whether tags collided in it; None if nothing did."""
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
            raise Garbled("noise")
        return self._fifo(), bool(error & COLLIDED)

    def _is_answered(self):
        for _ in range(LOOKS_MOST):
            irq = self._get(IRQ)
            if irq & 0x80:  # never so on a chip that answers
                raise OSError("the chip went away")
            if irq & ANSWER_IRQ:
                return True
            if irq & TIMER_IRQ:
                return False
        raise OSError("the chip hangs")

    def _fifo(self):
        count = self._get(FIFO_LEVEL) & 0x7F
        return bytes(self._transfer(bytes([FIFO << 1 | 0x80] * count + [0]))[1:])

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


def _checked(bits):
    part = bits.to_bytes(5, "little")
    if part[0] ^ part[1] ^ part[2] ^ part[3] ^ part[4]:
        raise Garbled("sum")
    return part
