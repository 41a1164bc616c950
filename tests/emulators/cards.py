"""Cards of ISO 14443-3 type A, as they behave in a field: their states, bitwise anticollision and cascade levels."""

from enum import Enum

from tests.emulators.card_bits import Bits, bits_of, octets_of, with_crc

REQA, WUPA = 0x26, 0x52
SELECT = (0x93, 0x95, 0x97)  # one for each cascade level
WHOLE = 0x70  # all bits of a level are known: this selects
HALT = with_crc(b"\x50\x00")
CASCADE_TAG = 0x88
SHORT_FRAME = 7
ATQA = {4: b"\x04\x00", 7: b"\x44\x00", 10: b"\x84\x00"}
MORE_TO_COME = 0x04  # in the SAK


class CardState(Enum):
    """A card falls back to IDLE or HALT, whichever it was woken from."""

    IDLE = "idle"
    READY = "ready"
    ACTIVE = "active"
    HALT = "halt"


class EmulatedCard:
    """`sak` says what kind it is: 0x00 an NTAG, 0x08 a Classic 1K."""

    def __init__(self, uid: str, sak: int = 0x00) -> None:
        self.uid = uid
        self._sak = sak
        self._levels = _levels(bytes.fromhex(uid))
        self._atqa = ATQA[len(bytes.fromhex(uid))]
        self.lose_power()

    def lose_power(self) -> None:
        self.state, self._rest, self._level = CardState.IDLE, CardState.IDLE, 0

    def hear(self, frame: Bits) -> Bits | None:
        """What it answers; None is silence."""
        if len(frame) == SHORT_FRAME:
            return self._wake(octets_of(frame)[0])
        match self.state:
            case CardState.READY:
                return self._select(frame)
            case CardState.ACTIVE:
                return self._obey(octets_of(frame))
            case _:
                return None

    def _wake(self, word: int) -> Bits | None:
        wakes = {CardState.IDLE: (REQA, WUPA), CardState.HALT: (WUPA,)}.get(self.state, ())
        if word not in wakes:
            return self._fall_back()
        self._rest, self.state, self._level = self.state, CardState.READY, 0
        return bits_of(self._atqa)

    def _fall_back(self) -> Bits | None:
        self.state, self._level = self._rest, 0
        return None

    def _select(self, frame: Bits) -> Bits | None:
        octets = octets_of(frame)
        if len(octets) < 2 or octets[0] != SELECT[self._level]:
            return self._fall_back()
        own = self._levels[self._level]
        if octets[1] == WHOLE:
            return self._selected() if octets == with_crc(octets[:2] + own) else self._fall_back()
        known = (octets[1] >> 4) * 8 + (octets[1] & 7) - 16
        if len(frame) != 16 + known:
            return self._fall_back()
        answer = bits_of(own)
        return answer[known:] if frame[16:] == answer[:known] else None

    def _selected(self) -> Bits:
        self._level += 1
        is_last = self._level == len(self._levels)
        if is_last:
            self.state = CardState.ACTIVE
        return bits_of(with_crc(bytes([self._sak if is_last else MORE_TO_COME])))

    def _obey(self, octets: bytes) -> Bits | None:
        if octets == HALT:
            self._rest = CardState.HALT
        return self._fall_back()


def _levels(uid: bytes) -> list[bytes]:
    """What it answers at each cascade level: four bytes and their check byte."""
    tagged = [uid[at : at + 3] for at in range(0, len(uid) - 4, 3)]
    parts = [*(bytes([CASCADE_TAG]) + part for part in tagged), uid[-4:]]
    return [part + bytes([part[0] ^ part[1] ^ part[2] ^ part[3]]) for part in parts]
