"""A walk on a full disk, over a bad file, with devices that are lost or not there: said, and nothing is lost."""

import errno
import os
from pathlib import Path

import pytest

from companion.table.gestures.tags import Bindings, bind
from tests.table.enrolling.walk_kit import FIRST, ONE, ORIENTAL, Evening


def test_a_full_disk_is_said_and_the_same_deed_asked_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(tmp_path).begun()
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


def test_a_file_that_could_not_be_read_is_put_aside_and_told(tmp_path: Path) -> None:
    (tmp_path / "tags.json").write_text("{ rubbish")
    evening = Evening(tmp_path).begun()
    evening.hold(ONE)
    assert evening.view.told == (
        "The deed of Mediterranean Avenue: done, 1 of 28. "
        "The old file of tags could not be read; it is kept as tags.json.damaged."
    )
    assert (tmp_path / "tags.json.damaged").read_text() == "{ rubbish"


def test_a_yes_that_cannot_be_saved_is_not_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(tmp_path, bind(Bindings(), ONE, ORIENTAL)).begun()
    evening.hold(ONE)
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        reply = evening.say("yes")
    assert not reply.done
    assert "No space left on device" in reply.message
    assert evening.kept() == {ONE: ORIENTAL}
    assert evening.say("yes").done, "it is asked still"


def test_a_reader_that_is_lost_is_said_and_goes_on_when_it_is_back(tmp_path: Path) -> None:
    evening = Evening(tmp_path).begun()
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


def test_a_reader_that_is_lost_at_the_start_is_said_at_once(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.rig.lose("deeds")
    evening.begun()
    assert evening.view.is_trouble


@pytest.mark.parametrize(
    ("what", "why"),
    [("deeds", "This table has no tag reader."), ("board", "This table has no board that senses tokens")],
)
def test_without_the_device_there_is_no_walk(tmp_path: Path, what: str, why: str) -> None:
    evening = Evening(tmp_path, board=None, readers=())
    reply = evening.begin(what)
    assert not reply.done
    assert reply.message.startswith(why)


def test_what_nothing_is_called_ends_no_other_walk(tmp_path: Path) -> None:
    evening = Evening(tmp_path).begun()
    assert not evening.begin("nonsense", instead=True).done
    evening.hold(ONE)
    assert evening.kept() == {ONE: FIRST}
