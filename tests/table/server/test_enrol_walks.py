"""Enrolling tags at a simulated table: they are saved on the disk, and the game hears nothing of it."""

import errno
import os
from pathlib import Path

import pytest

from companion.table.games.tags_file import KeptTags
from companion.table.gestures.tags import Bindings, PlayerTag, TokenTag, bind
from companion.table.messages.requests import StepWalk
from companion.table.messages.wire import Reply
from hardware.signals import BoardKind, DeviceFound, DeviceLost, TokenLifted, TokenSeen
from tests.table.server.enrol_table import FIRST, GHOST, ONE, ORIENTAL, SECOND, TWO, EnrolEvening, WalkScreen


def test_a_tag_that_is_held_is_enrolled_and_is_no_gesture(tmp_path: Path) -> None:
    evening = EnrolEvening(tmp_path).begun()
    assert evening.view.prompt == "Hold the deed of Mediterranean Avenue to the reader."
    evening.hold(ONE)
    assert evening.view.told == "The deed of Mediterranean Avenue: done, 1 of 28."
    evening.hold(TWO)
    assert evening.kept() == {ONE: FIRST, TWO: SECOND}
    assert evening.taps() == []


def test_it_is_on_the_disk_before_it_is_told(tmp_path: Path) -> None:
    evening = EnrolEvening(tmp_path).begun()
    seen: list[bool] = []
    evening.walks._show = lambda view: seen.append(ONE in evening.kept()) if view and view.done else None
    evening.hold(ONE)
    assert seen
    assert all(seen)


def test_one_bad_read_is_never_bound(tmp_path: Path) -> None:
    evening = EnrolEvening(tmp_path).begun()
    evening.rig.place("deeds", GHOST)
    evening.rig.lift("deeds", GHOST)
    evening.rig.garble("deeds", 30)
    evening.wait(3_000)
    assert evening.kept() == {}
    evening.hold(ONE)
    assert evening.kept() == {ONE: FIRST}


def test_a_tag_held_too_long_is_not_the_next_one_too(tmp_path: Path) -> None:
    evening = EnrolEvening(tmp_path).begun()
    evening.hold(ONE, 5_000)
    assert evening.kept() == {ONE: FIRST}
    assert any(view and view.told.startswith("Lift what lies on the reader first") for view in evening.told)


def test_what_lay_there_before_is_not_taken(tmp_path: Path) -> None:
    evening = EnrolEvening(tmp_path)
    evening.rig.place("deeds", ONE)
    evening.wait(500)
    evening.begun()
    evening.wait(3_000)
    assert evening.kept() == {}


def test_one_of_several_readers_is_chosen_by_a_tag(tmp_path: Path) -> None:
    evening = EnrolEvening(tmp_path, readers=("deeds", "window")).begun()
    assert evening.view.prompt.startswith("This table has several readers: deeds, window. Hold any tag to the one")
    evening.rig.place("window", ONE)
    evening.wait(500)
    assert evening.view.told == "The reader window. Lift that tag again."
    assert evening.view.prompt == "Hold the deed of Mediterranean Avenue to the reader."
    evening.wait(1_000)
    assert evening.kept() == {}, "the tag that has chosen is not the first deed"
    evening.rig.lift("window", ONE)
    evening.wait(500)
    evening.hold(TWO)
    assert (evening.kept(), evening.taps()) == ({}, []), "the other reader is not asked"
    evening.rig.place("window", ONE)
    evening.wait(500)
    assert evening.kept() == {ONE: FIRST}


def test_the_only_reader_that_answers_need_not_be_chosen(tmp_path: Path) -> None:
    evening = EnrolEvening(tmp_path, readers=("deeds", "window"))
    evening.rig.readers["window"].fault.lose()
    evening.wait(1_500)
    evening.begun()
    evening.hold(ONE)
    assert evening.kept() == {ONE: FIRST}


