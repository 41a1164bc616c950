"""A lamp and a buzzer on pins: what each cue looks and sounds like, step by step, in virtual time."""

import time
from collections.abc import Iterator

import pytest

from hardware.health import DeviceMissing
from hardware.lamps_and_speaker import LIGHTS, TUNES, PinLamps, PinSpeaker
from hardware.outputs import CUES, Cue, StepPlayer
from tests.deadline import DEADLINE_S as SOON_S
from tests.emulators.pi_header import PiHeader
from tests.emulators.virtual_time import VirtualTime

RED, GREEN, BLUE, BUZZER = 23, 24, 4, 18


@pytest.fixture
def header() -> PiHeader:
    return PiHeader()


@pytest.fixture
def virtual() -> VirtualTime:
    return VirtualTime()


@pytest.fixture
def lamps(header: PiHeader, virtual: VirtualTime) -> Iterator[PinLamps]:
    made = PinLamps(header.pins, (RED, GREEN, BLUE), later=virtual.at)
    yield made
    made.close()


@pytest.fixture
def speaker(header: PiHeader, virtual: VirtualTime) -> Iterator[PinSpeaker]:
    made = PinSpeaker(header.pins, BUZZER, 60, later=virtual.at)
    yield made
    made.close()


def colour(header: PiHeader) -> tuple[float, ...]:
    return tuple(header.pin(pin).state for pin in (RED, GREEN, BLUE))


@pytest.mark.parametrize("cue", CUES)
def test_every_cue_shows_its_colours_and_ends_dark(
    header: PiHeader, virtual: VirtualTime, lamps: PinLamps, cue: Cue
) -> None:
    lamps.show(cue)
    shown = []
    for _, ms in LIGHTS[cue]:
        shown.append(colour(header))
        virtual.sleep(ms / 1_000)
    assert shown == [step for step, _ in LIGHTS[cue]]
    assert colour(header) == (0, 0, 0)


@pytest.mark.parametrize("cue", CUES)
def test_every_cue_plays_its_tones_and_ends_quiet(
    header: PiHeader, virtual: VirtualTime, speaker: PinSpeaker, cue: Cue
) -> None:
    speaker.play(cue)
    played = []
    for _, ms in TUNES[cue]:
        played.append((header.pin(BUZZER).frequency or 0, header.pin(BUZZER).state))
        virtual.sleep(ms / 1_000)
    assert played == [(hz, 0.3 if hz else 0) for hz, _ in TUNES[cue]]
    assert header.pin(BUZZER).frequency is None


def test_no_two_cues_look_or_sound_alike() -> None:
    rhythms = [tuple(ms for _, ms in LIGHTS[cue]) for cue in CUES]
    colours, tones = {LIGHTS[cue][0][0] for cue in CUES}, {TUNES[cue][0][0] for cue in CUES}
    assert len(set(rhythms)) == len(colours) == len(tones) == len(CUES)


@pytest.mark.parametrize("steps", [*LIGHTS.values(), *TUNES.values()])
def test_no_cue_goes_on_for_long(steps: tuple[tuple[object, int], ...]) -> None:
    assert sum(ms for _, ms in steps) <= 3_000


def test_a_cue_waits_for_the_one_before(header: PiHeader, virtual: VirtualTime, lamps: PinLamps) -> None:
    lamps.show("money-in")
    lamps.show("your-turn")
    assert colour(header) == (0, 1, 0)
    virtual.sleep(0.71)
    assert colour(header) == (0, 0, 1)
    virtual.sleep(1.3)
    assert colour(header) == (0, 0, 0)


def test_a_lamp_with_a_common_anode_is_lit_low(header: PiHeader, virtual: VirtualTime) -> None:
    lamps = PinLamps(header.pins, (RED, GREEN, BLUE), is_active_low=True, later=virtual.at)
    lamps.open()
    assert colour(header) == (1, 1, 1)
    lamps.show("refused")
    assert colour(header) == (0, 1, 1)


def test_a_lamp_may_lack_colours(header: PiHeader, virtual: VirtualTime) -> None:
    lamps = PinLamps(header.pins, (None, GREEN, None), later=virtual.at)
    for cue in CUES:
        lamps.show(cue)
    assert header.in_use() == {GREEN}


def test_volume_zero_is_silent(header: PiHeader, virtual: VirtualTime) -> None:
    PinSpeaker(header.pins, BUZZER, 0, later=virtual.at).play("money-in")
    assert header.pin(BUZZER).frequency is None


def test_closing_ends_a_cue_and_gives_back_only_its_own_pins(
    header: PiHeader, virtual: VirtualTime, lamps: PinLamps, speaker: PinSpeaker
) -> None:
    other = header.pins.level(25)
    lamps.show("your-turn")
    speaker.play("refused")
    assert header.in_use() == {RED, GREEN, BLUE, BUZZER, 25}
    lamps.close()
    speaker.close()
    virtual.sleep(5)
    assert header.in_use() == {25}
    assert header.pin(BUZZER).frequency is None
    other.close()


def test_pins_that_cannot_be_opened_raise_and_are_tried_again(header: PiHeader, lamps: PinLamps) -> None:
    header.break_pins([BLUE])
    for _ in range(2):
        with pytest.raises(DeviceMissing, match="Pin 4 cannot be used"):
            lamps.show("read")
        assert header.in_use() == set()
    header.mend_pins()
    lamps.show("read")
    assert colour(header) == (1, 1, 1)


# The step player


def test_an_error_in_a_later_step_is_raised_at_the_next_use(virtual: VirtualTime) -> None:
    done: list[str] = []

    def perform(step: str) -> None:
        if step == "bad":
            raise DeviceMissing("The lamp fell down.")
        done.append(step)

    performer = StepPlayer(perform, virtual.at)
    performer.begin([("good", 10), ("bad", 10), ("never", 10)])
    performer.begin([("never either", 10)])
    virtual.sleep(1)
    with pytest.raises(DeviceMissing, match="The lamp fell down"):
        performer.begin([("lost", 0)])
    performer.begin([("again", 0)])
    assert done == ["good", "again"]


def test_if_many_series_wait_the_newest_are_performed(virtual: VirtualTime) -> None:
    done: list[str] = []
    performer = StepPlayer(done.append, virtual.at)
    for name in "abcdef":
        performer.begin([(name, 10)])
    virtual.sleep(1)
    assert done == ["a", "e", "f"]
    performer.begin([("g", 10)])
    performer.begin([("h", 10)])
    performer.stop()
    virtual.sleep(1)
    assert done == ["a", "e", "f", "g"]


def test_without_a_given_timer_it_runs_in_threads() -> None:
    done: list[str] = []
    performer = StepPlayer(done.append)
    performer.begin([("one", 1), ("two", 1), ("three", 0)])
    assert done[0] == "one", "at once"
    until = time.monotonic() + SOON_S
    while len(done) < 3 and time.monotonic() < until:
        time.sleep(0.001)
    assert done == ["one", "two", "three"]
