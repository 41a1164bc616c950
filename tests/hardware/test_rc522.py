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
from hardware.readers import Miss
from tests.emulators.bits import Bits
from tests.emulators.mfrc522_chip import Mfrc522Chip
from tests.hardware.rc522_bench import Bench, bench, needs_mfrc522

pytestmark = needs_mfrc522

CLASSIC, NTAG, TEN = "DEADBEEF", "047DB1AABBCCDD", "0102030405060708090A"
ROOT = Path(__file__).parents[2]


@pytest.fixture
def table() -> Iterator[Bench]:
    with bench() as made:
        yield made


# What lies there


@pytest.mark.parametrize("uid", [CLASSIC, NTAG, TEN, "88776655", "00000000", "FFFFFFFF", "04888888888888"])
def test_a_number_is_read_whole(table: Bench, uid: str) -> None:
    table.lay(uid)
    assert table.poll() == frozenset({uid})


def test_nothing_is_nothing(table: Bench) -> None:
    assert table.poll() is Miss.EMPTY


def test_an_empty_look_takes_few_transfers_and_little_time(table: Bench) -> None:
    table.poll()
    transfers, at_s = table.buses.transfers, table.time.now_s
    table.poll()
    assert table.buses.transfers - transfers < 40
    assert table.time.now_s - at_s < 0.010


def test_a_card_that_rests_for_minutes_is_seen_at_every_look(table: Bench) -> None:
    table.lay(NTAG)
    for _ in range(3 * 60 * 10):
        assert table.poll() == frozenset({NTAG})
        table.time.sleep(0.1)


def test_a_card_comes_and_goes(table: Bench) -> None:
    assert table.poll() is Miss.EMPTY
    table.lay(NTAG)
    assert table.poll() == frozenset({NTAG})
    table.chip.lift(NTAG)
    assert table.poll() is Miss.EMPTY


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
def test_several_at_once_are_all_read(table: Bench, uids: tuple[str, ...], from_the_frame: bool) -> None:
    table.chip.counts_collisions_from_the_frame = from_the_frame
    table.lay(*uids)
    table.poll()
    at_s = table.time.now_s
    assert table.poll() == frozenset(uids)
    assert table.time.now_s - at_s < 0.05 * max(1, len(uids) - 1), "a look may take 50 ms"


def test_any_two_are_read(table: Bench) -> None:
    rng = SeededRandom(7)
    for length, other in product((4, 7, 10), repeat=2):
        for _ in range(20):
            pair = frozenset({_some_uid(rng, length), _some_uid(rng, other)})
            table.lay(*pair)
            assert table.poll() == pair
            table.chip.cards.clear()


def _some_uid(rng: SeededRandom, length: int) -> str:
    return "04" + "".join(f"{rng.below(256):02X}" for _ in range(length - 1))


def test_a_number_made_up_for_the_moment_is_no_tag(table: Bench) -> None:
    """As a phone's, which would be another at every look."""
    table.lay("08A1B2C3")
    assert table.poll() is Miss.GARBLED


def test_a_card_that_cannot_be_silenced_does_not_hold_up_the_table(table: Bench) -> None:
    table.lay(NTAG)
    table.chip.noise = lambda frame: (*frame[:-1], 1 - frame[-1]) if len(frame) == 32 else frame  # no HLTA arrives
    assert table.poll() == frozenset({NTAG})


# Noise


@pytest.mark.parametrize("uids", [(NTAG,), (NTAG, "047DB1AABBCC22")], ids=["one", "two"])
def test_noise_makes_no_number(table: Bench, uids: tuple[str, ...]) -> None:
    """No parity bits are emulated here, which would catch most of it."""
    rng = SeededRandom(1)
    table.lay(*uids)

    def noise(frame: Bits) -> Bits:
        return tuple(bit ^ rng.happens(0.002) for bit in frame)

    table.chip.noise = noise
    looks = [table.poll() for _ in range(3_000)]
    read = [look for look in looks if not isinstance(look, Miss)]
    assert set[str]().union(*read) == set(uids)
    assert looks.count(Miss.GARBLED) > 200, "there was noise"
    assert len(read) > 500, "and it was read through it"


def test_noise_alone_is_not_nothing(table: Bench) -> None:
    table.lay(NTAG)
    table.chip.noise = lambda frame: tuple(bit ^ 1 for bit in frame) if len(frame) == 40 else frame
    assert table.poll() is Miss.GARBLED


# A chip that does not answer


@pytest.mark.parametrize("miso", [0x00, 0xFF])
def test_a_reader_that_is_unplugged_is_noticed_and_found_again(table: Bench, miso: int) -> None:
    table.lay(NTAG)
    table.poll()
    table.chip.unplug(miso)
    for _ in range(3):
        with pytest.raises(DeviceMissing, match=r"No RC522 answers at /dev/spidev0\.0 .* check its wires"):
            table.poll()
    table.chip.plug_in()
    assert table.poll() == frozenset({NTAG})


@pytest.mark.parametrize("miso", [0x00, 0xFF])
@pytest.mark.parametrize("transfers", range(1, 90, 4))
def test_so_is_one_that_is_unplugged_while_it_reads(table: Bench, miso: int, transfers: int) -> None:
    table.lay(NTAG)
    table.poll()
    _unplug_after(table, transfers, miso)
    at_s = table.time.now_s
    try:
        found = table.poll()
        assert found in (frozenset({NTAG}), Miss.GARBLED, Miss.EMPTY)
        with pytest.raises(DeviceMissing):
            table.poll()
    except DeviceMissing:
        pass
    assert table.time.now_s - at_s < 0.1
    table.chip.transfer = Mfrc522Chip.transfer.__get__(table.chip)  # type: ignore[method-assign]
    table.chip.plug_in()
    assert table.poll() == frozenset({NTAG})


