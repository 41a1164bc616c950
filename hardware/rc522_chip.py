"""An RC522 by its registers: frames sent and answers received, each within a millisecond or two, without spinning."""

from collections.abc import Callable

from hardware.errors import DeviceMissing
from hardware.iso14443a import Answer, Garbled
from hardware.rc522_driver import Mfrc522

COMMAND, COM_IRQ, ERROR, FIFO_DATA, FIFO_LEVEL = 0x01, 0x04, 0x06, 0x09, 0x0A
CONTROL, BIT_FRAMING, COLL, TX_ASK, T_RELOAD_LOW, VERSION = 0x0C, 0x0D, 0x0E, 0x15, 0x2D, 0x37
IDLE, TRANSCEIVE = 0x0, 0xC
IRQ_TIMER, IRQ_RECEIVED, IRQ_NEVER = 0x01, 0x20, 0x80  # the last reads as 0 on every chip
COLLISION, OTHER_ERRORS = 0x08, 0x17
NO_POSITION = 0x20
START_SEND = 0x80
ALL_IRQS, FLUSH = 0x7F, 0x80
FORCE_ASK = 0x40  # set by the driver, not after a reset
NOBODY = (0x00, 0xFF)  # what a line reads on which nothing answers
TICKS = 1  # of half a millisecond, beside the first: a card answers within a tenth of one
LOOK_S = 0.0004
LOOKS_MOST = 20
SETTLE_S = 0.0051  # a card may need 5 ms in a field before it answers
WAKE_S = 0.005
WAKES_MOST = 10


class Rc522Chip:
    """Each method raises DeviceMissing if the chip does not answer."""

    def __init__(self, driver: Mfrc522, where: str, sleep: Callable[[float], None]) -> None:
        self._driver = driver
        self._where = where
        self._sleep = sleep

    def wake(self) -> None:
        """Its reset pin was raised just now, and its oscillator takes a while to start."""
        for _ in range(WAKES_MOST):
            if self._read(VERSION) not in NOBODY:
                break
            self._sleep(WAKE_S)
        self._require_answer()
        self._prepare()

    def _require_answer(self) -> None:
        version = self._read(VERSION)
        if version in NOBODY:
            what = f"its version reads 0x{version:02X}"
            raise DeviceMissing(f"No RC522 answers at {self._where} ({what}): check its wires and its 3.3 V.")

    def _prepare(self) -> None:
        self._driver.MFRC522_Init()
        self._write(T_RELOAD_LOW, TICKS)

    def check(self) -> bool:
        """False if it had been reset, by a dip in its supply perhaps. It is ready again then."""
        self._require_answer()
        is_prepared = self._read(TX_ASK) & FORCE_ASK
        if not is_prepared:
            self._prepare()
        return bool(is_prepared)

    def field_on(self) -> None:
        self._driver.AntennaOn()
        self._sleep(SETTLE_S)

    def field_off(self) -> None:
        """All cards forget whether they were halted."""
        self._driver.AntennaOff()

    def exchange(self, octets: bytes, last_bits: int = 0, align: int = 0) -> Answer | None:
        self._send(octets, START_SEND | align << 4 | last_bits)
        irqs = self._awaited()
        self._write(BIT_FRAMING, 0)
        return self._received() if irqs & IRQ_RECEIVED else None

    def _send(self, octets: bytes, framing: int) -> None:
        self._write(COMMAND, IDLE)
        self._write(COM_IRQ, ALL_IRQS)
        self._write(FIFO_LEVEL, FLUSH)
        self._write(COLL, 0)  # nothing is kept after a collision
        self._driver.spi.xfer2([FIFO_DATA << 1, *octets])
        self._write(COMMAND, TRANSCEIVE)
        self._write(BIT_FRAMING, framing)

    def _awaited(self) -> int:
        for _ in range(LOOKS_MOST):
            irqs = self._read(COM_IRQ)
            if irqs & IRQ_NEVER:
                break
            if irqs & (IRQ_RECEIVED | IRQ_TIMER):
                return irqs
            self._sleep(LOOK_S)
        raise DeviceMissing(f"The RC522 at {self._where} stopped answering: check its wires and its 3.3 V.")

    def _received(self) -> Answer:
        error, count = self._read(ERROR), self._read(FIFO_LEVEL)
        if error & OTHER_ERRORS or not 0 < count <= 64:
            raise Garbled
        octets = bytes(self._driver.spi.xfer2([FIFO_DATA << 1 | 0x80] * count + [0])[1:])
        if error & COLLISION:
            return Answer(octets, _position(self._read(COLL)))
        if self._read(CONTROL) & 7:
            raise Garbled  # no answer that is waited for ends within an octet
        return Answer(octets)

    def _read(self, register: int) -> int:
        return self._driver.Read_MFRC522(register)

    def _write(self, register: int, value: int) -> None:
        self._driver.Write_MFRC522(register, value)


def _position(coll: int) -> int:
    return -1 if coll & NO_POSITION else coll & 0x1F or 32
