"""An MFRC522 at the level of its registers, as its data sheet describes it, with cards in its field.

It lacks Crypto1, parity bits (which makes noise harder to notice, not easier), field strength, and the quirks of
clones. Any thread may use it.
"""

from collections.abc import Callable
from enum import IntEnum
from threading import RLock

from tests.emulators.card_bits import Bits, bits_of, crc_a, octets_of
from tests.emulators.cards import EmulatedCard
from tests.emulators.virtual_time import VirtualTime

CARRIER_HZ = 13.56e6
BIT_S = 128 / CARRIER_HZ  # at 106 kbit/s
ANSWER_DELAY_S = 1_172 / CARRIER_HZ
MAX_FIFO = 64
VERSION = 0x92


class Reg(IntEnum):
    COMMAND = 0x01
    COM_IRQ = 0x04
    DIV_IRQ = 0x05
    ERROR = 0x06
    FIFO_DATA = 0x09
    FIFO_LEVEL = 0x0A
    CONTROL = 0x0C
    BIT_FRAMING = 0x0D
    COLL = 0x0E
    MODE = 0x11
    TX_CONTROL = 0x14
    TX_ASK = 0x15
    CRC_HIGH = 0x21
    CRC_LOW = 0x22
    T_MODE = 0x2A
    T_PRESCALER = 0x2B
    T_RELOAD_HIGH = 0x2C
    T_RELOAD_LOW = 0x2D
    VERSION = 0x37


AFTER_RESET: dict[int, int] = {
    Reg.COMMAND: 0x20,
    Reg.COLL: 0xA0,
    Reg.MODE: 0x3F,
    Reg.TX_CONTROL: 0x80,
    Reg.CRC_HIGH: 0xFF,
    Reg.CRC_LOW: 0xFF,
}
READ_ONLY = (Reg.ERROR, Reg.CONTROL, Reg.CRC_HIGH, Reg.CRC_LOW, Reg.VERSION)


class ChipCommand(IntEnum):
    IDLE = 0x0
    CALC_CRC = 0x3
    TRANSCEIVE = 0xC
    SOFT_RESET = 0xF


class Irq(IntEnum):
    TIMER = 0x01
    ERROR = 0x02
    RECEIVED = 0x20
    SENT = 0x40


CRC_DONE = 0x04  # in DIV_IRQ
SET = 0x80  # in both: sets the written bits instead of clearing them
OVERFLOW, COLLISION = 0x10, 0x08  # in ERROR
START_SEND = 0x80
ANTENNA = 0x03
NO_POSITION = 0x20
TIMER_AUTO = 0x80
CRC_PRESETS = (0x0000, 0x6363, 0xA671, 0xFFFF)

Noise = Callable[[Bits], Bits]


