"""With real dice: how far a token has moved is proposed as the roll, on each kind of board."""

import pytest

from companion.play.whose_turn import WalkedToken
from companion.rules.ids import PlayerId, SpaceId
from companion.rules.state import Game
from companion.table.gestures.board_evidence import BoardVerdict, evidence
from companion.table.gestures.sensed_board import SensedPieces
from companion.table.gestures.whereabouts import ExpectedMoves
from hardware.signals import BoardKind
from tests.kit import ANN, BEN, game
from tests.table.gestures.sample_boards import board, lifted, move, seen, standing

IDENTIFYING, PRESENCE, TAP = BoardKind.IDENTIFYING, BoardKind.PRESENCE, BoardKind.TAP
BEFORE = game(at={"Ann": 4, "Ben": 20, "Cy": 24})
THROWN = game(at={"Ann": 11, "Ben": 20, "Cy": 24}, thrown=True)


def proposed_throw(sensed: SensedPieces, table: Game, moves: ExpectedMoves = ()) -> int | None:
    walked = evidence(sensed, table, moves, sensed.now_ms, hand_dice=True).walked
    return walked.steps if walked else None


def test_the_distance_moved_is_proposed_as_the_throw() -> None:
    sensed = standing(IDENTIFYING, BEFORE, {ANN: 11})
    assert proposed_throw(sensed.tick(799), BEFORE) is None
    assert proposed_throw(sensed.tick(800), BEFORE) == 7
    verdict = evidence(sensed, BEFORE, (), 60_000, hand_dice=True)
    assert verdict == BoardVerdict(walked=WalkedToken(ANN, 7))
    assert len(evidence(sensed, BEFORE, (), 60_000).questions) == 1  # when the companion throws


@pytest.mark.parametrize(
    ("table", "kind", "places", "moves", "steps"),
    [
        (BEFORE, IDENTIFYING, {ANN: 6}, (), 2),
        (BEFORE, IDENTIFYING, {ANN: 5}, (), None),
        (BEFORE, IDENTIFYING, {ANN: 16}, (), 12),
        (BEFORE, IDENTIFYING, {ANN: 17}, (), None),
        (BEFORE, IDENTIFYING, {ANN: 3}, (), None),
        (BEFORE, IDENTIFYING, {}, (), None),
        (BEFORE, IDENTIFYING, {BEN: 25}, (), None),  # it is Ann's turn
        (THROWN, IDENTIFYING, {BEN: 25}, (), 5),  # nothing is left of Ann's but to pass it on
        (game(at={"Ann": 38, "Ben": 20, "Cy": 24}), IDENTIFYING, {ANN: 3}, (), 5),
        (game(at={"Ben": 20, "Cy": 24}, jailed={"Ann": 0}), IDENTIFYING, {ANN: 14}, (), 4),
        (game(at={"Ben": 20, "Cy": 24}, jailed={"Ann": 0}), IDENTIFYING, {ANN: 15}, (), None),
        (game(at={"Ben": 20, "Cy": 24}, jailed={"Ann": 0}), IDENTIFYING, {ANN: 14}, (move(ANN, 14, 0),), None),
        (BEFORE, PRESENCE, {ANN: 11}, (), 7),
        (game(), PRESENCE, {ANN: 7}, (), 7),
        (THROWN, PRESENCE, {BEN: 25}, (move(ANN, 4, 0),), 5),
    ],
)
def test_what_throw_is_proposed(
    table: Game, kind: BoardKind, places: dict[PlayerId, SpaceId], moves: ExpectedMoves, steps: int | None
) -> None:
    assert proposed_throw(standing(kind, table, places).tick(60_000), table, moves) == steps


def test_a_tap_proposes_a_throw() -> None:
    assert proposed_throw(board(TAP, [seen(0, 11)]).tick(900), BEFORE) == 7


def test_with_the_speed_die_up_to_three_more_are_proposed() -> None:
    table = game("platinum-2010", variants=["speed"], at={"Ann": 4, "Ben": 20, "Cy": 24}, lapped=("Ann",))
    steps = [proposed_throw(standing(IDENTIFYING, table, {ANN: space}).tick(900), table) for space in (17, 19, 21)]
    assert steps == [13, 15, None]


def test_a_token_in_a_hand_proposes_nothing() -> None:
    sensed = standing(IDENTIFYING, BEFORE).feel(lifted(1_000, 4, ANN)).tick(9_000)
    assert proposed_throw(sensed, BEFORE) is None
