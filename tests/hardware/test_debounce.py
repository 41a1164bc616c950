"""From chattering contacts to presses and holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.buttons import HOLD_MS, STUCK_MS, ButtonEvent, ButtonFreed, ButtonStuck, Debounce
from hardware.clock import BUTTON_QUIET_MS, PRESS_MS
from hardware.signals import ButtonHeld, ButtonPressed

WORDS = {ButtonPressed: "press", ButtonHeld: "hold", ButtonStuck: "stuck", ButtonFreed: "freed"}
Step = tuple[str, int]  # "down", "up" or "look", and when


def feel(debounce: Debounce, steps: list[Step]) -> list[ButtonEvent]:
    told: list[ButtonEvent] = []
    for what, at_ms in steps:
        told += debounce.look(at_ms) if what == "look" else debounce.edge(what == "down", at_ms)
    return told


def steps_of(text: str) -> list[Step]:
    return [(what, int(at)) for what, _, at in (one.partition("@") for one in text.split())]


def words(told: list[ButtonEvent]) -> str:
    return " ".join(f"{WORDS[type(one)]}@{one.at_ms}" for one in told)


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ("down@5 look@12", ""),
        ("down@5 look@13", "press@13"),
        ("down@5 up@100", "press@13"),
        ("down@0 up@100 down@200 up@300", "press@8 press@208"),
        ("down@0 up@5 down@8 up@12 down@13 up@200", "press@21"),  # chatter when it closes
        ("down@0 up@100 down@105 up@110 down@129 up@131", "press@8"),  # and when it opens
        ("down@0 up@100 down@129 look@500", "press@8"),  # one below the quiet time
        ("down@0 up@100 down@130 look@500", "press@8 press@138"),
        ("down@0 up@7 look@500", ""),  # too short for a finger
        ("down@0 up@8", "press@8"),
        ("down@0 up@0 down@0 up@0 down@1 up@1 look@500", ""),  # pulses on a long wire
        ("down@0 up@4 down@6 up@10 down@12 up@16 down@18 up@22 look@500", ""),  # so many of them make no press
        ("down@0 down@500 down@900", "press@8"),  # the same edge again changes nothing
        ("up@0 up@10", ""),
        ("down@0 look@2007", "press@8"),
        ("down@0 look@2008", "press@8 hold@2008"),
        ("down@0 up@2008", "press@8 hold@2008"),
        ("down@0 up@2007 look@9000", "press@8"),
        ("down@0 look@2500 look@3000 look@9999", "press@8 hold@2008"),  # once
        ("down@0 up@1990 look@2015 down@2018 look@2019", "press@8 hold@2018"),  # chatter in the middle of a hold
        ("down@0 look@10007 look@10008", "press@8 hold@2008 stuck@10008"),
        ("down@0 look@10007", "press@8 hold@2008"),
        ("down@0 look@60000 look@90000", "press@8 hold@2008 stuck@10008"),
        ("down@0 up@60000 look@60030", "press@8 hold@2008 stuck@10008 freed@60030"),
        ("down@0 up@60000 down@60010 look@90000", "press@8 hold@2008 stuck@10008"),
        ("down@0 up@60000 down@70000 up@70020", "press@8 hold@2008 stuck@10008 freed@60030 press@70008"),
        ("down@100 up@50 down@60 look@108", "press@108"),  # a time in the past counts as now
        ("down@100 look@108 up@50 down@138 look@146", "press@108 press@146"),
    ],
)
def test_edges_become_presses_and_holds(steps: str, expected: str) -> None:
    assert words(feel(Debounce("dice"), steps_of(steps))) == expected


def test_a_button_that_is_down_from_the_start_was_not_pressed() -> None:
    told = feel(Debounce("dice", is_down=True, at_ms=50), steps_of("look@5000 up@6000 down@7000 up@7100"))
    assert words(told) == "press@7008"


def test_a_button_stuck_from_the_start_is_reported() -> None:
    told = feel(Debounce("dice", is_down=True, at_ms=50), steps_of("look@20000 up@21000 look@22000"))
    assert words(told) == "stuck@10050 freed@21030"


def test_an_event_names_the_button() -> None:
    assert feel(Debounce("cancel", 10), steps_of("down@3 look@11")) == [ButtonPressed("cancel", 11)]


def test_the_quiet_time_can_be_set() -> None:
    steps = steps_of("down@0 up@9 down@18 up@30 down@40 up@50")
    assert words(feel(Debounce("dice", 10), steps)) == "press@8 press@48"


def test_the_time_of_a_press_can_be_none() -> None:
    """A simulated finger is steady at once."""
    assert words(feel(Debounce("dice", press_ms=0), steps_of("down@5 up@5 down@40"))) == "press@5 press@40"


# Laws


@st.composite
def edges(draw: st.DrawFn) -> list[Step]:
    """Down and up in turn, any time apart, with some bounces."""
    waits = draw(st.lists(st.one_of(st.integers(0, 60), st.integers(0, 15_000)), max_size=30))
    return [("up" if at % 2 else "down", sum(waits[: at + 1])) for at in range(len(waits))]


LATER_MS = 20_000


def presses_of(steps: list[Step], end_ms: int) -> list[list[Step]]:
    """The naive way: edges with no quiet time between them belong together, from the first steady one on."""
    groups: list[list[Step]] = []
    ends = [at for _, at in steps[1:]] + [end_ms]
    for (what, at_ms), next_ms in zip(steps, ends, strict=False):
        is_apart = not groups or (groups[-1][-1][0] == "up" and at_ms - groups[-1][-1][1] >= BUTTON_QUIET_MS)
        is_steady = what == "down" and next_ms - at_ms >= PRESS_MS
        if groups and not is_apart:
            groups[-1].append((what, at_ms))
        elif is_steady:
            groups.append([(what, at_ms)])
    return groups


def is_down_at_or_after(press: list[Step], at_ms: int, end_ms: int) -> bool:
    ends = [at for _, at in press[1:]] + [end_ms]
    return any(what == "down" and end >= at_ms for (what, _), end in zip(press, ends, strict=True))


@given(edges())
def test_presses_holds_and_warnings_match_a_naive_count(steps: list[Step]) -> None:
    end_ms = max((at for _, at in steps), default=0) + LATER_MS
    told = feel(Debounce("dice"), [*steps, ("look", end_ms)])
    presses = presses_of(steps, end_ms)
    for kind, after_ms in (
        (ButtonPressed, PRESS_MS),
        (ButtonHeld, PRESS_MS + HOLD_MS),
        (ButtonStuck, PRESS_MS + STUCK_MS),
    ):
        expected = [one for one in presses if is_down_at_or_after(one, one[0][1] + after_ms, end_ms)]
        assert len([one for one in told if isinstance(one, kind)]) == len(expected)
    assert [one.at_ms for one in told if isinstance(one, ButtonPressed)] == [one[0][1] + PRESS_MS for one in presses]


@given(edges(), st.lists(st.integers(0, 60_000)))
def test_looking_more_often_changes_nothing(steps: list[Step], looks: list[int]) -> None:
    end: Step = ("look", 1_000_000)
    order = {"down": 0, "up": 0, "look": 1}
    watched = sorted([*steps, *(("look", at) for at in looks)], key=lambda step: (step[1], order[step[0]]))
    assert feel(Debounce("dice"), [*watched, end]) == feel(Debounce("dice"), [*steps, end])