class Mfrc522Chip:
    def __init__(self, time: VirtualTime, version: int = VERSION) -> None:
        self.time = time
        self.cards: list[EmulatedCard] = []
        self.noise: Noise | None = None  # on the air, both ways
        self.counts_collisions_from_the_frame = False  # not from the start of the level; the data sheet is unclear
        self._version = version
        self._floating: int | None = None  # what is read while it is unplugged
        self._wakes_s = 0.0
        self._run = 0  # counts commands, so that effects of an earlier one are dropped
        self._lock = RLock()
        self.reset()

    def place(self, card: EmulatedCard) -> None:
        with self._lock:
            card.lose_power()
            self.cards.append(card)

    def lift(self, uid: str) -> None:
        with self._lock:
            self.cards = [card for card in self.cards if card.uid != uid]

    def unplug(self, miso: int) -> None:
        """A floating line reads as all zeros or all ones."""
        with self._lock:
            self._floating = miso

    def plug_in(self, wakes_in_s: float = 0.0) -> None:
        with self._lock:
            self._floating, self._wakes_s = None, self.time.now_s + wakes_in_s
            self.reset()

    def reset(self) -> None:
        """As after a dip in its supply: factory registers, antenna off."""
        with self._lock:
            self._registers = dict.fromkeys(range(64), 0) | AFTER_RESET | {Reg.VERSION: self._version}
            self._fifo = bytearray()
            self._run += 1
            self._power_down_cards()

    def _power_down_cards(self) -> None:
        for card in self.cards:
            card.lose_power()

    @property
    def has_field(self) -> bool:
        return self._registers[Reg.TX_CONTROL] & ANTENNA == ANTENNA

    def transfer(self, sent: list[int]) -> list[int]:
        """The first byte is an address; what is read comes one byte later."""
        with self._lock:
            if self._floating is not None:
                return [self._floating] * len(sent)
            if self.time.now_s < self._wakes_s:
                return [0] * len(sent)
            if sent[0] & 0x80:
                return [0, *(self._read(address >> 1 & 0x3F) for address in sent[:-1])]
            for value in sent[1:]:
                self._write(sent[0] >> 1 & 0x3F, value)
            return [0] * len(sent)

    def _read(self, address: int) -> int:
        match address:
            case Reg.FIFO_DATA:
                return self._fifo.pop(0) if self._fifo else 0
            case Reg.FIFO_LEVEL:
                return len(self._fifo)
            case _:
                return self._registers[address]

    def _write(self, address: int, value: int) -> None:
        match address:
            case Reg.COM_IRQ | Reg.DIV_IRQ:
                self._write_irq(address, value)
            case Reg.FIFO_DATA:
                self._fill(value)
            case Reg.FIFO_LEVEL if value & 0x80:
                self._fifo.clear()
                self._registers[Reg.ERROR] &= ~OVERFLOW
            case Reg.COMMAND:
                self._command(value)
            case Reg.BIT_FRAMING:
                self._registers[address] = value & 0x7F
                if value & START_SEND and self._registers[Reg.COMMAND] & 0xF == ChipCommand.TRANSCEIVE:
                    self._transceive()
            case Reg.COLL:
                self._registers[address] = value & 0x80 | self._registers[address] & 0x7F
            case Reg.TX_CONTROL:
                self._switch_antenna(value)
            case _ if address not in READ_ONLY:
                self._registers[address] = value

    def _write_irq(self, address: int, value: int) -> None:
        before, bits = self._registers[address], value & 0x7F
        self._registers[address] = before | bits if value & SET else before & ~bits

    def _fill(self, value: int) -> None:
        if len(self._fifo) < MAX_FIFO:
            self._fifo.append(value)
        else:
            self._registers[Reg.ERROR] |= OVERFLOW

    def _switch_antenna(self, value: int) -> None:
        self._registers[Reg.TX_CONTROL] = value
        if not self.has_field:
            self._power_down_cards()

    def _command(self, value: int) -> None:
        self._run += 1
        self._registers[Reg.COMMAND] = value & 0x3F
        self._registers[Reg.ERROR] = 0
        match value & 0xF:
            case ChipCommand.SOFT_RESET:
                self.reset()
                self._registers[Reg.COMMAND] = 0x20
            case ChipCommand.CALC_CRC:
                self._calculate_crc()

    def _later(self, in_s: float, action: Callable[[], None]) -> None:
        """Unless another command comes first."""
        run = self._run

        def act() -> None:
            if self._run == run:
                action()

        self.time.at(in_s, act)

    def _calculate_crc(self) -> None:
        preset = CRC_PRESETS[self._registers[Reg.MODE] & 3]
        low, high = crc_a(self._fifo, preset)
        self._registers[Reg.CRC_LOW], self._registers[Reg.CRC_HIGH] = low, high
        self._later(8 * len(self._fifo) / CARRIER_HZ, lambda: self._write_irq(Reg.DIV_IRQ, SET | CRC_DONE))
        self._fifo.clear()

    def _transceive(self) -> None:
        framing = self._registers[Reg.BIT_FRAMING]
        last_bits, align = framing & 7, framing >> 4 & 7
        sent = bits_of(self._fifo)
        sent = sent[: len(sent) - (8 - last_bits)] if last_bits else sent
        self._fifo.clear()
        sent_s = _on_air_s(sent)
        self._later(sent_s, lambda: self._raise(Irq.SENT))
        answers = self._answers(sent)
        if answers:
            answered_s = sent_s + ANSWER_DELAY_S + max(map(_on_air_s, answers))
            self._later(answered_s, lambda: self._receive(answers, align, self._known_bits(sent)))
        elif timeout_s := self._timeout_s():
            self._later(sent_s + timeout_s, lambda: self._raise(Irq.TIMER))

    def _answers(self, sent: Bits) -> list[Bits]:
        if not self.has_field:
            return []
        heard = self.noise(sent) if self.noise else sent
        answers = [answer for answer in (card.hear(heard) for card in self.cards) if answer]
        return [self.noise(answer) for answer in answers] if self.noise else answers

    def _known_bits(self, sent: Bits) -> int:
        """In an anticollision frame: the bits of the level that the reader sent."""
        return 0 if self.counts_collisions_from_the_frame else max(0, len(sent) - 16) // 8 * 8

    def _receive(self, answers: list[Bits], align: int, known: int) -> None:
        received, collision = _superposed(answers)
        self._registers[Reg.COLL] |= NO_POSITION
        if collision is not None:
            received = self._collide(received, collision, known + align)
        unwritten = (1,) * align  # the bits before the answer in its first octet hold anything
        self._fifo[:] = octets_of(unwritten + received)[:MAX_FIFO]
        self._registers[Reg.CONTROL] = (align + len(received)) % 8
        self._raise(Irq.RECEIVED)

    def _collide(self, received: Bits, at: int, before: int) -> Bits:
        self._registers[Reg.ERROR] |= COLLISION
        self._raise(Irq.ERROR)
        position = before + at + 1
        kept = self._registers[Reg.COLL] & 0x80
        self._registers[Reg.COLL] = kept | (position & 0x1F if position <= 32 else NO_POSITION)
        return received if kept else received[:at] + (0,) * (len(received) - at)

    def _raise(self, irq: Irq) -> None:
        self._registers[Reg.COM_IRQ] |= irq

    def _timeout_s(self) -> float | None:
        """Counted from the end of sending; None if the timer does not start automatically."""
        mode = self._registers[Reg.T_MODE]
        prescaler = (mode & 0xF) << 8 | self._registers[Reg.T_PRESCALER]
        reload = self._registers[Reg.T_RELOAD_HIGH] << 8 | self._registers[Reg.T_RELOAD_LOW]
        return (2 * prescaler + 1) * (reload + 1) / CARRIER_HZ if mode & TIMER_AUTO else None


def _on_air_s(frame: Bits) -> float:
    """Including start and end, and a parity bit after every eight."""
    return (len(frame) + len(frame) // 8 + 2) * BIT_S


def _superposed(answers: list[Bits]) -> tuple[Bits, int | None]:
    """All answers at once, and where the first two differ. Such a bit is modulated in both halves, so it reads as 1."""
    longest = max(map(len, answers))
    heard = [{answer[at] for answer in answers if at < len(answer)} for at in range(longest)]
    collision = next((at for at, bits in enumerate(heard) if len(bits) > 1), None)
    return tuple(map(max, heard)), collision
