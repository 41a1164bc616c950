"""The board as its sensors show it: what lasts settles, what does not changes nothing, and no signal breaks it."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.gestures.sensed_board import HAND, UNKNOWN_MAX, Key, Rest, SensedPieces
from hardware.signals import (
    BoardKind,
    ButtonPressed,
    DeviceFound,
    DeviceLost,
    Signal,
    TagPlaced,
    TagRemoved,
    TagsCrowded,
    TokenLifted,
    TokenSeen,
)
from tests.kit import ANN, BEN
from tests.table.gestures.sample_boards import TAGS, board, lifted, seen

IDENTIFYING, PRESENCE, TAP = BoardKind.IDENTIFYING, BoardKind.PRESENCE, BoardKind.TAP


# What was felt, when it is looked at, and where Ann's token rests then
RESTS: list[tuple[str, list[Signal], int, Rest | None]] = [
    ("never seen", [], 9_000, None),
    ("just seen", [seen(100, 5, ANN)], 899, None),
    ("settled", [seen(100, 5, ANN)], 900, Rest(5, 100)),
    ("told again", [seen(100, 5, ANN), seen(5_000, 5, ANN)], 9_000, Rest(5, 100)),
    ("lifted, not for long", [seen(100, 5, ANN), lifted(2_000, 5, ANN)], 2_799, Rest(5, 100)),
    ("in a hand", [seen(100, 5, ANN), lifted(2_000, 5, ANN)], 2_800, Rest(HAND, 2_000)),
    ("a flicker", [seen(100, 5, ANN), lifted(2_000, 5, ANN), seen(2_700, 5, ANN)], 9_000, Rest(5, 100)),
    (
        "put back after a while",
        [seen(100, 5, ANN), lifted(2_000, 5, ANN), seen(4_000, 5, ANN)],
        9_000,
        Rest(5, 4_000),
    ),
    (
        "sliding, not there yet",
        [seen(0, 5, ANN), lifted(2_000, 5, ANN), seen(2_100, 6, ANN), lifted(2_800, 6, ANN), seen(2_850, 7, ANN)],
        3_500,
        Rest(5, 0),
    ),
    (
        "slid and settled",
        [seen(0, 5, ANN), lifted(2_000, 5, ANN), seen(2_100, 6, ANN), lifted(2_800, 6, ANN), seen(2_850, 7, ANN)],
        3_650,
        Rest(7, 2_850),
    ),
    ("seen beside it for a moment", [seen(0, 5, ANN), seen(2_000, 6, ANN), lifted(2_700, 6, ANN)], 9_000, Rest(5, 0)),
    ("a sensor sticks", [seen(0, 5, ANN), seen(2_000, 9, ANN)], 3_000, Rest(9, 2_000)),
    (
        "the stuck sensor lets go",
        [seen(0, 5, ANN), seen(2_000, 9, ANN), lifted(4_000, 5, ANN)],
        9_000,
        Rest(9, 2_000),
    ),
    (
        "lifted while a sensor sticks",
        [seen(0, 5, ANN), seen(2_000, 9, ANN), lifted(4_000, 9, ANN)],
        9_000,
        Rest(HAND, 4_000),
    ),
    ("lifted where it is not", [seen(0, 5, ANN), lifted(2_000, 7, ANN)], 9_000, Rest(5, 0)),
    ("somebody else's is lifted", [seen(0, 5, ANN), seen(0, 5, BEN), lifted(2_000, 5, BEN)], 9_000, Rest(5, 0)),
    ("no such space", [seen(0, 5, ANN), TokenSeen(40, "0A", 2_000), TokenSeen(-1, "0A", 2_000)], 9_000, Rest(5, 0)),
    ("the board is lost", [seen(0, 5, ANN), DeviceLost("board", "unplugged", 2_000)], 9_000, None),
    ("another device is lost", [seen(0, 5, ANN), DeviceLost("reader", "unplugged", 2_000)], 9_000, Rest(5, 0)),
    (
        "found again, and told again",
        [seen(0, 5, ANN), DeviceLost("board", "", 2_000), DeviceFound("board", 3_000), seen(3_001, 5, ANN)],
        9_000,
        Rest(5, 3_001),
    ),
    ("time goes back", [seen(5_000, 5, ANN), seen(4_000, 6, ANN)], 5_900, Rest(6, 5_000)),
]


@pytest.mark.parametrize(("signals", "now_ms", "rest"), [row[1:] for row in RESTS], ids=[row[0] for row in RESTS])
def test_a_token_rests(signals: list[Signal], now_ms: int, rest: Rest | None) -> None:
    assert board(IDENTIFYING, signals).tick(now_ms).rest_of("0A") == rest


def test_the_settle_time_can_be_set() -> None:
    sensed = board(IDENTIFYING, [seen(0, 5, ANN)], settle_ms=50)
    assert sensed.tick(49).rest_of("0A") is None
    assert sensed.tick(50).rest_of("0A") == Rest(5, 0)


def test_several_tokens_rest_on_one_space() -> None:
    sensed = board(IDENTIFYING, [seen(0, 10, ANN), seen(5, 10, BEN)]).tick(1_000)
    assert (sensed.rest_of("0A"), sensed.rest_of("0B")) == (Rest(10, 0), Rest(10, 5))


def test_presence_is_of_spaces_and_counts_nothing() -> None:
    twice = [seen(0, 5, ANN), seen(10, 5, BEN), seen(20, 7)]
    sensed = board(PRESENCE, twice).tick(1_000)
    assert sensed.occupied() == {5: Rest(5, 0), 7: Rest(7, 20)}
    assert sensed.feel(lifted(2_000, 5)).tick(3_000).occupied() == {7: Rest(7, 20)}
    assert sensed.feel(lifted(2_000, 6)).tick(3_000).occupied() == sensed.occupied()


def test_every_space_may_be_occupied_and_is_remembered_when_it_is_left() -> None:
    sensed = board(PRESENCE, [seen(0, space) for space in range(40)]).tick(1_000)
    assert len(sensed.occupied()) == 40
    left = board(PRESENCE, [seen(0, 5), lifted(2_000, 5)]).tick(3_000)
    assert left.pieces["", 5].rest == Rest(HAND, 2_000)


def test_a_tap_is_an_event_and_absence_means_nothing() -> None:
    sensed = board(TAP, [seen(0, 5), lifted(500, 5)]).tick(9_000)
    assert sensed.rest_of("") == Rest(5, 0)
    again = sensed.feel(seen(10_000, 5))
    assert again.tick(10_799).rest_of("") == Rest(5, 0)
    assert again.tick(10_800).rest_of("") == Rest(5, 10_000)


def test_a_wand_that_passes_over_spaces_taps_the_last() -> None:
    sensed = board(TAP, [seen(0, 5), seen(300, 6), seen(600, 7)])
    assert sensed.tick(1_399).rest_of("") is None
    assert sensed.tick(1_400).rest_of("") == Rest(7, 600)


def test_a_board_is_silent_until_it_is_heard() -> None:
    silent = SensedPieces(IDENTIFYING, TAGS)
    assert silent.heard_ms is None
    assert silent.feel(ButtonPressed("dice", 7)).heard_ms is None
    assert silent.feel(DeviceFound("reader", 7)).heard_ms is None
    assert silent.feel(DeviceFound("board", 7)).heard_ms == 7
    assert silent.feel(seen(8, 1, ANN)).heard_ms == 8
    assert silent.feel(lifted(9, 1, ANN)).heard_ms == 9
    assert silent.feel(seen(8, 1, ANN)).feel(seen(99, 2, ANN)).heard_ms == 8
    assert silent.feel(seen(8, 1, ANN)).feel(DeviceLost("board", "", 9)).heard_ms is None


def test_only_some_pieces_that_were_never_enrolled_are_remembered() -> None:
    sensed = board(IDENTIFYING, [seen(0, 1, ANN)])
    for number in range(3 * UNKNOWN_MAX):
        sensed = sensed.feel(TokenSeen(number % 40, f"FF{number:02}", 10 * number))
    uids = {uid for uid, _ in sensed.pieces}
    assert uids == {"0A", *(f"FF{number:02}" for number in range(2 * UNKNOWN_MAX, 3 * UNKNOWN_MAX))}


def test_a_piece_never_enrolled_is_forgotten_when_it_is_gone() -> None:
    sensed = board(IDENTIFYING, [TokenSeen(3, "FF", 0)]).tick(1_000)
    assert sensed.rest_of("FF") == Rest(3, 0)
    sensed = sensed.feel(TokenLifted(3, "FF", 2_000))
    assert sensed.tick(2_700).rest_of("FF") == Rest(3, 0)
    assert sensed.tick(2_800).pieces == {}


# Laws

SPACE = st.integers(-2, 41)
UIDS = st.sampled_from(["", "0A", "0B", "0C", "FF", "FE", "@3", "5"])
TIME = st.integers(-5_000, 60_000)
ANY_SIGNAL: st.SearchStrategy[Signal] = st.one_of(
    st.builds(TokenSeen, SPACE, UIDS, TIME),
    st.builds(TokenLifted, SPACE, UIDS, TIME),
    st.builds(DeviceLost, st.sampled_from(["board", "reader"]), st.just("why"), TIME),
    st.builds(DeviceFound, st.sampled_from(["board", "reader"]), TIME),
    st.builds(ButtonPressed, st.just("dice"), TIME),
    st.builds(TagPlaced, st.just("deeds"), UIDS, TIME),
    st.builds(TagRemoved, st.just("deeds"), UIDS, TIME),
    st.builds(TagsCrowded, st.just("deeds"), st.tuples(UIDS, UIDS), TIME),
)
KINDS = st.sampled_from(list(BoardKind))


@given(KINDS, st.lists(ANY_SIGNAL, max_size=60))
def test_no_signal_breaks_it_and_it_does_not_grow(kind: BoardKind, signals: Sequence[Signal]) -> None:
    sensed = board(kind)
    for signal in signals:
        before = sensed.now_ms
        sensed = sensed.feel(signal)
        assert sensed.now_ms == max(before, signal.at_ms)
        assert all(len(set(piece.seen)) == len(piece.seen) <= 40 for piece in sensed.pieces.values())
        assert all(space in range(40) for piece in sensed.pieces.values() for space in piece.seen)
        assert len(sensed.pieces) <= len(TAGS) + UNKNOWN_MAX + 40


@given(KINDS, st.lists(st.tuples(ANY_SIGNAL, st.booleans()), max_size=40))
def test_more_ticks_than_needed_change_nothing(kind: BoardKind, signals: Sequence[tuple[Signal, bool]]) -> None:
    ticked = plain = board(kind)
    for signal, is_ticked in signals:
        if is_ticked:
            for early in range(0, 900, 300):
                ticked = ticked.tick(min(signal.at_ms, ticked.now_ms + early))
        ticked, plain = ticked.feel(signal), plain.feel(signal)
        assert ticked == plain


@given(
    st.sampled_from([IDENTIFYING, PRESENCE]),
    st.integers(0, 39),
    st.lists(st.tuples(st.integers(0, 39), st.integers(1, 799)), max_size=12),
)
def test_noise_shorter_than_the_settle_time_changes_nothing(
    kind: BoardKind, rests: int, noise: list[tuple[int, int]]
) -> None:
    who = ANN if kind is IDENTIFYING else None
    sensed = board(kind, [seen(0, rests, who)]).tick(1_000)
    before, at_ms = _rests(sensed), 1_000
    for space, lasting_ms in noise:
        first, then = (lifted, seen) if space == rests else (seen, lifted)
        sensed = sensed.feel(first(at_ms, space, who)).tick(at_ms + lasting_ms)
        assert _rests(sensed) == before
        sensed = sensed.feel(then(at_ms + lasting_ms, space, who)).tick(at_ms + 5_000)
        assert _rests(sensed) == before
        at_ms += 5_000


def _rests(sensed: SensedPieces) -> dict[Key, Rest]:
    rests = ((key, piece.rest) for key, piece in sensed.pieces.items())
    return {key: rest for key, rest in rests if rest is not None and rest.space != HAND}
