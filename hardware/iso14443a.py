"""ISO 14443-3 type A: finds the cards in a field, with their complete numbers of four, seven or ten bytes.

It knows no chip: the caller passes what sends a frame. Every number it returns was confirmed by its card.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

REQUEST = 0x26  # answered by every card that was not halted
SELECT_LEVELS = (0x93, 0x95, 0x97)
WHOLE = 0x70
HALT = b"\x50\x00"
CASCADE_TAG = 0x88
MORE_TO_COME = 0x04  # in the answer to a selection: the number continues at the next level
LEVEL_BITS = 32
LEVEL_OCTETS = 5  # four, and their check byte
SHORT_FRAME_BITS = 7
RANDOM = 0x08  # first byte of a number made up anew in every field, such as a phone's
MAX_CARDS = 4  # that can be read on one antenna

Bits = tuple[int, ...]


class CardGarbled(Exception):
    """Something answered, but unreadably."""


@dataclass(frozen=True, slots=True)
class CardAnswer:
    """`collision` is where the first two cards differed, in stored bits counted from 1; 0: nowhere, -1: unknown."""

    octets: bytes
    collision: int = 0


class Exchange(Protocol):
    def __call__(self, octets: bytes, last_bits: int = 0, align: int = 0) -> CardAnswer | None:
        """Sends the octets, only `last_bits` bits of the last one (0: all). None is silence. Raises CardGarbled.

        The answer is stored from bit `align` of its first octet on.
        """


def inventory(exchange: Exchange) -> frozenset[bytes]:
    """Every card in a field that was just switched on. Raises CardGarbled if one of them could not be read."""
    found = set[bytes]()
    for _ in range(MAX_CARDS):
        try:
            if exchange(bytes([REQUEST]), SHORT_FRAME_BITS) is None:
                break
        except CardGarbled:
            pass  # several cards may answer differently; all that matters is that one did
        found.add(_select(exchange))
        exchange(with_crc(HALT))  # keeps the card silent until the field goes off
    return frozenset(found)


def _select(exchange: Exchange) -> bytes:
    """Goes to the next level when the card says so, not when a byte looks like a cascade tag: a short number may begin
    with that byte."""
    uid = b""
    for level in SELECT_LEVELS:
        octets = _resolve(exchange, level)
        answer = exchange(with_crc(bytes([level, WHOLE]) + octets))  # only the card with these octets answers
        if (
            answer is None
            or answer.collision
            or len(answer.octets) != 3
            or with_crc(answer.octets[:1]) != answer.octets
        ):
            raise CardGarbled
        if not answer.octets[0] & MORE_TO_COME:
            uid += octets[:4]
            if len(uid) == 4 and uid[0] == RANDOM:
                raise CardGarbled
            return uid
        if octets[0] != CASCADE_TAG:
            raise CardGarbled
        uid += octets[1:4]
    raise CardGarbled


def _resolve(exchange: Exchange, level: int) -> bytes:
    """The octets of one of the cards that answer, found bit by bit.

    It relies only on the position of a first collision: for later ones the data sheet does not say where it counts.
    """
    known: Bits = ()
    for _ in range(2 * LEVEL_BITS):
        octets, bits = divmod(len(known), 8)
        answer = exchange(bytes([level, (2 + octets) << 4 | bits]) + octets_of(known), bits, bits)
        if answer is None:  # no card has a 1 there
            if not known or not known[-1]:
                raise CardGarbled
            known = (*known[:-1], 0)
        elif not answer.collision:
            # The first octet continues after its known bits; its own bits in their place mean nothing.
            joined = octets_of((*known, *bits_of(answer.octets)[bits:]))
            if len(joined) != LEVEL_OCTETS or joined[0] ^ joined[1] ^ joined[2] ^ joined[3] ^ joined[4]:
                raise CardGarbled
            return joined
        elif len(known) == LEVEL_BITS:
            raise CardGarbled
        elif known:
            known = (*known, 1)
        elif 1 <= answer.collision <= LEVEL_BITS:
            known = (*bits_of(answer.octets)[: answer.collision - 1], 1)
        else:
            raise CardGarbled
    raise CardGarbled


def with_crc(octets: bytes) -> bytes:
    crc = 0x6363
    for octet in octets:
        mixed = (octet ^ crc) & 0xFF
        mixed = (mixed ^ mixed << 4) & 0xFF
        crc = crc >> 8 ^ mixed << 8 ^ mixed << 3 ^ mixed >> 4
    return octets + crc.to_bytes(2, "little")


def bits_of(octets: bytes) -> Bits:
    return tuple(octet >> place & 1 for octet in octets for place in range(8))


def octets_of(bits: Sequence[int]) -> bytes:
    parts = (bits[at : at + 8] for at in range(0, len(bits), 8))
    return bytes(sum(bit << place for place, bit in enumerate(part)) for part in parts)
