"""Small fake RC522 chips and tags for the board's firmware. They know only what its driver asks of them.

Everything happens at once, and it also runs on MicroPython.
"""

SELECTS = (0x93, 0x95, 0x97)
IDLE, READY, ACTIVE, HALTED = "idle", "ready", "active", "halted"


def crc_a(data: bytes) -> bytes:
    """Bit by bit, unlike the driver."""
    crc = 0x6363
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0x8408 if crc & 1 else crc >> 1
    return bytes((crc & 0xFF, crc >> 8))


def bits_of(data: bytes) -> list[int]:
    return [byte >> place & 1 for byte in data for place in range(8)]


def bytes_of(bits: list[int]) -> bytes:
    return bytes([sum(bit << place for place, bit in enumerate(bits[at : at + 8])) for at in range(0, len(bits), 8)])


class FakeTag:
    def __init__(self, uid: str) -> None:
        self.uid = uid
        number = bytes([int(uid[at : at + 2], 16) for at in range(0, len(uid), 2)])
        self._parts = _parts(number)
        self.power_off()

    def power_off(self) -> None:
        self._state, self._level, self._was_halted = IDLE, 0, False

    def answer(self, bits: list[int]) -> "list[int] | None":
        data = bytes_of(bits)
        if len(bits) == 7:
            return self._wake(data[0])
        if self._state == READY and len(data) >= 2 and data[0] == SELECTS[self._level]:
            return self._select(data) if data[1] == 0x70 else self._anticollide(data[1], bits[16:])
        if self._state == ACTIVE and data == b"\x50\x00" + crc_a(b"\x50\x00"):
            self._state, self._was_halted = HALTED, True
        elif self._state in (READY, ACTIVE):
            self._drop()
        return None

    def _wake(self, command: int) -> "list[int] | None":
        if self._state == IDLE and command == 0x26:
            self._state, self._level = READY, 0
            return bits_of(bytes(({1: 0x04, 2: 0x44, 3: 0x84}[len(self._parts)], 0)))
        if self._state in (READY, ACTIVE):
            self._drop()
        return None

    def _drop(self) -> None:
        self._state, self._level = HALTED if self._was_halted else IDLE, 0

    def _anticollide(self, valid: int, known: list[int]) -> "list[int] | None":
        count = ((valid >> 4) - 2) * 8 + (valid & 7)
        mine = bits_of(self._parts[self._level])
        return mine[count:] if known[:count] == mine[:count] else None

    def _select(self, data: bytes) -> "list[int] | None":
        part = self._parts[self._level]
        if data[2:7] != part or data[7:] != crc_a(data[:7]):
            self._drop()
            return None
        self._level += 1
        is_last = self._level == len(self._parts)
        self._state = ACTIVE if is_last else READY
        sak = b"\x00" if is_last else b"\x04"
        return bits_of(sak + crc_a(sak))


def _parts(number: bytes) -> list[bytes]:
    """What a tag sends at each level: four bytes and their sum; 88 means that there is more."""
    parts = []
    while len(number) > 4:
        parts.append(b"\x88" + number[:3])
        number = number[3:]
    parts.append(number)
    return [part + bytes((part[0] ^ part[1] ^ part[2] ^ part[3],)) for part in parts]


