"""What is written is what was read: for the shipped files to the letter, for any board to the value."""

import pytest
from hypothesis import given
from msgspec.structs import replace

from companion.boards import SHIPPED, shipped_board, shipped_text
from companion.boards.board_file import MAX_BYTES, parse_board
from companion.boards.write_board import note_of, write_board
from companion.rules.board import Board
from companion.rules.board_checks import board_problems
from companion.rules.cards import Does
from companion.toml_document import MAX_LINE
from tests.boards.made_up_boards import made_up_boards


@pytest.mark.parametrize("key", SHIPPED)
def test_a_shipped_file_is_as_we_would_write_it(key: str) -> None:
    text = shipped_text(key)
    assert write_board(shipped_board(key), note_of(text)) == text


@given(made_up_boards())
def test_any_board_reads_as_it_was_written(board: Board) -> None:
    assert list(board_problems(board)) == []
    text = write_board(board)
    assert parse_board(board.key, text) == board
    assert len(text.encode()) < MAX_BYTES
    assert max(map(len, text.splitlines())) < MAX_LINE


def test_a_card_may_lead_to_a_space_of_the_other_deck() -> None:
    """Their names are there three times, so that the file has the number."""
    london = shipped_board("london")
    chance = tuple(replace(card, target=33) if card.id == "boardwalk" else card for card in london.chance)
    board = replace(london, chance=chance)
    assert "advance = 33\n" in write_board(board)
    assert parse_board("london", write_board(board)) == board


def test_the_note_at_the_top_stays() -> None:
    note = "# Grandma's box.\n# From 1961."
    text = write_board(shipped_board("london"), note)
    assert text.startswith('# Grandma\'s box.\n# From 1961.\ntitle = "London"\n')
    assert note_of(text) == note
    assert note_of(write_board(shipped_board("london"))) == ""


def test_where_a_fact_is_not_certain_the_file_says_so() -> None:
    uncertain = {key for key in SHIPPED if note_of(shipped_text(key)).startswith("# Not certain for every printing: ")}
    assert uncertain == {"london", "germany", "france"}


def test_a_quote_and_a_backslash_are_kept() -> None:
    board = replace(shipped_board("london"), title='the "old" \\ box')
    assert parse_board("london", write_board(board)).title == 'the "old" \\ box'


def test_all_ten_things_that_a_card_does_are_explained_in_the_file() -> None:
    comments = [line for line in shipped_text("london").splitlines() if line.startswith("#")]
    assert [does.value for does in Does if not any(does.value in line for line in comments)] == []
