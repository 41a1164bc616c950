"""Lines on a serial wire: `!` text `*` four checksum digits, and a line feed.

This file runs on the companion and, unchanged, on the board's microcontroller: the firmware has the same file.
"""

MAX_LINE = 240  # bytes in a line without its end; no more than this is kept of a longer one

_START, _SUM = b"!", b"*"
_SUM_BYTES = 5  # the star and its digits


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE: finds up to three wrong bits, and any number of them within sixteen."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def seal(text: str) -> bytes:
    """The line to send. Raises ValueError for text that a line cannot hold."""
    body = text.encode()
    if not _is_plain(body) or not 0 < len(body) <= MAX_LINE - _SUM_BYTES - 1:
        raise ValueError("a line cannot hold this text")
    return _START + body + _SUM + _digits(body) + b"\n"


def unseal(line: bytes) -> tuple[str, str]:
    """The text of a line without its line feed, and what is wrong with it: one of the two is empty."""
    if line[-1:] == b"\r":  # added by some terminals
        line = line[:-1]
    body = line[1:-_SUM_BYTES]
    if len(line) > MAX_LINE:
        return "", "too long"
    if line[:1] != _START:
        return "", "does not begin with !"
    if not body or line[-_SUM_BYTES:][:1] != _SUM:
        return "", "cut off"
    if line[-4:] != _digits(body):
        return "", "wrong checksum"
    if not _is_plain(body):
        return "", "holds bytes that are not allowed"
    return body.decode(), ""


def _digits(body: bytes) -> bytes:
    return b"%04X" % crc16(body)


def _is_plain(body: bytes) -> bool:
    return all(32 <= byte <= 126 for byte in body)


class LineSplitter:
    """Bytes in, in whatever pieces they come; whole lines out. Only the start of an overlong line is kept."""

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
        self._begun += piece[: MAX_LINE + 2 - len(self._begun)]