@pytest.mark.parametrize("other", [TWO, ONE])
def test_what_came_to_another_reader_meanwhile_is_not_the_next_one(tmp_path: Path, other: str) -> None:
    """The person has not yet seen what is asked for next."""
    evening = EnrolEvening(tmp_path, readers=("deeds", "window")).begun()
    assert evening.say("skip").done, "either of them will do"
    evening.rig.place("deeds", ONE)
    evening.rig.place("window", other)
    evening.wait(1_000)
    assert (evening.kept(), evening.view.question) == ({ONE: FIRST}, "")
    evening.rig.lift("window", other)
    evening.wait(500)
    evening.rig.place("window", TWO)
    evening.wait(500)
    assert evening.kept() == {ONE: FIRST, TWO: SECOND}


def test_two_at_once_are_neither(tmp_path: Path) -> None:
    evening = EnrolEvening(tmp_path).begun()
    evening.rig.overlook("deeds", 1)
    evening.rig.place("deeds", ONE)
    evening.rig.place("deeds", TWO)
    evening.wait(500)
    assert evening.view.told.startswith("One at a time")
    evening.rig.lift("deeds", TWO)
    evening.wait(2_000)
    assert evening.kept() == {}, "all must be lifted first"
    evening.rig.lift("deeds", ONE)
    evening.wait(500)
    evening.hold(ONE)
    assert evening.kept() == {ONE: FIRST}


def test_a_walk_is_taken_up_where_it_stopped(tmp_path: Path) -> None:
    evening = EnrolEvening(tmp_path).begun()
    evening.hold(ONE)
    assert evening.say("stop") == Reply("a", done=True, message="Stopped. What was enrolled is kept.")
    assert evening.told[-1] is None
    again = evening.begin()
    assert (again.done, again.message, again.walk) == (True, "27 of 28 still to do.", 2)
    assert evening.view.prompt == "Hold the deed of Baltic Avenue to the reader."


def test_a_tag_that_is_something_is_asked_about_and_nothing_is_overwritten_silently(tmp_path: Path) -> None:
    evening = EnrolEvening(tmp_path, bind(Bindings(), ONE, ORIENTAL)).begun()
    evening.hold(ONE)
    assert evening.view.question.startswith(f"Tag {ONE} is the deed of Oriental Avenue already.")
    assert evening.kept() == {ONE: ORIENTAL}
    assert evening.say("no").done
    assert evening.kept() == {ONE: ORIENTAL}
    evening.hold(ONE)
    assert evening.say("yes").done
    assert evening.kept() == {ONE: FIRST}
    assert evening.view.told == "The deed of Mediterranean Avenue: done, 1 of 28."


def test_an_answer_to_an_old_step_is_refused(tmp_path: Path) -> None:
    evening = EnrolEvening(tmp_path).begun()
    old = evening.view
    evening.hold(ONE)
    late = evening.walks.answer("a", StepWalk(old.number, old.step, "skip"), evening.screen)
    assert (late.done, late.message) == (False, "It has gone on meanwhile: look at what it asks for now.")
    assert evening.view.prompt == "Hold the deed of Baltic Avenue to the reader."
    assert not evening.say("yes").done, "nothing was asked"
    other = evening.walks.answer("a", StepWalk(99, 1, "skip"), evening.screen)
    assert other.message == "This has ended. What was enrolled is kept."


def test_skip_and_back(tmp_path: Path) -> None:
    evening = EnrolEvening(tmp_path).begun()
    assert evening.say("skip").done
    assert evening.view.prompt == "Hold the deed of Baltic Avenue to the reader."
    assert evening.say("back").done
    evening.hold(ONE)
    assert evening.kept() == {ONE: FIRST}


def test_one_walk_at_a_time(tmp_path: Path) -> None:
    evening = EnrolEvening(tmp_path).begun()
    evening.hold(ONE)
    other = WalkScreen("companion enrol")
    refused = evening.begin("tokens", by=other)
    assert (refused.done, refused.message) == (False, "Console is enrolling deeds (1 of 28). Stop that first.")
    assert evening.begin("tokens", by=other, instead=True).done
    assert evening.view.title == "tokens"
    evening.walks.leave(evening.screen)
    assert evening.view.title == "tokens", "it is not theirs any more"


