"""Which tag or spot of the board was meant: new, alone and read several times. A single bad read is nothing."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.gestures.enrol_reads import (
    AGREE,
    EMPTY_LOOKS,
    READS_MAX,
    RESTING_LOOKS,
    STEADY_MS,
    ReadDoubt,
    SteadySpot,
    SteadyTag,
)
from hardware.signals import SpotCovered, TagsRead

CAR, HAT, GHOST = "04A2B3C4D5E680", "04A2B3C4D5E681", "04A2B3C4D5E6FF"
LOOKS = {".": (), "c": (CAR,), "h": (HAT,), "g": (GHOST,), "2": (CAR, HAT), "?": ()}
EMPTY = "." * EMPTY_LOOKS


def looked(looks: Iterable[str], steady: SteadyTag | None = None) -> list[SteadyTag]:
    """After each look, one letter each; `?` could not be read."""
    found, now = [], steady or SteadyTag()
    for at, look in enumerate(looks):
        now = now.look(TagsRead("deeds", LOOKS[look], look == "?", at * 100))
        found.append(now)
    return found


def found(looks: str) -> list[str]:
    return [now.found for now in looked(looks) if now.found]


def doubts(looks: str) -> list[ReadDoubt]:
    return [now.doubt for now in looked(looks) if now.doubt]


@pytest.mark.parametrize(
    "looks",
    [
        f"{EMPTY}ccc",
        f"{EMPTY}c?c?c",
        f"{EMPTY}gccc",
        f"{EMPTY}cgcc",
        f"{EMPTY}c.c.c",
        f"{EMPTY}cc{EMPTY}ccc",
        f"{EMPTY}?{EMPTY}ccc",
    ],
)
def test_most_reads_agree(looks: str) -> None:
    assert found(looks) == [CAR]


@pytest.mark.parametrize(
    "looks",
    [
        f"{EMPTY}g",
        f"{EMPTY}gg",
        f"{EMPTY}g????????",
        f"{EMPTY}g?g?",
        f"{EMPTY}g{EMPTY}g{EMPTY}g{EMPTY}g",
        f"{EMPTY}????gg????gg",
        f"{EMPTY}????ccc",
        "ccc",
        "..cccc",
    ],
)
def test_too_few_reads_or_a_tag_that_was_there_before_count_for_nothing(looks: str) -> None:
    assert found(looks) == []


def test_a_tag_that_rests_is_found_once_and_again_only_after_it_was_away() -> None:
    assert found(f"{EMPTY}{'c' * 50}") == [CAR]
    assert found(f"{EMPTY}ccccc..ccccc") == [CAR]
    assert found(f"{EMPTY}ccccc{EMPTY}ccccc") == [CAR, CAR]


def test_one_that_rests_too_long_is_told_once() -> None:
    assert doubts(f"{EMPTY}ccc{'c' * RESTING_LOOKS * 3}") == [ReadDoubt.RESTING]
    assert doubts(f"{EMPTY}ccc{'c' * (RESTING_LOOKS - 1)}") == []


@pytest.mark.parametrize("looks", [f"{EMPTY}2", f"{EMPTY}c2", f"{EMPTY}chch", f"{EMPTY}chhc"])
def test_two_at_once_are_neither_even_if_no_look_saw_both(looks: str) -> None:
    assert doubts(looks) == [ReadDoubt.CROWDED]
    assert found(f"{looks}cccccc") == [], "all must be lifted first"
    assert found(f"{looks}{EMPTY}ccc") == [CAR]


def test_what_cannot_be_read_well_is_told_and_tried_again() -> None:
    looks = f"{EMPTY}{'?' * READS_MAX}"
    assert doubts(looks) == [ReadDoubt.UNCLEAR]
    assert found(f"{looks}ccc") == [CAR]


@given(st.text(alphabet=".ch2g?", max_size=60))
def test_whatever_comes_a_tag_was_read_often_enough_since_the_reader_was_empty(looks: str) -> None:
    for at, now in enumerate(looked(looks)):
        if now.found:
            before = looks[: at + 1]
            since = before[before.rindex(EMPTY) :]
            letter = next(one for one, uids in LOOKS.items() if uids == (now.found,))
            assert since.count(letter) >= AGREE
            assert "2" not in since


# The spot that was covered


def covered(spot: str, at_ms: int) -> SpotCovered:
    return SpotCovered(spot, CAR, at_ms)


def test_a_spot_is_found_when_no_other_was_covered_for_a_while() -> None:
    spot = SteadySpot().feel(covered("n/3", 1_000))
    assert spot.look(1_000 + STEADY_MS - 1).found == ""
    found = spot.look(1_000 + STEADY_MS)
    assert found.found == "n/3"
    assert found.look(9_999).found == "", "told once"


def test_the_same_spot_again_is_the_same() -> None:
    spot = SteadySpot().feel(covered("n/3", 1_000)).feel(covered("n/3", 1_500))
    assert not spot.is_crowded
    assert spot.look(1_000 + STEADY_MS).found == "n/3"


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_several_at_once_are_none_however_many_they_are(count: int) -> None:
    spot = SteadySpot()
    for number in range(count):
        spot = spot.feel(covered(f"n/{number}", 1_000 + number))
    assert spot.is_crowded
    later = spot.look(9_999)
    assert (later.found, later.is_crowded) == ("", False)
    assert later.feel(covered("n/9", 10_000)).look(20_000).found == "n/9"


def test_a_wand_must_say_it_twice() -> None:
    once = SteadySpot(is_tapped=True).feel(covered(CAR, 1_000))
    assert once.look(9_999).found == ""
    assert once.feel(covered(HAT, 2_000)).found == "", "one of them was read badly"
    twice = once.feel(covered(CAR, 2_000))
    assert twice.found == CAR
    assert twice.feel(covered(CAR, 3_000)).found == ""
