"""Whose token stands where: by tags, by elimination, by taps."""

import pytest

from companion.play.acts import Act, Redo, Rename, Undo
from companion.rules.cards import Deck
from companion.rules.commands import DrawCard, EndTurn, Roll
from companion.rules.ids import PlayerId, SpaceId
from companion.rules.pending_steps import CardDue
from companion.rules.state import Game
from companion.table.gestures.sensed_board import HAND, Rest, SensedPieces
from companion.table.gestures.whereabouts import (
    WAY_MAX,
    ExpectedMove,
    ExpectedMoves,
    StrangePiece,
    TokenStand,
    move_of,
    moved_by,
    moved_in,
    still_counting,
    whereabouts,
)
from hardware.signals import BoardKind, DeviceFound, DeviceLost, Signal, TokenSeen
from tests.kit import ANN, BEN, CY, DI, NAMES, game
from tests.table.gestures.sample_boards import TAGS, board, lifted, move, seen
from tests.table.positions import made

IDENTIFYING, PRESENCE, TAP = BoardKind.IDENTIFYING, BoardKind.PRESENCE, BoardKind.TAP
LATER = 20_000
SPREAD = game(at={"Ann": 5, "Ben": 12, "Cy": 24})
TOGETHER = game(at={"Ann": 5, "Ben": 12, "Cy": 12})  # Ben and Cy share a space


def stands(
    sensed: SensedPieces, table: Game, moves: ExpectedMoves = (), *, hand_dice: bool = False
) -> dict[PlayerId, SpaceId]:
    found = whereabouts(sensed.tick(LATER), table, moves, hand_dice=hand_dice)
    return {seat: stand.space for seat, stand in found.stands.items()}


# By tags


def test_a_tag_says_whose_it_is() -> None:
    sensed = board(IDENTIFYING, [seen(0, 5, ANN), seen(0, 12, BEN), seen(0, 12, CY), lifted(5_000, 12, CY)])
    assert stands(sensed, SPREAD) == {ANN: 5, BEN: 12, CY: HAND}


def test_nothing_is_known_of_a_token_without_a_tag() -> None:
    sensed = SensedPieces(IDENTIFYING, {"0A": ANN}).feel(seen(0, 5, ANN))
    assert stands(sensed, SPREAD) == {ANN: 5}


def test_a_tag_of_an_empty_seat_is_not_a_stranger() -> None:
    found = whereabouts(board(IDENTIFYING, [seen(0, 5, DI)]).tick(LATER), SPREAD, ())
    assert (set(found.stands), found.strangers) == ({ANN, BEN, CY}, ())


def test_of_two_tags_for_one_seat_the_one_on_the_board_counts_and_then_the_latest() -> None:
    tags = {"0A": ANN, "1A": ANN}
    sensed = SensedPieces(IDENTIFYING, tags).feel(TokenSeen(7, "0A", 0))
    assert stands(sensed, SPREAD) == {ANN: 7}
    assert stands(sensed.feel(TokenSeen(8, "1A", 5_000)), SPREAD) == {ANN: 8}


def test_pieces_never_enrolled_and_what_cannot_be_read_are_strangers() -> None:
    sensed = board(IDENTIFYING, [TokenSeen(9, "FF", 0), TokenSeen(3, "", 0), TokenSeen(3, "FE", 0), seen(0, 5, ANN)])
    found = whereabouts(sensed.tick(LATER), SPREAD, ())
    assert found.strangers == (StrangePiece(3, ""), StrangePiece(3, "FE"), StrangePiece(9, "FF"))
    assert found.strays == ()


def test_a_token_on_a_space_without_a_sensor_may_be_unseen() -> None:
    sensed = board(IDENTIFYING, [seen(0, 12, BEN)], spaces=frozenset(range(10, 20)))
    assert stands(sensed, SPREAD) == {BEN: 12}
    assert stands(sensed.feel(seen(1, 13, ANN)), SPREAD) == {ANN: 13, BEN: 12}


