"""An RC522 tag reader on the SPI bus: the reader, and its chip by its registers.

The field is on only during a poll, so that every card starts afresh each time. Frames take a millisecond or two and
never spin.
"""

import time
from collections.abc import Callable
from contextlib import suppress

from hardware.health import DeviceMissing
from hardware.iso14443a import MAX_CARDS, CardAnswer, CardGarbled, inventory
from hardware.pins import GpioPins, Level
from hardware.rc522_driver import Mfrc522, open_driver
from hardware.readers import Miss, Poll, ReaderReach

COMMAND, COM_IRQ, ERROR, FIFO_DATA, FIFO_LEVEL = 0x01, 0x04, 0x06, 0x09, 0x0A
CONTROL, BIT_FRAMING, COLL, TX_CONTROL, TX_ASK = 0x0C, 0x0D, 0x0E, 0x14, 0x15
RF_CONFIG, T_RELOAD_LOW, VERSION = 0x26, 0x2D, 0x37
IDLE, TRANSCEIVE = 0x0, 0xC
IRQ_TIMER, IRQ_RECEIVED, IRQ_NEVER = 0x01, 0x20, 0x80  # the last reads as 0 on every chip
COLLISION, OTHER_ERRORS = 0x08, 0x17
NO_POSITION = 0x20
START_SEND = 0x80
ALL_IRQS, FLUSH = 0x7F, 0x80
FORCE_ASK = 0x40  # set by the driver; a reset clears it
ANTENNA = 0x03
GAINS = {18: 0x00, 23: 0x10, 33: 0x40, 38: 0x50, 43: 0x60, 48: 0x70}  # of the receiver, by dB
USUAL_GAIN = 33  # more lets readers that stand close disturb each other (miguelbalboa/rfid 536)
NOBODY = (0x00, 0xFF)  # read from a line on which nothing answers
TICKS = 1  # of half a millisecond, after the first: a card answers within a tenth of one
LOOK_S = 0.0004
MAX_LOOKS = 20
SETTLE_S = 0.0051  # a card may need 5 ms in a field before it answers
WAKE_S = 0.005
RESET_S = 0.001
MAX_WAKES = 10


