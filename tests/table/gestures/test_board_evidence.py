"""The sensed board compared with the game: what is said when, on each kind of board."""

import pytest
from msgspec.structs import replace

from companion.rules.ids import PlayerId, SpaceId
from companion.rules.state import Game
from companion.table.gestures import board_evidence
from companion.table.gestures.board_evidence import (
    UNTOLD,
    BoardVerdict,
    DisplacedToken,
    QuestionMemory,
    describe_stranger,
    evidence,
    screen_is_right,
)
from companion.table.gestures.sensed_board import SensedPieces
from companion.table.gestures.whereabouts import ExpectedMoves, StrangePiece
from hardware.signals import BoardKind, DeviceLost, Signal, TokenSeen
from tests.kit import ANN, BEN, CY, DI, NAMES, game
from tests.table.gestures.sample_boards import board, lifted, move, seen, standing

IDENTIFYING, PRESENCE, TAP = BoardKind.IDENTIFYING, BoardKind.PRESENCE, BoardKind.TAP
# Ann threw 7 at 10 s, from Income Tax to St. Charles Place. All tokens stand where they stood before.
START, THROWN_MS = 4, 10_000
THROWN = game(at={"Ann": 11, "Ben": 20, "Cy": 24}, thrown=True)
BEFORE = game(at={"Ann": START, "Ben": 20, "Cy": 24})
MOVES = (move(ANN, START, THROWN_MS),)
GUIDE = "Ann: 7 on to St. Charles Place"
QUESTION = "Ann's token is on Electric Company, but the game says St. Charles Place."

Told = tuple[list[str], list[str], tuple[PlayerId, ...]]  # guides, questions and who has arrived
Row = tuple[int, Signal | None, Told]  # when something is felt, or only looked; and what is said


def told(verdict: BoardVerdict, table: Game) -> Told:
    guides = [board_evidence.describe_guide(one, table) for one in verdict.guides]
    arrived = (verdict.arrived.seat,) if verdict.arrived else ()
    return guides, [board_evidence.describe_question(one, table) for one in verdict.questions], arrived


GUIDED: Told = ([GUIDE], [], ())
ARRIVED: Told = ([], [], (ANN,))
ASKED: Told = ([], [QUESTION], ())
QUIET: Told = ([], [], ())

