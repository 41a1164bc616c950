"""The board of a record: its name, or all of it between `board begin` and `board end`, as a board file has it."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from companion.boards import SHIPPED, is_shipped, shipped_board
from companion.boards.board_file import MAX_BYTES, parse_board
from companion.boards.own_boards import BoardName
from companion.boards.write_board import write_board
from companion.record.errors import RecordError, RecordLine
from companion.record.scanner import Scanner
from companion.rules.board import Board
from companion.rules.board_checks import is_board_key
from companion.rules.editions import Rules
from companion.rules.lists import or_list
from companion.rules.naming import nearest, quoted
from companion.toml_document import TomlError

FindBoard = Callable[[str], Board]  # raises BoardName or TomlError
WrittenBoards = Mapping[int, Sequence[RecordLine]]  # the lines of each, by the number of the line `board begin`
NAMELESS = "own"  # a board that is written out and has no name


def find_shipped(name: str) -> Board:
    """For records that are read away from a household and its own boards."""
    if name not in SHIPPED:
        hint = (
            nearest(name, SHIPPED) or f": expected {or_list(SHIPPED)}, or a board between `board begin` and `board end`"
        )
        raise BoardName(f"there is no board {quoted(name)} here{hint}")
    return shipped_board(name)


def take_boards(lines: Sequence[RecordLine]) -> tuple[tuple[RecordLine, ...], WrittenBoards]:
    """The lines without those of boards that are written out, and these."""
    kept: list[RecordLine] = []
    boards: dict[int, list[RecordLine]] = {}
    begin: RecordLine | None = None
    for line in lines:
        words = line.statement.casefold().split()
        if begin is not None:
            if words == ["board", "end"]:
                begin = None
            else:
                boards[begin.number].append(line)
            continue
        if words[:2] == ["board", "begin"]:
            begin = line
            boards[line.number] = []
        kept.append(line)
    if begin is not None:
        raise RecordError(begin, 0, "expected `board end` below the board that begins here")
    return tuple(kept), boards


def read_board_line(words: Scanner, written: WrittenBoards, find_board: FindBoard) -> Board:
    """What follows `board`."""
    column = words.column
    if words.accept("end"):
        raise words.error("expected `board begin` above `board end`", column)
    if words.accept("begin"):
        column = words.column
        key = words.take("the name of the board").text.casefold() if words else NAMELESS
        if not is_board_key(key):
            form = "at most 40 small letters, digits and hyphens"
            raise words.error(f"{quoted(key)} cannot be the name of a board: expected {form}", column)
        words.end()
        return _read_written(words.line, key, written[words.line.number])
    name = words.take(f"a board: {or_list((*SHIPPED, 'begin'))}").text
    try:
        return find_board(name.casefold())
    except (BoardName, TomlError) as error:
        raise words.error(str(error), column) from error


def _read_written(begin: RecordLine, key: str, lines: Sequence[RecordLine]) -> Board:
    text = "\n".join(line.text for line in lines)
    if len(text.encode()) > MAX_BYTES:
        raise RecordError(begin, 0, f"the board is larger than {MAX_BYTES // 1024} KB: not a board")
    try:
        return parse_board(key, text)
    except TomlError as error:
        at = lines[error.line - 1] if 0 < error.line <= len(lines) else begin
        raise RecordError(at, 0, f"the board cannot be used: {error.message}") from error


def board_lines(rules: Rules, board: Board) -> Iterator[str]:
    """How a record says what it is played on: nothing for the usual board of its edition."""
    if is_shipped(board):
        if board.key != rules.board:
            yield f"board {board.key}"
        return
    yield f"board begin {board.key}"
    yield from write_board(board).splitlines()
    yield "board end"
