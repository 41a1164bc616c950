"""Gestures that fail: refused by the rules, a mistake of ours, a full disk."""

from pathlib import Path

import pytest

from companion.play.timeline import Timeline
from companion.players.seeded_random import SeededRandom
from companion.rules.refusal import Code, Refusal
from tests.storm.torn_disk import TornDisk
from tests.table.signal_driver import GAME, DrivenTable, driven_table, notice_of, throw


@pytest.fixture
def table(tmp_path: Path) -> DrivenTable:
    return driven_table(tmp_path)


def test_a_refusal_is_a_notice_and_changes_nothing(table: DrivenTable, monkeypatch: pytest.MonkeyPatch) -> None:
    before = table.game
    with monkeypatch.context() as patch:
        patch.setattr(Timeline, "plan", _refuse)
        throw(table, 2, 4)
    assert notice_of(table) == ("Not so.", "refused")
    assert table.cues() == ["refused"]
    assert (table.game, table.session.number) == (before, 0)
    throw(table, 2, 4)
    assert table.session.number == 1, "a refused press is no roll that one must wait for"


def _refuse(*_: object) -> None:
    raise Refusal(Code.WRONG_MOMENT, (), "Not so.")


def test_a_mistake_of_ours_is_a_notice(table: DrivenTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Timeline, "plan", lambda *_: 1 / 0)
    throw(table, 2, 4)
    assert notice_of(table)[0].startswith("That was our mistake, and nothing was changed.")
    assert (table.cues(), table.session.number) == (["refused"], 0)


def test_a_full_disk_is_a_notice_and_the_next_press_is_served_when_there_is_room(tmp_path: Path) -> None:
    disk = TornDisk(SeededRandom(1), game=GAME)
    table = driven_table(tmp_path, disk=disk)
    disk.full = True
    before = table.game
    throw(table, 2, 4)
    assert notice_of(table)[0].startswith("This cannot be saved now:")
    assert (table.cues(), table.game) == (["refused"], before)
    disk.full = False
    throw(table, 2, 4)
    assert table.session.number == 1
    assert notice_of(table) == ("", "")