@pytest.mark.parametrize("kind", BoardKind)
def test_a_silent_board_knows_nothing(kind: BoardKind) -> None:
    moves = (move(ANN, 3, 0),)
    assert stands(SensedPieces(kind, TAGS), SPREAD, moves) == {}
    lost = board(kind, [seen(0, 5, ANN), DeviceLost("board", "", 5_000)])
    assert stands(lost, SPREAD, moves) == {}


def test_a_token_not_seen_since_the_board_answers_is_off_it_since_then() -> None:
    sensed = SensedPieces(IDENTIFYING, TAGS).feel(DeviceFound("board", 700)).tick(LATER)
    assert whereabouts(sensed, SPREAD, ()).stands[ANN].since_ms == 700


# By elimination: what is occupied, the moves, who stands where, and what is nobody's to tell
PRESENCES: list[
    tuple[str, Game, list[SpaceId], ExpectedMoves, dict[PlayerId, SpaceId], list[SpaceId], list[SpaceId]]
] = [
    ("all at home", SPREAD, [5, 12, 24], (), {ANN: 5, BEN: 12, CY: 24}, [], []),
    ("one is missed", SPREAD, [5, 24], (), {ANN: 5, BEN: HAND, CY: 24}, [], []),
    ("one is missed and one is too many", SPREAD, [5, 24, 30], (), {ANN: 5, BEN: 30, CY: 24}, [], []),
    ("two missed, one seen", SPREAD, [5, 30], (), {ANN: 5, BEN: HAND, CY: HAND}, [30], []),
    ("two missed, two seen", SPREAD, [5, 30, 31], (), {ANN: 5, BEN: HAND, CY: HAND}, [30, 31], []),
    ("whose move it is comes first", SPREAD, [5, 30], (move(CY, 20, 0),), {ANN: 5, BEN: HAND, CY: 30}, [], []),
    ("and then who is left", SPREAD, [5, 30, 31], (move(CY, 20, 0),), {ANN: 5, BEN: 31, CY: 30}, [], []),
    ("still on its old space", SPREAD, [5, 12, 20], (move(CY, 20, 0),), {ANN: 5, BEN: 12, CY: 20}, [], []),
    ("the old space, not the new one", SPREAD, [5, 20, 30], (move(CY, 20, 0),), {ANN: 5, BEN: 30, CY: 20}, [], []),
    ("nobody is missed", SPREAD, [5, 12, 24, 30], (), {ANN: 5, BEN: 12, CY: 24}, [], [30]),
    ("the old sensor sticks", SPREAD, [5, 12, 20, 24], (move(CY, 20, 0),), {ANN: 5, BEN: 12, CY: 24}, [], [20]),
    ("two share", TOGETHER, [5, 12], (), {ANN: 5, BEN: 12, CY: 12}, [], []),
    ("one of two who share", TOGETHER, [5, 12, 30], (), {ANN: 5, BEN: 12, CY: 12}, [30], []),
    ("one of two, by its move", TOGETHER, [5, 12, 30], (move(CY, 8, 0),), {ANN: 5, BEN: 12, CY: 30}, [], []),
    ("to share, not yet moved", TOGETHER, [5, 12, 8], (move(CY, 8, 0),), {ANN: 5, BEN: 12, CY: 8}, [], []),
    (
        "only whose move was last",
        SPREAD,
        [5, 30],
        (move(BEN, 8, 0), move(CY, 20, 0)),
        {ANN: 5, BEN: HAND, CY: 30},
        [],
        [],
    ),
    ("both who share are missed", TOGETHER, [5, 30], (), {ANN: 5, BEN: HAND, CY: HAND}, [30], []),
]


@pytest.mark.parametrize(
    ("table", "occupied", "moves", "where", "strays", "strangers"),
    [row[1:] for row in PRESENCES],
    ids=[row[0] for row in PRESENCES],
)
def test_by_elimination(
    table: Game,
    occupied: list[SpaceId],
    moves: ExpectedMoves,
    where: dict[PlayerId, SpaceId],
    strays: list[SpaceId],
    strangers: list[SpaceId],
) -> None:
    sensed = board(PRESENCE, [seen(0, space) for space in occupied]).tick(LATER)
    found = whereabouts(sensed, table, moves)
    assert {seat: stand.space for seat, stand in found.stands.items()} == where
    assert sorted(rest.space for rest in found.strays) == strays
    assert [stranger.space for stranger in found.strangers] == strangers


