"""A game that began with paper money goes on here: its position, read as a record writes it before play.

Either `given` lines alone, for the players and rules of the request, or the head of a record with them.
"""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from companion.boards.own_boards import find_board
from companion.play.dice import DiceSource
from companion.record.board_lines import WrittenBoards, take_boards
from companion.record.errors import RecordError, RecordLine
from companion.record.header import HEADER_WORDS, Header, StatementScanner, read_header, seat_of
from companion.record.scanner import Scanner, lines_of
from companion.record.start_position import read_given, set_table
from companion.record.statements import ALONE
from companion.record.writer import one_word_names
from companion.rules.lists import and_list, sentence
from companion.rules.position import Impossible
from companion.rules.state import Game
from companion.table.games.boards import board_for
from companion.table.games.new_game_fields import CannotBegin, names_for, rules_for
from companion.table.messages.requests import NewGame
from companion.table.messages.views import WrongLine

PATH = "position"  # what stands before the number of a line that is wrong
BEFORE_PLAY = (*HEADER_WORDS, "given")


def set_up_paper_game(request: NewGame, wanted: NewGame, shuffled: DiceSource | None, data: Path) -> Game:
    """`wanted` is the request with what is usual here; a head says everything itself. Raises CannotBegin.

    `shuffled` has the decks, unless real ones are used; `data` is the folder with the household's own boards.
    """
    try:
        return _read_position(request, wanted, shuffled, data)
    except RecordError as error:
        # A form shows no lines: it gets what is wrong as a sentence.
        cause = error.__cause__
        wrong = sentence(cause.message if isinstance(cause, Impossible) else error.message)
        raise CannotBegin(str(error), WrongLine(error.line.number, wrong)) from error


def _read_position(request: NewGame, wanted: NewGame, shuffled: DiceSource | None, data: Path) -> Game:
    lines, boards = take_boards(lines_of(request.position.encode("utf-8", "surrogatepass"), PATH))
    spoken = [words for words in map(Scanner, lines) if words]
    if not spoken:
        raise RecordError(RecordLine(PATH, 0, ""), 0, "expected the table as it stands, such as `given Ann cash 1200`")
    heads = [words for words in spoken if words.peek() in HEADER_WORDS]
    header = _read_head(request, heads, spoken[0].line, boards, data) if heads else _head_for(wanted, data)
    givens = []
    for words in (StatementScanner(words.line, header) for words in spoken if words not in heads):
        if words.peek() != "given":
            if words.peek() in ("?", "refuse", "bank", *ALONE) or words.peeks_player():
                raise words.error("a position has no moves; replay it with `companion replay`")
            column = words.column
            raise words.unknown("word", words.take("`given`").text, BEFORE_PLAY, column)
        givens.append(read_given(words))
    names = header.names
    if request.names:  # what the household calls the players that the position names in one word each
        names = names_for(request.names, header.rules)
        seats = [seat_of(word, header.names) for word in _words_for(names, request.called)]
        if seats != list(range(len(header.names))):
            raise CannotBegin(f"The position names its players itself ({and_list(header.names)}): leave them out.")
    return set_table(replace(header, names=names), givens, shuffled)


def _read_head(
    request: NewGame, heads: Sequence[Scanner], first: RecordLine, boards: WrittenBoards, data: Path
) -> Header:
    if request.edition or request.variants or request.options or request.board or request.corrections:
        raise CannotBegin(
            "The position has a head, which says how it is played: leave out edition, variants, options and board."
        )
    for words in heads:
        if words.peek() == "seed":
            raise words.error("a table rolls its own dice: leave out the seed")
    return read_header(heads, first, boards, lambda name: find_board(name, data))


def _head_for(request: NewGame, data: Path) -> Header:
    rules = rules_for(request.edition, request.variants or (), request.options)
    names = _words_for(names_for(request.names, rules), request.called)
    return Header(rules, board_for(request.board, rules, data, request.corrections), names)


def _words_for(names: Sequence[str], called: Sequence[str]) -> tuple[str, ...]:
    """What the position calls these players."""
    if not called:
        return one_word_names(names)
    if len(called) != len(names) or one_word_names(called) != tuple(called):
        raise CannotBegin("What a position calls its players must be one word each, no two the same.")
    return tuple(called)
