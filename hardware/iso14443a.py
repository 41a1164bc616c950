"""Cards of ISO 14443-3 type A in a field: who is there, with whole numbers of four, seven or ten bytes.

Knows no chip: it is handed what sends a frame. No number is told that its card has not confirmed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

REQUEST = 0x26  # answered by every card that was not halted
SELECT_LEVELS = (0x93, 0x95, 0x97)
WHOLE = 0x70
HALT = b"\x50\x00"
CASCADE_TAG = 0x88
MORE_TO_COME = 0x04  # in the answer to a selection: the number goes on at the next level
LEVEL_BITS = 32
LEVEL_OCTETS = 5  # four, and their check byte
SHORT_FRAME_BITS = 7
RANDOM = 0x08  # first of a number made up anew in every field, such as a phone's
CARDS_MOST = 4  # that can lie on one antenna and be read

Bits = tuple[int, ...]


class Garbled(Exception):
    """Something answered, unreadably."""


@dataclass(frozen=True, slots=True)
class Answer:
    """`collision` counts bits from 1, as stored: where the first two cards differed; 0 if none did, -1 if unknown."""

    octets: bytes
    collision: int = 0


class Exchange(Protocol):
    def __call__(self, octets: bytes, last_bits: int = 0, align: int = 0) -> Answer | None:
        """Sends octets, of the last of which only so many bits (0: all). None is silence. Raises Garbled.

        The answer is stored from the bit `align` of its first octet on.
        """


def inventory(exchange: Exchange) -> frozenset[bytes]:
    """Every card in a field that was just switched on. Raises Garbled if one of them could not be read."""
    found = set[bytes]()
    for _ in range(CARDS_MOST):
        if not _is_somebody_there(exchange):
            break
        found.add(_select(exchange))
        exchange(with_crc(HALT))  # it is silent from now on, until the field goes off
    return frozenset(found)


def _is_somebody_there(exchange: Exchange) -> bool:
    """Several cards may answer differently: what they say does not matter, only that they do."""
    try:
        return exchange(bytes([REQUEST]), SHORT_FRAME_BITS) is not None
    except Garbled:
        return True


def _select(exchange: Exchange) -> bytes:
    """Goes on where the card says so, not where a byte looks like a cascade tag: a short number may begin with it."""
    uid = b""
    for level in SELECT_LEVELS:
        octets = _resolve(exchange, level)
        if not _confirm(exchange, level, octets) & MORE_TO_COME:
            return _require_lasting(uid + octets[:4])
        if octets[0] != CASCADE_TAG:
            raise Garbled
        uid += octets[1:4]
    raise Garbled


def _require_lasting(uid: bytes) -> bytes:
    if len(uid) == 4 and uid[0] == RANDOM:
        raise Garbled
    return uid


def _resolve(exchange: Exchange, level: int) -> bytes:
    """The octets of one card of those that answer, found bit by bit.

    Only the position of a first collision is relied on. Of later ones the data sheet leaves open where it counts from.
    """
    known: Bits = ()
    for _ in range(2 * LEVEL_BITS):
        answer = _ask(exchange, level, known)
        if answer is None:
            known = _other_branch(known)
        elif not answer.collision:
            return _checked(known, answer.octets)
        elif len(known) == LEVEL_BITS:
            raise Garbled
        else:
            known = (*known, 1) if known else _first_branch(answer)
    raise Garbled


def _ask(exchange: Exchange, level: int, known: Bits) -> Answer | None:
    octets, bits = divmod(len(known), 8)
    return exchange(bytes([level, (2 + octets) << 4 | bits]) + octets_of(known), bits, bits)


def _other_branch(known: Bits) -> Bits:
    """Nobody has a 1 there."""
    if not known or not known[-1]:
        raise Garbled
    return (*known[:-1], 0)


def _first_branch(answer: Answer) -> Bits:
    if not 1 <= answer.collision <= LEVEL_BITS:
        raise Garbled
    return (*bits_of(answer.octets)[: answer.collision - 1], 1)


def _checked(known: Bits, octets: bytes) -> bytes:
    """The first octet that came goes on after the bits that were known of it; what it has in their place is nothing."""
    joined = octets_of((*known, *bits_of(octets)[len(known) % 8 :]))
    if len(joined) != LEVEL_OCTETS or joined[0] ^ joined[1] ^ joined[2] ^ joined[3] ^ joined[4]:
        raise Garbled
    return joined


def _confirm(exchange: Exchange, level: int, octets: bytes) -> int:
    """Only the card with these octets answers to them."""
    answer = exchange(with_crc(bytes([level, WHOLE]) + octets))
    if answer is None or answer.collision or len(answer.octets) != 3 or with_crc(answer.octets[:1]) != answer.octets:
        raise Garbled
    return answer.octets[0]


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
