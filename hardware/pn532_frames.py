"""The frames of a PN532, and what is asked of one. It knows no bus.

Frames have only an eight-bit sum: of a hundred thousand frames with two wrong bits, fifteen hundred pass. So a number
counts only if two looks in a row agree on it.
"""

from collections.abc import Callable

ACK = bytes.fromhex("0000FF00FF00")
TO_CHIP, TO_HOST, ERROR = 0xD4, 0xD5, 0x7F
FIRMWARE, SAM_CONFIGURATION, RF_CONFIGURATION, LIST_TARGETS = 0x02, 0x14, 0x32, 0x4A
NORMAL_MODE = b"\x01\x00\x00"  # no timeout, and no IRQ pin
FIELD_OFF = b"\x01\x00"
ONE_TRY = b"\x05\xff\x01\x00"  # as delivered, it would look for a card for ever
TWO_OF_TYPE_A = b"\x02\x00"  # two is all it can do
MAX_CARDS = 2
ATS_FOLLOWS = 0x20
MADE_UP = 0x08  # the first octet of a number that a phone makes up for every look


class BrokenFrame(Exception):
    """What came is no frame: noise, or a part of one."""


Ask = Callable[[int, bytes], bytes]  # a command and its data, to the data of the answer


def frame(command: int, data: bytes = b"") -> bytes:
    body = bytes([TO_CHIP, command]) + data
    return b"\0\0\xff" + bytes([len(body), -len(body) & 0xFF]) + body + bytes([-sum(body) & 0xFF, 0])


def next_frame(octets: bytearray) -> bytes | None:
    """Takes the first frame out of the octets and returns its body, empty for an ACK. None: there is none yet.

    Raises BrokenFrame.
    """
    start = octets.find(b"\0\xff")
    if start < 0:
        del octets[:-1]
        return None
    rest = octets[start + 2 :]
    if len(rest) < 2:
        return None
    if rest[:2] == b"\0\xff":
        del octets[: start + 4]
        return b""
    length = rest[0]
    if (length + rest[1]) & 0xFF:
        octets.clear()
        raise BrokenFrame
    if len(rest) < length + 3:
        return None
    body, total = bytes(rest[2 : 2 + length]), sum(rest[2 : 3 + length]) & 0xFF
    del octets[: start + 5 + length]
    if total or body[:1] == bytes([ERROR]):
        raise BrokenFrame
    return body


def read_targets(answer: bytes) -> frozenset[bytes]:
    """The numbers in an answer to LIST_TARGETS. Raises BrokenFrame, also for a number that a phone made up."""
    found, at = set[bytes](), 1
    try:
        for _ in range(answer[0]):
            has_ats, length = answer[at + 3] & ATS_FOLLOWS, answer[at + 4]
            uid = answer[at + 5 : at + 5 + length]
            if length not in (4, 7, 10) or len(uid) != length or (length == 4 and uid[0] == MADE_UP):
                raise BrokenFrame
            found.add(uid)
            at += 5 + length
            at += answer[at] if has_ats else 0
    except IndexError:
        raise BrokenFrame from None
    if at != len(answer):
        raise BrokenFrame
    return frozenset(found)


def prepare(ask: Ask) -> None:
    ask(SAM_CONFIGURATION, NORMAL_MODE)
    ask(RF_CONFIGURATION, ONE_TRY)
    ask(FIRMWARE, b"")


def look(ask: Ask) -> frozenset[bytes]:
    """Raises BrokenFrame. The field is off afterwards, so that every card begins anew."""
    found = read_targets(ask(LIST_TARGETS, TWO_OF_TYPE_A))
    ask(RF_CONFIGURATION, FIELD_OFF)
    return found
