"""The RC522 adapter, with the real `mfrc522` package, on an emulated chip."""

import logging
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from threading import Thread

import pytest

from companion.players.seeded_random import SeededRandom
from hardware.health import DeviceMissing
from hardware.rc522 import Rc522Reader
from hardware.readers import Miss
from tests.emulators.card_bits import Bits
from tests.emulators.mfrc522_chip import Mfrc522Chip
from tests.hardware.emulated_rc522 import EmulatedRc522, emulated_rc522, needs_mfrc522

pytestmark = needs_mfrc522

CLASSIC, NTAG, TEN = "DEADBEEF", "047DB1AABBCCDD", "0102030405060708090A"
ROOT = Path(__file__).parents[2]


@pytest.fixture
def bench() -> Iterator[EmulatedRc522]:
    with emulated_rc522() as made:
        yield made


# What lies on the reader


@pytest.mark.parametrize("uid", [CLASSIC, NTAG, TEN, "88776655", "00000000", "FFFFFFFF", "04888888888888"])
def test_a_complete_number_is_read(bench: EmulatedRc522, uid: str) -> None:
    bench.lay(uid)
    assert bench.poll() == frozenset({uid})


def test_an_empty_reader_is_empty(bench: EmulatedRc522) -> None:
    assert bench.poll() is Miss.EMPTY


def test_an_empty_poll_takes_few_transfers_and_little_time(bench: EmulatedRc522) -> None:
    bench.poll()
    transfers, at_s = bench.buses.transfers, bench.time.now_s
    bench.poll()
    assert bench.buses.transfers - transfers < 40
    assert bench.time.now_s - at_s < 0.010


def test_a_card_that_rests_for_minutes_is_seen_by_every_poll(bench: EmulatedRc522) -> None:
    bench.lay(NTAG)
    for _ in range(3 * 60 * 10):
        assert bench.poll() == frozenset({NTAG})
        bench.time.sleep(0.1)


def test_a_card_comes_and_goes(bench: EmulatedRc522) -> None:
    assert bench.poll() is Miss.EMPTY
    bench.lay(NTAG)
    assert bench.poll() == frozenset({NTAG})
    bench.chip.lift(NTAG)
    assert bench.poll() is Miss.EMPTY


@pytest.mark.parametrize(
    "uids",
    [
        ("047DB1AABBCCDD", "047DB1AABBCCDE"),  # alike but for the last byte
        ("047DB1AA000000", "047DB1AAFFFFFF"),  # alike in their first four bytes
        ("04000000000000", "04FFFFFFFFFFFF"),
        (CLASSIC, "DEADBEEE"),
        (CLASSIC, NTAG),
        (NTAG, TEN),
        ("88776655", NTAG),  # a short number that begins like the tag of a long one
        (CLASSIC, NTAG, TEN),
        ("04A10000000001", "04A20000000001", "04A30000000001", "04A40000000001"),
    ],
    ids="-".join,
)
@pytest.mark.parametrize("from_the_frame", [False, True])
def test_several_cards_at_once_are_all_read(bench: EmulatedRc522, uids: tuple[str, ...], from_the_frame: bool) -> None:
    bench.chip.counts_collisions_from_the_frame = from_the_frame
    bench.lay(*uids)
    bench.poll()
    at_s = bench.time.now_s
    assert bench.poll() == frozenset(uids)
    assert bench.time.now_s - at_s < 0.05 * max(1, len(uids) - 1), "a poll may take 50 ms"


def test_any_two_cards_are_read(bench: EmulatedRc522) -> None:
    rng = SeededRandom(7)
    for length, other in product((4, 7, 10), repeat=2):
        for _ in range(20):
            pair = frozenset({_some_uid(rng, length), _some_uid(rng, other)})
            bench.lay(*pair)
            assert bench.poll() == pair
            bench.chip.cards.clear()


def _some_uid(rng: SeededRandom, length: int) -> str:
    return "04" + "".join(f"{rng.below(256):02X}" for _ in range(length - 1))


def test_a_random_number_is_not_a_tag(bench: EmulatedRc522) -> None:
    """A phone makes up a new one for every poll."""
    bench.lay("08A1B2C3")
    assert bench.poll() is Miss.GARBLED


def test_a_card_that_cannot_be_halted_does_not_hold_up_the_table(bench: EmulatedRc522) -> None:
    bench.lay(NTAG)
    bench.chip.noise = lambda frame: (*frame[:-1], 1 - frame[-1]) if len(frame) == 32 else frame  # no HLTA arrives
    assert bench.poll() == frozenset({NTAG})


# Noise


