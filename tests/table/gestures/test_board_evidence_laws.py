"""The laws of evidence: whatever the board tells, it asks once if it must, is quiet if it can, and never acts."""

from collections.abc import Iterator, Sequence

from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from companion.play.acts import Redo, Rename, Undo
from companion.rules.commands import Command
from companion.rules.ids import PlayerId, SpaceId
from companion.rules.state import Game
from companion.table.gestures import board_evidence
from companion.table.gestures.board_evidence import (
    UNTOLD,
    BoardVerdict,
    QuestionMemory,
    describe_stranger,
    evidence,
    screen_is_right,
)
from companion.table.gestures.sensed_board import SPACES, SensedPieces
from companion.table.gestures.whereabouts import ExpectedMoves
from hardware.signals import BoardKind, Signal, TokenLifted
from tests.kit import ANN, BEN, CY, DI, NAMES, game
from tests.table.gestures.sample_boards import board, lifted, move, seen, standing
from tests.table.gestures.test_sensed_board import ANY_SIGNAL, KINDS

IDENTIFYING, PRESENCE = BoardKind.IDENTIFYING, BoardKind.PRESENCE
SEATS = st.sampled_from([ANN, BEN, CY, DI])
ON_BOARD = st.integers(0, 39)
HANDLED = st.lists(st.tuples(SEATS, ON_BOARD, st.booleans(), st.integers(0, 5_000)), max_size=40)
RESTS = st.sampled_from(sorted(SPACES - {30}))
AT = st.tuples(RESTS, RESTS, RESTS, RESTS)


def table_at(places: Sequence[SpaceId], jailed: bool = False) -> Game:
    at = dict(zip(NAMES, places, strict=True))
    return game(players=NAMES, at=at, jailed={"Di": 0} if jailed else {})


def handled(kind: BoardKind, signals: Sequence[tuple[PlayerId, SpaceId, bool, int]]) -> SensedPieces:
    """Seen and lifted, in any order and after any time."""
    sensed, now_ms = board(kind), 0
    for seat, space, is_lift, after_ms in signals:
        now_ms += after_ms
        who = seat if kind is IDENTIFYING else None
        sensed = sensed.feel(lifted(now_ms, space, who) if is_lift else seen(now_ms, space, who))
    return sensed


def cleared(sensed: SensedPieces) -> SensedPieces:
    """Everything taken off the board."""
    for (uid, _), piece in sensed.pieces.items():
        for space in piece.seen:
            sensed = sensed.feel(TokenLifted(space, uid, sensed.now_ms))
    return sensed


@given(st.sampled_from([IDENTIFYING, PRESENCE]), HANDLED, AT, st.booleans(), st.booleans())
def test_whatever_was_done_when_all_stand_where_the_game_says_nothing_is_said(
    kind: BoardKind,
    signals: list[tuple[PlayerId, SpaceId, bool, int]],
    places: Sequence[int],
    jailed: bool,
    looks: bool,
) -> None:
    table = table_at(places, jailed)
    sensed = handled(kind, signals)
    asked = evidence(sensed, table, (), sensed.now_ms + 9_000).asked if looks else QuestionMemory()
    sensed = cleared(sensed.tick(sensed.now_ms + 9_000))
    for seat, player in enumerate(table.players):
        sensed = sensed.feel(seen(sensed.now_ms, player.place, seat if kind is IDENTIFYING else None))
    assert evidence(sensed, table, (), sensed.now_ms + 800, asked=asked) == BoardVerdict()


@given(HANDLED, AT, AT, st.booleans(), st.integers(3_000, 100_000))
def test_a_token_that_rests_elsewhere_has_exactly_one_question(
    signals: list[tuple[PlayerId, SpaceId, bool, int]],
    places: Sequence[int],
    rests: Sequence[int],
    looks: bool,
    later_ms: int,
) -> None:
    table, sensed = table_at(places), handled(IDENTIFYING, signals)
    asked = evidence(sensed, table, (), sensed.now_ms + 9_000).asked if looks else QuestionMemory()
    sensed = cleared(sensed)
    for seat, space in enumerate(rests):
        sensed = sensed.feel(seen(sensed.now_ms, space, seat))
    verdict = evidence(sensed, table, (), sensed.now_ms + later_ms, asked=asked)
    for seat, (home, space) in enumerate(zip(places, rests, strict=True)):
        about = [one for one in verdict.questions if any(token.seat == seat for token in one.tokens)]
        assert len(about) == (home != space)
    away = sum(home != space for home, space in zip(places, rests, strict=True))
    assert len(verdict.questions) == (min(away, 1) if away >= 3 or asked.disturbed else away)


