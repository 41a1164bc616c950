"""From bytes to lines, and from a line to its words, with the complaint when another word was expected."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from companion.record.errors import RecordError, RecordLine
from companion.rules.house_rules import MAX_AMOUNT
from companion.rules.lists import or_list
from companion.rules.naming import nearest, quoted

T = TypeVar("T")
MAX_FILE = 16 * 1024 * 1024
MAX_LINES = 100_000
MAX_LINE = 1_000
_LINE_END = re.compile(r"\r\n|\n|\r")
_BYTE_ORDER_MARK = "\ufeff"
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
_WORD = re.compile(r"[,:?]|[^\s,:?]+")
_NUMBER = re.compile(r"[0-9]+")
_MARKS = (",", ":", "?")


def read_lines(path: Path) -> tuple[RecordLine, ...]:
    """The lines of a file, or a RecordError that says why it cannot be read."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_FILE + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise RecordError(RecordLine(str(path), 0, ""), 0, f"cannot be read: {reason}") from error
    return lines_of(content, str(path))


def lines_of(content: bytes, path: str) -> tuple[RecordLine, ...]:
    """The lines of any bytes, each with its accents joined to their letters. Raises RecordError."""
    if len(content) > MAX_FILE:
        raise RecordError(
            RecordLine(path, 0, ""), 0, f"is larger than {MAX_FILE // 1024 // 1024} MB: not a game record"
        )
    try:
        text = content.decode("utf-8").removeprefix(_BYTE_ORDER_MARK)
    except UnicodeDecodeError as error:
        sound = _LINE_END.split(content[: error.start].decode("utf-8").removeprefix(_BYTE_ORDER_MARK))
        after = content[error.start : error.start + MAX_LINE].decode("utf-8", "backslashreplace")
        line = RecordLine(path, len(sound), sound[-1] + _LINE_END.split(after, maxsplit=1)[0])
        message = f"expected UTF-8 text, not the byte {content[error.start]:#04x}"
        raise RecordError(line, len(sound[-1]), message) from error
    texts = _LINE_END.split(text, maxsplit=MAX_LINES)
    if len(texts) > MAX_LINES and (rest := texts.pop()):
        line = RecordLine(path, MAX_LINES + 1, _LINE_END.split(rest, maxsplit=1)[0])
        raise RecordError(line, 0, f"has too many lines: expected at most {MAX_LINES:,}")
    lines = tuple(RecordLine(path, number, text) for number, text in enumerate(texts, start=1))
    for line in lines:
        if len(line.text) > MAX_LINE:
            raise RecordError(line, MAX_LINE, f"the line is too long: expected at most {MAX_LINE} characters")
        if control := _CONTROL.search(line.text):
            raise RecordError(line, control.start(), "expected plain text, not a control character")
    return tuple(RecordLine(path, line.number, unicodedata.normalize("NFC", line.text)) for line in lines)


class Word(Struct, frozen=True):
    text: str
    column: int


class Scanner:
    """The words of a line, taken one by one from the left. What follows `#` is a comment."""

    def __init__(self, line: RecordLine) -> None:
        self.line = line
        self._text = line.text.partition("#")[0].rstrip()
        self._words = [Word(found[0], found.start()) for found in _WORD.finditer(self._text)]
        self._at = 0

    def __bool__(self) -> bool:
        """Is anything left?"""
        return self._at < len(self._words)

    @property
    def column(self) -> int:
        """Of the next word."""
        return self._words[self._at].column if self else len(self._text)

    def peek(self, ahead: int = 0) -> str:
        at = self._at + ahead
        return self._words[at].text.casefold() if at < len(self._words) else ""

    def take(self, expected: str) -> Word:
        if not self or self.peek() in _MARKS:
            raise self.wrong(expected)
        self._at += 1
        return self._words[self._at - 1]

    def accept(self, *wanted: str) -> bool:
        """Takes the wanted words if they come next."""
        if tuple(self.peek(ahead) for ahead in range(len(wanted))) != wanted:
            return False
        self._at += len(wanted)
        return True

    def expect(self, *wanted: str) -> None:
        for word in wanted:
            if not self.accept(word):
                raise self.wrong(f"`{' '.join(wanted)}`")

    def end(self) -> None:
        if self:
            raise self.wrong("the end of the line")

    def choose(self, table: Mapping[str, T], what: str) -> T:
        """The table's entry for the next word."""
        column, article = self.column, "an" if what[0] in "aeio" else "a"
        word = self.take(f"{article} {what}: {or_list(table)}")
        if word.text.casefold() not in table:
            raise self.unknown(what, word.text, table, column)
        return table[word.text.casefold()]

    def choose_word(self, words: Iterable[str], what: str) -> str:
        return self.choose({word: word for word in words}, what)

    def number(self, expected: str = "a number", most: int = MAX_AMOUNT) -> int:
        column = self.column
        word = self.take(expected).text
        if not _NUMBER.fullmatch(word):
            raise self.wrong(expected, column)
        digits = word.lstrip("0") or "0"
        if len(digits) > len(str(most)) or int(digits) > most:
            raise self.wrong(f"{expected}, at most {most:,}", column)
        return int(digits)

    def is_number(self) -> bool:
        return _NUMBER.fullmatch(self.peek()) is not None

    def name(self, expected: str, stops: Iterable[str] = (), keep: int = 0) -> Word:
        """Words up to one of `stops`, a comma, a colon or the last `keep` words, as they are written."""
        column, start, last = self.column, self._at, len(self._words) - keep
        ends = {*_MARKS, *stops}
        while self._at < last and self.peek() not in ends:
            self._at += 1
        if self._at == start:
            raise self.wrong(expected)
        final = self._words[self._at - 1]
        return Word(self._text[column : final.column + len(final.text)], column)

    def names(self, expected: str) -> list[Word]:
        """Names separated by commas."""
        found = [self.name(expected)]
        while self.accept(","):
            found.append(self.name(expected))
        return found

    def rest(self) -> str:
        """Everything that is left, as it is written."""
        text = self._text[self.column :]
        self._at = len(self._words)
        return text

    def find(self, wanted: Iterable[str]) -> str:
        """The first of the wanted words after the next one, and before any colon."""
        words = frozenset(wanted)
        ahead = map(self.peek, range(1, len(self._words) - self._at))
        return next((word for word in takewhile(lambda word: word != ":", ahead) if word in words), "")

    def beginnings(self) -> Iterator[tuple[str, int]]:
        """What is left up to a mark, then less and less of it, each with the column of what comes after."""
        left = self._words[self._at :]
        count = next((at for at, word in enumerate(left) if word.text in _MARKS), len(left))
        columns = (*(word.column for word in left), len(self._text))
        for at in range(count, 0, -1):
            yield self._text[self.column : left[at - 1].column + len(left[at - 1].text)], columns[at]

    def error(self, message: str, column: int | None = None) -> RecordError:
        return RecordError(self.line, self.column if column is None else column, message)

    def wrong(self, expected: str, column: int | None = None) -> RecordError:
        """Something else was expected here."""
        at = self.column if column is None else column
        here = next((word.text for word in self._words if word.column == at), "")
        return self.error(f"expected {expected}" + (f", not {quoted(here)}" if here else ""), at)

    def unknown(self, what: str, written: str, known: Iterable[str], column: int) -> RecordError:
        names = tuple(known)
        message = f"unknown {what} {quoted(written)}: expected {or_list(names)}{nearest(written, names)}"
        return RecordError(self.line, column, message)
