"""The frames a token board and the companion exchange, read from bytes with no port involved.

firmware_notes/serial_protocol.md describes them. Noise is a value here; nothing is raised for it.
"""

from dataclasses import dataclass

from hardware.board import SPACES
from hardware.serial_line import LineSplitter, seal, unseal
from hardware.signals import BoardKind, Uid

PROTOCOL = 1
SEQUENCE = 0x10000  # frames are numbered from 0 up to this, then from 0 again
SENSES = {"uid": BoardKind.IDENTIFYING, "presence": BoardKind.PRESENCE, "tap": BoardKind.TAP}
NOTHING, SOMETHING = "-", "+"
MAX_NAME = 20
UID_DIGITS = (8, 14, 20)

ASK_HELLO, ASK_SNAP, ASK_PING = seal("HELLO"), seal("SNAP"), seal("PING")


@dataclass(frozen=True, slots=True)
class Corrupt:
    """A line that is not a frame. `kind` is set if the line arrived whole."""

    line: bytes
    why: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class BoardHello:
    """Which board this is. If `protocol` is not ours, the rest means nothing."""

    sequence: int
    protocol: int
    boot: str = ""  # different each time the board starts
    kind: BoardKind = BoardKind.IDENTIFYING
    readers: int = 0
    module: str = ""
    first: int = 0  # the space above its reader 0
    firmware: str = ""
    why: str = ""  # it restarted by itself: "watchdog", or the name of an error


@dataclass(frozen=True, slots=True)
class ReaderSees:
    """What stands on a reader now. Something without a tag is an empty Uid."""

    sequence: int
    reader: int
    uids: frozenset[Uid]
    is_news: bool = True  # False: part of a snapshot that we asked for


@dataclass(frozen=True, slots=True)
class SnapshotEnd:
    """The end of a snapshot of so many frames. A reader that was not in it has nothing on it."""

    sequence: int
    frames: int


@dataclass(frozen=True, slots=True)
class StickerTapped:
    """A wand touched the sticker under a space."""

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
    """The board is there; nothing more."""

    sequence: int


@dataclass(frozen=True, slots=True)
class Misheard:
    """The board could not read what we sent."""

    sequence: int
    why: str


@dataclass(frozen=True, slots=True)
class UnknownFrame:
    """A kind of frame that a newer board may send. It arrived whole, so it counts as a sign of life."""

    sequence: int
    kind: str


Frame = (
    BoardHello | ReaderSees | SnapshotEnd | StickerTapped | ReaderLost | ReaderBack | Alive | Misheard | UnknownFrame
)


class FrameReader:
    def __init__(self) -> None:
        self._lines = LineSplitter()

    def feed(self, data: bytes) -> list[Frame | Corrupt]:
        return [read_frame(line) for line in self._lines.feed(data) if line not in (b"", b"\r")]


def read_frame(line: bytes) -> Frame | Corrupt:
    """From one line, without its line feed."""
    text, why = unseal(line)
    if why:
        return Corrupt(line, why)
    kind, *words = text.split(" ")
    try:
        return _read_words(kind, _number(words[0], SEQUENCE), words[1:])
    except (ValueError, IndexError):
        return Corrupt(line, f"right checksum, but not a valid {kind}", kind)


def _read_words(kind: str, sequence: int, words: list[str]) -> Frame:
    """The words after the sequence number. Raises ValueError or IndexError if they do not fit."""
    match kind, words:
        case "HELLO", _:
            return _hello(sequence, dict(word.split("=", 1) for word in words))
        case "POS", [reader, what]:
            return ReaderSees(sequence, _number(reader, SPACES), _uids(what))
        case "AT", [reader, "!", *why]:
            return ReaderLost(sequence, _number(reader, SPACES), " ".join(why), is_news=False)
        case "AT", [reader, what, *_]:
            return ReaderSees(sequence, _number(reader, SPACES), _uids(what), is_news=False)
        case "SNAP", [frames]:
            return SnapshotEnd(sequence, _number(frames, SPACES + 1))
        case "TAP", [uid]:
            return StickerTapped(sequence, _uid(uid))
        case "LOST", [reader, *why]:
            return ReaderLost(sequence, _number(reader, SPACES), " ".join(why))
        case "BACK", [reader]:
            return ReaderBack(sequence, _number(reader, SPACES))
        case (("PONG" | "HB"), _):
            return Alive(sequence)
        case "ERR", _:
            return Misheard(sequence, " ".join(words))
        case (("POS" | "AT" | "SNAP" | "TAP" | "LOST" | "BACK"), _):
            raise ValueError("the wrong number of words")
        case _:
            return UnknownFrame(sequence, kind)


def _hello(sequence: int, values: dict[str, str]) -> BoardHello:
    protocol = _number(values.get("proto", ""), 1_000)
    if protocol != PROTOCOL:
        return BoardHello(sequence, protocol)
    boot, module = values.get("boot", ""), values.get("module", "")
    if not all(name.replace("-", "").isalnum() and len(name) <= MAX_NAME for name in (boot, module)):
        raise ValueError("no valid boot or module")
    if values.get("caps") not in SENSES:
        raise ValueError("does not say what it senses")
    return BoardHello(
        sequence,
        protocol,
        boot,
        SENSES[values["caps"]],
        _number(values.get("readers", ""), SPACES + 1),
        module,
        _number(values.get("first", "0"), SPACES),
        values.get("fw", ""),
        values.get("why", ""),
    )


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