class Rc522Reader:
    """`reset` is the pin wired to its RST, or None if RST is wired to 3.3 V. `gain` is one of GAINS."""

    reach = ReaderReach(most_at_once=MAX_CARDS, sees_lifting=True)

    def __init__(
        self,
        name: str,
        pins: GpioPins,
        *,
        bus: int = 0,
        device: int = 0,
        reset: int | None = 25,
        gain: int = USUAL_GAIN,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.name = name
        self._pins = pins
        self._bus, self._device, self._reset = bus, device, reset
        self._path = f"/dev/spidev{bus}.{device}"
        self._gain = gain
        self._sleep = sleep
        self._chip: Rc522Chip | None = None
        self._driver: Mfrc522 | None = None
        self._level: Level | None = None

    def poll(self) -> Poll:
        try:
            chip = self._chip or self._open()
            chip.check()
            chip.field_on()
            try:
                found = inventory(chip.exchange)
            except CardGarbled:
                return Miss.GARBLED
            finally:
                chip.field_off()
            return frozenset(uid.hex().upper() for uid in found) or Miss.EMPTY
        except OSError as error:
            self.close()
            raise DeviceMissing(f"The SPI bus fails at {self._path} ({error.strerror or error}).") from None
        except Exception:
            self.close()
            raise

    def _open(self) -> "Rc522Chip":
        """Without its pin, the command for a soft reset must do: most modules hold RST high by themselves."""
        with suppress(DeviceMissing):
            self._level = None if self._reset is None else self._pins.level(self._reset)
        if self._level:
            self._sleep(RESET_S)  # it is low at first
        self._driver = open_driver(self._bus, self._device, self._level)
        chip = Rc522Chip(self._driver, self._path, self._gain, self._sleep)
        chip.wake()
        self._chip = chip
        return chip

    def renew(self) -> None:
        self.close()
        self.poll()

    def close(self) -> None:
        """Only its own bus and pin: the package would clean up everybody's pins."""
        driver, level = self._driver, self._level
        self._chip = self._driver = self._level = None
        if driver:
            with suppress(OSError):
                driver.AntennaOff()
            with suppress(OSError):
                driver.spi.close()
        if level:
            level.close()


class Rc522Chip:
    """Each method raises DeviceMissing if the chip does not answer."""

    def __init__(self, driver: Mfrc522, path: str, gain: int, sleep: Callable[[float], None]) -> None:
        self._driver = driver
        self._path = path
        self._gain = GAINS[gain]
        self._sleep = sleep

    def wake(self) -> None:
        """Its reset pin has just been raised, and its oscillator takes a while to start."""
        for _ in range(MAX_WAKES):
            if self._read(VERSION) not in NOBODY:
                break
            self._sleep(WAKE_S)
        self._require_answer()
        self._prepare()

    def _require_answer(self) -> None:
        version = self._read(VERSION)
        if version in NOBODY:
            raise DeviceMissing(
                f"No RC522 answers at {self._path} (its version reads 0x{version:02X}): check its wires and its 3.3 V."
            )

    def _prepare(self) -> None:
        """What was written is read back: a chip that cannot remember it would be deaf."""
        self._driver.MFRC522_Init()
        for register, value in ((T_RELOAD_LOW, TICKS), (RF_CONFIG, self._gain)):
            self._write(register, value)
            if (found := self._read(register)) != value:
                self._raise_forgetful(register, value, found)
        if not (found := self._read(TX_ASK)) & FORCE_ASK:
            self._raise_forgetful(TX_ASK, FORCE_ASK, found)

    def _raise_forgetful(self, register: int, written: int, found: int) -> None:
        raise DeviceMissing(
            f"The RC522 at {self._path} does not keep what is written to it (register {register:02X}: {written:02X} "
            f"became {found:02X}): check its wires and its 3.3 V."
        )

    def check(self) -> None:
        """Prepares the chip again if it was reset, perhaps by a dip in its supply."""
        self._require_answer()
        if not self._read(TX_ASK) & FORCE_ASK:
            self._prepare()

    def field_on(self) -> None:
        self._driver.AntennaOn()
        if self._read(TX_CONTROL) & ANTENNA != ANTENNA:
            raise DeviceMissing(f"The antenna of the RC522 at {self._path} does not go on: check its 3.3 V.")
        self._sleep(SETTLE_S)

    def field_off(self) -> None:
        """All cards forget whether they were halted."""
        self._driver.AntennaOff()

    def exchange(self, octets: bytes, last_bits: int = 0, align: int = 0) -> CardAnswer | None:
        self._write(COMMAND, IDLE)
        self._write(COM_IRQ, ALL_IRQS)
        self._write(FIFO_LEVEL, FLUSH)
        self._write(COLL, 0)  # keep nothing after a collision
        self._driver.spi.xfer2([FIFO_DATA << 1, *octets])
        self._write(COMMAND, TRANSCEIVE)
        self._write(BIT_FRAMING, START_SEND | align << 4 | last_bits)
        for _ in range(MAX_LOOKS):
            irqs = self._read(COM_IRQ)
            if irqs & IRQ_NEVER:
                break
            if irqs & (IRQ_RECEIVED | IRQ_TIMER):
                self._write(BIT_FRAMING, 0)
                return self._received() if irqs & IRQ_RECEIVED else None
            self._sleep(LOOK_S)
        raise DeviceMissing(f"The RC522 at {self._path} stopped answering: check its wires and its 3.3 V.")

    def _received(self) -> CardAnswer:
        error, count = self._read(ERROR), self._read(FIFO_LEVEL)
        if error & OTHER_ERRORS or not 0 < count <= 64:
            raise CardGarbled
        octets = bytes(self._driver.spi.xfer2([FIFO_DATA << 1 | 0x80] * count + [0])[1:])
        if error & COLLISION:
            coll = self._read(COLL)
            return CardAnswer(octets, collision=-1 if coll & NO_POSITION else coll & 0x1F or 32)
        if self._read(CONTROL) & 7:
            raise CardGarbled  # no answer that we wait for ends within an octet
        return CardAnswer(octets)

    def _read(self, register: int) -> int:
        return self._driver.Read_MFRC522(register)

    def _write(self, register: int, value: int) -> None:
        self._driver.Write_MFRC522(register, value)