SEQUENCES: dict[str, tuple[BoardKind, list[Row]]] = {
    "a token is moved": (
        IDENTIFYING,
        [
            (10_001, None, GUIDED),
            (11_000, lifted(11_000, 4, ANN), GUIDED),
            (13_000, None, GUIDED),
            (13_500, seen(13_500, 11, ANN), GUIDED),
            (14_299, None, GUIDED),
            (14_300, None, ARRIVED),
            (99_999, None, ARRIVED),
        ],
    ),
    "a token is never moved": (IDENTIFYING, [(10_001, None, GUIDED), (13_001, None, GUIDED), (99_999, None, GUIDED)]),
    "a token is lifted and put back": (
        IDENTIFYING,
        [(11_000, lifted(11_000, 4, ANN), GUIDED), (13_000, seen(13_000, 4, ANN), GUIDED), (99_999, None, GUIDED)],
    ),
    "a token rests elsewhere, then where it belongs": (
        IDENTIFYING,
        [
            (11_000, lifted(11_000, 4, ANN), GUIDED),
            (12_000, seen(12_000, 12, ANN), GUIDED),
            (14_999, None, GUIDED),
            (15_000, None, ASKED),
            (60_000, None, ASKED),
            (60_500, lifted(60_500, 12, ANN), ASKED),
            (61_300, None, GUIDED),
            (62_000, seen(62_000, 11, ANN), GUIDED),
            (62_800, None, ARRIVED),
        ],
    ),
    "a token hops from space to space": (
        IDENTIFYING,
        [
            row
            for at, space in enumerate(range(5, 11))
            for row in (
                (11_000 + 1_500 * at, seen(11_000 + 1_500 * at, space, ANN), GUIDED),
                (12_200 + 1_500 * at, lifted(12_200 + 1_500 * at, space, ANN), GUIDED),
            )
        ]
        + [(20_000, seen(20_000, 11, ANN), GUIDED), (20_800, None, ARRIVED)],
    ),
    "somebody plays with another token": (
        IDENTIFYING,
        [
            (11_000, seen(11_000, 11, ANN), GUIDED),
            (12_000, lifted(12_000, 20, BEN), ARRIVED),
            (14_999, None, ARRIVED),
            (15_000, None, (["Ben: to Free Parking"], [], (ANN,))),
            (16_000, seen(16_000, 21, BEN), (["Ben: to Free Parking"], [], (ANN,))),
            (17_000, None, ARRIVED),
            (
                19_000,
                None,
                ([], ["Ben's token is on Kentucky Avenue, but the game says Free Parking."], (ANN,)),
            ),
            (
                20_000,
                seen(20_000, 20, BEN),
                ([], ["Ben's token is on Kentucky Avenue, but the game says Free Parking."], (ANN,)),
            ),
            (20_800, None, ARRIVED),
        ],
    ),
    "presence: a token is moved": (
        PRESENCE,
        [
            (10_001, None, GUIDED),
            (11_000, lifted(11_000, 4), GUIDED),
            (13_500, seen(13_500, 11), GUIDED),
            (14_300, None, ARRIVED),
        ],
    ),
    "presence: a token rests elsewhere": (
        PRESENCE,
        [
            (11_000, lifted(11_000, 4), GUIDED),
            (12_000, seen(12_000, 12), GUIDED),
            (14_999, None, GUIDED),
            (15_000, None, ASKED),
            (16_000, lifted(16_000, 12), ASKED),
            (17_000, seen(17_000, 11), GUIDED),
            (17_800, None, ARRIVED),
        ],
    ),
    "presence: elsewhere beside another token, the board cannot count": (
        PRESENCE,
        [(11_000, lifted(11_000, 4), GUIDED), (12_000, seen(12_000, 20), GUIDED), (60_000, None, GUIDED)],
    ),
    "presence: the old space's sensor sticks": (
        PRESENCE,
        [(12_000, seen(12_000, 11), GUIDED), (12_800, None, ARRIVED), (60_000, None, ARRIVED)],
    ),
    "tap: nobody taps": (TAP, [(10_001, None, GUIDED), (99_999, None, GUIDED)]),
    "tap: where the game says": (TAP, [(12_000, seen(12_000, 11), GUIDED), (12_800, None, ARRIVED)]),
    "tap: on the old space": (TAP, [(12_000, seen(12_000, 4), GUIDED), (60_000, None, GUIDED)]),
    "tap: elsewhere, then where the game says": (
        TAP,
        [
            (12_000, seen(12_000, 12), GUIDED),
            (13_000, lifted(13_000, 12), GUIDED),
            (15_000, None, ASKED),
            (60_000, None, ASKED),
            (60_001, seen(60_001, 11), ASKED),
            (60_801, None, ARRIVED),
        ],
    ),
    "tap: the wand passes over a space": (
        TAP,
        [(12_000, seen(12_000, 12), GUIDED), (12_300, seen(12_300, 11), GUIDED), (13_100, None, ARRIVED)],
    ),
    "the board is lost": (
        IDENTIFYING,
        [
            (12_000, seen(12_000, 12, ANN), GUIDED),
            (15_000, None, ASKED),
            (15_001, DeviceLost("board", "", 15_001), QUIET),
        ],
    ),
}


@pytest.mark.parametrize(("kind", "rows"), SEQUENCES.values(), ids=list(SEQUENCES))
def test_what_is_said_when(kind: BoardKind, rows: list[Row]) -> None:
    sensed = standing(kind, BEFORE) if kind is not TAP else board(TAP)
    asked = QuestionMemory()
    for now_ms, signal, expected in rows:
        sensed = sensed.feel(signal) if signal else sensed.tick(now_ms)
        verdict = evidence(sensed, THROWN, MOVES, now_ms, asked=asked)
        assert told(verdict, THROWN) == expected, now_ms
        assert verdict.holds_throw == bool(expected[1])
        asked = verdict.asked


# Single looks


