"""Games on other boards: any numbers a box could print, under the laws and the oracle; and where tokens rest."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.boards import SHIPPED, shipped_board
from companion.boards.write_board import write_board
from companion.players.automatic import Jail
from companion.players.simulate import Plan, Tally, play_games
from companion.rules import decide, evolve
from companion.rules.board import Board
from companion.rules.board_checks import check_board
from companion.rules.commands import DrawCard, Roll
from companion.rules.editions import DEFAULT
from companion.rules.events import Paid
from tests.boards.made_up_boards import made_up_boards
from tests.kit import ANN, ATLANTIC, EVERY_GAME, board_named, game, play, title_of
from tests.oracle import Disagreement, agree
from tests.oracle.prints import print_of, read_print, remember_print
from tests.oracle.tables import NEWER, OLDER, Print
from tests.players.games import examine, setting, steps, watch
from tests.players.landing import PLAYERS, exact_shares, too_far
from tests.players.unruly import wander

ISLAND = board_named("gull-island")
BOARDS = st.sampled_from((60, 300, 1_200)).flatmap(lambda most: made_up_boards(most))
books = pytest.mark.parametrize("book", range(len(EVERY_GAME)), ids=map(title_of, EVERY_GAME))


@pytest.mark.parametrize(("key", "written_down"), [("atlantic-city", OLDER), ("atlantic-city-2010", NEWER)])
def test_the_oracle_reads_in_a_board_file_what_it_has_written_down(key: str, written_down: Print) -> None:
    assert read_print(write_board(shipped_board(key))) == written_down


@books
def test_whole_games_on_the_island_are_as_the_rules_ask(book: int) -> None:
    outcome = watch(setting(book + 3 * len(EVERY_GAME), seed=15, board=ISLAND), legal_every=60)
    assert outcome.commands > 20


@books
def test_unruly_games_on_the_island_are_as_the_rules_ask(book: int) -> None:
    for again in range(2):
        wander(setting(book + len(EVERY_GAME) * again, seed=15, board=ISLAND), most=60)


def test_the_oracle_objects_to_the_rent_of_another_board() -> None:
    before = game(owns={"Ben": ["Baltic"]}, board=ISLAND)
    told = decide(before, Roll(ANN, (1, 2)))
    agree(before, Roll(ANN, (1, 2)), told, evolve(before, told))
    false = decide(replace(before, board=ATLANTIC), Roll(ANN, (1, 2)))
    with pytest.raises(Disagreement, match=r"expected .*; found "):
        agree(before, Roll(ANN, (1, 2)), false, evolve(before, false))


def test_a_card_to_a_utility_asks_for_the_roll_before_it() -> None:
    """No shipped deck has such a card; a household's own may."""
    cards = tuple(replace(card, target=12) if card.id == "illinois" else card for card in ATLANTIC.chance)
    board = replace(ATLANTIC, key="to-the-utility", chance=cards)
    remember_print(board.key, write_board(board))
    before = play(game(owns={"Ben": ["Electric"]}, board=board), Roll(ANN, (3, 4)))
    told = decide(before, DrawCard(ANN, "chance/illinois"))
    agree(before, DrawCard(ANN, "chance/illinois"), told, evolve(before, told))
    assert [event.amount for event in told if isinstance(event, Paid)] == [4 * 7]


@settings(deadline=None)
@given(BOARDS, st.integers(0, 10_000))
def test_games_on_any_board_are_as_the_rules_ask(board: Board, number: int) -> None:
    check_board(board)
    board = replace(board, key="made-up")
    remember_print(board.key, write_board(board))
    for step in steps(setting(number, seed=15, board=board), most=60):
        examine(step)
    wander(setting(number, seed=15, board=board), most=30)


# Where tokens rest


@cache
def tally(board: Board, games: int) -> Tally:
    total = Tally()
    for part in play_games(Plan(DEFAULT, board, PLAYERS, games, seed=20)):
        total.add(part)
    return total


def test_tokens_rest_on_the_island_as_on_any_board() -> None:
    found = tally(ISLAND, 100)
    assert found.throws > 12_000
    assert too_far(found, exact_shares(Jail.LEAVE), Jail.LEAVE) == []


@pytest.mark.parametrize("key", [key for key in SHIPPED if not key.startswith("atlantic-city")])
def test_boards_of_the_same_numbers_play_the_same_games(key: str) -> None:
    board = shipped_board(key)
    assert print_of(game(board=board)) == OLDER._replace(luxury_tax=100)
    assert tally(board, 4) == tally(replace(ATLANTIC, luxury_tax=100), 4) != tally(ISLAND, 4)
