"""Lines on a serial wire, from their checksum to bytes and back: `!` text `*` four digits, and a line feed.

It runs on the companion and, as it is, on the board's microcontroller; the firmware's copy must be the same file.
"""

LINE_MOST = 240  # bytes of a line without its end; of longer ones no more than this is kept

_START, _SUM = b"!", b"*"
_SUM_BYTES = 5  # the star and its digits


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE: finds up to three wrong bits, and any that lie within sixteen."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def seal(text: str) -> bytes:
    """A line to be sent. Raises ValueError for what no line can carry."""
    body = text.encode()
    if not _is_plain(body) or not 0 < len(body) <= LINE_MOST - _SUM_BYTES - 1:
        raise ValueError("no line can carry this")
    return _START + body + _SUM + _digits(body) + b"\n"


def unseal(line: bytes) -> tuple[str, str]:
    """The text of a line without its line feed, and why there is none: one of the two is empty."""
    if line[-1:] == b"\r":  # some terminals add it
        line = line[:-1]
    body = line[1:-_SUM_BYTES]
    why = _fault(line, body)
    return ("", why) if why else (body.decode(), "")


def _fault(line: bytes, body: bytes) -> str:
    if len(line) > LINE_MOST:
        return "too long"
    if line[:1] != _START:
        return "does not begin as a line does"
    if not body or line[-_SUM_BYTES:][:1] != _SUM:
        return "cut off"
    if line[-4:] != _digits(body):
        return "the checksum is wrong"
    return "" if _is_plain(body) else "holds what no line can carry"


def _digits(body: bytes) -> bytes:
    return b"%04X" % crc16(body)


def _is_plain(body: bytes) -> bool:
    return all(32 <= byte <= 126 for byte in body)


class Lines:
    """Bytes in whatever pieces they come, whole lines out. Of one that is too long only the start is kept."""

    def __init__(self) -> None:
        self._begun = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        pieces = data.split(b"\n")
        ended = []
        for piece in pieces[:-1]:
            self._keep(piece)
            ended.append(bytes(self._begun))
            self._begun = bytearray()
        self._keep(pieces[-1])
        return ended

    def _keep(self, piece: bytes) -> None:
        self._begun += piece[: LINE_MOST + 2 - len(self._begun)]
