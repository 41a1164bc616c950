"""Devices that get lost and are found: reported once, silent meanwhile, and no extra tap or press afterwards."""

import pytest

from hardware.signals import (
    BoardKind,
    ButtonHeld,
    ButtonPressed,
    DeviceFound,
    DeviceHealth,
    DeviceLost,
    TagPlaced,
    TagRemoved,
    TokenLifted,
    TokenSeen,
)
from hardware.simulated_devices import BadLever
from tests.hardware.rig_bench import CAR, HAT, RigBench

EVERY = ("dice", "confirm", "cancel", "seat-3", "deeds", "board", "lamps", "speaker", "dice-display")


@pytest.fixture
def bench() -> RigBench:
    return RigBench().open()


def health(bench: RigBench, name: str) -> DeviceHealth:
    return next(one for one in bench.rig.health() if one.name == name)


@pytest.mark.parametrize("device", EVERY)
def test_each_device_is_reported_lost_and_found_once(bench: RigBench, device: str) -> None:
    bench.rig.lose(device, "The dog ate it.")
    bench.rig.lose(device, "The cat did.")
    bench.let_pass(5_000)
    assert bench.news() == [DeviceLost(device, "The dog ate it.", 1_000)]
    assert (health(bench, device).state, health(bench, device).why) == ("lost", "The dog ate it.")
    bench.rig.find(device)
    bench.rig.find(device)
    bench.let_pass(5_000)
    assert bench.news() == [DeviceFound(device, 6_000)]
    assert (health(bench, device).state, health(bench, device).why) == ("present", "")


@pytest.mark.parametrize("device", EVERY)
def test_a_device_lost_before_the_rig_opens_is_reported_when_it_opens(device: str) -> None:
    bench = RigBench()
    bench.rig.lose(device, "The dog ate it.")
    bench.open()
    bench.let_pass(5_000)
    assert bench.news() == [DeviceLost(device, "The dog ate it.", 1_000)]
    bench.rig.find(device)
    assert bench.news() == [DeviceFound(device, 6_000)]


def test_a_lost_button_is_ignored_and_its_next_press_is_not(bench: RigBench) -> None:
    bench.rig.lose("dice")
    bench.rig.press("dice")
    bench.rig.press("confirm")
    bench.rig.find("dice")
    bench.rig.press("dice")
    assert bench.news() == [
        DeviceLost("dice", "It was unplugged.", 1_000),
        ButtonPressed("confirm", 1_000),
        DeviceFound("dice", 1_000),
        ButtonPressed("dice", 1_000),
    ]


def test_a_button_found_down_was_not_pressed(bench: RigBench) -> None:
    bench.rig.lose("dice")
    bench.rig.edge("dice", True)
    bench.rig.find("dice")
    bench.news()
    bench.let_pass(5_000)
    bench.rig.edge("dice", False)
    assert bench.news() == []


def test_finding_a_button_that_is_not_lost_changes_nothing(bench: RigBench) -> None:
    bench.rig.lose("dice")
    bench.rig.find("dice")
    bench.rig.edge("dice", True)
    bench.rig.find("dice")
    bench.let_pass(2_000)
    assert bench.news()[-1] == ButtonHeld("dice", 3_000)


def test_what_lies_on_a_reader_when_it_is_found_is_not_a_tap(bench: RigBench) -> None:
    """A player's card left on a dead reader must not pay when the reader comes back."""
    bench.rig.lose("deeds")
    bench.rig.place("deeds", CAR)
    bench.rig.find("deeds")
    bench.let_pass(2_000)
    assert [type(one) for one in bench.news()] == [DeviceLost, DeviceFound]
    bench.rig.lift("deeds", CAR)
    bench.let_pass(400)
    bench.rig.place("deeds", CAR)
    assert bench.news() == [TagPlaced("deeds", CAR, 3_400)]


