"""From companion.toml to real devices: which are built, what happens without them, and how they work when emulated."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.household.build_rig import build_real_rig, wire_table
from companion.household.settings_file import parse
from hardware.clock import DeviceTiming, SteadyClock
from hardware.pins import GpioPins, open_pins
from hardware.rig import AssembledRig
from hardware.signals import ButtonPressed, DeviceFound, DeviceLost, Signal, TagPlaced, TagsRead, TokenLifted, TokenSeen
from tests.deadline import DEADLINE_S as SOON_S
from tests.emulators.wired_table import WiredTable
from tests.hardware.emulated_rc522 import needs_mfrc522

REAL = '[rig]\nkind = "real"\n'
NTAG, CAR = "047DB1AABBCCDD", "04A2B3C4D5E680"


def states(rig: AssembledRig) -> dict[str, str]:
    return {one.name: one.state for one in rig.health()}


def fitted(settings: str) -> set[str]:
    return {
        name
        for name, state in states(build_real_rig(parse(REAL + settings), SteadyClock())).items()
        if state != "absent"
    }


# What is fitted


def test_by_default_everything_but_board_seats_and_a_dice_display_is_fitted() -> None:
    assert fitted("") == {"dice", "confirm", "cancel", "deeds", "lamps", "speaker"}
    assert fitted('board = "presence"') - fitted("") == {"board"}


def test_what_is_set_to_none_is_absent() -> None:
    nothing = "\n".join(f'{pin} = "none"' for pin in ("dice", "confirm", "cancel", "speaker"))
    colours = "\n".join(f'lamp-{colour} = "none"' for colour in ("red", "green", "blue"))
    assert fitted(f'board = "none"\n[pins]\n{nothing}\n{colours}\n[readers]') == set()


@pytest.mark.parametrize("kind", ["digits", "pips"])
def test_a_dice_display_may_be_fitted(kind: str) -> None:
    assert "dice-display" in fitted(f'[dice-display]\nkind = "{kind}"')


def test_seats_may_have_buttons_and_readers_other_names() -> None:
    text = '[pins]\nseats = [5, 6]\n[readers.north]\n[readers.south]\ndevice = 1\nreset = "none"'
    assert {"seat-1", "seat-2", "north", "south"} <= fitted(text)


def test_a_lamp_of_one_colour_is_a_lamp() -> None:
    assert "lamps" in fitted('[pins]\nlamp-red = "none"\nlamp-blue = "none"')


def test_the_times_are_those_that_are_set() -> None:
    rig = build_real_rig(
        parse(f"{REAL}[timing]\nbutton-quiet-ms = 123\ntag-quiet-ms = 456\npoll-ms = 78"), SteadyClock()
    )
    assert rig.timing == DeviceTiming(123, 456, 78)


def test_a_real_table_has_no_levers() -> None:
    wired = wire_table(parse(f'{REAL}board = "tap"\n[game]\ndice = "hand"'))
    assert isinstance(wired.rig, AssembledRig)
    assert (wired.board.value, wired.hand_dice, wired.pull, wired.rig_view) == ("tap", True, None, None)


# Where there are none


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[AssembledRig]:
    """On a machine without a Pi's devices, or one whose devices a test must not touch."""
    settings = f'{REAL}board = "identifying"\n[board]\nports = ["{tmp_path}/board"]\n'
    settings += '[readers.deeds]\nreset = "none"\nbus = 1\n[pins]\n'
    settings += 'speaker = 12\n[dice-display]\nkind = "digits"'
    rig = build_real_rig(parse(settings), SteadyClock(), GpioPins(lambda: open_pins(tmp_path)))
    yield rig
    rig.close()


def test_on_another_machine_a_real_table_opens_and_says_what_to_do_for_each_device(bare: AssembledRig) -> None:
    felt: list[Signal] = []
    bare.open(felt.append)
    told = {"dice", "confirm", "cancel", "deeds", "board", "lamps", "speaker", "dice-display"}
    _await(lambda: {name for name, state in states(bare).items() if state == "lost"} == told)
    why = {one.name: one.why for one in bare.health()}
    assert "not a Raspberry Pi" in why["dice"]
    assert "not a Raspberry Pi" in why["lamps"]
    assert "I2C" in why["dice-display"]
    assert "no /dev/spidev1.0: turn on SPI" in why["deeds"]
    assert "/board" in why["board"]
    assert [reason for reason in why.values() if not reason.endswith((".", "?"))] == [], "each is a sentence"
    assert {one.device for one in felt if isinstance(one, DeviceLost)} == told


