"""Devices that are lost, fail or are missing; and who rolls the dice."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import pytest

from companion.rules.commands import (
    Roll,
)
from companion.table.gestures.context import Cue
from companion.table.messages.wire import TablePrompts
from companion.table.server.ports import CannotPull
from companion.table.server.signal_controller import SignalController
from hardware.signals import ButtonPressed
from tests.kit import ANN, game
from tests.table.gestures.contexts import HOUSEHOLD
from tests.table.signal_driver import DrivenTable, OneGameHost, driven_table, elsewhere, throw

Dice = Literal["", "button", "hand"]


@pytest.fixture
def table(tmp_path: Path) -> DrivenTable:
    return driven_table(tmp_path)


def test_a_device_that_is_lost_and_found_is_reported(table: DrivenTable) -> None:
    assert {device.state for device in table.prompts().devices} == {"present"}
    table.rig.lose("deeds", "The reader was unplugged.")
    table.wait(100)
    (lost,) = (device for device in table.prompts().devices if device.state == "lost")
    assert (lost.name, lost.why) == ("deeds", "The reader was unplugged.")
    table.rig.find("deeds")
    table.wait(1_500)
    assert {device.state for device in table.prompts().devices} == {"present"}
    assert ("lost", 1) in next(device.counters for device in table.prompts().devices if device.name == "deeds")


def test_a_lost_board_takes_its_question_with_it(table: DrivenTable) -> None:
    elsewhere(table)
    table.rig.lose("board")
    table.wait(500)
    assert table.prompts().questions == ()


class BadRig:
    """Raises whenever it shows or plays something, which no rig should do."""

    def __init__(self) -> None:
        self.tried: list[str] = []

    def health(self) -> tuple[()]:
        return ()

    def show(self, cue: Cue) -> None:
        self.tried.append(f"show {cue}")
        raise OSError("the lamp has burnt out")

    def play(self, cue: Cue) -> None:
        self.tried.append(f"play {cue}")
        raise RuntimeError("the speaker is gone")

    def show_dice(self, faces: Sequence[int]) -> None:
        self.tried.append(f"dice {faces}")
        raise ValueError("no display")


def test_lamps_that_raise_stop_nothing(table: DrivenTable, caplog: pytest.LogCaptureFixture) -> None:
    rig, told = BadRig(), list[TablePrompts]()
    host = OneGameHost()
    host.session = table.session
    minding = SignalController(host, rig, HOUSEHOLD, now_ms=table.clock.now_ms, send=told.append, name="bad")
    minding.feel(ButtonPressed("confirm", table.clock.now_ms()))
    assert told[-1].notice == "Ann, roll the dice. Press the dice button."
    minding.news(table.on_screen(Roll(ANN, (2, 4))))
    minding.feel(ButtonPressed("cancel", table.clock.now_ms()))
    assert told[-1].notice == ""
    assert rig.tried == ["show your-turn", "play your-turn", "dice (2, 4)", "show read", "play read"]
    assert "the lamp has burnt out" in caplog.text


def test_only_a_simulated_table_has_levers(table: DrivenTable) -> None:
    with pytest.raises(CannotPull, match="this one has real devices"):
        table.controller.pull(b'{"lever": "press", "button": "dice"}')


@pytest.mark.parametrize(("usual", "own", "throws"), [(True, "button", 1), (False, "hand", 0), (True, "", 0)])
def test_the_game_decides_who_rolls_whatever_is_usual(tmp_path: Path, usual: bool, own: Dice, throws: int) -> None:
    """With real dice, the dice button only opens what people fill in."""
    table = DrivenTable(tmp_path, hand_dice=usual)
    table.begin(game(), dice=own)
    throw(table, 2, 4)
    assert len(table.heard) == throws