def look(
    sensed: SensedPieces, table: Game, moves: ExpectedMoves = (), now_ms: int = 60_000, **given: object
) -> BoardVerdict:
    return evidence(sensed, table, moves, now_ms, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", BoardKind)
def test_nothing_is_said_while_every_token_is_where_it_belongs(kind: BoardKind) -> None:
    table = game(at={"Ann": 4, "Ben": 10, "Cy": 39})
    assert look(standing(kind, table), table) == BoardVerdict()


@pytest.mark.parametrize("kind", [IDENTIFYING, PRESENCE])
def test_a_player_in_jail_stands_where_visitors_stand(kind: BoardKind) -> None:
    table = game(at={"Ann": 10}, jailed={"Ben": 1})
    assert look(standing(kind, table), table) == BoardVerdict()


def test_on_the_way_to_jail_a_token_may_rest_on_go_to_jail() -> None:
    table = game(at={"Ann": 20, "Cy": 24}, jailed={"Ben": 0}, turn="Cy")
    moves = (replace(move(BEN, 27, 1_000), way=(27, 30)),)
    verdict = look(standing(IDENTIFYING, table, {BEN: 30}).feel(seen(2_000, 30, BEN)), table, moves)
    assert told(verdict, table) == (["Ben: into Jail"], [], ())


def test_a_token_not_touched_since_the_game_moved_it_is_still_to_be_moved() -> None:
    """Wherever it was left before: a question that nobody answered is overtaken."""
    sensed = standing(IDENTIFYING, THROWN, {ANN: 15})
    assert told(look(sensed, THROWN, MOVES), THROWN) == GUIDED
    touched = sensed.feel(lifted(20_000, 15, ANN)).feel(seen(22_000, 15, ANN))
    assert len(look(touched, THROWN, MOVES).questions) == 1
    just_then = sensed.feel(seen(THROWN_MS, 16, ANN))
    assert len(look(just_then, THROWN, MOVES).questions) == 1


def test_every_token_that_is_still_to_be_moved_is_guided_the_latest_first() -> None:
    sensed = standing(IDENTIFYING, THROWN, {ANN: START, BEN: 12})
    moves = (move(ANN, START, 1_000), move(BEN, 12, 5_000))
    guides = [GUIDE, "Ben: 8 on to Free Parking"]
    assert told(look(sensed, THROWN, moves), THROWN)[0] == guides[::-1]
    assert told(look(sensed, THROWN, moves[::-1]), THROWN)[0] == guides


def test_only_the_last_move_of_all_has_arrived() -> None:
    ben, ann = move(BEN, 12, 1_000), move(ANN, START, 5_000)
    there = standing(IDENTIFYING, THROWN)
    assert look(there, THROWN, (ben, ann)).arrived == ann
    assert look(there, THROWN, (ann, ben)).arrived == ben
    assert look(standing(IDENTIFYING, THROWN, {ANN: START}), THROWN, (ben, ann)).arrived is None
    assert look(there, THROWN).arrived is None


@pytest.mark.parametrize("start", [12, 24])
def test_on_a_presence_board_nobody_is_seen_to_arrive_where_another_stands(start: SpaceId) -> None:
    """Neither from a space of its own nor from one that is shared."""
    table = game(at={"Ann": 20, "Ben": 20, "Cy": 24})
    verdict = look(standing(PRESENCE, table), table, (move(ANN, start, 1_000),))
    assert verdict == BoardVerdict()


def test_only_the_latest_is_guided_at_once_when_it_is_off_the_board() -> None:
    sensed = standing(IDENTIFYING, THROWN).feel(lifted(20_000, 11, ANN)).feel(lifted(20_000, 20, BEN))
    moves = (move(BEN, 12, 1_000), move(ANN, START, 5_000))
    assert told(look(sensed, THROWN, moves, 21_000), THROWN)[0] == [GUIDE]
    assert told(look(sensed, THROWN, moves, 23_000), THROWN)[0] == [GUIDE, "Ben: 8 on to Free Parking"]


def test_tokens_that_were_never_put_down_are_guided_to_their_places() -> None:
    table = game()
    assert look(board(IDENTIFYING), table, now_ms=2_999) == BoardVerdict()
    assert told(look(board(IDENTIFYING), table), table)[0] == ["Ann: to GO", "Ben: to GO", "Cy: to GO"]


def test_a_space_without_a_sensor_brings_no_guide_and_no_question() -> None:
    some = frozenset(range(10))
    lonely = board(IDENTIFYING, [seen(0, 5, ANN)], spaces=some)
    table = game(at={"Ann": 5, "Ben": 20, "Cy": 24})
    assert look(lonely, table, (move(BEN, 12, 0),)) == BoardVerdict()


def test_the_token_of_a_player_who_is_out_is_guided_off_and_nothing_is_asked() -> None:
    table = game(at={"Ann": 5, "Ben": 12, "Cy": 24}, bankrupt=("Ben",))
    sensed = standing(IDENTIFYING, table).feel(seen(0, 33, BEN))
    verdict = look(sensed, table)
    assert told(verdict, table) == (["Ben: off the board"], [], ())
    assert look(sensed.feel(lifted(60_000, 33, BEN)), table, now_ms=61_000) == BoardVerdict()
    retired = replace(table, players=(*table.players[:2], replace(table.players[CY], retired=True)))
    assert look(standing(IDENTIFYING, retired), retired) == BoardVerdict()


def test_a_piece_never_enrolled_is_a_notice_and_no_question() -> None:
    table = game()
    sensed = standing(IDENTIFYING, table).feel(TokenSeen(3, "FF", 1_000))
    assert look(sensed, table, now_ms=1_799) == BoardVerdict()
    verdict = look(sensed, table, now_ms=1_800)
    assert verdict == BoardVerdict(strangers=(StrangePiece(3, "FF"),))
    assert not verdict.holds_throw
    assert describe_stranger(verdict.strangers[0], table) == "Unknown piece on Baltic Avenue."
    nameless = describe_stranger(StrangePiece(7), table)
    assert nameless == "Something that is nobody's token on Chance (after Oriental Avenue)."


@pytest.mark.parametrize("kind", BoardKind)
def test_without_a_game_or_after_its_end_nothing_is_said(kind: BoardKind) -> None:
    sensed = standing(kind, THROWN, {ANN: 15, BEN: 16, CY: 17}).feel(TokenSeen(3, "FF", 0))
    asked = QuestionMemory(disturbed=(ANN,), kept=(DisplacedToken(BEN, 1, 2),))
    over = replace(THROWN, over=True, winners=(ANN,))
    assert evidence(sensed, over, MOVES, 60_000, asked=asked, hand_dice=True) == BoardVerdict()
    assert evidence(sensed, None, MOVES, 60_000, asked=asked, hand_dice=True) == BoardVerdict()


# Answers


def test_when_the_screen_is_right_the_guide_leads_back_and_nothing_is_asked_again() -> None:
    table = game(at={"Ann": 11, "Ben": 20, "Cy": 24})
    sensed = standing(IDENTIFYING, table, {ANN: 12}).tick(3_000)
    first = look(sensed, table, now_ms=3_000)
    asked = screen_is_right(first.asked, first.questions[0])
    verdict = look(sensed, table, asked=asked)
    assert told(verdict, table) == (["Ann: back to St. Charles Place"], [], ())
    again = sensed.feel(lifted(70_000, 12, ANN)).feel(seen(75_000, 12, ANN))
    verdict = look(again, table, now_ms=90_000, asked=verdict.asked)
    assert told(verdict, table) == (["Ann: back to St. Charles Place"], [], ())


def test_once_it_was_where_it_belongs_the_same_displacement_is_asked_about_again() -> None:
    table = game(at={"Ann": 11, "Ben": 20, "Cy": 24})
    asked = QuestionMemory(kept=(DisplacedToken(ANN, 12, 11),))
    back = look(standing(IDENTIFYING, table), table, asked=asked)
    assert back == BoardVerdict()
    assert len(look(standing(IDENTIFYING, table, {ANN: 12}), table, asked=back.asked).questions) == 1


def test_another_space_is_another_question() -> None:
    table = game(at={"Ann": 11, "Ben": 20, "Cy": 24})
    asked = QuestionMemory(kept=(DisplacedToken(ANN, 12, 11),))
    sensed = standing(IDENTIFYING, table, {ANN: 13})
    assert told(look(sensed, table, now_ms=2_999, asked=asked), table)[0] == ["Ann: back to St. Charles Place"]
    verdict = look(sensed, table, now_ms=3_000, asked=asked)
    assert (len(verdict.questions), verdict.guides) == (1, ())


def test_while_the_board_is_silent_nothing_is_said_and_answers_are_not_forgotten() -> None:
    asked = QuestionMemory(disturbed=(BEN,), kept=(DisplacedToken(ANN, 12, 11),))
    lost = standing(IDENTIFYING, THROWN, {ANN: 12, BEN: 13}).feel(DeviceLost("board", "", 1_000))
    assert look(lost, THROWN, MOVES, asked=asked) == BoardVerdict(asked=asked)


def test_a_token_on_a_space_without_a_sensor_is_neither_waited_for_nor_guided() -> None:
    some = frozenset(range(20, 40))
    sensed = board(IDENTIFYING, [seen(0, 20, BEN), seen(0, 24, CY)], spaces=some)
    asked = QuestionMemory(disturbed=(ANN,), kept=(DisplacedToken(ANN, 22, 11),))
    assert told(look(sensed, THROWN, asked=asked), THROWN) == QUIET


# A knocked board

PLACES = {"Ann": 6, "Ben": 12, "Cy": 24, "Di": 39}


def test_three_displaced_at_once_are_one_question_ticked_off_as_they_return() -> None:
    table = game(players=NAMES, at=PLACES)
    sensed = standing(IDENTIFYING, table, {ANN: 1, BEN: 2, CY: 3})
    verdict = look(sensed, table)
    assert verdict.guides == ()
    (asked,) = verdict.questions
    assert [place.seat for place in asked.places if place.is_there] == [DI]
    for at, (seat, home) in enumerate([(BEN, 12), (ANN, 6), (CY, 24)], 1):
        now_ms = 70_000 + 10_000 * at
        sensed = sensed.feel(seen(now_ms, home, seat))
        verdict = look(sensed, table, now_ms=now_ms + 800, asked=verdict.asked)
        assert [len(one.places) for one in verdict.questions] == ([4] if at < 3 else [])
    assert verdict == BoardVerdict()


def test_the_list_of_a_knocked_board_is_guide_enough() -> None:
    table = game(players=NAMES, at=PLACES)
    sensed = standing(IDENTIFYING, table, {ANN: 1, BEN: 2, CY: 3, DI: 34})
    moves = (move(DI, 34, 0),)
    verdict = look(sensed, table, moves)
    assert (len(verdict.questions), verdict.guides) == (1, ())
    answered = look(sensed, table, moves, asked=screen_is_right(verdict.asked, verdict.questions[0]))
    assert told(answered, table)[0][0] == "Di: 5 on to Boardwalk"


def test_a_knocked_board_is_answered_once() -> None:
    table = game(players=NAMES, at=PLACES)
    sensed = standing(IDENTIFYING, table, {ANN: 1, BEN: 2, CY: 3})
    first = look(sensed, table)
    verdict = look(sensed, table, asked=screen_is_right(first.asked, first.questions[0]))
    assert told(verdict, table)[0] == [
        "Ann: back to Oriental Avenue",
        "Ben: back to Electric Company",
        "Cy: back to Illinois Avenue",
    ]
    assert verdict.questions == ()


def test_on_a_presence_board_two_that_cannot_be_told_apart_are_one_question() -> None:
    table = game(players=NAMES, at=PLACES)
    sensed = standing(PRESENCE, table, {ANN: 1, BEN: 2})
    assert look(sensed, table, now_ms=2_999).questions == ()
    (asked,) = look(sensed, table, now_ms=3_000).questions
    assert asked.tokens == (DisplacedToken(UNTOLD, 1, UNTOLD), DisplacedToken(UNTOLD, 2, UNTOLD))
    assert [place.seat for place in asked.places if not place.is_there] == [ANN, BEN]
    verdict = look(sensed, table, asked=screen_is_right(QuestionMemory(), asked))
    assert told(verdict, table) == (["Ann: to Oriental Avenue", "Ben: to Electric Company"], [], ())


def test_something_that_is_nobodys_on_a_presence_board_is_a_notice() -> None:
    table = game(players=NAMES, at=PLACES)
    sensed = standing(PRESENCE, table).feel(seen(0, 33))
    assert look(sensed, table) == BoardVerdict(strangers=(StrangePiece(33),))
