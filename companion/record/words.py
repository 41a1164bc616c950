"""A line's words, taken one by one from the left, and the complaint when another was expected."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile
from typing import TypeVar

from msgspec import Struct

from companion.record.errors import Line, RecordError
from companion.rules.house_rules import AMOUNT_MOST
from companion.rules.naming import nearest, quoted
from companion.rules.phrases import or_list

T = TypeVar("T")
_WORD = re.compile(r"[,:?]|[^\s,:?]+")
_NUMBER = re.compile(r"[0-9]+")
_MARKS = (",", ":", "?")


class Word(Struct, frozen=True):
    text: str
    column: int


class Words:
    """Only a line's statement: what follows `#` is for people."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self._text = line.text.partition("#")[0].rstrip()
        self._words = [Word(found[0], found.start()) for found in _WORD.finditer(self._text)]
        self._at = 0

    def __bool__(self) -> bool:
        """Is anything left?"""
        return self._at < len(self._words)

    @property
    def column(self) -> int:
        """Where the next word stands."""
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
        """Takes the wanted words if they are the next ones."""
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
        """The entry of the next word, which must be a key of the table."""
        column = self.column
        word = self.take(f"{_article(what)} {what}: {or_list(table)}")
        if word.text.casefold() not in table:
            raise self.unknown(what, word.text, table, column)
        return table[word.text.casefold()]

    def number(self, expected: str = "a number", most: int = AMOUNT_MOST) -> int:
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
        """Words up to one of `stops`, a comma, a colon, or the last `keep` words, as they are written."""
        column, start, last = self.column, self._at, len(self._words) - keep
        ends = {*_MARKS, *stops}
        while self._at < last and self.peek() not in ends:
            self._at += 1
        if self._at == start:
            raise self.wrong(expected)
        final = self._words[self._at - 1]
        return Word(self._text[column : final.column + len(final.text)], column)

    def rest(self) -> str:
        """Everything that is left, as it is written."""
        text = self._text[self.column :]
        self._at = len(self._words)
        return text

    def find(self, wanted: Iterable[str]) -> str:
        """The first of the wanted words from the next but one on, and before any colon."""
        words = frozenset(wanted)
        ahead = map(self.peek, range(1, len(self._words) - self._at))
        return next((word for word in takewhile(lambda word: word != ":", ahead) if word in words), "")

    def beginnings(self) -> Iterator[tuple[str, int]]:
        """What is left up to a mark, then ever less of it, each with the column of what comes after it."""
        left = self._words[self._at :]
        count = next((at for at, word in enumerate(left) if word.text in _MARKS), len(left))
        columns = (*(word.column for word in left), len(self._text))
        for at in range(count, 0, -1):
            yield self._text[self.column : left[at - 1].column + len(left[at - 1].text)], columns[at]

    def error(self, message: str, column: int | None = None) -> RecordError:
        return RecordError(self.line, self.column if column is None else column, message)

    def wrong(self, expected: str, column: int | None = None) -> RecordError:
        """Something else was expected here than what is there."""
        at = self.column if column is None else column
        here = next((word.text for word in self._words if word.column == at), "")
        return self.error(f"expected {expected}" + (f", not {quoted(here)}" if here else ""), at)

    def unknown(self, what: str, written: str, known: Iterable[str], column: int) -> RecordError:
        names = tuple(known)
        message = f"unknown {what} {quoted(written)}: expected {or_list(names)}"
        return RecordError(self.line, column, message + nearest(written, names))


def _article(noun: str) -> str:
    return "an" if noun[0] in "aeio" else "a"