def test_a_token_that_was_not_moved_yet_leaves_new_presences_to_others() -> None:
    sensed = board(PRESENCE, [seen(0, 5), seen(0, 20), seen(6_000, 30)])
    assert stands(sensed, SPREAD, (move(CY, 20, 5_000),)) == {ANN: 5, BEN: 30, CY: 20}
    sensed = board(PRESENCE, [seen(0, 5), seen(0, 12), seen(0, 8)])
    assert stands(sensed, TOGETHER, (move(CY, 8, 5_000),)) == {ANN: 5, BEN: 12, CY: 8}


def test_while_tokens_are_missing_one_that_shares_a_space_is_not_suspected() -> None:
    table = game(players=NAMES, at={"Ann": 5, "Ben": 5, "Cy": 24, "Di": 39})
    found = whereabouts(board(PRESENCE, [seen(0, 5), seen(0, 30)]).tick(LATER), table, (move(ANN, 2, 0),))
    assert (found.stands[ANN].space, found.strays) == (5, (Rest(30, 0),))


def test_a_presence_that_has_not_settled_is_none_yet() -> None:
    sensed = board(PRESENCE, [seen(0, 5), seen(0, 24), seen(LATER - 300, 12)]).tick(LATER)
    assert whereabouts(sensed, SPREAD, ()).stands[BEN] == TokenStand(HAND, 0)


def test_a_presence_from_before_the_move_is_not_the_movers() -> None:
    occupied: list[Signal] = [seen(0, 5), seen(0, 12), seen(0, 30)]
    moves = (move(CY, 20, 5_000),)
    found = whereabouts(board(PRESENCE, occupied).tick(LATER), TOGETHER, moves)
    assert (found.stands[CY].space, found.strays) == (12, (Rest(30, 0),))
    newer = whereabouts(board(PRESENCE, [*occupied, seen(6_000, 31)]).tick(LATER), TOGETHER, moves)
    assert (newer.stands[CY].space, newer.strays) == (31, (Rest(30, 0),))


def test_the_newest_presence_is_the_movers() -> None:
    sensed = board(PRESENCE, [seen(0, 5), seen(2_000, 30), seen(3_000, 31)])
    assert stands(sensed, SPREAD, (move(CY, 20, 1_000),)) == {ANN: 5, BEN: 30, CY: 31}


def test_a_token_that_shares_a_space_is_not_surely_there() -> None:
    found = whereabouts(board(PRESENCE, [seen(0, 5), seen(0, 12)]).tick(LATER), TOGETHER, ())
    assert [found.stands[seat].is_sure for seat in (ANN, BEN, CY)] == [True, False, False]


def test_a_token_left_behind_by_a_player_who_is_out() -> None:
    table = game(at={"Ann": 5, "Ben": 12, "Cy": 24}, bankrupt=("Ben",))
    sensed = board(PRESENCE, [seen(0, 5), seen(0, 12), seen(0, 24)])
    assert stands(sensed, table) == {ANN: 5, BEN: 12, CY: 24}
    assert stands(board(PRESENCE, [seen(0, 5), seen(0, 24)]), table) == {ANN: 5, CY: 24}
    # Whose move it is comes before who is out.
    sensed = board(PRESENCE, [seen(0, 5), seen(0, 12)])
    assert stands(sensed, table, (move(CY, 20, 0),)) == {ANN: 5, CY: 12}


def test_a_token_that_belongs_on_a_space_without_a_sensor_may_stand_anywhere() -> None:
    spaces = frozenset(range(10, 40))
    sensed = board(PRESENCE, [seen(0, 12), seen(0, 24)], spaces=spaces)
    assert stands(sensed, SPREAD) == {BEN: 12, CY: 24}
    sensed = board(PRESENCE, [seen(0, 12), seen(0, 24), seen(0, 30)], spaces=spaces)
    assert whereabouts(sensed.tick(LATER), SPREAD, ()).strays == (Rest(30, 0),)
    assert stands(sensed, SPREAD, (move(ANN, 38, 0),)) == {ANN: 30, BEN: 12, CY: 24}


