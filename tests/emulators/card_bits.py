"""Frames on the air as ISO 14443-3 counts them: bits, least significant first, without parity; and CRC_A."""

from collections.abc import Iterable, Sequence

Bits = tuple[int, ...]


def bits_of(octets: Iterable[int]) -> Bits:
    return tuple(octet >> place & 1 for octet in octets for place in range(8))


def octets_of(bits: Sequence[int]) -> bytes:
    """The last octet may be incomplete; it is filled up with zeros."""
    parts = (bits[start : start + 8] for start in range(0, len(bits), 8))
    return bytes(sum(bit << place for place, bit in enumerate(part)) for part in parts)


def crc_a(octets: Iterable[int], preset: int = 0x6363) -> bytes:
    """Bit by bit, as the standard draws it: polynomial x^16 + x^12 + x^5 + 1."""
    crc = preset
    for bit in bits_of(octets):
        feedback = (crc ^ bit) & 1
        crc = crc >> 1 ^ (0x8408 if feedback else 0)
    return crc.to_bytes(2, "little")


def with_crc(octets: bytes) -> bytes:
    return octets + crc_a(octets)
