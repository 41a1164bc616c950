"""What is wrong with a record, where, and what was expected there: told with the line and a caret under the place."""

from msgspec import Struct

WINDOW = 100  # how much of a long line is shown around the caret


class Line(Struct, frozen=True):
    """One line of a record as it stands in the file; number 0 is the file as a whole."""

    path: str
    number: int
    text: str

    @property
    def spoken(self) -> str:
        """The line without its comment."""
        return self.text.partition("#")[0].strip()


class RecordError(Exception):
    """The file cannot be read or understood. `column` counts characters from 0."""

    def __init__(self, line: Line, column: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.column = column
        self.message = message

    def __str__(self) -> str:
        place = printable(self.line.path) + (f":{self.line.number}" if self.line.number else "")
        shown = f"{place}: {printable(self.message)}"
        return "\n".join((shown, *self._picture())) if self.line.number else shown

    def _picture(self) -> tuple[str, str]:
        before, after = _window(self.line.text, self.column)
        return f"    {before}{after}".rstrip(), "    " + " " * len(before) + "^"


def printable(text: str) -> str:
    """The same words with nothing in them that a terminal would obey."""
    return "".join(map(_shown, text))


def _shown(char: str) -> str:
    if char == "\t":
        return " "
    return char if char.isprintable() else char.encode("unicode_escape", "surrogatepass").decode("ascii")


def _window(text: str, column: int) -> tuple[str, str]:
    """What is shown left of the caret and from it on."""
    start = max(0, column - WINDOW // 2)
    end = start + WINDOW
    before, after = printable(text[start:column]), printable(text[column:end])
    return ("…" if start else "") + before, after + ("…" if end < len(text) else "")
