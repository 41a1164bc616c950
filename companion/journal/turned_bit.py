"""A spoilt line with one bit turned back. Its checksum says which bit, and a later line's hash proves it.

A checksum of this kind is linear: what one turned bit does to it depends only on how many bits follow.
"""

import zlib
from collections.abc import Iterator
from typing import Final

from companion.journal.entry import CRC, CRC_LENGTH

POLYNOMIAL: Final = 0xEDB88320  # of CRC-32
MAX_LENGTH: Final = 16_384  # bytes; looking for a bit takes time in proportion


def with_a_bit_turned(text: bytes) -> Iterator[bytes]:
    """What the line may have been: at most two guesses, each with a checksum that fits."""
    if not CRC_LENGTH < len(text) <= MAX_LENGTH:
        return
    body, end = text[:-CRC_LENGTH], text[-CRC_LENGTH:]
    yield body + CRC % zlib.crc32(body)  # the damage is in the checksum itself
    try:
        wanted = zlib.crc32(body) ^ int(end[8:16], 16)
    except ValueError:
        return
    effect = POLYNOMIAL  # of the last bit; the one before it has that of one more step
    for at in reversed(range(8 * len(body))):
        if effect == wanted:
            turned = bytearray(body)
            turned[at // 8] ^= 1 << at % 8
            yield bytes(turned) + end
            return
        effect = effect >> 1 ^ (POLYNOMIAL if effect & 1 else 0)
