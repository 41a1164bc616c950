"""Lines on the wire: what is sent arrives, in whatever pieces, and nothing else does."""

import binascii

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.serial_line import MAX_LINE, LineSplitter, crc16, seal, unseal

TEXTS = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=MAX_LINE - 6)


def test_the_checksum_is_a_known_one() -> None:
    assert crc16(b"123456789") == 0x29B1


@given(st.binary())
def test_the_checksum_is_the_standard_librarys(data: bytes) -> None:
    assert crc16(data) == binascii.crc_hqx(data, 0xFFFF)


@given(TEXTS)
def test_what_is_sealed_can_be_unsealed(text: str) -> None:
    line = seal(text)
    assert line.endswith(b"\n")
    assert unseal(line[:-1]) == (text, "")
    assert unseal(line[:-1] + b"\r") == (text, "")


@pytest.mark.parametrize("text", ["", "a\nb", "ü", "\x7f", "a\x00", "x" * (MAX_LINE - 5)])
def test_text_that_no_line_can_hold_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="a line cannot hold this text"):
        seal(text)


@given(st.binary(max_size=300) | st.builds(lambda body, end: b"!" + body + b"*" + end, st.binary(), st.binary()))
def test_only_sealed_lines_are_accepted(line: bytes) -> None:
    text, why = unseal(line)
    assert bool(text) is not bool(why)
    if text:
        assert seal(text)[:-1] == line.removesuffix(b"\r")


@given(TEXTS, st.lists(st.integers(0, 8 * MAX_LINE), min_size=1, max_size=3, unique=True))
def test_up_to_three_wrong_bits_are_always_found(text: str, flips: list[int]) -> None:
    line = bytearray(seal(text)[:-1])
    for flip in {flip % (8 * len(line)) for flip in flips}:
        line[flip // 8] ^= 1 << flip % 8
    assert unseal(bytes(line))[0] == ""


@pytest.mark.parametrize("sums", [b"+B3F", b"b3ff", b" 3FF", b"B3_F", b"B3FE", b"\xb2\xb3\xb9\xb2"])
def test_a_checksum_is_four_capital_digits(sums: bytes) -> None:
    assert seal("PING 1") == b"!PING 1*B3FF\n"
    assert unseal(b"!PING 1*" + sums) == ("", "wrong checksum")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"", "does not begin with !"),
        (b"PING 1*B3FF", "does not begin with !"),
        (b"\xff!PING 1*B3FF", "does not begin with !"),
        (b"!", "cut off"),
        (b"!*FFFF", "cut off"),
        (b"!PING", "cut off"),
        (b"!PING 1*B3F", "cut off"),
        (b"!PING 1*B3FFF", "cut off"),
        (b"!a\tb*" + b"%04X" % crc16(b"a\tb"), "holds bytes that are not allowed"),
        (b"!" + b"x" * MAX_LINE, "too long"),
    ],
)
def test_each_fault_is_named(line: bytes, why: str) -> None:
    assert unseal(line) == ("", why)


# Pieces


@given(st.lists(TEXTS, max_size=5), st.lists(st.integers(1, 50), min_size=1))
def test_lines_arrive_whole_however_they_are_cut(texts: list[str], sizes: list[int]) -> None:
    data, lines, found = b"".join(map(seal, texts)), LineSplitter(), []
    at = turn = 0
    while at < len(data):
        size = sizes[turn % len(sizes)]
        found += lines.feed(data[at : at + size])
        at, turn = at + size, turn + 1
    assert [unseal(line)[0] for line in found] == texts


def test_only_the_start_of_an_endless_line_is_kept() -> None:
    lines = LineSplitter()
    for _ in range(1_000):
        assert lines.feed(b"x" * 1_000) == []
    assert len(lines._begun) <= MAX_LINE + 2
    long, good = lines.feed(b"\n" + seal("PING 1"))
    assert unseal(long) == ("", "too long")
    assert unseal(good) == ("PING 1", "")


def test_the_longest_line_passes_and_one_more_does_not() -> None:
    text = "x" * (MAX_LINE - 6)
    (line,) = LineSplitter().feed(seal(text)[:-1] + b"\r\n")
    assert unseal(line) == (text, "")
    body = b"x" * (MAX_LINE - 5)
    (line,) = LineSplitter().feed(b"!" + body + b"*%04X\n" % crc16(body))
    assert unseal(line) == ("", "too long")