@given(AT, SEATS, RESTS, st.integers(0, 2_999))
def test_a_token_that_rests_elsewhere_not_for_long_has_no_question(
    places: Sequence[int], seat: PlayerId, space: SpaceId, later_ms: int
) -> None:
    table = table_at(places)
    sensed = standing(IDENTIFYING, table).tick(9_000).feel(seen(9_000, space, seat))
    assert evidence(sensed, table, (), 9_000 + later_ms).questions == ()


@given(AT, st.sampled_from([IDENTIFYING, PRESENCE]), SEATS, RESTS, st.lists(st.tuples(ON_BOARD, st.integers(1, 799))))
def test_noise_shorter_than_the_settle_time_changes_no_verdict(
    places: Sequence[int], kind: BoardKind, seat: PlayerId, rests: SpaceId, noise: list[tuple[SpaceId, int]]
) -> None:
    """Of a token wherever it rests, where the game says or elsewhere."""
    table, who = table_at(places), seat if kind is IDENTIFYING else None
    sensed = standing(kind, table, {seat: rests}).tick(9_000)
    before, now_ms, stood = evidence(sensed, table, (), 9_000), 9_000, sensed
    for space, lasting_ms in noise:
        is_there = space in stood.occupied() if kind is PRESENCE else space == rests
        first, then = (lifted, seen) if is_there else (seen, lifted)
        sensed = sensed.feel(first(now_ms, space, who))
        assert evidence(sensed, table, (), now_ms + lasting_ms) == before
        sensed = sensed.feel(then(now_ms + lasting_ms, space, who))
        now_ms += 5_000
        assert evidence(sensed, table, (), now_ms) == before


@given(
    KINDS,
    st.lists(ANY_SIGNAL, max_size=40),
    AT,
    st.lists(
        st.builds(move, st.integers(-1, 6), ON_BOARD, st.integers(0, 60_000)), max_size=4, unique_by=lambda m: m.seat
    ),
    st.booleans(),
    st.booleans(),
)
def test_no_signal_breaks_it_and_no_act_comes_of_it(
    kind: BoardKind,
    signals: Sequence[Signal],
    places: Sequence[int],
    moves: ExpectedMoves,
    hand_dice: bool,
    answers: bool,
) -> None:
    table, sensed, asked = table_at(places, jailed=True), board(kind), QuestionMemory()
    for signal in signals:
        sensed = sensed.feel(signal)
        verdict = evidence(sensed, table, tuple(moves), sensed.now_ms + 3_000, asked=asked, hand_dice=hand_dice)
        assert [one for one in within(verdict) if isinstance(one, Command | Undo | Redo | Rename)] == []
        asked = screen_is_right(verdict.asked, verdict.questions[0]) if answers and verdict.questions else verdict.asked
        words = [
            *(board_evidence.describe_guide(one, table) for one in verdict.guides),
            *(describe_stranger(one, table) for one in verdict.strangers),
        ]
        words += [board_evidence.describe_question(one, table) for one in verdict.questions]
        assert all(words)
        seats = [token.seat for one in verdict.questions for token in one.tokens if token.seat != UNTOLD]
        assert len(seats) == len(set(seats))
        assert not {one.seat for one in verdict.guides} & set(seats)


def within(value: object) -> Iterator[object]:
    """A record, and everything in it."""
    yield value
    if isinstance(value, Struct):
        for field in value.__struct_fields__:
            yield from within(getattr(value, field))
    elif isinstance(value, tuple):
        for item in value:
            yield from within(item)


def test_the_search_for_acts_finds_one() -> None:
    assert Undo(3) in list(within(BoardVerdict(guides=(Undo(3),))))  # type: ignore[arg-type]
