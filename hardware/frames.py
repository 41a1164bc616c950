"""From bytes to what a token board says, with no port in sight. Noise is a value here, and nothing is raised for it.

What each frame means is told in firmware_notes/serial_protocol.md.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hardware.board import SPACES, BoardKind
from hardware.serial_line import Lines, seal, unseal
from hardware.signals import Uid

PROTOCOL = 1
SEQUENCE = 0x10000  # frames are counted up to here, and from 0 again
SENSES = {"uid": BoardKind.IDENTIFYING, "presence": BoardKind.PRESENCE, "tap": BoardKind.TAP}
NOTHING, SOMETHING = "-", "+"
NAME_MOST = 20
UID_DIGITS = (8, 14, 20)

ASK_HELLO, ASK_SNAP, ASK_PING = seal("HELLO"), seal("SNAP"), seal("PING")


@dataclass(frozen=True, slots=True)
class Corrupt:
    """A line that is no frame. If it came whole, `kind` is what it would be."""

    line: bytes
    why: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Hello:
    """Which board this is. `protocol` may be one that is not understood here, and then the rest says nothing."""

    sequence: int
    protocol: int
    boot: str = ""  # another one each time the board starts
    kind: BoardKind = BoardKind.IDENTIFYING
    readers: int = 0
    module: str = ""
    first: int = 0  # the space of its reader 0
    firmware: str = ""


@dataclass(frozen=True, slots=True)
class Stands:
    """What stands on a reader now; something without a tag is an empty Uid."""

    sequence: int
    reader: int
    uids: frozenset[Uid]
    is_news: bool = True  # False: part of a snapshot that was asked for


@dataclass(frozen=True, slots=True)
class Snapped:
    """The end of a snapshot of so many frames. A reader that was not in it has nothing on it."""

    sequence: int
    frames: int


@dataclass(frozen=True, slots=True)
class Tapped:
    """The sticker under a space, touched by a wand."""

    sequence: int
    uid: Uid


@dataclass(frozen=True, slots=True)
class ReaderLost:
    sequence: int
    reader: int
    why: str
    is_news: bool = True


@dataclass(frozen=True, slots=True)
class ReaderBack:
    sequence: int
    reader: int


@dataclass(frozen=True, slots=True)
class Alive:
    """It only says that it is there."""

    sequence: int


@dataclass(frozen=True, slots=True)
class Misheard:
    """The board could not read what it was sent."""

    sequence: int
    why: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """A frame of a kind that a newer board may have. It is whole, and counts as heard."""

    sequence: int
    kind: str


Frame = Hello | Stands | Snapped | Tapped | ReaderLost | ReaderBack | Alive | Misheard | Unknown


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
