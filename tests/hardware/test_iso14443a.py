"""Cards that lie: whatever a field answers, no inconsistent number is returned."""

import pytest

from hardware.iso14443a import CardAnswer, CardGarbled, inventory, with_crc

REQUEST, HALT = b"\x26", b"\x50\x00"
ANTICOLLISION = 0x20
NUMBER = bytes.fromhex("DEADBEEF")
CHECK = bytes([0xDE ^ 0xAD ^ 0xBE ^ 0xEF])


class CardField:
    """One card that confirms every selection, even of a number it does not have."""

    def __init__(self, level: bytes, *saks: int) -> None:
        self._level = level
        self._saks = dict(zip((0x93, 0x95, 0x97), saks or (0x08,), strict=False))
        self._is_halted = False

    def __call__(self, octets: bytes, last_bits: int = 0, align: int = 0) -> CardAnswer | None:
        del last_bits, align
        self._is_halted = self._is_halted or octets[:2] == HALT
        return None if self._is_halted else CardAnswer(self._said(octets))

    def _said(self, octets: bytes) -> bytes:
        if octets == REQUEST:
            return b"\x04\x00"
        return self._level if octets[1] == ANTICOLLISION else with_crc(bytes([self._saks[octets[0]]]))


def test_a_consistent_card_is_returned() -> None:
    assert inventory(CardField(NUMBER + CHECK)) == {NUMBER}


@pytest.mark.parametrize("level", [NUMBER + b"\x00", NUMBER, NUMBER + CHECK + b"\x00", b"\x01"])
def test_a_number_with_a_wrong_check_byte_is_never_returned(level: bytes) -> None:
    with pytest.raises(CardGarbled):
        inventory(CardField(level))


def test_a_number_that_continues_without_a_cascade_tag_is_never_returned() -> None:
    """Only a number that begins with the cascade tag continues at the next level."""
    with pytest.raises(CardGarbled):
        inventory(CardField(NUMBER + CHECK, 0x04, 0x00))
