"""The simulated table senses what real devices would."""

import pytest

from hardware.buttons import HOLD_MS, STUCK_MS
from hardware.clock import BUTTON_QUIET_MS
from hardware.signals import (
    BoardKind,
    ButtonHeld,
    ButtonPressed,
    DeviceFound,
    DeviceLost,
    TagPlaced,
    TagRemoved,
    TagsCrowded,
    TokenLifted,
    TokenSeen,
)
from hardware.simulated_devices import BadLever
from tests.hardware.rig_bench import CAR, HAT, SHIP, RigBench

STUCK = "The dice button has been down for 10 seconds: it seems to be stuck."


@pytest.fixture
def bench() -> RigBench:
    return RigBench().open()


# Buttons


@pytest.mark.parametrize("button", ["dice", "confirm", "cancel", "seat-1", "seat-8"])
def test_a_press_is_sent(bench: RigBench, button: str) -> None:
    bench.rig.press(button)
    assert bench.news() == [ButtonPressed(button, 1_000)]


def test_presses_faster_than_contacts_settle_are_one(bench: RigBench) -> None:
    bench.rig.press("dice")
    bench.clock.pass_ms(BUTTON_QUIET_MS - 1)
    bench.rig.press("dice")
    bench.clock.pass_ms(BUTTON_QUIET_MS)
    bench.rig.press("dice")
    assert bench.news() == [ButtonPressed("dice", 1_000), ButtonPressed("dice", 1_000 + 2 * BUTTON_QUIET_MS - 1)]


def test_a_hold_is_a_press_and_a_hold_and_ends_by_itself(bench: RigBench) -> None:
    bench.rig.hold("cancel")
    bench.let_pass(HOLD_MS + 500)
    bench.rig.press("cancel")
    assert bench.news() == [
        ButtonPressed("cancel", 1_000),
        ButtonHeld("cancel", 1_000 + HOLD_MS),
        ButtonPressed("cancel", 1_500 + HOLD_MS),
    ]


def test_raw_edges_are_debounced(bench: RigBench) -> None:
    for down in (True, False, True, False, True):
        bench.rig.edge("dice", down)
        bench.clock.pass_ms(3)
    assert bench.news() == [ButtonPressed("dice", 1_000)]


def test_a_stuck_button_is_a_lost_device_until_it_comes_up(bench: RigBench) -> None:
    bench.rig.edge("dice", True)
    bench.let_pass(3 * STUCK_MS)
    assert bench.news()[1:] == [
        ButtonHeld("dice", 1_000 + HOLD_MS),
        DeviceLost("dice", STUCK, 1_000 + STUCK_MS),
    ]
    bench.rig.edge("dice", False)
    bench.let_pass(100)
    assert bench.news() == [DeviceFound("dice", 1_000 + 3 * STUCK_MS + BUTTON_QUIET_MS)]


def test_a_button_that_is_down_cannot_be_pressed(bench: RigBench) -> None:
    bench.rig.edge("dice", True)
    with pytest.raises(BadLever, match=r"^The dice button is already down.$"):
        bench.rig.press("dice")
    with pytest.raises(BadLever, match=r"^The dice button is already down.$"):
        bench.rig.hold("dice")
    assert len(bench.news()) == 1


def test_a_button_that_is_down_when_the_rig_opens_was_not_pressed() -> None:
    bench = RigBench()
    bench.rig.edge("dice", True)
    bench.open()
    bench.let_pass(5_000)
    bench.rig.edge("dice", False)
    bench.let_pass(100)
    assert bench.news() == []
    bench.rig.press("dice")
    assert bench.news() == [ButtonPressed("dice", 6_100)]


def test_a_finger_can_leave_before_the_hold(bench: RigBench) -> None:
    bench.rig.hold("cancel")
    bench.let_pass(1_000)
    bench.rig.edge("cancel", False)
    bench.let_pass(5_000)
    assert bench.news() == [ButtonPressed("cancel", 1_000)]


def test_a_finger_that_left_does_not_release_a_later_press(bench: RigBench) -> None:
    bench.rig.hold("cancel")
    bench.let_pass(1_000)
    bench.rig.edge("cancel", False)
    bench.let_pass(100)
    bench.rig.edge("cancel", True)
    bench.let_pass(3_000)
    assert bench.news()[1:] == [ButtonPressed("cancel", 2_100), ButtonHeld("cancel", 4_100)]


# Tags


def test_a_tag_is_sent_when_it_is_placed_and_when_it_is_removed(bench: RigBench) -> None:
    bench.rig.place("deeds", CAR)
    bench.let_pass(60_000)
    assert bench.news() == [TagPlaced("deeds", CAR, 1_000)]
    bench.rig.lift("deeds", CAR)
    assert bench.news() == []
    bench.let_pass(300)
    assert bench.news() == [TagRemoved("deeds", CAR, 61_300)]


def test_a_tag_lifted_for_less_than_the_quiet_time_is_not_a_new_tap(bench: RigBench) -> None:
    bench.rig.place("deeds", CAR)
    bench.rig.lift("deeds", CAR)
    bench.let_pass(250)
    bench.rig.place("deeds", CAR)
    bench.let_pass(1_000)
    assert bench.news() == [TagPlaced("deeds", CAR, 1_000)]


