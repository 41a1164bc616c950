"""From companion.toml to what is wired to the table."""

import pytest

from companion.household.build_rig import wire_table
from companion.household.settings_file import parse
from companion.table.server.ports import CannotPull
from hardware.buttons import BUTTONS
from hardware.clock import DeviceTiming
from hardware.signals import BoardKind, ButtonPressed, Signal, TokenSeen
from hardware.simulated import SimulatedRig


def simulated(text: str = "") -> SimulatedRig:
    rig = wire_table(parse(text)).rig
    assert isinstance(rig, SimulatedRig)
    return rig


def test_nothing_set_is_a_simulated_table_with_everything() -> None:
    wired = wire_table(parse(""))
    assert isinstance(wired.rig, SimulatedRig)
    assert (wired.board, wired.hand_dice) == (BoardKind.IDENTIFYING, False)
    assert {device.state for device in wired.rig.health()} == {"present"}
    assert tuple(simulated().readers) == ("deeds",)


@pytest.mark.parametrize("kind", list(BoardKind), ids=lambda kind: kind.value)
def test_the_board_that_is_fitted_is_the_one_that_is_understood(kind: BoardKind) -> None:
    text = f'[rig]\nboard = "{kind.value}"'
    board = simulated(text).board
    assert board is not None
    assert (board.kind, wire_table(parse(text)).board) == (kind, kind)


def test_a_table_may_have_no_board() -> None:
    assert simulated('[rig]\nboard = "none"').board is None


def test_the_readers_are_those_that_are_named() -> None:
    assert tuple(simulated('[readers.bank]\n[readers.chest]\ndevice = 1\nreset = "none"').readers) == ("bank", "chest")


def test_dice_may_be_rolled_by_hand() -> None:
    assert wire_table(parse('[game]\ndice = "hand"')).hand_dice


def test_simulated_seats_have_buttons_unless_only_some_are_wired() -> None:
    assert simulated().buttons.names == BUTTONS
    assert simulated("[pins]\nseats = [5, 6]").buttons.names == (*BUTTONS[:3], "seat-1", "seat-2")


def test_a_simulated_table_keeps_the_times_that_are_set() -> None:
    rig = simulated("[timing]\nbutton-quiet-ms = 123\ntag-quiet-ms = 456\npoll-ms = 78")
    assert rig.timing == DeviceTiming(123, 456, 78, settle_ms=0, press_ms=0)


def test_its_levers_are_pulled_as_they_are_written() -> None:
    wired, felt = wire_table(parse("")), list[Signal]()
    wired.rig.open(felt.append)
    try:
        before_ms = wired.now_ms()
        assert wired.pull is not None
        wired.pull(b'{"lever": "press", "button": "dice"}')
        wired.pull(b'{"lever": "put", "uid": "04A2B3C4D5E680", "space": 7}')
        pressed, seen = felt
        assert isinstance(pressed, ButtonPressed)
        assert isinstance(seen, TokenSeen)
        assert (pressed.button, seen.space, seen.uid) == ("dice", 7, "04A2B3C4D5E680")
        assert before_ms <= pressed.at_ms <= wired.now_ms(), "its signals are of the clock that is handed on"
    finally:
        wired.rig.close()


@pytest.mark.parametrize("lever", [b'{"lever": "shake"}', b"[]", b"{", b"\xff", b"[" * 10_000, b"null", b""])
def test_an_unknown_lever_is_reported(lever: bytes) -> None:
    pull = wire_table(parse("")).pull
    assert pull is not None
    with pytest.raises(CannotPull) as told:
        pull(lever)
    assert str(told.value)