def test_a_walk_ends_with_whoever_began_it(tmp_path: Path) -> None:
    evening = EnrolEvening(tmp_path).begun()
    evening.hold(ONE)
    evening.walks.leave(WalkScreen("another"))
    assert evening.view.done == 1
    evening.walks.leave(evening.screen)
    assert evening.told[-1] is None
    evening.wait(1_000)
    evening.hold(TWO)
    assert evening.taps() == [TWO]
    assert evening.kept() == {ONE: FIRST}


def test_a_lost_card_is_enrolled_again_and_its_tap_is_no_gesture_until_it_was_away(tmp_path: Path) -> None:
    evening = EnrolEvening(tmp_path, bind(Bindings(), ONE, PlayerTag(0))).begun("Ann")
    evening.rig.place("deeds", TWO)
    evening.wait(500)
    assert evening.view.is_over
    evening.rig.overlook("deeds", 8)  # read badly, as if it had been lifted for a moment
    evening.wait(2_000)
    assert evening.taps() == []
    evening.rig.lift("deeds", TWO)
    evening.wait(1_000)
    evening.hold(TWO)
    assert evening.taps() == [TWO]


def test_buttons_are_the_games_meanwhile(tmp_path: Path) -> None:
    evening = EnrolEvening(tmp_path).begun()
    evening.rig.press("dice")
    evening.wait(100)
    assert [type(signal).__name__ for signal in evening.minded] == ["ButtonPressed"]


def test_reads_are_emitted_no_longer_than_needed(tmp_path: Path) -> None:
    evening = EnrolEvening(tmp_path).begun()
    evening.say("stop")
    evening.wait(1_000)
    assert not any(watch.emits_reads for watch in evening.rig.reader_watches.values())


def test_the_walk_says_if_everything_is_done_already(tmp_path: Path) -> None:
    evening = EnrolEvening(tmp_path, bind(bind(Bindings(), ONE, TokenTag("Car")), TWO, TokenTag("Hat")))
    reply = evening.begin("tokens")
    assert (reply.done, reply.message) == (True, "Everything here has its tag already.")
    assert evening.view.is_over
    evening.hold(ONE)
    assert evening.taps() == [ONE], "nothing is withheld"


def test_the_board_is_walked_and_the_game_hears_of_it_afterwards(tmp_path: Path) -> None:
    evening = EnrolEvening(tmp_path)
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
    evening = EnrolEvening(tmp_path).begun("board")
    evening.rig.put(ONE, 7)
    evening.rig.put(TWO, 8)
    evening.wait(2_000)
    assert evening.view.told.startswith("One at a time")
    assert KeptTags(tmp_path).bindings.spots == ()


def test_the_reader_of_another_space_is_asked_about(tmp_path: Path) -> None:
    evening = EnrolEvening(tmp_path, Bindings((), (("simulated/7", 20),))).begun("board")
    evening.rig.put(ONE, 7)
    evening.wait(1_000)
    assert evening.view.question.startswith("Spot simulated/7 of the board is Free Parking already.")
    assert evening.say("yes").done
    assert KeptTags(tmp_path).bindings.spots == (("simulated/7", 0),)


def test_a_wand_walks_the_board_too(tmp_path: Path) -> None:
    evening = EnrolEvening(tmp_path, board=BoardKind.TAP).begun("board")
    assert evening.view.prompt == "Tap GO with the wand."
    evening.rig.put(ONE, 7)
    assert evening.view.told == "Tap it once more, to be sure."
    evening.rig.put(ONE, 7)
    assert evening.view.told == "GO: done, 1 of 40."


def test_a_switch_under_each_space_can_be_walked(tmp_path: Path) -> None:
    evening = EnrolEvening(tmp_path, board=BoardKind.PRESENCE).begun("board")
    evening.rig.put(ONE, 7)
    evening.wait(1_000)
    assert evening.view.told == "GO: done, 1 of 40."