def test_with_real_dice_it_is_the_token_of_the_player_who_is_due() -> None:
    start = game()
    sensed = board(PRESENCE, [seen(0, 0), seen(0, 7)])
    assert whereabouts(sensed.tick(LATER), start, ()).strays == (Rest(7, 0),)
    assert stands(sensed, start, hand_dice=True) == {ANN: 7, BEN: 0, CY: 0}


def test_a_lift_of_the_space_tells_since_when_a_token_is_off_it() -> None:
    sensed = board(PRESENCE, [seen(0, 5), seen(0, 12), seen(0, 24), lifted(4_000, 12)]).tick(LATER)
    found = whereabouts(sensed, SPREAD, ())
    assert (found.stands[BEN].space, found.stands[BEN].since_ms) == (HAND, 4_000)


# By taps: the last tap, the moves, whose token stands where
THROWN = game(at={"Ann": 5, "Ben": 12, "Cy": 24}, thrown=True)
TAPS: list[tuple[str, list[Signal], ExpectedMoves, bool, dict[PlayerId, SpaceId]]] = [
    ("nobody has moved", [seen(0, 5)], (), False, {}),
    ("not tapped yet", [], (move(ANN, 2, 0),), False, {ANN: HAND}),
    ("tapped before the move", [seen(0, 5)], (move(ANN, 2, 3_000),), False, {ANN: HAND}),
    ("tapped just then", [seen(3_000, 5)], (move(ANN, 2, 3_000),), False, {ANN: 5}),
    ("its own tag just then", [seen(3_000, 5, ANN)], (move(ANN, 2, 3_000),), False, {ANN: 5}),
    ("its own tag there before the move", [seen(0, 5, ANN)], (move(ANN, 2, 3_000),), False, {ANN: HAND}),
    ("by hand, its own tag elsewhere before", [seen(0, 6, ANN)], (move(ANN, 2, 3_000),), True, {ANN: HAND}),
    ("tapped after it", [seen(4_000, 5)], (move(ANN, 2, 3_000),), False, {ANN: 5}),
    ("elsewhere", [seen(4_000, 6)], (move(ANN, 2, 3_000),), False, {ANN: 6}),
    ("only who moved last", [seen(4_000, 6)], (move(BEN, 2, 1_000), move(ANN, 2, 3_000)), False, {ANN: 6}),
    ("a token's own tag", [seen(4_000, 6, BEN)], (move(BEN, 2, 1_000), move(ANN, 2, 3_000)), False, {ANN: -1, BEN: 6}),
    ("its own tag before its move", [seen(500, 6, BEN)], (move(BEN, 2, 1_000),), False, {BEN: HAND}),
    ("by hand: where the roll led", [seen(0, 5)], (move(ANN, 2, 3_000),), True, {ANN: 5}),
    ("by hand: the next one's", [seen(4_000, 16)], (move(ANN, 2, 3_000),), True, {ANN: HAND, BEN: 16}),
    ("by hand: at home again", [seen(4_000, 12)], (move(ANN, 2, 3_000),), True, {ANN: 12}),
    ("by hand: stale", [seen(0, 16)], (move(ANN, 2, 3_000),), True, {ANN: HAND}),
    ("by hand, its own tag: where the roll led", [seen(0, 5, ANN)], (move(ANN, 2, 3_000),), True, {ANN: 5}),
]


@pytest.mark.parametrize(
    ("signals", "moves", "hand_dice", "where"), [row[1:] for row in TAPS], ids=[row[0] for row in TAPS]
)
def test_by_taps(signals: list[Signal], moves: ExpectedMoves, hand_dice: bool, where: dict[PlayerId, SpaceId]) -> None:
    assert stands(board(TAP, signals), THROWN, moves, hand_dice=hand_dice) == where


def test_a_tapped_piece_never_enrolled_is_a_stranger_and_the_wand_is_none() -> None:
    sensed = board(TAP, [TokenSeen(3, "FF", 0), seen(0, 5)]).tick(LATER)
    assert whereabouts(sensed, THROWN, ()).strangers == (StrangePiece(3, "FF"),)


