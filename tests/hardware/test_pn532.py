"""A PN532 that sleeps, hangs and lies, and frames that noise has damaged."""

from contextlib import suppress
from pathlib import Path

import pytest

from hardware.health import DeviceMissing
from hardware.pn532 import I2cPn532, Pn532Reader
from hardware.pn532_frames import BrokenFrame, frame, next_frame
from hardware.readers import Miss
from tests.emulators.pn532_chip import Pn532Chip, Pn532OnPty
from tests.hardware.twins import no_sleep

CAR, HAT, SHIP = "04A2B3C4D5E680", "04A2B3C4D5E681", "DEADBEEF"


def on_i2c(chip: Pn532Chip) -> Pn532Reader:
    return Pn532Reader("deeds", "/dev/i2c-1", open_wire=lambda _: I2cPn532(chip), sleep=no_sleep)


def test_a_third_tag_is_left_out() -> None:
    chip = Pn532Chip()
    chip.cards = [CAR, HAT, SHIP]
    assert on_i2c(chip).poll() == frozenset({CAR, HAT})


def test_a_reader_that_hangs_is_lost_and_set_up_again() -> None:
    chip = Pn532Chip()
    chip.cards, reader = [CAR], on_i2c(chip)
    reader.poll()
    chip.is_hung = True
    with pytest.raises(DeviceMissing, match=r"No PN532 answers at /dev/i2c-1"):
        reader.poll()
    chip.asked.clear()
    assert reader.poll() == frozenset({CAR})
    assert chip.asked[:3] == [0x14, 0x32, 0x02]


def test_a_number_that_a_phone_makes_up_is_not_a_tag() -> None:
    chip = Pn532Chip()
    chip.cards = ["08A1B2C3"]
    assert on_i2c(chip).poll() is Miss.GARBLED


def test_a_number_counts_only_if_two_looks_agree() -> None:
    """The weak sum lets some damaged frames through."""
    chip = Pn532Chip()
    chip.cards, reader = [CAR], on_i2c(chip)
    say = chip._say

    def lie(command: int, data: bytes) -> None:
        say(command, data[:-1] + bytes([data[-1] ^ 1]) if command == 0x4A and len(chip.asked) % 4 else data)

    chip._say = lie  # type: ignore[method-assign]
    told = {reader.poll() for _ in range(50)}
    assert told <= {Miss.GARBLED, frozenset({CAR}), frozenset({HAT})}
    assert Miss.GARBLED in told


def test_one_wrong_bit_never_passes() -> None:
    whole = frame(0x4A, bytes.fromhex("0101004400") + bytes.fromhex(CAR))
    assert next_frame(bytearray(whole)) is not None
    for bit in range(24, 8 * len(whole) - 8):
        damaged = bytearray(whole)
        damaged[bit // 8] ^= 1 << bit % 8
        with suppress(BrokenFrame):
            assert next_frame(damaged) in (None, b"")


@pytest.mark.parametrize(
    ("at", "says"),
    [
        ("", r"set at = \"/dev/i2c-1\""),
        ("/dev/i2c-99", r"There is no /dev/i2c-99: turn on I2C"),
        ("/dev/ttyUSB99", r"There is no /dev/ttyUSB99: plug the reader in"),
        ("/dev/spidevx", r"There is no /dev/spidevx: turn on SPI|driver for SPI"),
        ("/dev/null", r"cannot be used \(it is no serial line\)"),
    ],
)
def test_what_stands_in_the_way_is_a_sentence(at: str, says: str) -> None:
    with pytest.raises(DeviceMissing, match=says):
        Pn532Reader("deeds", at).poll()


def test_unplugged_in_the_middle_of_a_question(tmp_path: Path) -> None:
    pty = Pn532OnPty(tmp_path)
    reader = Pn532Reader("deeds", str(pty.path), sleep=pty.serve)
    reader.poll()
    pty.chip.cards = [CAR]
    left = [2]

    def unplug_soon(_: float) -> None:
        left[0] -= 1
        pty.serve() if left[0] else pty.unplug()

    reader._sleep = unplug_soon
    with pytest.raises(DeviceMissing):
        reader.poll()
    pty.plug_in()
    reader._sleep = pty.serve
    assert reader.poll() == frozenset({CAR})
    reader.close()
