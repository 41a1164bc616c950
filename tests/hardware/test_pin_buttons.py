"""Buttons on pins with chattering contacts, from edge to press, with edges from another thread."""

import pytest

from hardware.buttons import LOOK_MS, LOOK_SOON_MS, REST_MS, STILL_MS, ButtonWatch, PinButtons
from hardware.clock import DeviceTiming, HandClock
from hardware.health import DeviceMissing
from hardware.signals import ButtonHeld, ButtonPressed, DeviceFound, DeviceLost, Signal
from tests.emulators.pi_header import PiHeader

WIRED = {"dice": 17, "confirm": 27}


class ButtonTable:
    """Every edge of a contact takes a millisecond."""

    def __init__(self) -> None:
        self.clock = HandClock(1_000)
        self.header = PiHeader(lambda: self.clock.pass_ms(1), lambda: self.clock.pass_ms(10))
        self.watch = ButtonWatch(PinButtons(self.header.pins, WIRED), self.clock, DeviceTiming())
        self.felt: list[Signal] = []

    def open(self) -> "ButtonTable":
        self.watch.open(self.felt.append)
        return self

    def let_pass(self, ms: int) -> None:
        for _ in range(0, ms, 50):
            self.clock.pass_ms(50)
            self.watch.look()

    def states(self) -> dict[str, str]:
        return {one.name: one.state for one in self.watch.health()}


@pytest.fixture
def table() -> ButtonTable:
    return ButtonTable().open()


def test_one_press_is_one_press(table: ButtonTable) -> None:
    for _ in range(3):
        table.header.press(17)
        table.let_pass(100)
    table.header.press(27)
    assert [type(one) for one in table.felt] == [ButtonPressed] * 4
    assert [one.button for one in table.felt if isinstance(one, ButtonPressed)] == ["dice"] * 3 + ["confirm"]


def test_a_press_is_sent_once_the_contact_was_steady(table: ButtonTable) -> None:
    table.header.down(17)
    assert (table.felt, table.watch.look()) == ([], LOOK_SOON_MS)
    table.clock.pass_ms(6)
    assert (table.watch.look(), table.felt) == (LOOK_SOON_MS, [])
    table.clock.pass_ms(1)
    assert (table.watch.look(), table.felt) == (LOOK_MS, [ButtonPressed("dice", 1_022)])


def test_the_first_edge_asks_for_a_look_at_once(table: ButtonTable) -> None:
    """Otherwise the press would be as late as the next look."""
    asked: list[int] = []
    table.watch.hurry = lambda: asked.append(table.clock.now_ms())
    table.header.down(17)
    assert asked[0] == 1_000


def test_still_buttons_are_looked_at_seldom_until_one_moves(table: ButtonTable) -> None:
    table.let_pass(STILL_MS)
    assert table.watch.look() == REST_MS
    asked: list[int] = []
    table.watch.hurry = lambda: asked.append(table.clock.now_ms())
    table.header.down(17)
    table.let_pass(STILL_MS)
    assert (bool(asked), table.watch.look()) == (True, LOOK_MS), "somebody holds it"
    asked.clear()
    table.header.up(17)
    assert (bool(asked), table.watch.look()) == (True, LOOK_MS), "its contact may still chatter"
    table.let_pass(STILL_MS)
    assert table.watch.look() == REST_MS


def test_pulses_on_a_long_wire_are_no_press(table: ButtonTable) -> None:
    for _ in range(10):
        table.header.pulse(17)
    table.let_pass(500)
    for _ in range(10):
        table.header.pulse(17)
        table.clock.pass_ms(3)
        table.watch.look()
    table.let_pass(500)
    assert table.felt == []
    table.header.press(17)
    assert [type(one) for one in table.felt] == [ButtonPressed]


def test_a_hold_is_sent_once(table: ButtonTable) -> None:
    table.header.down(17)
    table.let_pass(2_500)
    table.header.up(17)
    table.let_pass(200)
    assert [type(one) for one in table.felt] == [ButtonPressed, ButtonHeld]


