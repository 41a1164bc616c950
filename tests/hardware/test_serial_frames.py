"""The frames of a token board: every kind is read, and no noise becomes a frame or stops the reading."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.serial_frames import (
    Alive,
    BoardHello,
    Corrupt,
    Frame,
    FrameReader,
    Misheard,
    ReaderBack,
    ReaderLost,
    ReaderSees,
    SnapshotEnd,
    StickerTapped,
    UnknownFrame,
    read_frame,
)
from hardware.serial_line import MAX_LINE, seal
from hardware.signals import BoardKind
from tests.hardware.rig_bench import CAR, HAT, SHIP

HELLO = "proto=1 fw=1.0 caps=uid readers=10 boot=3F2A module=north first=20"


def read(text: str) -> Frame | Corrupt:
    (frame,) = FrameReader().feed(seal(text))
    return frame


@pytest.mark.parametrize(
    ("text", "frame"),
    [
        (f"HELLO 0 {HELLO}", BoardHello(0, 1, "3F2A", BoardKind.IDENTIFYING, 10, "north", 20, "1.0")),
        ("HELLO 7 proto=1 caps=tap readers=0 boot=1 module=wand", BoardHello(7, 1, "1", BoardKind.TAP, 0, "wand")),
        (
            "HELLO 0 boot=1 readers=40 caps=presence proto=1 module=a colour=red",
            BoardHello(0, 1, "1", BoardKind.PRESENCE, 40, "a"),
        ),
        ("HELLO 0 proto=2 caps=telepathy", BoardHello(0, 2)),
        (f"POS 65535 9 {CAR}", ReaderSees(65_535, 9, frozenset({CAR}))),
        (f"POS 1 0 {CAR},{HAT},{SHIP}", ReaderSees(1, 0, frozenset({CAR, HAT, SHIP}))),
        ("POS 1 0 -", ReaderSees(1, 0, frozenset())),
        ("POS 1 39 +", ReaderSees(1, 39, frozenset({""}))),
        (f"AT 1 0 {CAR}", ReaderSees(1, 0, frozenset({CAR}), is_news=False)),
        ("AT 1 3 ! spi", ReaderLost(1, 3, "spi", is_news=False)),
        ("SNAP 4 0", SnapshotEnd(4, 0)),
        ("SNAP 4 40", SnapshotEnd(4, 40)),
        (f"TAP 5 {CAR}", StickerTapped(5, CAR)),
        ("LOST 6 3 no answer", ReaderLost(6, 3, "no answer")),
        ("LOST 6 3", ReaderLost(6, 3, "")),
        ("BACK 6 3", ReaderBack(6, 3)),
        ("PONG 1", Alive(1)),
        ("HB 1 123456", Alive(1)),
        ("ERR 1 wrong checksum", Misheard(1, "wrong checksum")),
        ("GLOW 9 whatever it is", UnknownFrame(9, "GLOW")),
    ],
)
def test_every_kind_of_frame(text: str, frame: Frame) -> None:
    assert read(text) == frame


@pytest.mark.parametrize(
    "text",
    [
        "POS",
        "POS x 1 -",
        "POS 65536 1 -",
        "POS 1 40 -",
        "POS 1 -1 -",
        "POS 1 1",
        "POS 1 1 - -",
        "POS 1  -",
        "POS 1 1 04a2b3c4d5e680",
        "POS 1 1 04A2",
        f"POS 1 1 {CAR},",
        f"POS 1 1 {CAR},+",
        "POS 1_0 1 -",
        "POS +1 1 -",
        "AT 1",
        "AT 1 1",
        "AT 1 40 !",
        "SNAP 1",
        "SNAP 1 41",
        "SNAP 1 1 1",
        "TAP 1",
        "TAP 1 -",
        "TAP 1 +",
        "LOST 1",
        "BACK 1",
        "BACK 1 1 1",
        "HELLO 1",
        "HELLO 1 proto",
        "HELLO 1 proto=one",
        "HELLO 1 proto=1 caps=magic readers=1 boot=1 module=a",
        "HELLO 1 proto=1 caps=uid readers=41 boot=1 module=a",
        "HELLO 1 proto=1 caps=uid readers=1 module=a",
        "HELLO 1 proto=1 caps=uid readers=1 boot=1",
        "HELLO 1 proto=1 caps=uid readers=1 boot=1 module=a/b",
        "HELLO 1 proto=1 caps=uid readers=1 boot=1 module=abcdefghijklmnopqrstu",
        "HELLO 1 proto=1 caps=uid readers=1 boot=1 module=a first=40",
        "HB",
        " ",
    ],
)
def test_nonsense_with_a_good_checksum_is_corrupt(text: str) -> None:
    frame = read(text)
    assert isinstance(frame, Corrupt)
    assert frame.why == f"right checksum, but not a valid {text.split(' ')[0]}"


def test_empty_lines_are_ignored() -> None:
    assert FrameReader().feed(b"\n\r\n\n") == []


def test_noise_between_frames_is_reported_and_costs_no_whole_frame() -> None:
    said = seal("HB 1") + b"\xff\x00 rubbish\n" + seal("HB 2") + b"!HB 3*0000\n" + b"x" * 5_000 + b"\n" + seal("HB 4")
    frames = FrameReader().feed(said)
    assert [frame for frame in frames if not isinstance(frame, Corrupt)] == [Alive(1), Alive(2), Alive(4)]
    whys = [frame.why for frame in frames if isinstance(frame, Corrupt)]
    assert whys == ["does not begin with !", "wrong checksum", "too long"]
    assert all(len(frame.line) <= MAX_LINE + 2 for frame in frames if isinstance(frame, Corrupt))


# Arbitrary input

KINDS = ("HELLO", "POS", "AT", "SNAP", "TAP", "LOST", "BACK", "PONG", "HB", "ERR")
WORDS = st.text(st.sampled_from([*"0123456789ABCDEF -+!,=*"]), max_size=30)
SEALED = st.builds(lambda kind, words: seal(f"{kind} {words}"), st.sampled_from([*"GLOW", ""]), WORDS)
PIECES = st.lists(st.binary(max_size=300) | SEALED, max_size=8)


@given(PIECES)
def test_no_input_raises_and_nothing_unsealed_is_accepted(pieces: list[bytes]) -> None:
    reader, said = FrameReader(), b"".join(pieces)
    frames = [frame for piece in pieces for frame in reader.feed(piece)]
    lines = [line for line in said.split(b"\n")[:-1] if line not in (b"", b"\r")]
    assert len(frames) == len(lines)
    for frame, line in zip(frames, lines, strict=True):
        if not isinstance(frame, Corrupt):
            assert read_frame(line) == frame
            assert seal(line.removesuffix(b"\r")[1:-5].decode("ascii"))[:-1] == line.removesuffix(b"\r")


@given(st.lists(SEALED, min_size=1, max_size=6), st.data())
def test_one_at_a_time_is_the_same_as_all_at_once(said: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(said)
    cut = data.draw(st.integers(0, len(whole)))
    by_bytes, in_two = FrameReader(), FrameReader()
    once = FrameReader().feed(whole)
    assert [frame for byte in whole for frame in by_bytes.feed(bytes([byte]))] == once
    assert [*in_two.feed(whole[:cut]), *in_two.feed(whole[cut:])] == once
