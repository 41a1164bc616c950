"""A walk around the board: which reader, switch or sticker is under which space."""

from pathlib import Path

from companion.table.games.tags_file import KeptTags
from companion.table.gestures.tags import Bindings
from hardware.signals import BoardKind, DeviceFound, DeviceLost, TokenLifted, TokenSeen
from tests.table.enrolling.walk_kit import ONE, TWO, Evening


def test_the_board_is_walked_and_the_game_hears_of_it_afterwards(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.rig.put(TWO, 30)
    evening.minded.clear()
    evening.begun("board")
    assert [type(signal) for signal in evening.minded] == [DeviceLost]
    evening.rig.put(ONE, 7)
    evening.wait(1_000)
    assert evening.view.told == "GO: done, 1 of 40."
    evening.rig.put(ONE, 6)
    evening.wait(1_000)
    assert KeptTags(tmp_path).bindings.spots == (("simulated/6", 1), ("simulated/7", 0))
    assert not any(isinstance(signal, TokenSeen | TokenLifted) for signal in evening.minded)
    evening.say("stop")
    assert [signal for signal in evening.minded if isinstance(signal, TokenSeen | DeviceFound)] == [
        DeviceFound("board", evening.clock.now_ms()),
        TokenSeen(1, ONE, evening.clock.now_ms()),
    ], "of the readers that are known now"


def test_two_tokens_at_once_are_neither(tmp_path: Path) -> None:
    evening = Evening(tmp_path).begun("board")
    evening.rig.put(ONE, 7)
    evening.rig.put(TWO, 8)
    evening.wait(2_000)
    assert evening.view.told.startswith("One at a time")
    assert KeptTags(tmp_path).bindings.spots == ()


def test_the_reader_of_another_space_is_asked_about(tmp_path: Path) -> None:
    evening = Evening(tmp_path, Bindings((), (("simulated/7", 20),))).begun("board")
    evening.rig.put(ONE, 7)
    evening.wait(1_000)
    assert evening.view.question.startswith("Spot simulated/7 of the board is Free Parking already.")
    assert evening.say("yes").done
    assert KeptTags(tmp_path).bindings.spots == (("simulated/7", 0),)


def test_a_wand_walks_the_board_too(tmp_path: Path) -> None:
    evening = Evening(tmp_path, board=BoardKind.TAP).begun("board")
    assert evening.view.prompt == "Tap GO with the wand."
    evening.rig.put(ONE, 7)
    assert evening.view.told == "Tap it once more, to be sure."
    evening.rig.put(ONE, 7)
    assert evening.view.told == "GO: done, 1 of 40."


def test_a_switch_under_each_space_can_be_walked(tmp_path: Path) -> None:
    evening = Evening(tmp_path, board=BoardKind.PRESENCE).begun("board")
    evening.rig.put(ONE, 7)
    evening.wait(1_000)
    assert evening.view.told == "GO: done, 1 of 40."


def test_the_last_space_gives_the_board_back(tmp_path: Path) -> None:
    all_but_one = Bindings((), tuple((f"simulated/{space}", space) for space in range(39)))
    evening = Evening(tmp_path, all_but_one).begun("board")
    evening.minded.clear()
    evening.rig.put(ONE, 39)
    evening.wait(1_000)
    assert evening.view.is_over
    assert [type(signal) for signal in evening.minded] == [DeviceFound, TokenSeen]
    evening.say("stop")
    assert len(evening.minded) == 2, "once"


def test_a_board_that_is_lost_is_said(tmp_path: Path) -> None:
    evening = Evening(tmp_path).begun("board")
    evening.rig.lose("board")
    assert evening.view.told.startswith("The board does not answer")
    evening.rig.find("board")
    assert evening.view.told == "It answers again."
