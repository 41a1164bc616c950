"""A whole rig: what it shows and plays, the health of its devices, and that it is silent once closed."""

import time
from queue import SimpleQueue
from threading import Event, enumerate

import pytest

from hardware import buttons, polling, readers, simulated_devices
from hardware.buttons import ButtonWatch
from hardware.clock import DeviceTiming, HandClock
from hardware.health import DeviceMissing
from hardware.outputs import CUES, Cue
from hardware.readers import REST_MS, Miss, Poll, ReaderReach, ReaderWatch
from hardware.rig import AssembledRig, RigDevices
from hardware.signals import (
    ButtonHeld,
    ButtonPressed,
    DeviceFound,
    DeviceHealth,
    DeviceLost,
    Signal,
    TagPlaced,
    TagRemoved,
    TagsRead,
)
from hardware.simulated import SimulatedRig
from hardware.simulated_devices import SimulatedButtons, SimulatedReader
from tests.deadline import DEADLINE_S as SOON_S
from tests.hardware.rig_bench import CAR, RigBench


@pytest.fixture
def bench() -> RigBench:
    return RigBench().open()


def test_a_simulated_rig_is_a_rig() -> None:
    rig: AssembledRig = SimulatedRig(HandClock())
    assert rig.health()


def test_cues_and_dice_are_remembered_the_newest_last(bench: RigBench) -> None:
    rig = bench.rig
    for cue in CUES:
        rig.show(cue)
        rig.play(cue)
    rig.show_dice((3, 4))
    rig.show_dice((1, 6, 2))
    rig.show_dice(())
    assert rig.lamps is not None
    assert rig.speaker is not None
    assert rig.dice_display is not None
    assert tuple(rig.lamps.shown) == tuple(rig.speaker.played) == CUES
    assert list(rig.dice_display.shown) == [(3, 4), (1, 6, 2), ()]


def test_only_a_hundred_are_remembered(bench: RigBench) -> None:
    for _ in range(1_000):
        bench.rig.show("read")
        bench.rig.play("read")
        bench.rig.show_dice((1, 1))
    assert bench.rig.lamps is not None
    assert bench.rig.speaker is not None
    assert bench.rig.dice_display is not None
    assert [len(bench.rig.lamps.shown), len(bench.rig.speaker.played), len(bench.rig.dice_display.shown)] == [100] * 3


def test_an_unknown_cue_raises(bench: RigBench) -> None:
    wrong: list[Cue] = ["money"]  # type: ignore[list-item]
    with pytest.raises(ValueError, match="there is no cue called 'money'"):
        bench.rig.show(wrong[0])
    with pytest.raises(ValueError, match="there is no cue called 'money'"):
        bench.rig.play(wrong[0])


@pytest.mark.parametrize("faces", [(0, 1), (1, 7), (1, 2, 3, 4)])
def test_impossible_faces_raise(bench: RigBench, faces: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="these are not the faces of dice"):
        bench.rig.show_dice(faces)


# Health


def test_a_rig_without_any_device_works_and_says_so() -> None:
    bench = RigBench(None, (), (), has_outputs=False).open()
    bench.rig.show("read")
    bench.rig.play("read")
    bench.rig.show_dice((1, 2))
    bench.let_pass(1_000)
    expected = ("dice", "confirm", "cancel", "deeds", "board", "lamps", "speaker", "dice-display")
    assert bench.rig.health() == tuple(DeviceHealth(name, "absent") for name in expected)


