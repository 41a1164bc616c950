"""A record's lines from its bytes, whatever the bytes are."""

import re
import unicodedata
from pathlib import Path

from companion.record.errors import Line, RecordError

FILE_MOST = 16 * 1024 * 1024
LINE_MOST = 1_000
LINES_MOST = 100_000
_LINE_END = re.compile(r"\r\n|\n|\r")
_BYTE_ORDER_MARK = "\ufeff"
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")


def read_lines(path: Path) -> tuple[Line, ...]:
    """The lines of a file, or a RecordError that says why it cannot be read."""
    try:
        with path.open("rb") as file:
            found = file.read(FILE_MOST + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise RecordError(Line(str(path), 0, ""), 0, f"cannot be read: {reason}") from error
    return lines_of(found, str(path))


def lines_of(found: bytes, path: str) -> tuple[Line, ...]:
    if len(found) > FILE_MOST:
        raise RecordError(Line(path, 0, ""), 0, f"is larger than {FILE_MOST // 1024 // 1024} MB: not a game record")
    texts = _LINE_END.split(_decoded(found, path).removeprefix(_BYTE_ORDER_MARK), maxsplit=LINES_MOST)
    if len(texts) > LINES_MOST and (rest := texts.pop()):
        line = Line(path, LINES_MOST + 1, _LINE_END.split(rest, maxsplit=1)[0])
        raise RecordError(line, 0, f"has too many lines: expected at most {LINES_MOST:,}")
    return tuple(_plain(Line(path, number, text)) for number, text in enumerate(texts, start=1))


def _decoded(found: bytes, path: str) -> str:
    try:
        return found.decode("utf-8")
    except UnicodeDecodeError as error:
        sound = _LINE_END.split(found[: error.start].decode("utf-8").removeprefix(_BYTE_ORDER_MARK))
        after = found[error.start : error.start + LINE_MOST].decode("utf-8", "backslashreplace")
        line = Line(path, len(sound), sound[-1] + _LINE_END.split(after, maxsplit=1)[0])
        raise RecordError(
            line, len(sound[-1]), f"expected UTF-8 text, not the byte {found[error.start]:#04x}"
        ) from error


def _plain(line: Line) -> Line:
    """The line with every accent joined to its letter, however it was typed."""
    if len(line.text) > LINE_MOST:
        raise RecordError(line, LINE_MOST, f"the line is too long: expected at most {LINE_MOST} characters")
    if control := _CONTROL.search(line.text):
        raise RecordError(line, control.start(), "expected plain text, not a control character")
    return Line(line.path, line.number, unicodedata.normalize("NFC", line.text))