def test_a_tag_resting_through_a_loss_is_not_a_second_tap(bench: RigBench) -> None:
    bench.rig.place("deeds", CAR)
    bench.rig.lose("deeds")
    bench.let_pass(2_000)
    bench.rig.find("deeds")
    bench.let_pass(2_000)
    assert [type(one) for one in bench.news()] == [TagPlaced, DeviceLost, DeviceFound]


def test_a_tag_taken_away_during_a_loss_is_reported_afterwards(bench: RigBench) -> None:
    bench.rig.place("deeds", CAR)
    bench.rig.lose("deeds")
    bench.rig.lift("deeds", CAR)
    bench.rig.find("deeds")
    bench.let_pass(300)
    assert bench.news()[-1] == TagRemoved("deeds", CAR, 1_300)


def test_a_board_is_found_with_everything_that_stands_on_it(bench: RigBench) -> None:
    bench.rig.put(CAR, 1)
    bench.rig.put(HAT, 2)
    bench.rig.lose("board", "It is silent.")
    bench.rig.put(CAR, 7)
    bench.rig.pick_up(HAT)
    bench.rig.put(HAT, 2)
    bench.news()
    bench.rig.find("board")
    assert bench.news() == [
        DeviceFound("board", 1_000),
        TokenLifted(1, CAR, 1_000),
        TokenSeen(2, HAT, 1_000),
        TokenSeen(7, CAR, 1_000),
    ]


def test_a_lost_wand_taps_nothing() -> None:
    bench = RigBench(BoardKind.TAP).open()
    bench.rig.lose("board")
    bench.rig.put(CAR, 7)
    bench.rig.find("board")
    assert [type(one) for one in bench.news()] == [DeviceLost, DeviceFound]


def test_lost_lamps_stay_dark_and_the_next_cue_is_shown(bench: RigBench) -> None:
    assert bench.rig.lamps is not None
    bench.rig.lose("lamps")
    bench.rig.show("refused")
    bench.rig.find("lamps")
    bench.rig.show("read")
    assert list(bench.rig.lamps.shown) == ["read"]


def test_a_lost_speaker_is_silent_and_the_next_cue_is_played(bench: RigBench) -> None:
    assert bench.rig.speaker is not None
    bench.rig.lose("speaker")
    bench.rig.play("refused")
    bench.rig.find("speaker")
    bench.rig.play("read")
    assert list(bench.rig.speaker.played) == ["read"]


def test_a_lost_display_shows_nothing_and_the_next_dice_are_shown(bench: RigBench) -> None:
    assert bench.rig.dice_display is not None
    bench.rig.lose("dice-display")
    bench.rig.show_dice((1, 2))
    bench.rig.find("dice-display")
    bench.rig.show_dice((3, 4))
    assert list(bench.rig.dice_display.shown) == [(3, 4)]


@pytest.mark.parametrize("device", ["piano", "seat-9", ""])
def test_a_device_that_does_not_exist_cannot_be_lost(bench: RigBench, device: str) -> None:
    with pytest.raises(BadLever, match=rf"^This table has no {device}. It has: dice, confirm, cancel, deeds"):
        bench.rig.lose(device)
    with pytest.raises(BadLever, match=rf"^This table has no {device}."):
        bench.rig.find(device)
    assert bench.news() == []


def test_an_absent_device_cannot_be_lost() -> None:
    bench = RigBench(None, (), (), has_outputs=False).open()
    for device in EVERY:
        with pytest.raises(BadLever, match=rf"^This table has no {device}. It has: no devices.$"):
            bench.rig.lose(device)


def test_a_reader_that_reads_only_noise_is_present_and_says_so(bench: RigBench) -> None:
    bench.rig.garble("deeds", 115)
    bench.let_pass(4_000)
    assert (health(bench, "deeds").state, health(bench, "deeds").why) == ("present", "")
    bench.let_pass(1_500)
    assert health(bench, "deeds").state == "present"
    assert "reads nothing but noise" in health(bench, "deeds").why
    bench.let_pass(1_000)
    assert health(bench, "deeds").why == "", "it reads again"
    assert bench.news() == []
