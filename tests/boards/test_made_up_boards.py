"""Whatever passes the checks can be played on: whole games on boards that no box has, with every law checked."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.players import simulate
from companion.players.simulate import Plan, play_game
from companion.rules import EDITIONS, check
from companion.rules.board import Board
from tests.boards.made_up_boards import made_up_boards

BOARDS = st.sampled_from((4, 60, 300, 2_000)).flatmap(lambda most: made_up_boards(most))


@pytest.fixture(autouse=True, scope="module")
def _short_games() -> Iterator[None]:
    """Where nothing costs much, nobody goes bankrupt."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulate, "MAX_THROWS", 200)
        yield


@settings(max_examples=30)
@given(BOARDS, st.sampled_from(list(EDITIONS)), st.integers(0, 99))
def test_a_made_up_board_can_be_played_on(board: Board, edition: str, seed: int) -> None:
    played = play_game(Plan(EDITIONS[edition], board, 4, 1, seed), 0, lambda _, __, game: check(game))
    assert played.throws > 0
