"""The text on a terminal's screen, worked out from the bytes that draw it. Understands just what Textual sends."""

import re
import time

from textual.content import Content

_PIECES = re.compile(
    r"\x1b\[([0-9;?<>=]*)([a-zA-Z@`$])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[=>()][0-9A-B]?|([^\x1b])"
)
WIDE = "\0"  # the second cell of a wide character


class TerminalScreen:
    def __init__(self) -> None:
        self._rows: dict[int, dict[int, str]] = {}
        self._row = self._column = 1
        self._kept = b""
        self.at_s = 0.0  # when something was last drawn

    def take(self, content: bytes) -> None:
        """A character or an escape sequence may be split between two pieces; the first part waits for the rest."""
        self.at_s = time.monotonic()
        content = self._kept + content
        whole = content.rpartition(b"\x1b")[0] if b"\x1b" in content[-30:] else content
        text = whole.decode(errors="ignore")
        self._kept = content[len(whole) :]
        for found in _PIECES.finditer(text):
            self._draw(*found.groups())

    def _draw(self, numbers: str | None, command: str | None, letter: str | None) -> None:
        if letter is not None:
            self._put(letter)
        elif command == "H":
            row, _, column = (numbers or "").partition(";")
            self._row, self._column = int(row or 1), int(column or 1)
        elif command == "J":
            self._rows.clear()

    def _put(self, letter: str) -> None:
        if letter == "\n":
            self._row += 1
        elif letter == "\r":
            self._column = 1
        elif letter.isprintable():
            row = self._rows.setdefault(self._row, {})
            for place, part in enumerate(letter.ljust(Content(letter).cell_length, WIDE)):
                row[self._column + place] = part
            self._column += Content(letter).cell_length

    def lines(self) -> list[str]:
        """All lines up to the last one drawn. One character a column; a wide one is followed by `WIDE`."""
        last = max(self._rows, default=0)
        return [self._line(self._rows.get(row, {})) for row in range(1, last + 1)]

    def _line(self, row: dict[int, str]) -> str:
        return "".join(row.get(column, " ") for column in range(1, max(row, default=0) + 1))
