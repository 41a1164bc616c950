"""Devices that get lost and are found: told once, silent meanwhile, and never a tap or press too many after."""

import pytest

from hardware.health import DeviceHealth
from hardware.signals import (
    BoardKind,
    ButtonHeld,
    ButtonPressed,
    DeviceFound,
    DeviceLost,
    TagPlaced,
    TagRemoved,
    TokenLifted,
    TokenSeen,
)
from hardware.simulated_devices import BadLever
from tests.hardware.desk import CAR, HAT, Desk

EVERY = ("dice", "confirm", "cancel", "seat-3", "deeds", "board", "lamps", "speaker", "dice-display")


@pytest.fixture
def desk() -> Desk:
    return Desk().open()


def health(desk: Desk, name: str) -> DeviceHealth:
    return next(one for one in desk.rig.health() if one.name == name)


@pytest.mark.parametrize("device", EVERY)
def test_each_device_is_told_lost_and_found_once(desk: Desk, device: str) -> None:
    desk.rig.lose(device, "The dog ate it.")
    desk.rig.lose(device, "The cat did.")
    desk.let_pass(5_000)
    assert desk.news() == [DeviceLost(device, "The dog ate it.", 1_000)]
    assert (health(desk, device).state, health(desk, device).why) == ("lost", "The dog ate it.")
    desk.rig.find(device)
    desk.rig.find(device)
    desk.let_pass(5_000)
    assert desk.news() == [DeviceFound(device, 6_000)]
    assert (health(desk, device).state, health(desk, device).why) == ("present", "")


@pytest.mark.parametrize("device", EVERY)
def test_a_device_lost_before_the_rig_opens_is_told_then(device: str) -> None:
    desk = Desk()
    desk.rig.lose(device, "The dog ate it.")
    desk.open()
    desk.let_pass(5_000)
    assert desk.news() == [DeviceLost(device, "The dog ate it.", 1_000)]
    desk.rig.find(device)
    assert desk.news() == [DeviceFound(device, 6_000)]


def test_a_lost_button_is_not_felt_and_the_next_press_after_is(desk: Desk) -> None:
    desk.rig.lose("dice")
    desk.rig.press("dice")
    desk.rig.press("confirm")
    desk.rig.find("dice")
    desk.rig.press("dice")
    assert desk.news() == [
        DeviceLost("dice", "It was unplugged.", 1_000),
        ButtonPressed("confirm", 1_000),
        DeviceFound("dice", 1_000),
        ButtonPressed("dice", 1_000),
    ]


def test_a_button_found_down_was_not_pressed(desk: Desk) -> None:
    desk.rig.lose("dice")
    desk.rig.edge("dice", True)
    desk.rig.find("dice")
    desk.news()
    desk.let_pass(5_000)
    desk.rig.edge("dice", False)
    assert desk.news() == []


def test_a_button_that_is_found_already_is_left_alone(desk: Desk) -> None:
    desk.rig.lose("dice")
    desk.rig.find("dice")
    desk.rig.edge("dice", True)
    desk.rig.find("dice")
    desk.let_pass(2_000)
    assert desk.news()[-1] == ButtonHeld("dice", 3_000)


def test_what_lies_on_a_reader_that_is_found_was_not_laid_down_then(desk: Desk) -> None:
    """A player's card left on a dead reader must not pay when it comes to life."""
    desk.rig.lose("deeds")
    desk.rig.place("deeds", CAR)
    desk.rig.find("deeds")
    desk.let_pass(2_000)
    assert [type(one) for one in desk.news()] == [DeviceLost, DeviceFound]
    desk.rig.lift("deeds", CAR)
    desk.let_pass(400)
    desk.rig.place("deeds", CAR)
    assert desk.news() == [TagPlaced("deeds", CAR, 3_400)]


