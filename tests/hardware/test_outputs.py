"""Outputs of a rig with threads: the game never waits for them, not even if a bus hangs."""

import operator
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import get_ident

import pytest

from hardware import polling
from hardware.clock import DeviceTiming, HandClock
from hardware.dice_display import DigitDisplay
from hardware.outputs import CUES, HANGS, HANGS_MS, Cue, OutputWatch
from hardware.rig import DICE_DISPLAY, LAMPS, AssembledRig, RigDevices
from hardware.signals import DeviceFound, DeviceHealth, DeviceLost, Emit, Signal
from hardware.simulated_devices import SimulatedLamps
from tests.deadline import DEADLINE_S
from tests.emulators.ht16k33 import Ht16k33


@pytest.fixture
def chip() -> Iterator[Ht16k33]:
    chip = Ht16k33()
    yield chip
    chip.free()


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


def unheard(signal: Signal) -> None:
    del signal


@contextmanager
def opened(clock: HandClock, devices: RigDevices, emit: Emit = unheard) -> Iterator[AssembledRig]:
    rig = AssembledRig(devices, clock, DeviceTiming(), has_threads=True)
    rig.open(emit)
    try:
        yield rig
    finally:
        rig.close()


def shown_by(chip: Ht16k33) -> RigDevices:
    return RigDevices(lamps=SimulatedLamps(), dice_display=DigitDisplay(wire=chip.at))


def wait_for(done: Callable[[], object]) -> None:
    deadline = time.monotonic() + DEADLINE_S
    while not done():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.002)


def told(rig: AssembledRig, name: str) -> DeviceHealth:
    return next(one for one in rig.health() if one.name == name)


# A hanging bus. Waiting for it would take longer than these tests do.


def test_nobody_waits_for_a_hanging_bus_and_the_latest_faces_are_shown_once_it_is_free(
    chip: Ht16k33, clock: HandClock
) -> None:
    with opened(clock, shown_by(chip)) as rig:
        chip.hang()
        rig.show_dice((1, 1))
        assert chip.is_stuck.wait(DEADLINE_S)
        for face in (1, 2, 3, 4, 5, 6):
            rig.show_dice((face, face))
        chip.free()
        wait_for(lambda: chip.reads() == "66")
        shown = dict(told(rig, DICE_DISPLAY).counters)["shown"]
        assert shown <= 1 + 3, "and no more than may wait"


def test_a_hanging_output_does_not_affect_the_others(chip: Ht16k33, clock: HandClock) -> None:
    devices = shown_by(chip)
    assert isinstance(devices.lamps, SimulatedLamps)
    shown = devices.lamps.shown
    with opened(clock, devices) as rig:
        chip.hang()
        rig.show_dice((1, 1))
        assert chip.is_stuck.wait(DEADLINE_S)
        for cue in CUES:
            rig.show(cue)
            wait_for(partial(operator.contains, shown, cue))
        chip.free()


def test_health_shows_a_hanging_driver_and_the_table_is_not_restarted(chip: Ht16k33, clock: HandClock) -> None:
    with opened(clock, shown_by(chip)) as rig:
        chip.hang()
        rig.show_dice((1, 1))
        assert chip.is_stuck.wait(DEADLINE_S)
        assert told(rig, DICE_DISPLAY).state == "present"
        clock.pass_ms(HANGS_MS)
        hanging = told(rig, DICE_DISPLAY)
        assert (hanging.state, hanging.why) == ("lost", HANGS)
        assert told(rig, LAMPS).state == "present"
        assert [rig.has_looked(), rig.has_looked()] == [True, True], "though it has not looked in between"
        chip.free()
        wait_for(lambda: told(rig, DICE_DISPLAY).state == "present")


def test_a_rig_opens_and_closes_although_a_bus_hangs_from_the_start(
    chip: Ht16k33, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.rig.OPEN_S", 0.05)
    monkeypatch.setattr(polling, "STOP_S", 0.05)
    chip.hang()
    began = time.monotonic()
    with opened(clock, shown_by(chip)) as rig:
        assert chip.is_stuck.wait(DEADLINE_S)
        rig.show_dice((3, 4))
    assert time.monotonic() - began < DEADLINE_S / 2, "it did not wait for the bus"
    assert not chip.is_closed, "a hanging device belongs to its thread"


def test_once_a_rig_is_open_its_health_shows_what_does_not_answer(chip: Ht16k33, clock: HandClock) -> None:
    chip.is_plugged_in = False
    felt = list[Signal]()
    with opened(clock, shown_by(chip), felt.append) as rig:
        assert told(rig, DICE_DISPLAY).state == "lost"
        assert [type(one) for one in felt] == [DeviceLost]
        chip.is_plugged_in = True
        rig.show_dice((3, 4))
        wait_for(lambda: len(felt) > 1)
        assert [type(one) for one in felt] == [DeviceLost, DeviceFound]


# The queue


class Recorded(SimulatedLamps):
    """Remembers which thread used it."""

    def __init__(self) -> None:
        super().__init__()
        self.by = set[int]()

    def open(self) -> None:
        self.by.add(get_ident())

    def show(self, cue: Cue) -> None:
        super().show(cue)
        self.by.add(get_ident())


def test_a_driver_is_only_called_by_its_own_thread(clock: HandClock) -> None:
    lamps = Recorded()
    with opened(clock, RigDevices(lamps=lamps)) as rig:
        rig.show("money-out")
        rig.show("your-turn")
        wait_for(lambda: list(lamps.shown) == ["money-out", "your-turn"])
    assert len(lamps.by) == 1
    assert get_ident() not in lamps.by


def test_if_too_many_cues_wait_the_oldest_are_dropped(clock: HandClock) -> None:
    lamps = SimulatedLamps()
    outlet = OutputWatch(LAMPS, clock, lamps)
    for cue in CUES:
        outlet.use(partial(lamps.show, cue), "shown")
    assert not lamps.shown
    outlet.look()
    assert tuple(lamps.shown) == CUES[-3:]
    assert dict(outlet.health().counters) == {"shown": 3}