def test_missing_lamps_and_speaker_do_not_stop_the_game(bare: AssembledRig) -> None:
    bare.open(lambda signal: None)  # noqa: ARG005
    bare.show("read")
    bare.play("money-in")
    bare.show_dice((3, 4))
    assert states(bare)["lamps"] == "lost"


# On an emulated table


@contextmanager
def opened(table: WiredTable) -> Iterator[tuple[AssembledRig, list[Signal]]]:
    felt: list[Signal] = []
    rig = build_real_rig(parse(table.settings), SteadyClock(), table.header.pins)
    with table.plugged_in():
        rig.open(felt.append)
        try:
            yield rig, felt
        finally:
            rig.close()


def _await(done: Callable[[], object]) -> None:
    deadline = time.monotonic() + SOON_S
    while not done():
        assert time.monotonic() < deadline, "it never came to this"
        time.sleep(0.005)


def _await_settled(table: WiredTable, rig: AssembledRig, felt: list[Signal]) -> None:
    """Waits until new signals are news: what lies on the board at first does not count."""

    def has_settled() -> bool:
        looks = [one.at_ms for one in felt if isinstance(one, TagsRead)]
        return "SNAP" in table.board.asked and bool(looks) and looks[-1] - looks[0] > rig.timing.settle_ms

    rig.emit_reads(True)
    _await(has_settled)
    rig.emit_reads(False)


def _press_dice(table: WiredTable, felt: list[Signal]) -> None:
    """For as long as it takes."""
    table.header.down(17)
    _await(lambda: any(isinstance(one, ButtonPressed) for one in felt))
    table.header.up(17)


def used(rig: AssembledRig) -> Iterator[tuple[str, int]]:
    """How often each has shown or played something."""
    for one in rig.health():
        yield from ((one.name, count) for what, count in one.counters if what in ("shown", "played"))


@needs_mfrc522
def test_everything_is_felt_and_shown_from_pin_to_signal(tmp_path: Path) -> None:
    table = WiredTable(tmp_path)
    with opened(table) as (rig, felt):
        _await_settled(table, rig, felt)
        _press_dice(table, felt)
        table.lay(NTAG)
        table.put(CAR, 7)
        table.put(CAR, 12)
        _await(lambda: any(isinstance(one, TokenLifted) for one in felt))
        _await(lambda: len([one for one in felt if not isinstance(one, TagsRead)]) >= 5)
        assert [one.button for one in felt if isinstance(one, ButtonPressed)] == ["dice"]
        assert [(one.reader, one.uid) for one in felt if isinstance(one, TagPlaced)] == [("deeds", NTAG)]
        assert [(one.space, one.uid) for one in felt if isinstance(one, TokenSeen)] == [(7, CAR), (12, CAR)]
        table.header.written(23, 24, 4, 18)
        rig.show("refused")
        rig.play("refused")
        rig.show_dice((6, 1))
        _await(lambda: dict(used(rig)) == {"lamps": 1, "speaker": 1, "dice-display": 1})
        assert table.header.written(23, 24, 4)[:3] == [1, 0, 0]
        assert pytest.approx(329.63) in table.header.written(18)
        assert [table.header.pin(pin).state for pin in (5, 6, 13, 19, 12)] == [0, 1, 1, 1, 1]
        assert set(states(rig).values()) == {"present"}
    assert table.header.in_use() == set()
    assert table.buses.open_places == []


@needs_mfrc522
def test_devices_that_come_late_are_found(tmp_path: Path) -> None:
    table = WiredTable(tmp_path)
    table.chip.unplug(0xFF)
    table.header.break_pins([17, 27, 22, 23, 18, 26])
    with opened(table) as (rig, felt):
        late = {"dice", "confirm", "cancel", "deeds", "lamps", "speaker", "dice-display"}
        _await(lambda: {name for name, state in states(rig).items() if state == "lost"} == late)
        table.chip.plug_in()
        table.header.mend_pins()
        _await(lambda: set(states(rig).values()) == {"present"})
        _await(lambda: {one.device for one in felt if isinstance(one, DeviceFound)} >= late)
        _press_dice(table, felt)


@needs_mfrc522
def test_a_board_and_a_reader_are_reported_lost_and_found_again(tmp_path: Path) -> None:
    table = WiredTable(tmp_path)
    with opened(table) as (rig, felt):
        table.put(CAR, 7)
        _await(lambda: any(isinstance(one, TokenSeen) for one in felt))
        table.at_the_board(table.board.unplug)
        table.chip.unplug(0x00)
        _await(lambda: states(rig)["board"] == states(rig)["deeds"] == "lost")
        table.at_the_board(table.board.plug)
        table.chip.plug_in()
        _await(lambda: set(states(rig).values()) == {"present"})
        _await(lambda: [one.space for one in felt if isinstance(one, TokenSeen)] == [7, 7])
