"""From bytes to frames, with no port in sight. Noise is a value here, and nothing is raised for it."""

from collections.abc import Callable, Mapping

from hardware.board import SPACES, BoardKind
from hardware.frames import (
    PROTOCOL,
    SEQUENCE,
    Alive,
    Corrupt,
    Frame,
    Hello,
    Misheard,
    ReaderBack,
    ReaderLost,
    Snapped,
    Stands,
    Tapped,
    Unknown,
)
from hardware.serial_line import Lines, unseal
from hardware.signals import Uid

SENSES = {"uid": BoardKind.IDENTIFYING, "presence": BoardKind.PRESENCE, "tap": BoardKind.TAP}
NOTHING, SOMETHING = "-", "+"
NAME_MOST = 20
UID_DIGITS = (8, 14, 20)


class FrameReader:
    def __init__(self) -> None:
        self._lines = Lines()

    def feed(self, data: bytes) -> list[Frame | Corrupt]:
        return [read_frame(line) for line in self._lines.feed(data) if line not in (b"", b"\r")]


def read_frame(line: bytes) -> Frame | Corrupt:
    """Of one line, without its line feed."""
    text, why = unseal(line)
    if why:
        return Corrupt(line, why)
    kind, *words = text.split(" ")
    try:
        return KINDS.get(kind, _unknown_named(kind))(_number(words[0], SEQUENCE), words[1:])
    except (ValueError, IndexError):
        return Corrupt(line, f"the checksum is right, but this is no {kind}", kind)


# Each is given the words after the sequence number, and raises ValueError or IndexError if they do not fit.

_Read = Callable[[int, list[str]], Frame]


def _hello(sequence: int, words: list[str]) -> Frame:
    said = dict(word.split("=", 1) for word in words)
    protocol = _number(said.get("proto", ""), 1_000)
    if protocol != PROTOCOL:
        return Hello(sequence, protocol)
    kind, first = _sense(said), _number(said.get("first", "0"), SPACES)
    readers = _number(said.get("readers", ""), SPACES + 1)
    return Hello(
        sequence, protocol, _name(said, "boot"), kind, readers, _name(said, "module"), first, said.get("fw", "")
    )


def _sense(said: Mapping[str, str]) -> BoardKind:
    if said.get("caps") not in SENSES:
        raise ValueError("it does not say what it can sense")
    return SENSES[said["caps"]]


def _name(said: Mapping[str, str], key: str) -> str:
    name = said.get(key, "")
    if not name.replace("-", "").isalnum() or len(name) > NAME_MOST:
        raise ValueError(f"it does not say its {key}")
    return name


def _stands(sequence: int, words: list[str]) -> Frame:
    reader, what = words
    return Stands(sequence, _number(reader, SPACES), _uids(what))


def _in_snapshot(sequence: int, words: list[str]) -> Frame:
    reader, what, *why = words
    if what == "!":
        return ReaderLost(sequence, _number(reader, SPACES), " ".join(why), is_news=False)
    return Stands(sequence, _number(reader, SPACES), _uids(what), is_news=False)


def _snapped(sequence: int, words: list[str]) -> Frame:
    (frames,) = words
    return Snapped(sequence, _number(frames, SPACES + 1))


def _tapped(sequence: int, words: list[str]) -> Frame:
    (uid,) = words
    return Tapped(sequence, _uid(uid))


def _reader_lost(sequence: int, words: list[str]) -> Frame:
    return ReaderLost(sequence, _number(words[0], SPACES), " ".join(words[1:]))


def _reader_back(sequence: int, words: list[str]) -> Frame:
    (reader,) = words
    return ReaderBack(sequence, _number(reader, SPACES))


def _alive(sequence: int, words: list[str]) -> Frame:
    del words
    return Alive(sequence)


def _misheard(sequence: int, words: list[str]) -> Frame:
    return Misheard(sequence, " ".join(words))


def _unknown_named(kind: str) -> _Read:
    return lambda sequence, _: Unknown(sequence, kind)


KINDS: Mapping[str, _Read] = {
    "HELLO": _hello,
    "POS": _stands,
    "AT": _in_snapshot,
    "SNAP": _snapped,
    "TAP": _tapped,
    "LOST": _reader_lost,
    "BACK": _reader_back,
    "PONG": _alive,
    "HB": _alive,
    "ERR": _misheard,
}


def _number(word: str, below: int) -> int:
    """Plain digits only: int() would take "+1", "1_0" and digits of other scripts."""
    if not (word.isascii() and word.isdigit() and len(word) <= 5 and int(word) < below):
        raise ValueError("expected a number")
    return int(word)


def _uids(what: str) -> frozenset[Uid]:
    if what == NOTHING:
        return frozenset()
    if what == SOMETHING:
        return frozenset({""})
    return frozenset(_uid(word) for word in what.split(","))


def _uid(word: str) -> Uid:
    if len(word) not in UID_DIGITS or not set(word) <= set("0123456789ABCDEF"):
        raise ValueError("expected a tag's number")
    return word
