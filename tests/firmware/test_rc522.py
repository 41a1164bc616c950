"""The firmware's driver on fake chips: every tag on every reader, one antenna at a time, and chips that fail."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.firmware.fake_rc522 import FakeSpiBus
from tests.firmware.firmware import load

rc522 = load("rc522")

CAR, HAT, SHIP, LONG = "04A2B3C4D5E680", "04A2B3C4D5E681", "DEADBEEF", "04A2B3C4D5E680112233"
UIDS = st.sampled_from([8, 14, 20]).flatmap(
    lambda digits: st.text("0123456789ABCDEF", min_size=digits, max_size=digits)
)
# Like tags from one roll, with nearly the same number.
ROLL = st.integers(0, 0xFFFF).map(lambda number: f"04A2B3{number:04X}0080")


class SideOfReaders:
    def __init__(self, count: int = 3) -> None:
        self.bus = FakeSpiBus(count)
        self.slept_us: list[int] = []
        selects = [lambda level, number=number: self.bus.select(number, level) for number in range(count)]
        self.readers = rc522.Readers(self.bus, selects, self.slept_us.append)

    def read(self, reader: int) -> "tuple[str, ...] | None":
        found: tuple[str, ...] | None = self.readers.read(reader)
        assert not any(chip.has_field for chip in self.bus.chips), "an antenna stays on"
        return found


@pytest.mark.parametrize("uid", [CAR, SHIP, LONG, "88A2B3C4"])
def test_tags_of_every_length(uid: str) -> None:
    side = SideOfReaders()
    side.bus.chips[1].put(uid)
    assert [side.read(reader) for reader in range(3)] == [(), (uid,), ()]
    assert side.read(1) == (uid,), "again and again while it rests"


def test_a_tag_is_given_time_to_wake_up() -> None:
    side = SideOfReaders()
    side.read(0)
    side.read(0)
    assert side.slept_us == [50, 5_100, 5_100]


@given(st.sets(UIDS | ROLL, max_size=8))
def test_all_tags_on_one_reader(uids: set[str]) -> None:
    side = SideOfReaders(1)
    for uid in uids:
        side.bus.chips[0].put(uid)
    found = side.read(0)
    assert found is not None
    assert sorted(found) == sorted(uids)


def test_more_tags_than_tokens_do_not_keep_it_busy_for_ever() -> None:
    side = SideOfReaders(1)
    for number in range(20):
        side.bus.chips[0].put(f"{number:08X}")
    found = side.read(0)
    assert found is not None
    assert len(set(found)) == 8


@given(st.sets(ROLL, min_size=1, max_size=3), st.dictionaries(st.integers(0, 30), st.integers(0, 39), min_size=1))
def test_damaged_answers_never_become_another_tag(uids: set[str], noise: dict[int, int]) -> None:
    side = SideOfReaders(1)
    chip = side.bus.chips[0]
    for uid in uids:
        chip.put(uid)
    chip.noise = noise
    while chip.noise:
        found = side.read(0)
        assert found is None or set(found) <= uids
    assert sorted(side.read(0) or ()) == sorted(uids)


@pytest.mark.parametrize("answer", range(5))
def test_no_damaged_bit_of_any_answer_becomes_another_tag(answer: int) -> None:
    side = SideOfReaders(1)
    side.bus.chips[0].put(CAR)
    for bit in range(40):
        side.bus.chips[0].noise = {answer: bit}
        assert side.read(0) in (None, (CAR,))


@pytest.mark.parametrize("level", [0x00, 0xFF])
def test_a_chip_that_was_never_there(level: int) -> None:
    side = SideOfReaders()
    side.bus.chips[1].stuck_at = level
    assert side.read(0) == ()
    with pytest.raises(OSError, match="no chip answers"):
        side.read(1)
    assert side.read(2) == ()


@pytest.mark.parametrize("level", [0x00, 0xFF])
def test_a_chip_that_goes_away_and_comes_back(level: int) -> None:
    side = SideOfReaders()
    chip = side.bus.chips[1]
    chip.put(CAR)
    assert side.read(1) == (CAR,)
    chip.stuck_at = level
    with pytest.raises(OSError, match="no chip answers"):
        side.read(1)
    chip.stuck_at = None
    chip.reset()  # its power failed
    assert side.read(1) == (CAR,)


def test_a_chip_that_lost_power_for_a_moment_is_set_up_again() -> None:
    side = SideOfReaders()
    chip = side.bus.chips[1]
    chip.put(CAR)
    side.read(1)
    side.slept_us.clear()
    chip.reset()
    assert side.read(1) == (CAR,)
    assert side.slept_us == [50, 5_100]


def test_a_chip_that_dies_while_it_is_read() -> None:
    side = SideOfReaders()
    chip = side.bus.chips[1]
    chip.put(CAR)
    side.read(1)
    chip.dies_after = 10
    with pytest.raises(OSError, match="the chip went away"):
        side.readers.read(1)
    assert side.readers.read(2) == ()


def test_a_chip_that_hangs_is_given_up() -> None:
    side = SideOfReaders()
    side.read(1)
    side.bus.chips[1].hangs = True
    with pytest.raises(OSError, match="the chip hangs"):
        side.read(1)
