"""What is wrong with a record, where, and what was expected there: shown with the line and a caret under the place."""

from msgspec import Struct

from companion.plain_text import printable

WINDOW = 100  # how much of a long line is shown around the caret


class RecordLine(Struct, frozen=True):
    """One line of a record as it stands in the file; number 0 is the file as a whole."""

    path: str
    number: int
    text: str

    @property
    def statement(self) -> str:
        """The line without its comment."""
        return self.text.partition("#")[0].strip()


class RecordError(Exception):
    """The file cannot be read or understood. `column` counts characters from 0."""

    def __init__(self, line: RecordLine, column: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.column = column
        self.message = message

    def __str__(self) -> str:
        text, number = self.line.text, self.line.number
        shown = f"{printable(self.line.path)}{f':{number}' if number else ''}: {printable(self.message)}"
        if not number:
            return shown
        start = max(0, self.column - WINDOW // 2)
        end = start + WINDOW
        before = ("…" if start else "") + printable(text[start : self.column])
        after = printable(text[self.column : end]) + ("…" if end < len(text) else "")
        return "\n".join((shown, f"    {before}{after}".rstrip(), "    " + " " * len(before) + "^"))
