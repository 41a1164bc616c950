"""The dice display: pips on pins, and digits on an HT16K33."""

import os
from pathlib import Path

import pytest

from hardware.dice_display import I2C_SLAVE, DigitDisplay, I2cWire, PipDisplay
from hardware.health import DeviceMissing
from tests.emulators.ht16k33 import Ht16k33
from tests.emulators.pi_header import PiHeader

FIRST, SECOND = (5, 6, 13, 19), (12, 16, 20, 26)
LAMPS_ON_A_LINE = (1, 2, 2, 2)


@pytest.fixture
def header() -> PiHeader:
    return PiHeader()


def lit(header: PiHeader, lines: tuple[int, ...]) -> int:
    """How many lamps of a die are lit."""
    return sum(lamps for pin, lamps in zip(lines, LAMPS_ON_A_LINE, strict=True) if header.pin(pin).state)


# Pips


def test_every_face_lights_as_many_pips(header: PiHeader) -> None:
    display = PipDisplay(header.pins, (FIRST, SECOND))
    for face in range(1, 7):
        display.show((face, 7 - face))
        assert (lit(header, FIRST), lit(header, SECOND)) == (face, 7 - face)


def test_only_odd_faces_have_a_pip_in_the_middle(header: PiHeader) -> None:
    display = PipDisplay(header.pins, (FIRST, SECOND))
    for face in range(1, 7):
        display.show((face,))
        assert header.pin(FIRST[0]).state == face % 2
        assert lit(header, SECOND) == 0


def test_no_faces_are_dark_and_a_third_die_is_ignored(header: PiHeader) -> None:
    display = PipDisplay(header.pins, (FIRST, SECOND))
    display.show((6, 6, 6))
    assert (lit(header, FIRST), lit(header, SECOND)) == (6, 6)
    display.show(())
    assert (lit(header, FIRST), lit(header, SECOND)) == (0, 0)


def test_pips_whose_pins_cannot_be_opened_raise_and_are_tried_again(header: PiHeader) -> None:
    display = PipDisplay(header.pins, (FIRST, SECOND))
    header.break_pins([26])
    with pytest.raises(DeviceMissing, match="Pin 26"):
        display.show((1, 2))
    assert header.in_use() == set()
    header.mend_pins()
    display.show((1, 2))
    assert header.in_use() == {*FIRST, *SECOND}
    display.close()
    assert header.in_use() == set()


# Digits


@pytest.fixture
def chip() -> Ht16k33:
    return Ht16k33()


@pytest.mark.parametrize(("faces", "seen"), [((3, 4), "34"), ((1, 6, 2), "162"), ((5,), "5"), ((), "")])
def test_digits_are_read_from_the_left(chip: Ht16k33, faces: tuple[int, ...], seen: str) -> None:
    display = DigitDisplay(0x71, chip.at)
    display.show((2, 2, 2))
    display.show(faces)
    assert (chip.reads(), chip.addresses) == (seen, [0x71])


def test_it_is_blank_before_the_first_roll(chip: Ht16k33) -> None:
    DigitDisplay(wire=chip.at).open()
    assert (chip.reads(), bytes(chip.memory)) == ("", bytes(16))


def test_an_unplugged_display_raises_and_then_shows_the_same_again(chip: Ht16k33) -> None:
    display = DigitDisplay(wire=chip.at)
    display.show((3, 4))
    chip.is_plugged_in = False
    with pytest.raises(DeviceMissing, match="Nothing answers at I2C address 0x70"):
        display.open()
    assert chip.is_closed
    chip.is_plugged_in = True
    chip.reset()
    display.open()
    assert chip.reads() == "34"


def test_closing_leaves_it_dark(chip: Ht16k33) -> None:
    display = DigitDisplay(wire=chip.at)
    display.show((3, 4))
    display.close()
    assert (chip.reads(), chip.is_closed) == ("", True)
    display.close()


# The bus


def test_what_is_written_goes_to_the_address(tmp_path: Path) -> None:
    """With a pipe instead of the bus."""
    bus, asked = tmp_path / "i2c-1", list[tuple[int, int]]()
    os.mkfifo(bus)
    reader = os.open(bus, os.O_RDONLY | os.O_NONBLOCK)
    wire = I2cWire(0x70, str(bus), lambda _, request, address: asked.append((request, address)))
    wire.write(b"\x21")
    assert (os.read(reader, 100), asked) == (b"\x21", [(I2C_SLAVE, 0x70)])
    wire.close()
    with pytest.raises(DeviceMissing, match=r"Nothing answers at I2C address 0x70 \(Bad file descriptor\)"):
        wire.write(b"\x21")
    os.close(reader)


def test_no_bus_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(DeviceMissing, match=r"i2c-1: turn on I2C"):
        I2cWire(0x70, str(tmp_path / "i2c-1"))


def test_a_bus_without_permission_names_the_group(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbid(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.open", forbid)
    with pytest.raises(DeviceMissing, match="the i2c group"):
        I2cWire(0x70)


def test_a_file_that_is_not_a_bus_raises(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DeviceMissing, match="Inappropriate ioctl"):
        I2cWire(0x70, str(tmp_path / "file"))
