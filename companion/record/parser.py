"""A record from its lines. All of it is read, and its table set up once, before anything is played."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from companion.record.board_lines import FindBoard, find_shipped, take_boards
from companion.record.checks import Check, read_check, read_clause
from companion.record.errors import RecordLine
from companion.record.header import HEADER_WORDS, Header, StatementScanner, read_header
from companion.record.scanner import Scanner, lines_of, read_lines
from companion.record.start_position import Given, read_given, set_table
from companion.record.statements import ALONE, StatedAct, read_act
from companion.rules.refusal import Code

BEFORE_PLAY = (*HEADER_WORDS, "given")
_CODES: dict[str, Code | None] = {"any": None} | {code.value: code for code in Code}


class Done(Struct, frozen=True):
    line: RecordLine
    act: StatedAct


class Refused(Struct, frozen=True):
    """An act that must be refused, with this code and under this clause where they are given."""

    line: RecordLine
    act: StatedAct
    code: Code | None
    clause: str


class Checked(Struct, frozen=True):
    line: RecordLine
    check: Check


Statement = Done | Refused | Checked


class Record(Struct, frozen=True):
    header: Header
    givens: tuple[Given, ...]
    statements: tuple[Statement, ...]


def load(path: Path, find_board: FindBoard = find_shipped) -> Record:
    """The record in a file; a RecordError if it cannot be read or understood."""
    return _parse(read_lines(path), find_board)


def parse(text: str | bytes, path: str = "record", find_board: FindBoard = find_shipped) -> Record:
    content = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return _parse(lines_of(content, path), find_board)


def _parse(every_line: Sequence[RecordLine], find_board: FindBoard) -> Record:
    lines, written_boards = take_boards(every_line)
    spoken = [words for words in map(Scanner, lines) if words]
    begin = next((at for at, words in enumerate(spoken) if words.peek() not in BEFORE_PLAY), len(spoken))
    before, rest = spoken[:begin], spoken[begin:]
    for words in rest:
        if words.peek() in BEFORE_PLAY:
            first = rest[0]
            seated = [words.line.statement.casefold().split()[1:] for words in spoken if words.peek() == "players"]
            openings = {"?", "refuse", "bank", *ALONE, *(name for names in seated for name in names)}
            if first.peek() not in openings:  # not play, but a word before play with a slip in it
                column = first.column
                raise first.unknown("word", first.take("a word").text, BEFORE_PLAY, column)
            raise words.error(f"`{words.peek()}` stands before play, and play begins on line {first.line.number}")
    # Where to point if the head is missing: the first line that says something, or the last that is not empty.
    top = spoken[0].line if spoken else next((line for line in reversed(lines) if line.text.strip()), lines[0])
    header = read_header([words for words in before if words.peek() != "given"], top, written_boards, find_board)
    given = [StatementScanner(words.line, header) for words in before if words.peek() == "given"]
    givens = tuple(map(read_given, given))
    set_table(header, givens)
    statements: list[Statement] = []
    for line in (words.line for words in rest):
        words = StatementScanner(line, header)
        if words.accept("?"):
            statements.append(Checked(line, read_check(words)))
        elif words.accept("refuse"):
            code = words.choose(_CODES, "reason to refuse")
            clause = "" if words.peek() == ":" else read_clause(words)
            words.expect(":")
            statements.append(Refused(line, read_act(words), code, clause))
        else:
            statements.append(Done(line, read_act(words)))
    return Record(header, givens, tuple(statements))
