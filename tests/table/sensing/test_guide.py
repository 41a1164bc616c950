"""The guide's words: how far and where to, and nothing to count where nobody counts."""

import pytest

from companion.rules.state import Game
from companion.table.gestures.board_evidence import describe_guide, guide_back, guide_off, guide_on
from companion.table.gestures.sensed_board import HAND
from companion.table.gestures.whereabouts import ExpectedMove
from tests.kit import ANN, CY, game

FROM_TWO = ExpectedMove(ANN, 2, (2,), 0)
TWICE = ExpectedMove(ANN, 10, (0, 10), 0)  # doubles led from GO to Jail, the next throw on from there


@pytest.mark.parametrize(
    ("table", "space", "move", "words"),
    [
        (game(at={"Ann": 9}), 2, FROM_TWO, "Ann: 7 on to Connecticut Avenue"),
        (game(at={"Ann": 9}), HAND, FROM_TWO, "Ann: 7 on to Connecticut Avenue"),
        (game(at={"Ann": 9}), 5, FROM_TWO, "Ann: 7 on to Connecticut Avenue"),  # on the way, it is not counted anew
        (game(at={"Ann": 20}), 0, TWICE, "Ann: to Free Parking"),  # twenty on from where it stands
        (game(at={"Ann": 14}), 0, TWICE, "Ann: 14 on to Virginia Avenue"),
        (game(at={"Ann": 14}), 10, TWICE, "Ann: 4 on to Virginia Avenue"),
        (game(at={"Ann": 14}), HAND, TWICE, "Ann: 4 on to Virginia Avenue"),
        (game(at={"Ann": 3}), 38, ExpectedMove(ANN, 38, (38,), 0), "Ann: 5 on to Baltic Avenue"),
        (game(at={"Ann": 17}), 2, FROM_TWO, "Ann: 15 on to Community Chest (after St. James Place)"),
        (game(at={"Ann": 18}), 2, FROM_TWO, "Ann: to Tennessee Avenue"),
        (game(at={"Ann": 4}), 7, ExpectedMove(ANN, 7, (7,), 0), "Ann: 3 back to Income Tax"),
        (game(at={"Ann": 10}), 2, FROM_TWO, "Ann: 8 on to Jail, just visiting"),
        (game(jailed={"Ann": 0}), 27, ExpectedMove(ANN, 27, (27, 30), 0), "Ann: into Jail"),
        (game(), HAND, None, "Ann: to GO"),
    ],
)
def test_on_its_way(table: Game, space: int, move: ExpectedMove | None, words: str) -> None:
    assert describe_guide(guide_on(table, ANN, space, move), table) == words


def test_back_from_elsewhere() -> None:
    free, jailed = game(at={"Ann": 9}), game(jailed={"Ann": 0})
    assert describe_guide(guide_back(free, ANN), free) == "Ann: back to Connecticut Avenue"
    assert describe_guide(guide_back(jailed, ANN), jailed) == "Ann: into Jail"


def test_a_token_is_called_by_its_piece_where_that_is_known() -> None:
    table = game(at={"Ann": 9})
    found = guide_on(table, ANN, 2, FROM_TWO)
    assert describe_guide(found, table, ("Car", "Hat")) == "Car: 7 on to Connecticut Avenue"
    assert describe_guide(found, table, ("", "Hat")) == "Ann: 7 on to Connecticut Avenue"
    assert describe_guide(guide_back(table, CY), table, ("Car", "Hat")) == "Cy: back to GO"


def test_off_the_board() -> None:
    table = game(bankrupt=("Ann",), turn="Ben")
    assert describe_guide(guide_off(table, ANN), table) == "Ann: off the board"