def test_a_stuck_button_is_one_press_and_a_warning(table: ButtonTable) -> None:
    table.header.down(17)
    table.let_pass(60_000)
    pressed, held, lost = table.felt
    assert (type(pressed), type(held), type(lost)) == (ButtonPressed, ButtonHeld, DeviceLost)
    assert isinstance(lost, DeviceLost)
    assert (lost.device, "stuck" in lost.why) == ("dice", True)
    assert table.states() == {"dice": "lost", "confirm": "present"}
    table.header.press(27)
    assert isinstance(table.felt[-1], ButtonPressed), "the other one still works"
    table.header.up(17)
    table.let_pass(200)
    assert isinstance(table.felt[-1], DeviceFound)


def test_a_button_that_is_down_when_the_table_opens_was_not_pressed() -> None:
    table = ButtonTable()
    table.header.is_closed(17)
    table.open()
    table.let_pass(500)
    table.header.up(17)
    table.let_pass(500)
    assert table.felt == []
    table.header.press(17)
    assert len(table.felt) == 1


@pytest.mark.parametrize("is_down", [True, False])
def test_a_lost_edge_is_made_up_for(table: ButtonTable, is_down: bool) -> None:
    """A driver keeps only so many edges of chattering contacts."""
    if not is_down:
        table.header.down(17)
    table.header.set_unseen(17, is_down=is_down)
    table.let_pass(12_000)
    assert [one.button for one in table.felt if isinstance(one, ButtonPressed)] == ["dice"]
    assert table.states()["dice"] == ("lost" if is_down else "present")


def test_pins_that_appear_late_are_found() -> None:
    late = ButtonTable()
    late.header.break_pins([17, 27])
    late.open()
    assert late.states() == {"dice": "lost", "confirm": "lost"}
    late.header.mend_pins()
    late.let_pass(50)
    assert late.states() == {"dice": "present", "confirm": "present"}
    late.header.press(17)
    assert isinstance(late.felt[-1], ButtonPressed)


def test_a_pin_that_cannot_be_opened_does_not_affect_other_buttons() -> None:
    table = ButtonTable()
    table.header.break_pins([27])
    table.open()
    assert table.states() == {"dice": "present", "confirm": "lost"}
    (lost,) = table.felt
    assert isinstance(lost, DeviceLost)
    assert (lost.device, "Pin 27 cannot be used" in lost.why) == ("confirm", True)
    table.header.down(17)
    table.let_pass(2_500)
    table.header.up(17)
    assert [type(one) for one in table.felt[1:]] == [ButtonPressed, ButtonHeld], "trying again disturbs nothing"
    table.header.mend_pins()
    table.let_pass(1_100)
    assert [one.device for one in table.felt if isinstance(one, DeviceFound)] == ["confirm"]
    table.header.press(27)
    assert isinstance(table.felt[-1], ButtonPressed)


def test_pins_that_fail_are_opened_again(table: ButtonTable, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> bool:
        raise DeviceMissing("The pins are gone.")

    with monkeypatch.context() as broken:
        broken.setattr(PinButtons, "is_down", fail)
        table.let_pass(50)
    assert table.felt == [
        DeviceLost("dice", "The pins are gone.", 1_050),
        DeviceLost("confirm", "The pins are gone.", 1_050),
    ]
    assert table.header.in_use() == set()
    table.let_pass(50)
    assert table.states() == {"dice": "present", "confirm": "present"}
    table.header.press(17)
    assert isinstance(table.felt[-1], ButtonPressed)


def test_pins_that_open_but_cannot_be_read_are_lost_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> bool:
        raise OSError(5, "Input/output error")

    table = ButtonTable()
    with monkeypatch.context() as broken:
        broken.setattr(PinButtons, "is_down", fail)
        table.open()
        table.let_pass(50)
    assert (table.states(), table.header.in_use()) == ({"dice": "lost", "confirm": "lost"}, set())
    table.let_pass(50)
    assert table.states() == {"dice": "present", "confirm": "present"}


def test_closing_gives_back_only_its_own_pins_and_is_silent(table: ButtonTable) -> None:
    other = table.header.pins.level(25)
    table.watch.close()
    assert table.header.in_use() == {25}
    table.header.press(17)
    assert table.felt == []
    other.close()
