"""The simulated table: hands move things, and it feels what real devices would."""

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
from tests.hardware.desk import CAR, HAT, SHIP, Desk

STUCK = "The dice button has been down for 10 seconds: it seems to be stuck."


@pytest.fixture
def desk() -> Desk:
    return Desk().open()


# Buttons


@pytest.mark.parametrize("button", ["dice", "confirm", "cancel", "seat-1", "seat-8"])
def test_a_press_is_felt(desk: Desk, button: str) -> None:
    desk.rig.press(button)
    assert desk.news() == [ButtonPressed(button, 1_000)]


def test_presses_faster_than_contacts_can_settle_are_one(desk: Desk) -> None:
    desk.rig.press("dice")
    desk.clock.pass_ms(BUTTON_QUIET_MS - 1)
    desk.rig.press("dice")
    desk.clock.pass_ms(BUTTON_QUIET_MS)
    desk.rig.press("dice")
    assert desk.news() == [ButtonPressed("dice", 1_000), ButtonPressed("dice", 1_000 + 2 * BUTTON_QUIET_MS - 1)]


def test_a_hold_is_a_press_and_a_hold_and_ends_by_itself(desk: Desk) -> None:
    desk.rig.hold("cancel")
    desk.let_pass(HOLD_MS + 500)
    desk.rig.press("cancel")
    assert desk.news() == [
        ButtonPressed("cancel", 1_000),
        ButtonHeld("cancel", 1_000 + HOLD_MS),
        ButtonPressed("cancel", 1_500 + HOLD_MS),
    ]


def test_raw_edges_are_debounced(desk: Desk) -> None:
    for down in (True, False, True, False, True):
        desk.rig.edge("dice", down)
        desk.clock.pass_ms(3)
    assert desk.news() == [ButtonPressed("dice", 1_000)]


def test_a_stuck_button_is_a_lost_device_until_it_comes_up(desk: Desk) -> None:
    desk.rig.edge("dice", True)
    desk.let_pass(3 * STUCK_MS)
    assert desk.news()[1:] == [
        ButtonHeld("dice", 1_000 + HOLD_MS),
        DeviceLost("dice", STUCK, 1_000 + STUCK_MS),
    ]
    desk.rig.edge("dice", False)
    desk.let_pass(100)
    assert desk.news() == [DeviceFound("dice", 1_000 + 3 * STUCK_MS + BUTTON_QUIET_MS)]


def test_a_button_that_is_down_cannot_be_pressed(desk: Desk) -> None:
    desk.rig.edge("dice", True)
    with pytest.raises(BadLever, match=r"^The dice button is already down.$"):
        desk.rig.press("dice")
    with pytest.raises(BadLever, match=r"^The dice button is already down.$"):
        desk.rig.hold("dice")
    assert len(desk.news()) == 1


def test_a_button_that_is_down_when_the_rig_opens_was_not_pressed() -> None:
    desk = Desk()
    desk.rig.edge("dice", True)
    desk.open()
    desk.let_pass(5_000)
    desk.rig.edge("dice", False)
    desk.let_pass(100)
    assert desk.news() == []
    desk.rig.press("dice")
    assert desk.news() == [ButtonPressed("dice", 6_100)]


def test_a_finger_can_be_taken_away_before_the_hold(desk: Desk) -> None:
    desk.rig.hold("cancel")
    desk.let_pass(1_000)
    desk.rig.edge("cancel", False)
    desk.let_pass(5_000)
    assert desk.news() == [ButtonPressed("cancel", 1_000)]


def test_a_finger_taken_away_does_not_come_back_to_lift_another(desk: Desk) -> None:
    desk.rig.hold("cancel")
    desk.let_pass(1_000)
    desk.rig.edge("cancel", False)
    desk.let_pass(100)
    desk.rig.edge("cancel", True)
    desk.let_pass(3_000)
    assert desk.news()[1:] == [ButtonPressed("cancel", 2_100), ButtonHeld("cancel", 4_100)]


# Tags


def test_a_tag_is_told_when_it_is_placed_and_when_it_has_gone(desk: Desk) -> None:
    desk.rig.place("deeds", CAR)
    desk.let_pass(60_000)
    assert desk.news() == [TagPlaced("deeds", CAR, 1_000)]
    desk.rig.lift("deeds", CAR)
    assert desk.news() == []
    desk.let_pass(300)
    assert desk.news() == [TagRemoved("deeds", CAR, 61_300)]


def test_a_tag_lifted_for_less_than_the_quiet_time_is_no_new_tap(desk: Desk) -> None:
    desk.rig.place("deeds", CAR)
    desk.rig.lift("deeds", CAR)
    desk.let_pass(250)
    desk.rig.place("deeds", CAR)
    desk.let_pass(1_000)
    assert desk.news() == [TagPlaced("deeds", CAR, 1_000)]


def test_a_tag_swapped_for_another_is_a_tap_of_the_other(desk: Desk) -> None:
    desk.rig.place("deeds", CAR)
    desk.rig.lift("deeds", CAR)
    desk.rig.place("deeds", HAT)
    assert desk.news() == [TagPlaced("deeds", CAR, 1_000), TagPlaced("deeds", HAT, 1_000)]