def test_health_shows_what_each_device_did_and_when(bench: RigBench) -> None:
    bench.rig.press("dice")
    bench.let_pass(500)
    bench.rig.place("deeds", CAR)
    bench.rig.put(CAR, 4)
    bench.rig.put(CAR, 5)
    bench.rig.show("read")
    bench.rig.lose("speaker", "No sound card.")
    told = {one.name: one for one in bench.rig.health()}
    assert told["dice"] == DeviceHealth("dice", "present", 1_000, "", (("presses", 1),))
    assert told["confirm"] == DeviceHealth("confirm", "present")
    assert told["deeds"] == DeviceHealth("deeds", "present", 1_500, "", (("taps", 1),))
    assert told["board"] == DeviceHealth("board", "present", 1_500, "", (("lifted", 1), ("seen", 2)))
    assert told["lamps"] == DeviceHealth("lamps", "present", 1_500, "", (("shown", 1),))
    assert told["speaker"] == DeviceHealth("speaker", "lost", None, "No sound card.", (("lost", 1),))
    assert list(told)[:8] == ["dice", "confirm", "cancel", "deeds", "board", "lamps", "speaker", "dice-display"]


def test_readers_by_other_names_stand_for_the_deed_reader() -> None:
    names = [one.name for one in RigBench(readers=("north", "south")).rig.health()]
    assert "deeds" not in names
    assert {"north", "south"} <= set(names)


@pytest.mark.parametrize("readers", [("dice",), ("board",), ("lamps",), ("deeds", "deeds")])
def test_no_two_devices_share_a_name(readers: tuple[str, ...]) -> None:
    twins = tuple(map(SimulatedReader, readers))
    with pytest.raises(ValueError, match="two devices would be called"):
        AssembledRig(RigDevices(readers=twins), HandClock(), DeviceTiming(), has_threads=False)


def test_buttons_have_known_names() -> None:
    with pytest.raises(ValueError, match="there is no button called 'bell'"):
        AssembledRig(
            RigDevices(SimulatedButtons(("bell",), HandClock())), HandClock(), DeviceTiming(), has_threads=False
        )


# Closing, and threads


def test_a_closed_rig_is_silent(bench: RigBench) -> None:
    bench.rig.lose("lamps")
    bench.news()
    bench.rig.close()
    bench.rig.press("dice")
    bench.rig.place("deeds", CAR)
    bench.rig.put(CAR, 3)
    bench.rig.find("lamps")
    bench.rig.lose("board")
    bench.rig.lose("confirm")
    bench.let_pass(1_000)
    assert bench.news() == []


