"""The boards that games are played on here: finding one by its name, correcting it, listing all, and keeping one."""

import os
from collections.abc import Iterable
from pathlib import Path

from msgspec.structs import replace

from companion.boards import SHIPPED, shipped_board, usual_board
from companion.boards.board_file import read_board_text
from companion.boards.correct_board import Correction, WrongCorrection, correct_board, describe_problem
from companion.boards.own_boards import BoardName, add_own_board, find_board, own_boards, own_key, own_path
from companion.boards.write_board import note_of, write_board
from companion.play.setup import tidied
from companion.rules.board import Board
from companion.rules.board_checks import board_problems
from companion.rules.editions import DEFAULT, Rules
from companion.rules.lists import sentence
from companion.table.games.new_game_fields import CannotBegin
from companion.table.messages.requests import KeepBoard
from companion.table.messages.setup import BoardCorrection
from companion.table.messages.views import BoardLine
from companion.table.messages.wire import Reply
from companion.table.views.game_view import board_print
from companion.toml_document import TomlError


def default_board() -> Board:
    return usual_board(DEFAULT)


def board_for(name: str, rules: Rules, data: Path, corrections: Iterable[BoardCorrection] = ()) -> Board:
    """The one that comes with the edition unless another is named, perhaps one of the household's in the data folder.

    Raises CannotBegin.
    """
    try:
        board = find_board(name.casefold(), data) if name else usual_board(rules)
        return correct_board(board, _as_written(corrections))
    except (BoardName, WrongCorrection) as error:
        raise CannotBegin(sentence(str(error))) from error
    except TomlError as error:
        raise CannotBegin(sentence(f"Nobody can play on this board before its file is corrected. {error}")) from error


def _as_written(corrections: Iterable[BoardCorrection]) -> list[Correction]:
    """Names without the spaces that people type by mistake."""
    return [Correction(one.at, tidied(one.value) if isinstance(one.value, str) else one.value) for one in corrections]


def list_boards(data: Path) -> tuple[BoardLine, ...]:
    shipped = (BoardLine(key, shipped_board(key).title) for key in SHIPPED)
    own = (
        BoardLine(own.key, own.board.title if own.board else own.key, is_own=True, trouble=own.wrong)
        for own in own_boards(data)
    )
    return (*shipped, *own)


def keep_board(request: KeepBoard, data: Path) -> Reply:
    """If there is a board of that name already, the reply has it. Raises CannotBegin or OSError."""
    board, title = board_for(request.board, DEFAULT, data, request.corrections), tidied(request.name)
    try:
        key = own_key(title)
        kept = replace(board, key=key, title=title)
        for problem in board_problems(kept):
            raise CannotBegin(describe_problem(board, problem))
        note = ""
        if os.path.lexists(own_path(data, key)):
            if not request.instead:
                there = tuple(line for line in list_boards(data) if line.key == key)
                return Reply("", False, f"There is a board {key} already.", boards=there, unusable=True)
            note = _note_in(own_path(data, key))
        path = add_own_board(data, key, write_board(kept, note), instead=request.instead)
    except BoardName as error:
        raise CannotBegin(sentence(str(error))) from error
    return Reply("", True, f"{title} is one of your boards now.", (f"Its file is {path}.",), board=board_print(kept))


def _note_in(path: Path) -> str:
    """What the household has written at the top of a file that is replaced; nothing if it cannot be read."""
    try:
        return note_of(read_board_text(path))
    except TomlError:
        return ""
