"""A record from its lines. All of it is read, and its table set up once, before anything is played."""

from collections.abc import Sequence
from pathlib import Path

from companion.record.checks import read_check, read_clause
from companion.record.errors import RecordLine
from companion.record.header import HEADER_WORDS, StatementScanner, read_header
from companion.record.player_statements import ALONE, read_act
from companion.record.scanner import Scanner, lines_of, read_lines
from companion.record.start_position import read_given, set_table
from companion.record.statements import Checked, Done, Record, Refused, Statement
from companion.rules.refusal import Code

BEFORE_PLAY = (*HEADER_WORDS, "given")
_CODES: dict[str, Code | None] = {"any": None} | {code.value: code for code in Code}


def load(path: Path) -> Record:
    """The record in a file; a RecordError if it cannot be read or understood."""
    return _parse(read_lines(path))


def parse(text: str | bytes, path: str = "record") -> Record:
    content = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return _parse(lines_of(content, path))


def _parse(lines: Sequence[RecordLine]) -> Record:
    spoken = [words for words in map(Scanner, lines) if words]
    before, rest = _divide(spoken)
    # Where to point if the head is missing: the first line that says something, or the last that is not empty.
    first = spoken[0].line if spoken else next((line for line in reversed(lines) if line.text.strip()), lines[0])
    header = read_header([words for words in before if words.peek() != "given"], first)
    given = [StatementScanner(words.line, header) for words in before if words.peek() == "given"]
    givens = tuple(map(read_given, given))
    set_table(header, givens)
    statements = tuple(_statement(StatementScanner(words.line, header)) for words in rest)
    return Record(header, givens, statements)


def _divide(spoken: Sequence[Scanner]) -> tuple[Sequence[Scanner], Sequence[Scanner]]:
    """The lines before play, and those from the first statement on."""
    begin = next((at for at, words in enumerate(spoken) if words.peek() not in BEFORE_PLAY), len(spoken))
    for words in spoken[begin:]:
        if words.peek() in BEFORE_PLAY:
            _require_play(spoken[begin], spoken)
            first = spoken[begin].line.number
            raise words.error(f"`{words.peek()}` stands before play, and play begins on line {first}")
    return spoken[:begin], spoken[begin:]


def _require_play(first: Scanner, spoken: Sequence[Scanner]) -> None:
    """Complains if this line is not play but a word before play with a slip in it."""
    seated = [words.line.statement.casefold().split()[1:] for words in spoken if words.peek() == "players"]
    openings = {"?", "refuse", "bank", *ALONE, *(name for names in seated for name in names)}
    if first.peek() not in openings:
        column = first.column
        raise first.unknown("word", first.take("a word").text, BEFORE_PLAY, column)


def _statement(words: StatementScanner) -> Statement:
    if words.accept("?"):
        return Checked(words.line, read_check(words))
    if not words.accept("refuse"):
        return Done(words.line, read_act(words))
    code = words.choose(_CODES, "reason to refuse")
    under = "" if words.peek() == ":" else read_clause(words)
    words.expect(":")
    return Refused(words.line, read_act(words), code, under)