class FakeRc522:
    def __init__(self) -> None:
        self.tags: dict[str, FakeTag] = {}
        self.stuck_at: int | None = None  # its only answer, as when it is unplugged
        self.dies_after = -1  # transfers; then its line floats high
        self.hangs = False
        self.noise: dict[int, int] = {}  # which bit to damage, by the number of the answer from now on
        self.reset()

    def reset(self) -> None:
        self._registers = bytearray(64)
        self._registers[0x37] = 0x92
        self._registers[0x14] = 0x80
        self._fifo = bytearray()
        self._power_off()

    def put(self, uid: str) -> None:
        self.tags[uid] = FakeTag(uid)

    def lift(self, uid: str) -> None:
        del self.tags[uid]

    @property
    def has_field(self) -> bool:
        return self.stuck_at is None and self._registers[0x14] & 3 == 3

    def _power_off(self) -> None:
        for tag in self.tags.values():
            tag.power_off()

    def transfer(self, sent: bytes) -> bytes:
        self.dies_after -= self.dies_after >= 0
        if self.dies_after == 0:
            self.stuck_at = 0xFF
        if self.stuck_at is not None:
            return bytes([self.stuck_at] * len(sent))
        if sent[0] & 0x80:
            return bytes([0] + [self._read(byte >> 1 & 0x3F) for byte in sent[:-1]])
        for value in sent[1:]:
            self._write(sent[0] >> 1 & 0x3F, value)
        return bytes(len(sent))

    def _read(self, register: int) -> int:
        if register == 0x0A:
            return len(self._fifo)
        if register == 0x09:
            first, self._fifo = self._fifo[0], self._fifo[1:]
            return first
        return self._registers[register]

    def _write(self, register: int, value: int) -> None:
        if register == 0x01 and value == 0x0F:
            self.reset()
        elif register == 0x09:
            self._fifo.append(value)
        elif register == 0x0A and value & 0x80:
            self._fifo = bytearray()
        elif register == 0x04:
            self._registers[register] &= ~value & 0x7F
        elif register == 0x14 and value & 3 != 3:
            self._registers[register] = value
            self._power_off()
        elif register == 0x0D:
            self._send(value)
        else:
            self._registers[register] = value

    def _send(self, framing: int) -> None:
        last, align = framing & 7, framing >> 4 & 7
        bits = bits_of(bytes(self._fifo))
        self._fifo = bytearray()
        answers = self._answers(bits[: len(bits) - 8 + last] if last else bits)
        if not answers:
            self._registers[0x04] |= self._registers[0x2A] >> 7 & (not self.hangs)  # its timer, if it was set up
            return
        merged, collision = _merged(answers)
        self._receive([0] * align + merged, collision, align)

    def _answers(self, bits: list[int]) -> list[list[int]]:
        answers = [tag.answer(bits) for tag in self.tags.values()] if self.has_field else []
        return [answer for answer in answers if answer is not None]

    def _receive(self, bits: list[int], collision: int, align: int) -> None:
        self._registers[0x06] = 0x08 if collision >= 0 else 0
        if collision >= 0:
            place = collision + align + 1
            self._registers[0x0E] = place & 0x1F if place <= 32 else 0x20
            bits = [bit if at < collision + align else 0 for at, bit in enumerate(bits)]
        if 0 in self.noise:
            bits[self.noise[0] % len(bits)] ^= 1
        self.noise = {number - 1: bit for number, bit in self.noise.items() if number}
        self._fifo = bytearray(bytes_of(bits))
        self._registers[0x04] |= 0x20


def _merged(answers: list[list[int]]) -> tuple[list[int], int]:
    """All answers at once, and the first place where they differ; -1 if they do not."""
    longest = max(len(answer) for answer in answers)
    seen = [[answer[at] for answer in answers if at < len(answer)] for at in range(longest)]
    collisions = [at for at, bits in enumerate(seen) if min(bits) != max(bits)]
    return [max(bits) for bits in seen], collisions[0] if collisions else -1


class FakeSpiBus:
    """Chips on one SPI bus. Selecting two at once, or switching on two antennas, is a bug in the driver."""

    def __init__(self, count: int) -> None:
        self.chips = [FakeRc522() for _ in range(count)]
        self._selected: set[int] = set()

    def select(self, number: int, level: int) -> None:
        if level:
            self._selected.discard(number)
        else:
            self._selected.add(number)

    def write_readinto(self, sent: bytes, answer: bytearray) -> None:
        assert len(self._selected) == 1, "exactly one chip must be selected"
        for number in self._selected:
            answer[:] = self.chips[number].transfer(sent)
        assert sum(chip.has_field for chip in self.chips) <= 1, "two antennas are on"