def _unplug_after(table: Bench, transfers: int, miso: int) -> None:
    left, transfer = [transfers], table.chip.transfer

    def count(sent: list[int]) -> list[int]:
        left[0] -= 1
        if not left[0]:
            table.chip.unplug(miso)
        return transfer(sent)

    table.chip.transfer = count  # type: ignore[method-assign]


def test_a_chip_that_was_reset_is_made_ready_and_misses_nothing(table: Bench) -> None:
    table.lay(NTAG)
    table.poll()
    table.chip.reset()
    assert table.poll() == frozenset({NTAG})


def test_a_chip_may_take_its_time_to_wake(table: Bench) -> None:
    table.lay(NTAG)
    table.chip.plug_in(wakes_in_s=0.03)
    assert table.poll() == frozenset({NTAG})


def test_one_that_is_later_still_is_found_when_it_is_there(table: Bench) -> None:
    table.lay(NTAG)
    table.chip.plug_in(wakes_in_s=0.5)
    with pytest.raises(DeviceMissing):
        table.poll()
    table.time.sleep(1)
    assert table.poll() == frozenset({NTAG})


def test_no_bus_says_what_to_do(table: Bench) -> None:
    with pytest.raises(DeviceMissing, match=r"no /dev/spidev0\.1: turn on SPI"):
        table.another("window", device=1).poll()


def test_a_bus_that_fails_is_told_and_opened_anew(table: Bench) -> None:
    table.lay(NTAG)
    table.poll()
    transfer = table.chip.transfer

    def fail(_: list[int]) -> list[int]:
        raise OSError(5, "Input/output error")

    table.chip.transfer = fail  # type: ignore[assignment,method-assign]
    with pytest.raises(DeviceMissing, match=r"The SPI bus fails at /dev/spidev0\.0 \(Input/output error\)"):
        table.poll()
    table.chip.transfer = transfer  # type: ignore[method-assign]
    assert table.poll() == frozenset({NTAG})
    assert table.buses.open_places == [(0, 0)]


# What it leaves alone


def test_its_reset_pin_is_raised_and_given_back_and_no_other_is_touched(table: Bench) -> None:
    lamp = table.header.pins.level(17)
    lamp.set(True)
    table.poll()
    assert (table.header.pin(25).function, table.header.pin(25).state) == ("output", 1)
    table.reader.close()
    assert table.header.in_use() == {17}
    assert (table.header.pin(25).function, table.header.pin(17).state) == ("input", 1)
    assert table.buses.open_places == []


def test_two_readers_close_each_for_itself(table: Bench) -> None:
    table.buses.chips[0, 1] = Mfrc522Chip(table.time)
    window = table.another("window", device=1, reset=24)
    assert [table.poll(), window.poll()] == [Miss.EMPTY, Miss.EMPTY]
    window.close()
    assert table.header.in_use() == {25}
    assert table.poll() is Miss.EMPTY


def test_a_reader_without_a_reset_pin_needs_none(table: Bench) -> None:
    table.lay(NTAG)
    reader = table.another("deeds", reset=None)
    assert reader.poll() == frozenset({NTAG})
    reader.close()
    assert table.header.in_use() == set()


def test_the_field_is_off_between_looks(table: Bench) -> None:
    table.poll()
    assert not table.chip.has_field


def test_what_the_package_logs_reaches_nobody(table: Bench, caplog: pytest.LogCaptureFixture) -> None:
    """A program may have a handler of its own at the root, which writes on the screen as well."""
    table.poll()
    logging.getLogger("mfrc522Logger").critical("a line across the screen")
    assert caplog.records == []


def test_it_writes_nothing_on_the_screen(table: Bench, capfd: pytest.CaptureFixture[str]) -> None:
    for _ in range(3):
        table.poll()
        table.reader.close()
    logging.getLogger("mfrc522Logger").error("AUTH ERROR!!")
    assert capfd.readouterr() == ("", "")


def test_it_may_be_closed_from_another_thread_and_polled_again(table: Bench) -> None:
    table.lay(NTAG)
    table.poll()
    thread = Thread(target=table.reader.close)
    thread.start()
    thread.join()
    assert table.poll() == frozenset({NTAG})


def test_the_stand_in_for_rpi_gpio_does_not_stay(table: Bench) -> None:
    table.poll()
    assert "RPi" not in sys.modules
    assert "RPi.GPIO" not in sys.modules


def test_another_package_of_the_same_name_is_told(table: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mfrc522", type(sys)("mfrc522"))
    with pytest.raises(DeviceMissing, match="Another package called mfrc522"):
        table.poll()


def test_a_driver_that_is_not_installed_matters_only_where_there_is_a_bus(
    table: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(DeviceMissing, match=r"no /dev/spidev0\.0: turn on SPI"):
        table.poll()
    monkeypatch.setattr(Path, "exists", lambda _: True)
    with pytest.raises(DeviceMissing, match=r"not installed \(spidev\): run pip install '\.\[pi\]'"):
        table.poll()


def test_nothing_is_imported_before_it_is_polled() -> None:
    program = "import hardware.rc522, sys; print(*[name for name in ('mfrc522', 'gpiozero') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.split() == []