def test_swapping_a_tag_is_a_tap_of_the_new_one(bench: RigBench) -> None:
    bench.rig.place("deeds", CAR)
    bench.rig.lift("deeds", CAR)
    bench.rig.place("deeds", HAT)
    assert bench.news() == [TagPlaced("deeds", CAR, 1_000), TagPlaced("deeds", HAT, 1_000)]


def test_two_tags_at_once_are_a_crowd(bench: RigBench) -> None:
    bench.rig.place("deeds", HAT)
    bench.rig.place("deeds", CAR)
    bench.let_pass(1_000)
    assert bench.news() == [TagPlaced("deeds", HAT, 1_000), TagsCrowded("deeds", (CAR, HAT), 1_000)]


def test_a_tag_slides_from_one_reader_to_another() -> None:
    bench = RigBench(readers=("deeds", "window")).open()
    bench.rig.place("deeds", CAR)
    bench.rig.place("window", CAR)
    bench.let_pass(300)
    assert bench.news() == [
        TagPlaced("deeds", CAR, 1_000),
        TagPlaced("window", CAR, 1_000),
        TagRemoved("deeds", CAR, 1_300),
    ]


def test_noise_is_counted_and_is_not_a_tap(bench: RigBench) -> None:
    bench.rig.place("deeds", CAR)
    bench.rig.garble("deeds", 20)
    bench.rig.overlook("deeds", 3)
    bench.let_pass(3_000)
    assert bench.news() == [TagPlaced("deeds", CAR, 1_000)]
    assert ("garbled", 20) in next(one for one in bench.rig.health() if one.name == "deeds").counters


def test_a_tag_missed_for_longer_was_away(bench: RigBench) -> None:
    bench.rig.place("deeds", CAR)
    bench.rig.overlook("deeds", 7)
    bench.let_pass(500)
    assert [type(one) for one in bench.news()] == [TagPlaced, TagRemoved, TagPlaced]


def test_a_tag_that_rests_when_the_rig_opens_is_not_a_tap() -> None:
    bench = RigBench()
    bench.rig.place("deeds", CAR)
    bench.open()
    bench.let_pass(1_000)
    assert bench.news() == []


def test_lifting_a_tag_that_is_not_there_is_refused(bench: RigBench) -> None:
    with pytest.raises(BadLever, match=f"^The tag {CAR} is not on deeds.$"):
        bench.rig.lift("deeds", CAR)


# Tokens


def test_an_identifying_board_knows_which_token_stands_where(bench: RigBench) -> None:
    bench.rig.put(CAR, 0)
    bench.rig.put(HAT, 0)
    bench.rig.put(CAR, 39)
    bench.rig.put(CAR, 39)
    bench.rig.pick_up(HAT)
    assert bench.news() == [
        TokenSeen(0, CAR, 1_000),
        TokenSeen(0, HAT, 1_000),
        TokenLifted(0, CAR, 1_000),
        TokenSeen(39, CAR, 1_000),
        TokenLifted(0, HAT, 1_000),
    ]


def test_a_board_that_senses_presence_cannot_tell_two_from_one() -> None:
    bench = RigBench(BoardKind.PRESENCE).open()
    bench.rig.put(CAR, 0)
    bench.rig.put(HAT, 0)
    bench.rig.put(CAR, 7)
    assert bench.news() == [TokenSeen(0, "", 1_000), TokenSeen(7, "", 1_000)]
    bench.rig.pick_up(HAT)
    assert bench.news() == [TokenLifted(0, "", 1_000)]


def test_a_wand_sends_the_space_and_never_that_something_left() -> None:
    bench = RigBench(BoardKind.TAP).open()
    bench.rig.put(CAR, 7)
    bench.rig.put(CAR, 7)
    bench.rig.put(CAR, 8)
    bench.rig.pick_up(CAR)
    assert bench.news() == [TokenSeen(7, "", 1_000), TokenSeen(7, "", 1_000), TokenSeen(8, "", 1_000)]


def test_a_knock_takes_every_token_off(bench: RigBench) -> None:
    for uid, space in ((CAR, 5), (HAT, 3), (SHIP, 5)):
        bench.rig.put(uid, space)
    bench.news()
    bench.rig.knock_over()
    assert bench.news() == [TokenLifted(3, HAT, 1_000), TokenLifted(5, CAR, 1_000), TokenLifted(5, SHIP, 1_000)]
    assert bench.rig.board is not None
    assert bench.rig.board.standing == {}


def test_a_knock_can_shift_the_tokens(bench: RigBench) -> None:
    bench.rig.put(CAR, 39)
    bench.rig.put(HAT, 3)
    bench.news()
    bench.rig.knock_over(2)
    assert bench.news() == [
        TokenLifted(3, HAT, 1_000),
        TokenLifted(39, CAR, 1_000),
        TokenSeen(1, CAR, 1_000),
        TokenSeen(5, HAT, 1_000),
    ]


def test_what_stands_on_the_board_when_the_rig_opens_is_sent() -> None:
    bench = RigBench()
    bench.rig.put(CAR, 7)
    bench.open()
    assert bench.news() == [TokenSeen(7, CAR, 1_000)]


def test_picking_up_a_token_that_is_not_there_is_refused(bench: RigBench) -> None:
    with pytest.raises(BadLever, match=f"^The token {CAR} is not on the board.$"):
        bench.rig.pick_up(CAR)
