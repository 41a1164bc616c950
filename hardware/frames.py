"""What a token board and the companion say to each other, told in firmware_notes/serial_protocol.md."""

from dataclasses import dataclass

from hardware.board import BoardKind
from hardware.serial_line import seal
from hardware.signals import Uid

PROTOCOL = 1
SEQUENCE = 0x10000  # frames are counted up to here, and from 0 again

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
