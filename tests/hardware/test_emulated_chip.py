"""The unmodified package behaves on the emulated chip as it is known to behave on the real one."""

import warnings
from collections.abc import Iterator
from types import ModuleType

import pytest

from tests.emulators.card_bits import bits_of, crc_a, octets_of, with_crc
from tests.emulators.cards import HALT, REQA, WUPA, CardState, EmulatedCard
from tests.hardware.emulated_rc522 import EmulatedRc522, emulated_rc522, needs_mfrc522

pytestmark = needs_mfrc522


class AnyPin:
    def set(self, is_high: bool) -> None: ...


@pytest.fixture
def bench() -> Iterator[EmulatedRc522]:
    with emulated_rc522() as made:
        yield made


def simple(bench: EmulatedRc522) -> "Simple":
    bench.poll()  # imports the package
    import mfrc522  # type: ignore[import-untyped]

    return Simple(mfrc522)


class Simple:
    """The package's own way to read cards, which the companion does not use."""

    def __init__(self, package: ModuleType) -> None:
        self._reader = package.SimpleMFRC522.__new__(package.SimpleMFRC522)
        self._reader.READER = package.MFRC522(pin_mode=11, pin_rst=AnyPin())

    def read_id(self) -> int | None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # the package inverts truth values by ~
            found: int | None = self._reader.read_id_no_block()
        return found


def test_the_package_reads_a_classic_with_its_check_byte(bench: EmulatedRc522) -> None:
    reader = simple(bench)
    bench.lay("DEADBEEF", sak=0x08)
    assert reader.read_id() == 0xDEADBEEF22


def test_the_package_reads_a_resting_card_every_second_time(bench: EmulatedRc522) -> None:
    reader = simple(bench)
    bench.lay("DEADBEEF", sak=0x08)
    assert [bool(reader.read_id()) for _ in range(4)] == [True, False, True, False]


def test_the_package_takes_an_ntag_for_its_cascade_tag(bench: EmulatedRc522) -> None:
    """This is the number that users of the package see for such a card."""
    reader = simple(bench)
    bench.lay("047DB1AABBCCDD")
    assert reader.read_id() == 584_190_898_496


def test_the_package_spins_two_thousand_times_over_nothing(bench: EmulatedRc522) -> None:
    reader = simple(bench)
    before = bench.buses.transfers
    assert reader.read_id() is None
    assert bench.buses.transfers - before > 2_000


def test_the_package_cannot_read_two_cards(bench: EmulatedRc522) -> None:
    reader = simple(bench)
    bench.lay("DEADBEEF", "01020304", sak=0x08)
    assert reader.read_id() is None


def test_its_coprocessor_and_ours_agree(bench: EmulatedRc522) -> None:
    bench.poll()
    import mfrc522

    chip = mfrc522.MFRC522(pin_mode=11, pin_rst=AnyPin())
    assert bytes(chip.CalulateCRC([0x50, 0x00])) == bytes.fromhex("57CD")  # as ISO 14443-3 gives it for HLTA
    assert crc_a(b"\x50\x00") == bytes.fromhex("57CD")


# Cards


def short(word: int) -> tuple[int, ...]:
    return bits_of([word])[:7]


def test_a_halted_card_answers_only_to_be_woken() -> None:
    card = EmulatedCard("DEADBEEF")
    card.hear(short(REQA))
    card.hear(bits_of(with_crc(bytes.fromhex("9370DEADBEEF22"))))
    states = [card.state]
    card.hear(bits_of(HALT))
    assert [*states, card.state] == [CardState.ACTIVE, CardState.HALT]
    assert card.hear(short(REQA)) is None
    assert card.hear(short(WUPA)) == bits_of(b"\x04\x00")


def test_a_card_that_was_not_addressed_falls_back_to_its_earlier_state() -> None:
    card = EmulatedCard("DEADBEEF")
    card.hear(short(REQA))
    assert card.hear(bits_of(with_crc(bytes.fromhex("93700102030404")))) is None
    assert card.state is CardState.IDLE
    assert card.hear(short(REQA)) == bits_of(b"\x04\x00")


@pytest.mark.parametrize(("known", "said"), [("", "DEADBEEF22"), ("DE", "ADBEEF22"), ("DEADBE", "EF22")])
def test_a_card_continues_after_the_known_part_of_its_number(known: str, said: str) -> None:
    card, octets = EmulatedCard("DEADBEEF"), bytes.fromhex(known)
    card.hear(short(REQA))
    answer = card.hear(bits_of(bytes([0x93, 0x20 + 0x10 * len(octets)]) + octets))
    assert answer is not None
    assert octets_of(answer) == bytes.fromhex(said)


def test_a_card_with_another_beginning_is_silent_and_stays_ready() -> None:
    card = EmulatedCard("DEADBEEF")
    card.hear(short(REQA))
    assert card.hear(bits_of(b"\x93\x30\x01")) is None
    assert card.state is CardState.READY