def test_a_tag_resting_through_a_loss_is_no_second_tap(desk: Desk) -> None:
    desk.rig.place("deeds", CAR)
    desk.rig.lose("deeds")
    desk.let_pass(2_000)
    desk.rig.find("deeds")
    desk.let_pass(2_000)
    assert [type(one) for one in desk.news()] == [TagPlaced, DeviceLost, DeviceFound]


def test_a_tag_taken_away_during_a_loss_is_told_after(desk: Desk) -> None:
    desk.rig.place("deeds", CAR)
    desk.rig.lose("deeds")
    desk.rig.lift("deeds", CAR)
    desk.rig.find("deeds")
    desk.let_pass(300)
    assert desk.news()[-1] == TagRemoved("deeds", CAR, 1_300)


def test_a_board_is_found_with_everything_that_stands_on_it(desk: Desk) -> None:
    desk.rig.put(CAR, 1)
    desk.rig.put(HAT, 2)
    desk.rig.lose("board", "It is silent.")
    desk.rig.put(CAR, 7)
    desk.rig.pick_up(HAT)
    desk.rig.put(HAT, 2)
    desk.news()
    desk.rig.find("board")
    assert desk.news() == [
        DeviceFound("board", 1_000),
        TokenLifted(1, CAR, 1_000),
        TokenSeen(2, HAT, 1_000),
        TokenSeen(7, CAR, 1_000),
    ]


def test_a_lost_wand_taps_nothing() -> None:
    desk = Desk(BoardKind.TAP).open()
    desk.rig.lose("board")
    desk.rig.put(CAR, 7)
    desk.rig.find("board")
    assert [type(one) for one in desk.news()] == [DeviceLost, DeviceFound]


def test_lost_lamps_stay_dark_and_the_next_cue_is_shown(desk: Desk) -> None:
    assert desk.rig.lamps is not None
    desk.rig.lose("lamps")
    desk.rig.show("refused")
    desk.rig.find("lamps")
    desk.rig.show("read")
    assert list(desk.rig.lamps.shown) == ["read"]


def test_a_lost_speaker_is_silent_and_the_next_cue_is_played(desk: Desk) -> None:
    assert desk.rig.speaker is not None
    desk.rig.lose("speaker")
    desk.rig.play("refused")
    desk.rig.find("speaker")
    desk.rig.play("read")
    assert list(desk.rig.speaker.played) == ["read"]


def test_a_lost_display_shows_nothing_and_the_next_dice_again(desk: Desk) -> None:
    assert desk.rig.dice_display is not None
    desk.rig.lose("dice-display")
    desk.rig.show_dice((1, 2))
    desk.rig.find("dice-display")
    desk.rig.show_dice((3, 4))
    assert list(desk.rig.dice_display.shown) == [(3, 4)]


@pytest.mark.parametrize("device", ["piano", "seat-9", ""])
def test_what_is_not_there_cannot_be_lost(desk: Desk, device: str) -> None:
    with pytest.raises(BadLever, match=rf"^This table has no {device}. It has: dice, confirm, cancel, deeds"):
        desk.rig.lose(device)
    with pytest.raises(BadLever, match=rf"^This table has no {device}."):
        desk.rig.find(device)
    assert desk.news() == []


def test_an_absent_device_cannot_be_lost_either() -> None:
    desk = Desk(None, (), (), has_outputs=False).open()
    for device in EVERY:
        with pytest.raises(BadLever, match=rf"^This table has no {device}. It has: no devices.$"):
            desk.rig.lose(device)


def test_a_reader_that_reads_nothing_but_noise_for_long_is_present_and_says_so(desk: Desk) -> None:
    desk.rig.garble("deeds", 115)
    desk.let_pass(4_000)
    assert (health(desk, "deeds").state, health(desk, "deeds").why) == ("present", "")
    desk.let_pass(1_500)
    assert health(desk, "deeds").state == "present"
    assert "reads nothing but noise" in health(desk, "deeds").why
    desk.let_pass(1_000)
    assert health(desk, "deeds").why == "", "it reads again"
    assert desk.news() == []
