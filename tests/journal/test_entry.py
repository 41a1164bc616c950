"""A line is read exactly as it was written, or not at all."""

import pytest
from msgspec.structs import replace

from companion.journal.entry import NO_HASH, JournalEntry, Unsound, entry_line, format_of, head_line, parse_line
from tests.journal.sample import entry, head


def test_a_line_is_a_json_object_with_the_hash_before_and_a_checksum() -> None:
    line = entry_line(JournalEntry(1, "tap", 5, b'{"a":1}'), NO_HASH)
    assert line.text == b'{"number":1,"id":"tap","at_ms":5,"body":{"a":1},"prev":"%s","crc":"d75682c0"}' % (b"0" * 32)
    assert line.hash == "157a6f7a85c4718106e1bcbacda5dc06"


@pytest.mark.parametrize("number", [1, 2, 7, 500])
def test_an_entry_comes_back(number: int) -> None:
    line = entry_line(entry(number), "0123456789abcdef" * 2)
    assert parse_line(line.text) == line
    assert (line.number, line.record, line.prev) == (number, entry(number), "0123456789abcdef" * 2)


def test_a_head_comes_back() -> None:
    line = head_line(head())
    assert parse_line(line.text) == line
    assert (line.number, line.record, line.prev) == (0, head(), NO_HASH)


def test_every_bit_counts() -> None:
    text = entry_line(entry(3), NO_HASH).text
    for bit in range(8 * len(text)):
        flipped = bytearray(text)
        flipped[bit // 8] ^= 1 << bit % 8
        with pytest.raises(Unsound):
            parse_line(bytes(flipped))


def test_no_part_of_a_line_is_a_line() -> None:
    text = entry_line(entry(3), NO_HASH).text
    for length in range(len(text)):
        with pytest.raises(Unsound):
            parse_line(text[:length])


@pytest.mark.parametrize(
    "wrong",
    [
        replace(entry(1), body=b""),
        replace(entry(1), body=b"{"),
        replace(entry(1), body=b"1 "),
        replace(entry(1), body=b"1,2"),
        replace(entry(1), body=b'{"a":\n1}'),
        replace(entry(1), body=b'"\xff"'),
        replace(entry(1), body=b'1,"id":"other"'),
        replace(entry(1), number=0),
        replace(entry(1), id=""),
        replace(entry(1), id="x" * 201),
        replace(entry(1), id="\ud800"),
        replace(entry(1), at_ms=2**63),
    ],
    ids=lambda wrong: repr(wrong)[:60],
)
def test_what_could_not_be_read_again_is_not_written(wrong: JournalEntry) -> None:
    with pytest.raises(Unsound):
        entry_line(wrong, NO_HASH)


def test_the_format_of_a_head_is_known_whatever_else_it_holds() -> None:
    newer = head_line(head(format=7)).text
    assert format_of(newer) == 7
    assert format_of(newer[:-1]) is None
