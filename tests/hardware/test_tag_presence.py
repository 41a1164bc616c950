"""One tap per visit, whatever the reader misses."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.clock import TAG_QUIET_MS, DeviceTiming, HandClock
from hardware.health import DeviceMissing
from hardware.readers import EMPTY_POLLS, Miss, Poll, ReaderWatch, TagPresence, Tap
from hardware.signals import DeviceFound, DeviceLost, Signal, TagPlaced, TagRemoved, TagsCrowded, ignore_signal
from hardware.simulated_devices import SimulatedReader

POLL_MS = 100


def poll_of(letters: str) -> Poll:
    match letters:
        case ".":
            return Miss.EMPTY
        case "?":
            return Miss.GARBLED
    return frozenset(letters)


def word(tap: Tap) -> str:
    match tap:
        case TagPlaced(_, uid, at_ms):
            return f"{at_ms // POLL_MS}+{uid}"
        case TagRemoved(_, uid, at_ms):
            return f"{at_ms // POLL_MS}-{uid}"
        case TagsCrowded(_, uids, at_ms):
            return f"{at_ms // POLL_MS}#{''.join(uids)}"


def taps(presence: TagPresence, polls: str) -> str:
    """Polls are a tenth of a second apart; each tap is shown with the number of its poll."""
    told = (presence.poll(poll_of(one), at * POLL_MS) for at, one in enumerate(polls.split()))
    return " ".join(word(tap) for many in told for tap in many)


@pytest.mark.parametrize(
    ("polls", "expected"),
    [
        (". . . .", ""),
        ("A", "0+A"),
        ("A A A A A A A A A A", "0+A"),  # however long it rests
        ("A . . . .", "0+A 4-A"),  # four empty polls are 300 ms
        ("A . . .", "0+A"),
        ("A . . . . A", "0+A 4-A 5+A"),  # a new tap needs absence
        ("A . . . A", "0+A"),  # flicker
        ("A . A . . A . . . A . . . .", "0+A 13-A"),
        ("A ? ? ? ? ? ? ? A", "0+A"),  # garbled is not absent
        ("? ? ? ? ? ?", ""),  # nor present
        ("A . ? . ? ? . . A", "0+A 6-A 8+A"),  # nor does it fill a gap
        ("A . ? ? ? ? ? . A", "0+A"),  # and two empty polls are only two
        ("A B", "0+A 1+B"),  # swapped without a gap
        ("A B B B B", "0+A 1+B 4-A"),
        ("A B B B B A", "0+A 1+B 4-A 5+A"),
        ("AB", "0#AB"),  # two at once: neither
        ("AB AB AB AB", "0#AB"),  # sent once
        ("A A AB AB", "0+A 2#AB"),
        ("AB A A A A A", "0#AB"),  # a tag from a crowd is silent until it has been away
        ("AB . . . . A", "0#AB 5+A"),
        ("A AB A A A A . . . .", "0+A 1#AB 9-A"),  # only a tag that was placed is removed
        ("AB ABC ABC", "0#AB"),  # still the same crowd
        ("AB A A A A AC", "0#AB 5#AC"),  # another crowd
        ("AB A B A B", "0#AB"),
        ("A B A B A", "0+A 1+B 2#AB"),  # no poll saw both, but they lie there together
        ("AB . . . . B . . . . A", "0#AB 5+B 9-B 10+A"),
    ],
)
def test_polls_become_taps(polls: str, expected: str) -> None:
    assert taps(TagPresence("deeds"), polls) == expected


def test_two_empty_polls_are_not_enough_however_far_apart() -> None:
    presence = TagPresence("deeds")
    presence.poll(frozenset("A"), 0)
    assert presence.poll(Miss.EMPTY, 10) == ()
    assert presence.poll(Miss.EMPTY, 5_000) == ()
    assert presence.poll(Miss.EMPTY, 5_010) == (TagRemoved("deeds", "A", 5_010),)


def test_many_empty_polls_are_not_enough_in_too_short_a_time() -> None:
    presence = TagPresence("deeds")
    presence.poll(frozenset("A"), 0)
    assert [presence.poll(Miss.EMPTY, at) for at in range(1, TAG_QUIET_MS)] == [()] * (TAG_QUIET_MS - 1)
    assert presence.poll(Miss.EMPTY, 1 + TAG_QUIET_MS) == (TagRemoved("deeds", "A", 1 + TAG_QUIET_MS),)


def test_a_tag_that_slides_to_another_reader_is_a_tap_on_each() -> None:
    first, second = TagPresence("deeds"), TagPresence("window")
    assert taps(first, "A A . . . .") == "0+A 5-A"
    assert taps(second, ". . A A A A") == "2+A"


def test_a_tag_that_lies_there_at_the_start_is_not_a_tap() -> None:
    presence = TagPresence("deeds")
    presence.resume()
    assert taps(presence, "A A . . . . A") == "6+A"


def test_a_crowd_that_lies_there_at_the_start_is_not_reported() -> None:
    presence = TagPresence("deeds")
    presence.resume()
    assert taps(presence, "AB AB B B B . . . . A") == "9+A"


def test_a_resting_tag_missed_by_the_first_poll_is_not_a_tap() -> None:
    presence = TagPresence("deeds")
    presence.resume(settled_ms=3 * POLL_MS)
    assert taps(presence, ". . A A A . . . . A") == "9+A"


def test_what_comes_after_settling_is_a_tap() -> None:
    presence = TagPresence("deeds")
    presence.resume(settled_ms=3 * POLL_MS)
    assert taps(presence, "? . . A") == "3+A"


def test_garbled_polls_do_not_end_the_start() -> None:
    presence = TagPresence("deeds")
    presence.resume()
    assert taps(presence, "? ? A . . . . A") == "7+A"


def test_a_tag_placed_before_a_pause_is_removed_after_it() -> None:
    presence = TagPresence("deeds")
    assert taps(presence, "A") == "0+A"
    presence.resume()
    assert taps(presence, ". . . .") == "3-A"


# Laws


@st.composite
def gaps(draw: st.DrawFn) -> list[tuple[Poll, int]]:
    """Noise: too few empty polls, or in less than the quiet time, and any number of garbled ones."""
    steps = draw(st.lists(st.tuples(st.sampled_from(Miss), st.integers(1, 120)), max_size=8))
    noise: list[tuple[Poll, int]] = []
    for step in steps:
        if not is_absence([*noise, step]):
            noise.append(step)
    return noise


def is_absence(steps: list[tuple[Poll, int]]) -> bool:
    ends = [sum(ms for _, ms in steps[: at + 1]) for at, (poll, _) in enumerate(steps) if poll is Miss.EMPTY]
    return len(ends) >= EMPTY_POLLS and ends[-1] - ends[0] >= TAG_QUIET_MS


@st.composite
def visits(draw: st.DrawFn) -> list[tuple[Poll, int]]:
    """A tag read at least once, with noise between the reads and before and after them."""
    uid = frozenset(draw(st.sampled_from("AB")))
    steps: list[tuple[Poll, int]] = [(uid, draw(st.integers(1, 150)))]
    for _ in range(draw(st.integers(0, 4))):
        steps += [*draw(gaps()), (uid, draw(st.integers(1, 150)))]
    return steps


@st.composite
def absences(draw: st.DrawFn) -> list[tuple[Poll, int]]:
    steps = draw(gaps())
    while not is_absence(steps):
        steps.append((Miss.EMPTY, draw(st.integers(20, 150))))
    return steps


def play(presence: TagPresence, steps: list[tuple[Poll, int]]) -> list[Tap]:
    told, at_ms = list[Tap](), 0
    for poll, ms in steps:
        at_ms += ms
        told += presence.poll(poll, at_ms)
    return told


@given(st.lists(st.tuples(visits(), absences()), max_size=6))
def test_there_are_as_many_taps_as_visits_whatever_the_noise(
    stays: list[tuple[list[tuple[Poll, int]], list[tuple[Poll, int]]]],
) -> None:
    told = play(TagPresence("deeds"), [step for visit, absence in stays for step in (*visit, *absence)])
    visitors = [next(iter(uid)) for visit, _ in stays for uid, _ in visit[:1] if isinstance(uid, frozenset)]
    assert [(type(tap), tap.uid) for tap in told if isinstance(tap, TagPlaced | TagRemoved)] == [
        (kind, uid) for uid in visitors for kind in (TagPlaced, TagRemoved)
    ]
    assert not [tap for tap in told if isinstance(tap, TagsCrowded)]


ANY_POLL = st.one_of(st.just(Miss.EMPTY), st.frozensets(st.sampled_from("ABC")))


@given(st.lists(st.tuples(ANY_POLL, st.integers(1, 150), st.integers(0, 2))))
def test_garbled_polls_change_nothing_wherever_they_fall(steps: list[tuple[Poll, int, int]]) -> None:
    clear, garbled = TagPresence("deeds"), TagPresence("deeds")
    at_ms = 0
    for poll, ms, noise in steps:
        at_ms += ms
        assert [garbled.poll(Miss.GARBLED, at_ms) for _ in range(noise)] == [()] * noise
        assert garbled.poll(poll, at_ms) == clear.poll(poll, at_ms)


@given(st.lists(st.tuples(ANY_POLL, st.integers(1, 150))))
def test_every_tag_is_placed_and_removed_in_turn_and_never_in_a_crowd(steps: list[tuple[Poll, int]]) -> None:
    told = play(TagPresence("deeds"), steps)
    for uid in "ABC":
        own = [type(tap) for tap in told if isinstance(tap, TagPlaced | TagRemoved) and tap.uid == uid]
        assert all(one is not next_one for one, next_one in pairwise(own))
        assert own[:1] in ([], [TagPlaced])
    for poll, _ in steps:
        if isinstance(poll, frozenset) and len(poll) > 1:
            assert any(isinstance(tap, TagsCrowded) for tap in told)


# A reader that may have gone deaf


def test_a_reader_that_read_nothing_for_a_minute_is_started_afresh() -> None:
    clock, reader, renewed = HandClock(), SimulatedReader("deeds"), list[int]()
    watch = ReaderWatch(reader, clock, DeviceTiming(settle_ms=0))
    watch.open(ignore_signal)
    reader.renew = lambda: renewed.append(clock.now_ms())  # type: ignore[method-assign]

    def let_pass(ms: int, *, is_played: bool = True) -> None:
        for _ in range(0, ms, POLL_MS):
            if is_played:
                watch.note_play()
            watch.look()
            clock.pass_ms(POLL_MS)

    let_pass(50_000)
    reader.place("A")
    let_pass(90_000)
    assert renewed == [], "a tag that rests on it is proof enough"
    reader.lift("A")
    let_pass(130_000)
    assert renewed == [200_000, 260_000]
    assert dict(watch.health().counters)["renewed"] == 2
    let_pass(20 * 60_000, is_played=False)
    assert len(renewed) == 3, "once more after the last move, and not while nobody plays"
    watch.note_play()
    watch.look()
    assert len(renewed) == 4, "what went deaf in the night hears the first tag of the day"


def test_a_reader_that_fails_when_it_is_started_afresh_is_lost_and_found() -> None:
    clock, reader, felt = HandClock(), SimulatedReader("deeds"), list[Signal]()
    watch = ReaderWatch(reader, clock, DeviceTiming(settle_ms=0))
    watch.open(felt.append)

    def fail() -> None:
        raise DeviceMissing("It does not keep what is written to it.")

    reader.renew = fail  # type: ignore[method-assign]
    for _ in range(2):
        watch.look()
        clock.pass_ms(60_000)
    watch.note_play()
    watch.look()
    assert [type(one) for one in felt] == [DeviceLost]
    watch.look()
    assert [type(one) for one in felt] == [DeviceLost, DeviceFound]