def test_a_tap_is_never_the_token_of_a_player_who_is_out() -> None:
    table = game(at={"Ann": 5, "Ben": 12, "Cy": 24}, bankrupt=("Ben",))
    assert stands(board(TAP, [seen(0, 12, BEN)]), table, (move(BEN, 2, 0),)) == {}


def after(start: Game, *acts: Act) -> ExpectedMoves:
    """The moves, when each act came a second after the one before."""
    moves: ExpectedMoves = ()
    for number, taken in enumerate(made(start, *acts), 1):
        moves = moved_by(moves, taken, 1_000 * number)
    return moves


def test_a_throw_moves_a_token_from_where_it_stood() -> None:
    assert after(game(at={"Ann": 5}), Roll(ANN, (1, 2))) == (ExpectedMove(ANN, 5, (5,), 1_000, 1),)


def test_what_moves_no_token_changes_nothing() -> None:
    assert after(game(jailed={"Ann": 0}), Roll(ANN, (1, 2)), EndTurn(ANN), Rename(BEN, "Bea")) == ()


def test_after_doubles_the_way_begins_where_the_turn_began() -> None:
    moves = after(game(), Roll(ANN, (5, 5)), Roll(ANN, (4, 6)))
    assert moves == (ExpectedMove(ANN, 10, (0, 10), 2_000, 1),)


def test_the_next_turn_begins_a_new_way() -> None:
    start = game(players=("Ann", "Ben"))
    moves = after(start, Roll(ANN, (4, 6)), Roll(BEN, (4, 6)), Roll(ANN, (4, 6)))
    assert moves == (ExpectedMove(BEN, 0, (0,), 2_000, 1), ExpectedMove(ANN, 10, (10,), 3_000, 2))


def test_the_way_to_jail_leads_over_go_to_jail() -> None:
    assert after(game(at={"Ann": 27}), Roll(ANN, (1, 2))) == (ExpectedMove(ANN, 27, (27, 30), 1_000, 1),)


def test_a_card_leads_on_from_where_it_was_drawn() -> None:
    due = game(at={"Ann": 7}, pending=(CardDue(ANN, Deck.CHANCE),), thrown=True)
    assert after(due, DrawCard(ANN, "chance/back-three")) == (ExpectedMove(ANN, 7, (7,), 1_000, 1),)


def test_the_latest_to_move_comes_last() -> None:
    moves = after(game(), Roll(ANN, (4, 6)), Roll(BEN, (5, 5)), Roll(BEN, (4, 6)))
    assert [move.seat for move in moves] == [ANN, BEN]
    moves = after(game(turn="Cy"), Roll(CY, (4, 6)), Roll(ANN, (4, 6)))
    assert [move.seat for move in moves] == [CY, ANN]
    assert move_of(moves, CY) == moves[0]
    assert move_of(moves, BEN) is None


def test_an_undo_moves_it_back_and_a_redo_on_again() -> None:
    start = game(at={"Ann": 5})
    assert after(start, Roll(ANN, (2, 3)), Undo()) == (ExpectedMove(ANN, 10, (5, 10), 2_000, 1),)
    assert after(start, Roll(ANN, (2, 3)), Undo(), Redo())[0].start == 5


def test_a_way_does_not_grow_without_end() -> None:
    moves: ExpectedMoves = (ExpectedMove(ANN, 0, tuple(range(20, 20 + WAY_MAX)), 0, 1),)
    (taken,) = made(game(at={"Ann": 5}), Roll(ANN, (2, 3)))
    assert moved_by(moves, taken, 1)[0].way == (*range(21, 20 + WAY_MAX), 5)


def test_a_game_that_goes_on_knows_where_tokens_may_have_been_left() -> None:
    history = made(game(), Roll(ANN, (4, 6)), Roll(BEN, (4, 6)))
    assert moved_in(history, 77) == (ExpectedMove(ANN, 0, (0,), 77, 1), ExpectedMove(BEN, 0, (0,), 77, 1))


def test_moves_of_players_who_are_out_or_were_never_here_do_not_count() -> None:
    moves = tuple(ExpectedMove(seat, 0, (0,), 0) for seat in (ANN, BEN, CY, DI))
    assert [move.seat for move in still_counting(moves, game(bankrupt=("Ben",)))] == [ANN, CY]
