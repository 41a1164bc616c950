"""A record from its lines. All of it is read, and its table set once, before anything is played."""

from collections.abc import Sequence
from pathlib import Path

from companion.record.checks import clause, read_check
from companion.record.errors import Line
from companion.record.given import read_given
from companion.record.header import HEADER_WORDS, read_header
from companion.record.play import ALONE, read_act
from companion.record.sentence import Sentence
from companion.record.source import lines_of, read_lines
from companion.record.start import set_table
from companion.record.statements import Checked, Done, Record, Refused, Statement
from companion.record.words import Words
from companion.rules.refusal import Code

BEFORE_PLAY = (*HEADER_WORDS, "given")
_CODES: dict[str, Code | None] = {"any": None} | {code.value: code for code in Code}


def load(path: Path) -> Record:
    """The record in a file; a RecordError if it cannot be read or understood."""
    return _parse(read_lines(path))


def parse(text: str | bytes, path: str = "record") -> Record:
    found = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return _parse(lines_of(found, path))


def _parse(lines: Sequence[Line]) -> Record:
    spoken = [words for words in map(Words, lines) if words]
    before, rest = _divided(spoken)
    header = read_header([words for words in before if words.peek() != "given"], _first(spoken, lines))
    given = [Sentence(words.line, header) for words in before if words.peek() == "given"]
    givens = tuple(map(read_given, given))
    set_table(header, givens)
    statements = tuple(_statement(Sentence(words.line, header)) for words in rest)
    return Record(header, givens, statements)


def _first(spoken: Sequence[Words], lines: Sequence[Line]) -> Line:
    """The first line that says something; where none does, the last that is not empty."""
    return spoken[0].line if spoken else next((line for line in reversed(lines) if line.text.strip()), lines[0])


def _divided(spoken: Sequence[Words]) -> tuple[Sequence[Words], Sequence[Words]]:
    """The lines before play, and those from the first statement on."""
    begin = next((at for at, words in enumerate(spoken) if words.peek() not in BEFORE_PLAY), len(spoken))
    for words in spoken[begin:]:
        if words.peek() in BEFORE_PLAY:
            _require_begun(spoken[begin], spoken)
            first = spoken[begin].line.number
            raise words.error(f"`{words.peek()}` stands before play, and play begins on line {first}")
    return spoken[:begin], spoken[begin:]


def _require_begun(first: Words, spoken: Sequence[Words]) -> None:
    """Is this line play indeed, and not a word before play with a slip in it?"""
    seated = [words.line.spoken.casefold().split()[1:] for words in spoken if words.peek() == "players"]
    openings = {"?", "refuse", "bank", *ALONE, *(name for names in seated for name in names)}
    if first.peek() not in openings:
        column = first.column
        raise first.unknown("word", first.take("a word").text, BEFORE_PLAY, column)


def _statement(words: Sentence) -> Statement:
    if words.accept("?"):
        return Checked(words.line, read_check(words))
    if words.accept("refuse"):
        return _refused(words)
    return Done(words.line, read_act(words))


def _refused(words: Sentence) -> Refused:
    code = words.choose(_CODES, "reason to refuse")
    under = "" if words.peek() == ":" else clause(words)
    words.expect(":")
    return Refused(words.line, read_act(words), code, under)