@pytest.mark.parametrize("uids", [(NTAG,), (NTAG, "047DB1AABBCC22")], ids=["one", "two"])
def test_noise_never_becomes_a_number(bench: EmulatedRc522, uids: tuple[str, ...]) -> None:
    """The emulation has no parity bits, which would catch most of the noise."""
    rng = SeededRandom(1)
    bench.lay(*uids)

    def noise(frame: Bits) -> Bits:
        return tuple(bit ^ rng.happens(0.002) for bit in frame)

    bench.chip.noise = noise
    looks = [bench.poll() for _ in range(1_200)]
    read = [look for look in looks if not isinstance(look, Miss)]
    assert set[str]().union(*read) == set(uids)
    assert looks.count(Miss.GARBLED) > 80, "there was noise"
    assert len(read) > 200, "and cards were read in spite of it"


def test_noise_is_not_an_empty_reader(bench: EmulatedRc522) -> None:
    bench.lay(NTAG)
    bench.chip.noise = lambda frame: tuple(bit ^ 1 for bit in frame) if len(frame) == 40 else frame
    assert bench.poll() is Miss.GARBLED


# A chip that does not answer


@pytest.mark.parametrize("miso", [0x00, 0xFF])
def test_an_unplugged_reader_is_noticed_and_found_again(bench: EmulatedRc522, miso: int) -> None:
    bench.lay(NTAG)
    bench.poll()
    bench.chip.unplug(miso)
    for _ in range(3):
        with pytest.raises(DeviceMissing, match=r"No RC522 answers at /dev/spidev0\.0 .* check its wires"):
            bench.poll()
    bench.chip.plug_in()
    assert bench.poll() == frozenset({NTAG})


@pytest.mark.parametrize("miso", [0x00, 0xFF])
@pytest.mark.parametrize("transfers", range(1, 90, 4))
def test_a_reader_unplugged_while_it_reads_is_noticed_and_found_again(
    bench: EmulatedRc522, miso: int, transfers: int
) -> None:
    bench.lay(NTAG)
    bench.poll()
    _unplug_after(bench, transfers, miso)
    at_s = bench.time.now_s
    try:
        found = bench.poll()
        assert found in (frozenset({NTAG}), Miss.GARBLED, Miss.EMPTY)
        with pytest.raises(DeviceMissing):
            bench.poll()
    except DeviceMissing:
        pass
    assert bench.time.now_s - at_s < 0.1
    bench.chip.transfer = Mfrc522Chip.transfer.__get__(bench.chip)  # type: ignore[method-assign]
    bench.chip.plug_in()
    assert bench.poll() == frozenset({NTAG})


def _unplug_after(bench: EmulatedRc522, transfers: int, miso: int) -> None:
    left, transfer = [transfers], bench.chip.transfer

    def count(sent: list[int]) -> list[int]:
        left[0] -= 1
        if not left[0]:
            bench.chip.unplug(miso)
        return transfer(sent)

    bench.chip.transfer = count  # type: ignore[method-assign]


def test_a_chip_that_was_reset_is_prepared_and_misses_nothing(bench: EmulatedRc522) -> None:
    bench.lay(NTAG)
    bench.poll()
    bench.chip.reset()
    assert bench.poll() == frozenset({NTAG})


def test_a_chip_may_wake_slowly(bench: EmulatedRc522) -> None:
    bench.lay(NTAG)
    bench.chip.plug_in(wakes_in_s=0.03)
    assert bench.poll() == frozenset({NTAG})


def test_a_chip_that_wakes_even_later_is_found_then(bench: EmulatedRc522) -> None:
    bench.lay(NTAG)
    bench.chip.plug_in(wakes_in_s=0.5)
    with pytest.raises(DeviceMissing):
        bench.poll()
    bench.time.sleep(1)
    assert bench.poll() == frozenset({NTAG})


def test_no_bus_says_what_to_do(bench: EmulatedRc522) -> None:
    with pytest.raises(DeviceMissing, match=r"no /dev/spidev0\.1: turn on SPI"):
        bench.another("window", device=1).poll()


def test_a_bus_that_fails_raises_and_is_opened_again(bench: EmulatedRc522) -> None:
    bench.lay(NTAG)
    bench.poll()
    transfer = bench.chip.transfer

    def fail(_: list[int]) -> list[int]:
        raise OSError(5, "Input/output error")

    bench.chip.transfer = fail  # type: ignore[assignment,method-assign]
    with pytest.raises(DeviceMissing, match=r"The SPI bus fails at /dev/spidev0\.0 \(Input/output error\)"):
        bench.poll()
    bench.chip.transfer = transfer  # type: ignore[method-assign]
    assert bench.poll() == frozenset({NTAG})
    assert bench.buses.open_places == [(0, 0)]


# What it leaves alone


def test_only_the_reset_pin_is_raised_and_given_back(bench: EmulatedRc522) -> None:
    lamp = bench.header.pins.level(17)
    lamp.set(True)
    bench.poll()
    assert (bench.header.pin(25).function, bench.header.pin(25).state) == ("output", 1)
    bench.reader.close()
    assert bench.header.in_use() == {17}
    assert (bench.header.pin(25).function, bench.header.pin(17).state) == ("input", 1)
    assert bench.buses.open_places == []