def test_the_last_space_gives_the_board_back(tmp_path: Path) -> None:
    all_but_one = Bindings((), tuple((f"simulated/{space}", space) for space in range(39)))
    evening = EnrolEvening(tmp_path, all_but_one).begun("board")
    evening.minded.clear()
    evening.rig.put(ONE, 39)
    evening.wait(1_000)
    assert evening.view.is_over
    assert [type(signal) for signal in evening.minded] == [DeviceFound, TokenSeen]
    evening.say("stop")
    assert len(evening.minded) == 2, "once"


def test_a_lost_board_is_reported(tmp_path: Path) -> None:
    evening = EnrolEvening(tmp_path).begun("board")
    evening.rig.lose("board")
    assert evening.view.told.startswith("The board does not answer")
    evening.rig.find("board")
    assert evening.view.told == "It answers again."


def test_a_full_disk_is_reported_and_the_same_deed_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = EnrolEvening(tmp_path).begun()
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        evening.hold(ONE)
    assert evening.view.is_trouble
    assert "No space left on device" in evening.view.told
    assert (evening.view.done, evening.kept()) == (0, {})
    evening.hold(ONE)
    assert evening.kept() == {ONE: FIRST}


def full(*_: object) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_an_unreadable_file_is_put_aside_and_reported(tmp_path: Path) -> None:
    (tmp_path / "tags.json").write_text("{ rubbish")
    evening = EnrolEvening(tmp_path).begun()
    evening.hold(ONE)
    assert evening.view.told == (
        "The deed of Mediterranean Avenue: done, 1 of 28. "
        "The old file of tags could not be read; it is kept as tags.json.damaged."
    )
    assert (tmp_path / "tags.json.damaged").read_text() == "{ rubbish"


def test_a_yes_that_cannot_be_saved_is_not_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = EnrolEvening(tmp_path, bind(Bindings(), ONE, ORIENTAL)).begun()
    evening.hold(ONE)
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        reply = evening.say("yes")
    assert not reply.done
    assert "No space left on device" in reply.message
    assert evening.kept() == {ONE: ORIENTAL}
    assert evening.say("yes").done, "it is asked still"


def test_a_lost_reader_is_reported_and_goes_on_when_it_is_back(tmp_path: Path) -> None:
    evening = EnrolEvening(tmp_path).begun()
    evening.rig.place("deeds", ONE)
    evening.rig.lose("deeds")
    evening.wait(1_000)
    assert evening.view.told.startswith("The reader deeds does not answer: It was unplugged.")
    evening.rig.find("deeds")
    evening.wait(2_000)
    assert evening.kept() == {}, "it lay there when the reader came back"
    assert any(view and view.told == "It answers again." for view in evening.told)
    evening.rig.lift("deeds", ONE)
    evening.wait(500)
    evening.hold(ONE)
    assert evening.kept() == {ONE: FIRST}


def test_a_reader_lost_at_the_start_is_reported_at_once(tmp_path: Path) -> None:
    evening = EnrolEvening(tmp_path)
    evening.rig.lose("deeds")
    evening.begun()
    assert evening.view.is_trouble


@pytest.mark.parametrize(
    ("what", "why"),
    [("deeds", "This table has no tag reader."), ("board", "This table has no board that senses tokens")],
)
def test_without_the_device_there_is_no_walk(tmp_path: Path, what: str, why: str) -> None:
    evening = EnrolEvening(tmp_path, board=None, readers=())
    reply = evening.begin(what)
    assert not reply.done
    assert reply.message.startswith(why)


def test_an_unknown_name_does_not_end_the_walk_under_way(tmp_path: Path) -> None:
    evening = EnrolEvening(tmp_path).begun()
    assert not evening.begin("nonsense", instead=True).done
    evening.hold(ONE)
    assert evening.kept() == {ONE: FIRST}
