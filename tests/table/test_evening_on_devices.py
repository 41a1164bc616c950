"""The same evening with the drivers of real devices: from chattering pins, SPI and serial bytes to the journal."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import cast

import pytest

from companion.players.seeded_random import SeededRandom
from hardware import serial_port
from hardware.clock import HandClock
from hardware.simulated import SimulatedRig
from tests.emulators.card_bits import Bits
from tests.emulators.card_service import needs_card_service
from tests.emulators.emulated_rig import EmulatedRig
from tests.emulators.typing_reader import TypingReader
from tests.hardware.emulated_rc522 import needs_mfrc522
from tests.hardware.twins import (
    ReaderBench,
    TypingBench,
    WandBench,
    pcsc,
    pn532_on_i2c,
    pn532_on_serial_line,
    pn532_on_spi,
)
from tests.table.test_evening_by_signals import SignalEvening, live_through

pytestmark = needs_mfrc522


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits until everything from the board has arrived."""
    monkeypatch.setattr(serial_port, "READ_S", 0)


OtherReader = Callable[[HandClock], ReaderBench]


@contextmanager
def begun(
    folder: Path, *, hand_dice: bool, reading: OtherReader | None = None
) -> Iterator[tuple[SignalEvening, EmulatedRig]]:
    rigs: list[EmulatedRig] = []

    def fitted(clock: HandClock) -> SimulatedRig:
        """It has the levers of a simulated rig, and nothing else of it is used."""
        rigs.append(EmulatedRig(clock, folder, reading(clock) if reading else None))
        return cast(SimulatedRig, rigs[0])

    try:
        yield SignalEvening(folder, hand_dice=hand_dice, fitted=fitted), rigs[0]
    finally:
        rigs[0].close()


def counted(rig: EmulatedRig) -> dict[str, dict[str, int]]:
    return {one.name: dict(one.counters) for one in rig.health()}


@pytest.mark.parametrize("hand_dice", [False, True], ids=["electronic dice", "dice rolled by hand"])
def test_an_evening_on_devices(tmp_path: Path, hand_dice: bool) -> None:
    with begun(tmp_path, hand_dice=hand_dice) as (evening, rig):
        live_through(evening, hand_dice=hand_dice)
        assert {one.state for one in rig.health()} == {"present"}
        counts = counted(rig)
        assert [name for name in counts if counts[name].keys() & {"lost", "garbled", "corrupt", "gaps"}] == []
        assert counts["deeds"]["taps"] > 50
        assert counts["confirm"]["presses"] > 10
        assert counts["board"]["seen"] > 30
        assert rig.buses.transfers > 50_000
        evening.table.put_away()


def test_an_evening_with_a_usb_reader_that_types(tmp_path: Path) -> None:
    typing = TypingReader(tmp_path)
    with (
        typing.as_device(),
        begun(tmp_path, hand_dice=False, reading=lambda clock: TypingBench(typing, clock)) as (evening, rig),
    ):
        live_through(evening, hand_dice=False)
        assert counted(rig)["deeds"]["taps"] > 50
        evening.table.put_away()


def test_an_evening_with_a_wand(tmp_path: Path) -> None:
    with begun(tmp_path, hand_dice=False, reading=lambda clock: WandBench(tmp_path, clock)) as (evening, rig):
        live_through(evening, hand_dice=False)
        assert counted(rig)["wand"]["taps"] > 50
        evening.table.put_away()


@pytest.mark.parametrize(
    "made",
    [
        pn532_on_i2c,  # the others speak the same frames on other lines
        pytest.param(pn532_on_spi, marks=pytest.mark.long_run),
        pytest.param(pn532_on_serial_line, marks=pytest.mark.long_run),
        pytest.param(pcsc, marks=needs_card_service),
    ],
)
def test_an_evening_with_another_reader(
    tmp_path: Path, made: Callable[[Path], AbstractContextManager[ReaderBench]]
) -> None:
    with (
        made(tmp_path) as bench,
        begun(tmp_path, hand_dice=False, reading=lambda _: _opened(bench)) as (evening, rig),
    ):
        live_through(evening, hand_dice=False)
        assert counted(rig)["deeds"]["taps"] > 50
        evening.table.put_away()


def _opened(bench: ReaderBench) -> ReaderBench:
    """Before the rig's own SPI bus takes the place of the bench's."""
    bench.reader.poll()
    return bench


def test_an_evening_on_bad_devices_is_the_same(tmp_path: Path) -> None:
    """Noise at the reader, a power supply that dips, and a bad cable to a board that sometimes restarts."""
    rng = SeededRandom(3)
    with begun(tmp_path, hand_dice=False) as (evening, rig):
        rig.chip.noise = _noise(rng)
        evening.between = lambda: _trouble(rig, rng)
        live_through(evening, hand_dice=False)
        counts = counted(rig)
        assert counts["deeds"]["garbled"] > 20
        assert min(counts["board"][what] for what in ("corrupt", "gaps", "restarts")) > 10
        assert {one.state for one in rig.health()} == {"present"}
        evening.table.put_away()


def _noise(rng: SeededRandom) -> Callable[[Bits], Bits]:
    return lambda frame: tuple(bit ^ rng.happens(0.001) for bit in frame)


def _trouble(rig: EmulatedRig, rng: SeededRandom) -> None:
    if rng.happens(0.3):
        rig.chip.reset()
    if rng.happens(0.3):
        rig.module.raw(rng.randbytes(rng.randint(1, 40)) + b"\n")
    if rng.happens(0.3):
        rig.module.line("HB")  # and it gets lost
    if rng.happens(0.3):
        rig.module.restart()
        rig.module.say(f"HELLO proto=1 boot={rig.module.boot:04X} {rig.module.hello}")