def test_two_readers_close_independently(bench: EmulatedRc522) -> None:
    bench.buses.chips[0, 1] = Mfrc522Chip(bench.time)
    window = bench.another("window", device=1, reset=24)
    assert [bench.poll(), window.poll()] == [Miss.EMPTY, Miss.EMPTY]
    window.close()
    assert bench.header.in_use() == {25}
    assert bench.poll() is Miss.EMPTY


def test_a_reader_without_a_reset_pin_needs_none(bench: EmulatedRc522) -> None:
    bench.lay(NTAG)
    reader = bench.another("deeds", reset=None)
    assert reader.poll() == frozenset({NTAG})
    reader.close()
    assert bench.header.in_use() == set()


def test_a_reader_whose_reset_pin_does_not_open_goes_on_by_a_soft_reset(bench: EmulatedRc522) -> None:
    bench.header.break_pins([25])
    bench.lay(NTAG)
    assert bench.poll() == frozenset({NTAG})
    assert bench.header.in_use() == set()


def test_the_receiver_gain_can_be_set_and_is_33_db_otherwise(bench: EmulatedRc522) -> None:
    bench.poll()
    assert bench.chip.transfer([0x26 << 1 | 0x80, 0])[1] == 0x40
    bench.reader.close()
    loud = Rc522Reader("deeds", bench.header.pins, gain=48, sleep=bench.time.sleep)
    loud.poll()
    assert bench.chip.transfer([0x26 << 1 | 0x80, 0])[1] == 0x70
    loud.close()


# A reader that may have gone deaf


def test_a_reader_is_reset_by_its_pin_and_set_up_when_it_is_renewed(bench: EmulatedRc522) -> None:
    bench.poll()
    bench.header.written(25)
    bench.chip.reset()
    bench.reader.renew()
    assert bench.header.written(25)[-2:] == [0, 1]
    bench.lay(NTAG)
    assert bench.poll() == frozenset({NTAG})


@pytest.mark.parametrize("register", [0x26, 0x2D, 0x15])
def test_a_chip_that_forgets_what_is_written_to_it_is_lost(bench: EmulatedRc522, register: int) -> None:
    transfer = bench.chip.transfer
    bench.chip.transfer = lambda sent: transfer([sent[0], 0] if sent[0] == register << 1 else sent)  # type: ignore[method-assign]
    with pytest.raises(DeviceMissing, match=f"does not keep what is written to it \\(register {register:02X}"):
        bench.poll()


def test_a_chip_whose_antenna_stays_off_is_lost(bench: EmulatedRc522) -> None:
    transfer = bench.chip.transfer
    bench.chip.transfer = lambda sent: transfer([sent[0], 0x80] if sent[0] == 0x14 << 1 else sent)  # type: ignore[method-assign]
    with pytest.raises(DeviceMissing, match=r"antenna of the RC522 at .* does not go on"):
        bench.poll()


def test_the_field_is_off_between_polls(bench: EmulatedRc522) -> None:
    bench.poll()
    assert not bench.chip.has_field


def test_the_log_of_the_package_goes_nowhere(bench: EmulatedRc522, caplog: pytest.LogCaptureFixture) -> None:
    """A program may have a root handler that writes to the screen."""
    bench.poll()
    logging.getLogger("mfrc522Logger").critical("a line across the screen")
    assert caplog.records == []


def test_the_package_writes_nothing_on_the_screen(bench: EmulatedRc522, capfd: pytest.CaptureFixture[str]) -> None:
    for _ in range(3):
        bench.poll()
        bench.reader.close()
    logging.getLogger("mfrc522Logger").error("AUTH ERROR!!")
    assert capfd.readouterr() == ("", "")


def test_a_reader_can_be_closed_from_another_thread_and_polled_again(bench: EmulatedRc522) -> None:
    bench.lay(NTAG)
    bench.poll()
    thread = Thread(target=bench.reader.close)
    thread.start()
    thread.join()
    assert bench.poll() == frozenset({NTAG})


def test_the_stand_in_for_rpi_gpio_is_removed_after_the_import(bench: EmulatedRc522) -> None:
    bench.poll()
    assert "RPi" not in sys.modules
    assert "RPi.GPIO" not in sys.modules


def test_another_package_of_the_same_name_raises(bench: EmulatedRc522, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mfrc522", type(sys)("mfrc522"))
    with pytest.raises(DeviceMissing, match="Another package called mfrc522"):
        bench.poll()


def test_a_missing_driver_matters_only_where_there_is_a_bus(
    bench: EmulatedRc522, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(DeviceMissing, match=r"no /dev/spidev0\.0: turn on SPI"):
        bench.poll()
    monkeypatch.setattr(Path, "exists", lambda _: True)
    with pytest.raises(DeviceMissing, match=r"not installed \(spidev\): run pip install '\.\[pi\]'"):
        bench.poll()


def test_nothing_is_imported_before_the_first_poll() -> None:
    program = "import hardware.rc522, sys; print(*[name for name in ('mfrc522', 'gpiozero') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.split() == []
