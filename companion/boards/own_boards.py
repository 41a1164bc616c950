"""A household's own boards: files in the folder `boards` of the data folder, beside those that are shipped."""

import os
import re
from pathlib import Path
from typing import NamedTuple

from companion.boards import SHIPPED, shipped_board, shipped_text
from companion.boards.board_file import parse_board, read_board_text
from companion.rules.board import Board
from companion.rules.board_checks import is_board_key
from companion.rules.naming import folded
from companion.toml_document import TomlError, nearest_name, show_value

FOLDER = "boards"
SUFFIX = ".toml"
MAX_KEY = 40
NAMELESS = "our-board"  # the file of a board whose name has no letters from a to z


class BoardName(Exception):
    """There is no board of this name, or none may have it. The message is a sentence for people."""


class OwnBoard(NamedTuple):
    """A file in the folder. Without a board, `wrong` says what its first mistake is."""

    key: str
    path: Path
    board: Board | None
    wrong: str = ""


def own_path(data: Path, key: str) -> Path:
    return data / FOLDER / f"{key}{SUFFIX}"


def own_boards(data: Path) -> tuple[OwnBoard, ...]:
    """Every board file of the household, in order of their names, also those that cannot be used."""
    try:
        paths = sorted(path for path in (data / FOLDER).iterdir() if path.suffix == SUFFIX and path.stem)
    except FileNotFoundError:
        return ()
    except OSError as error:
        return (OwnBoard(FOLDER, data / FOLDER, None, f"{data / FOLDER}: cannot be read ({error.strerror or error})"),)
    return tuple(map(_examine, paths))


def _examine(path: Path) -> OwnBoard:
    try:
        require_own_key(path.stem)
        return OwnBoard(path.stem, path, parse_board(path.stem, read_board_text(path), str(path)))
    except BoardName as error:  # the name may be no text at all
        return OwnBoard(
            show_value(path.stem), path, None, f"{show_value(path.name)}: {error} Give the file another name."
        )
    except TomlError as error:
        return OwnBoard(path.stem, path, None, str(error))


def require_own_key(key: str) -> None:
    """Raises BoardName if a household's own board cannot be called so."""
    if not is_board_key(key):
        raise BoardName(f"A board cannot be called {show_value(key)}: use up to 40 small letters, digits and hyphens.")
    if key in SHIPPED:
        raise BoardName(f"{key} is a board that comes with the companion.")


def find_board(name: str, data: Path) -> Board:
    """A shipped board, or one of the household. Raises BoardName, or TomlError if its file is wrong."""
    if name in SHIPPED:
        return shipped_board(name)
    return parse_board(name, board_text(name, data), str(own_path(data, name)))


def board_text(name: str, data: Path) -> str:
    """The file of a board, as it is. Raises BoardName or TomlError."""
    if name in SHIPPED:
        return shipped_text(name)
    path = own_path(data, name)
    if not is_board_key(name) or not os.path.lexists(path):
        known = board_names(data)
        near = nearest_name(name, known)
        hint = f"did you mean {near}?" if near else f"there are {', '.join(known)}."
        raise BoardName(f"there is no board {show_value(name)}; {hint}")
    return read_board_text(path)


def board_names(data: Path) -> tuple[str, ...]:
    """Those that come with the companion, then those of the household that may be called so."""
    try:
        own = sorted(path.stem for path in (data / FOLDER).iterdir() if path.suffix == SUFFIX)
    except OSError:
        own = []
    return (*SHIPPED, *(key for key in own if is_board_key(key) and key not in SHIPPED))


def own_key(name: str) -> str:
    """The key for a name as people write it: our-london for Our London! Raises BoardName."""
    key = re.sub(r"[^a-z0-9]+", "-", folded(name)).strip("-")[:MAX_KEY].rstrip("-") or NAMELESS
    require_own_key(key)
    return key


def add_own_board(data: Path, key: str, text: str, *, instead: bool = False) -> Path:
    """Writes a new file, or with `instead` also over one of this name, whole. Raises BoardName or OSError."""
    require_own_key(key)
    path = own_path(data, key)
    path.parent.mkdir(0o700, parents=True, exist_ok=True)
    written = path.with_suffix(".new") if instead else path
    try:
        with written.open("w" if instead else "x", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        raise BoardName(f"There is a board {key} already, in {path}.") from None
    written.replace(path)
    return path