def test_with_the_machines_clock_it_runs_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every lever ends a rest that would never end by itself."""
    monkeypatch.setattr(buttons, "HOLD_MS", 60)
    monkeypatch.setattr(simulated_devices, "HOLD_MS", 60)
    monkeypatch.setattr(buttons, "STILL_MS", 0)
    for module in (buttons, readers):
        monkeypatch.setattr(module, "REST_MS", 10**9)
    felt = SimpleQueue[Signal]()
    rig = SimulatedRig()
    rig.open(felt.put)
    try:
        rig.place("deeds", CAR)
        assert isinstance(felt.get(timeout=SOON_S), TagPlaced)
        rig.lift("deeds", CAR)
        assert isinstance(felt.get(timeout=SOON_S), TagRemoved)
        rig.hold("dice")
        assert isinstance(felt.get(timeout=SOON_S), ButtonPressed)
        assert isinstance(felt.get(timeout=SOON_S), ButtonHeld)
        deadline = time.monotonic() + SOON_S
        while rig.buttons.is_down("dice"):
            assert time.monotonic() < deadline, "the finger never let go"
        rig.emit_reads(True)
        assert [type(felt.get(timeout=SOON_S)) for _ in range(3)] == [TagsRead] * 3
    finally:
        rig.close()
    while not felt.empty():
        felt.get()
    rig.place("deeds", CAR)
    assert felt.empty()
    assert [thread.name for thread in enumerate() if thread.name.startswith("look at ")] == []


# Drivers that misbehave


class Moody:
    """A reader whose driver returns or raises the given things in turn."""

    name = "deeds"
    reach = ReaderReach(1, sees_lifting=True)

    def __init__(self, *polls: Poll | Exception) -> None:
        self._polls = list(polls)
        self.is_closed = False

    def poll(self) -> Poll:
        now = self._polls.pop(0) if self._polls else Miss.EMPTY
        if isinstance(now, Exception):
            raise now
        return now

    def renew(self) -> None:
        pass

    def close(self) -> None:
        self.is_closed = True


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (DeviceMissing("No chip answers."), "No chip answers."),
        (OSError(5, "Input/output error"), "[Errno 5] Input/output error"),
        (IndexError(), "It does not answer (IndexError)."),
    ],
)
def test_whatever_a_driver_raises_the_reader_is_lost_and_tried_again(error: Exception, why: str) -> None:
    felt: list[Signal] = []
    clock = HandClock()
    tag = frozenset((CAR,))
    rig = AssembledRig(RigDevices(readers=(Moody(error, error, tag),)), clock, DeviceTiming(), has_threads=False)
    rig.open(felt.append)
    assert felt == [DeviceLost("deeds", why, 0)]
    rig.look()
    clock.pass_ms(1_000)
    rig.look()
    assert felt[1:] == [DeviceFound("deeds", 1_000)]


def test_a_reader_that_wakes_up_may_first_miss_what_lies_on_it() -> None:
    felt: list[Signal] = []
    tag = frozenset((CAR,))
    clock = HandClock()
    rig = AssembledRig(RigDevices(readers=(Moody(Miss.EMPTY, tag),)), clock, DeviceTiming(), has_threads=False)
    rig.open(felt.append)
    clock.pass_ms(100)
    rig.look()
    assert felt == []


def test_a_reader_is_polled_at_its_pace_and_a_lost_one_less_often() -> None:
    watch = ReaderWatch(Moody(Miss.EMPTY, OSError(), Miss.EMPTY), HandClock(), DeviceTiming(poll_ms=77))
    assert [watch.look() for _ in range(3)] == [77, 1_000, 77]


def test_a_simulated_reader_is_polled_at_its_pace_only_while_something_changes() -> None:
    clock, twin = HandClock(), SimulatedReader("deeds")
    watch = ReaderWatch(twin, clock, DeviceTiming(poll_ms=100, settle_ms=0))

    def looks(count: int) -> list[int]:
        paces = []
        for _ in range(count):
            paces.append(watch.look())
            clock.pass_ms(100)
        return paces

    assert looks(2) == [REST_MS] * 2
    twin.place(CAR)
    twin.garble(2)
    assert looks(4) == [100, 100, REST_MS, REST_MS]
    twin.overlook(1)
    assert looks(3) == [100, REST_MS, REST_MS]
    twin.lift(CAR)
    assert looks(5) == [100, 100, 100, REST_MS, REST_MS], "it is away after 300 ms"
    watch.emits_reads = True
    assert looks(2) == [100] * 2


def test_closing_the_rig_closes_the_reader() -> None:
    reader = Moody()
    rig = AssembledRig(RigDevices(readers=(reader,)), HandClock(), DeviceTiming(), has_threads=False)
    rig.open(lambda _: None)
    assert not reader.is_closed
    rig.close()
    assert reader.is_closed


class NoPins(SimulatedButtons):
    """Pins that cannot be opened until the test allows it."""

    why = "There is no GPIO here."
    is_closed = False

    def open(self, edge: object) -> None:
        if self.why:
            raise DeviceMissing(self.why)
        super().open(edge)  # type: ignore[arg-type]

    def close(self) -> None:
        self.is_closed = True


def test_buttons_whose_pins_cannot_be_opened_are_lost_and_tried_again() -> None:
    felt: list[Signal] = []
    clock = HandClock()
    buttons = NoPins(("dice", "confirm"), clock)
    rig = AssembledRig(RigDevices(buttons), clock, DeviceTiming(press_ms=0), has_threads=False)
    rig.open(felt.append)
    rig.look()
    assert felt == [DeviceLost(name, "There is no GPIO here.", 0) for name in ("dice", "confirm")]
    buttons.why = ""
    rig.look()
    buttons.press("dice")
    assert felt[2:] == [DeviceFound("dice", 0), DeviceFound("confirm", 0), ButtonPressed("dice", 0)]
    assert not buttons.is_closed
    rig.close()
    assert buttons.is_closed


def test_buttons_are_looked_at_often_and_missing_pins_less_often() -> None:
    buttons = NoPins(("dice",), HandClock())
    watch = ButtonWatch(buttons, HandClock(), DeviceTiming())
    watch.open(lambda _: None)
    assert watch.look() == 1_000
    buttons.why = ""
    assert [watch.look(), watch.look()] == [1_000, 50]


def test_a_driver_that_fails_to_close_does_not_keep_the_others_open() -> None:
    felt: list[Signal] = []
    lamps, buttons = Unclosable(), SimulatedButtons(("dice",), HandClock())
    rig = AssembledRig(
        RigDevices(buttons, (Stubborn("deeds"),), lamps=lamps), HandClock(), DeviceTiming(), has_threads=False
    )
    rig.open(felt.append)
    rig.close()
    buttons.press("dice")
    assert felt == []
    assert lamps.closings == 1


class Stubborn(SimulatedReader):
    def close(self) -> None:
        raise OSError("busy")


class Unclosable:
    closings = 0

    def open(self) -> None: ...

    def show(self, cue: Cue) -> None:
        del cue

    def close(self) -> None:
        self.closings += 1
        raise OSError("busy")


class StuckReader(SimulatedReader):
    """Its driver hangs from the second poll on."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.is_stuck, self.is_freed, self.is_closed = Event(), Event(), False

    def poll(self) -> Poll:
        if self.is_opened:
            self.is_stuck.set()
            self.is_freed.wait(SOON_S)
        self.is_opened = True
        return Miss.EMPTY

    is_opened = False

    def is_steady(self) -> bool:
        return False

    def close(self) -> None:
        self.is_closed = True