def test_two_at_once_are_a_crowd(desk: Desk) -> None:
    desk.rig.place("deeds", HAT)
    desk.rig.place("deeds", CAR)
    desk.let_pass(1_000)
    assert desk.news() == [TagPlaced("deeds", HAT, 1_000), TagsCrowded("deeds", (CAR, HAT), 1_000)]


def test_a_tag_slides_from_one_reader_to_another() -> None:
    desk = Desk(readers=("deeds", "window")).open()
    desk.rig.place("deeds", CAR)
    desk.rig.place("window", CAR)
    desk.let_pass(300)
    assert desk.news() == [
        TagPlaced("deeds", CAR, 1_000),
        TagPlaced("window", CAR, 1_000),
        TagRemoved("deeds", CAR, 1_300),
    ]


def test_noise_is_counted_and_makes_no_tap(desk: Desk) -> None:
    desk.rig.place("deeds", CAR)
    desk.rig.garble("deeds", 20)
    desk.rig.overlook("deeds", 3)
    desk.let_pass(3_000)
    assert desk.news() == [TagPlaced("deeds", CAR, 1_000)]
    assert ("garbled", 20) in next(one for one in desk.rig.health() if one.name == "deeds").counters


def test_a_tag_overlooked_for_longer_was_away(desk: Desk) -> None:
    desk.rig.place("deeds", CAR)
    desk.rig.overlook("deeds", 7)
    desk.let_pass(500)
    assert [type(one) for one in desk.news()] == [TagPlaced, TagRemoved, TagPlaced]


def test_a_tag_that_rests_when_the_rig_opens_is_no_tap() -> None:
    desk = Desk()
    desk.rig.place("deeds", CAR)
    desk.open()
    desk.let_pass(1_000)
    assert desk.news() == []


def test_lifting_what_does_not_lie_there_is_refused(desk: Desk) -> None:
    with pytest.raises(BadLever, match=f"^The tag {CAR} is not on deeds.$"):
        desk.rig.lift("deeds", CAR)


# Tokens


def test_an_identifying_board_knows_which_token_stands_where(desk: Desk) -> None:
    desk.rig.put(CAR, 0)
    desk.rig.put(HAT, 0)
    desk.rig.put(CAR, 39)
    desk.rig.put(CAR, 39)
    desk.rig.pick_up(HAT)
    assert desk.news() == [
        TokenSeen(0, CAR, 1_000),
        TokenSeen(0, HAT, 1_000),
        TokenLifted(0, CAR, 1_000),
        TokenSeen(39, CAR, 1_000),
        TokenLifted(0, HAT, 1_000),
    ]


def test_a_board_that_senses_presence_cannot_tell_two_from_one() -> None:
    desk = Desk(BoardKind.PRESENCE).open()
    desk.rig.put(CAR, 0)
    desk.rig.put(HAT, 0)
    desk.rig.put(CAR, 7)
    assert desk.news() == [TokenSeen(0, "", 1_000), TokenSeen(7, "", 1_000)]
    desk.rig.pick_up(HAT)
    assert desk.news() == [TokenLifted(0, "", 1_000)]


def test_a_wand_tells_the_space_and_never_that_something_left() -> None:
    desk = Desk(BoardKind.TAP).open()
    desk.rig.put(CAR, 7)
    desk.rig.put(CAR, 7)
    desk.rig.put(CAR, 8)
    desk.rig.pick_up(CAR)
    assert desk.news() == [TokenSeen(7, "", 1_000), TokenSeen(7, "", 1_000), TokenSeen(8, "", 1_000)]


def test_a_knock_takes_every_token_off(desk: Desk) -> None:
    for uid, space in ((CAR, 5), (HAT, 3), (SHIP, 5)):
        desk.rig.put(uid, space)
    desk.news()
    desk.rig.knock_over()
    assert desk.news() == [TokenLifted(3, HAT, 1_000), TokenLifted(5, CAR, 1_000), TokenLifted(5, SHIP, 1_000)]
    assert desk.rig.board is not None
    assert desk.rig.board.standing == {}


def test_a_knock_may_shift_them(desk: Desk) -> None:
    desk.rig.put(CAR, 39)
    desk.rig.put(HAT, 3)
    desk.news()
    desk.rig.knock_over(2)
    assert desk.news() == [
        TokenLifted(3, HAT, 1_000),
        TokenLifted(39, CAR, 1_000),
        TokenSeen(1, CAR, 1_000),
        TokenSeen(5, HAT, 1_000),
    ]


def test_what_stands_there_when_the_rig_opens_is_told() -> None:
    desk = Desk()
    desk.rig.put(CAR, 7)
    desk.open()
    assert desk.news() == [TokenSeen(7, CAR, 1_000)]


def test_picking_up_what_stands_nowhere_is_refused(desk: Desk) -> None:
    with pytest.raises(BadLever, match=f"^The token {CAR} is not on the board.$"):
        desk.rig.pick_up(CAR)
