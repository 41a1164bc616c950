"""A household's own boards: found by name, listed even if they are wrong, and never in the way of a shipped one."""

import os
from pathlib import Path

import pytest

from companion.boards import SHIPPED, shipped_board, shipped_text
from companion.boards.own_boards import (
    BoardName,
    add_own_board,
    board_names,
    board_text,
    find_board,
    own_boards,
    own_path,
)
from companion.toml_document import TomlError

LONDON = shipped_text("london")
OURS = LONDON.replace('title = "London"', 'title = "Our street"')


def test_without_a_folder_there_are_none(tmp_path: Path) -> None:
    assert own_boards(tmp_path) == ()
    assert board_names(tmp_path) == SHIPPED


def test_a_board_is_added_found_and_listed(tmp_path: Path) -> None:
    path = add_own_board(tmp_path / "data", "ours", OURS)
    assert path == tmp_path / "data" / "boards" / "ours.toml"
    assert path.read_text("utf-8") == OURS
    board = find_board("ours", tmp_path / "data")
    assert (board.key, board.title) == ("ours", "Our street")
    assert [each.board for each in own_boards(tmp_path / "data")] == [board]
    assert board_names(tmp_path / "data") == (*SHIPPED, "ours")
    assert board_text("ours", tmp_path / "data") == OURS


def test_a_shipped_board_is_found_wherever_the_data_is(tmp_path: Path) -> None:
    assert find_board("london", tmp_path / "nowhere") is shipped_board("london")
    assert board_text("london", tmp_path / "nowhere") == LONDON


def test_no_file_is_replaced(tmp_path: Path) -> None:
    path = add_own_board(tmp_path, "ours", OURS)
    with pytest.raises(BoardName) as refused:
        add_own_board(tmp_path, "ours", LONDON)
    assert str(refused.value) == f"There is a board ours already, in {path}."
    assert path.read_text("utf-8") == OURS


def test_a_link_to_nowhere_is_not_followed_when_a_board_is_added(tmp_path: Path) -> None:
    own_path(tmp_path, "ours").parent.mkdir()
    own_path(tmp_path, "ours").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BoardName):
        add_own_board(tmp_path, "ours", OURS)
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize(
    "key", ["", "Ours", "our board", "../ours", "-", "a" * 41, "ours.toml", "\x1b[2J", "öurs", "\0"]
)
def test_a_name_that_no_file_should_have(key: str, tmp_path: Path) -> None:
    with pytest.raises(BoardName, match=r"use up to 40 small letters, digits and hyphens\.$") as refused:
        add_own_board(tmp_path, key, OURS)
    assert str(refused.value).isprintable()
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(BoardName, match=r"^there is no board "):
        find_board(key, tmp_path)


def test_the_name_of_a_shipped_board_is_taken(tmp_path: Path) -> None:
    with pytest.raises(BoardName, match=r"^london is a board that comes with the companion\.$"):
        add_own_board(tmp_path, "london", OURS)
    own_path(tmp_path, "london").parent.mkdir()
    own_path(tmp_path, "london").write_text(OURS, "utf-8")
    assert find_board("london", tmp_path).title == "London", "a file of that name changes nothing"
    (listed,) = own_boards(tmp_path)
    assert listed.board is None
    told = "london is a board that comes with the companion. Give the file another name."
    assert listed.wrong == f'"london.toml": {told}'


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("lodnon", 'there is no board "lodnon"; did you mean london?'),
        ("grandmas", 'there is no board "grandmas"; did you mean grandma?'),
        ("zzz", f'there is no board "zzz"; there are {", ".join(SHIPPED)}, grandma.'),
        ("x" * 1000, f'there is no board "{"x" * 59}…; there are '),
    ],
)  # fmt: skip
def test_an_unknown_name_is_answered_with_the_nearest(name: str, told: str, tmp_path: Path) -> None:
    add_own_board(tmp_path, "grandma", OURS)
    with pytest.raises(BoardName) as unknown:
        find_board(name, tmp_path)
    assert str(unknown.value).startswith(told)


def test_a_wrong_file_is_listed_with_its_first_mistake(tmp_path: Path) -> None:
    add_own_board(tmp_path, "a-right-one", OURS)
    wrong = add_own_board(tmp_path, "wrong", OURS.replace("income = 200", "income = -200"))
    folder = wrong.parent
    (folder / "folder.toml").mkdir()
    (folder / "loop.toml").symlink_to(folder / "loop.toml")
    (folder / "gone.toml").symlink_to(folder / "nothing")
    (folder / "Our Board.toml").write_text(OURS, "utf-8")
    (folder / "latin.toml").write_bytes("title = 'M\xfcnchen'".encode("latin-1"))
    (folder / "readme.txt").write_text("not a board")
    os.mkfifo(folder / "pipe.toml")
    Path(os.fsdecode(os.fsencode(folder) + b"/\xff\x1b.toml")).write_text(OURS, "utf-8")
    told = {each.key: each.wrong.replace(f"{folder}/", "") for each in own_boards(tmp_path)}
    line = OURS[: OURS.index("income = ")].count("\n") + 1
    named = "use up to 40 small letters, digits and hyphens. Give the file another name."
    assert told == {
        '"Our Board"': f'"Our Board.toml": A board cannot be called "Our Board": {named}',
        "a-right-one": "",
        "folder": "folder.toml: cannot be read (it is a folder)",
        "gone": "gone.toml: is a link to a file that is not there",
        "latin": "latin.toml, line 1: this is not UTF-8 text (byte 0xfc)",
        "loop": "loop.toml: cannot be read (Too many levels of symbolic links)",
        "pipe": "pipe.toml: cannot be read (it is not a file)",
        "wrong": f"wrong.toml, line {line}: taxes.income = -200: expected a whole number from 0 to 1,000,000",
        "'\\udcff\\x1b'": f"'\\udcff\\x1b.toml': A board cannot be called '\\udcff\\x1b': {named}",
    }
    with pytest.raises(TomlError, match=r"taxes\.income = -200"):
        find_board("wrong", tmp_path)
    with pytest.raises(TomlError, match="it is a folder"):
        find_board("folder", tmp_path)


def test_a_file_in_place_of_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "boards").write_text("")
    (listed,) = own_boards(tmp_path)
    assert listed.wrong == f"{tmp_path}/boards: cannot be read (Not a directory)"
    assert board_names(tmp_path) == SHIPPED