def test_a_rig_opens_although_a_reader_hangs_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(polling, "STOP_S", 0.05)
    monkeypatch.setattr("hardware.rig.OPEN_S", 0.05)
    stuck = StuckReader("stuck")
    stuck.is_opened = True
    rig = AssembledRig(RigDevices(readers=(stuck,)), HandClock(), DeviceTiming(), has_threads=True)
    began = time.monotonic()
    rig.open(lambda _: None)
    assert stuck.is_stuck.wait(SOON_S)
    assert time.monotonic() - began < SOON_S / 2, "it did not wait for the driver"
    assert not rig.has_looked(), "only a restart helps"
    rig.close()
    stuck.is_freed.set()


def test_the_others_close_although_a_reader_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(polling, "STOP_S", SOON_S)
    monkeypatch.setattr("hardware.rig.CLOSE_S", SOON_S)
    stuck, other, felt = StuckReader("stuck"), StuckReader("other"), list[Signal]()
    other.is_freed.set()
    rig = AssembledRig(RigDevices(readers=(stuck, other)), HandClock(), DeviceTiming(poll_ms=1), has_threads=True)
    rig.open(felt.append)
    assert stuck.is_stuck.wait(SOON_S)
    assert rig._threads["other"].stop()
    monkeypatch.setattr(polling, "STOP_S", 0.05)
    began = time.monotonic()
    rig.close()
    assert time.monotonic() - began < SOON_S / 2, "it did not wait for the driver"
    assert (other.is_closed, stuck.is_closed) == (True, False), "a hanging device belongs to its thread"
    stuck.is_freed.set()
    rig._threads["stuck"]._thread.join(SOON_S)  # before other tests count the threads
    assert felt == []


def test_a_device_that_hangs_while_closing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A serial port with bytes to send may take half a minute to close."""
    monkeypatch.setattr("hardware.rig.CLOSE_S", 0.05)
    is_freed = Event()

    class Slow(SimulatedReader):
        def close(self) -> None:
            is_freed.wait(SOON_S)

    rig = AssembledRig(RigDevices(readers=(Slow("deeds"),)), HandClock(), DeviceTiming(), has_threads=True)
    rig.open(lambda _: None)
    began = time.monotonic()
    rig.close()
    assert time.monotonic() - began < SOON_S / 2
    is_freed.set()
