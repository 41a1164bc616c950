"""What the devices sense, never what it means, and how they are doing.

Times are milliseconds of a clock that never jumps. This is the only file of `hardware` that the table may import.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Literal

Uid = str  # a tag's complete number in hexadecimal, such as "04A2B3C4D5E680"


class BoardKind(Enum):
    """The three kinds of token board that people build, and so which signals to expect of one."""

    IDENTIFYING = "identifying"  # a reader under each space: which token stands where
    PRESENCE = "presence"  # a switch under each space: something stands there
    TAP = "tap"  # a wand: the space it touched, once per touch; a token leaving goes unnoticed


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    button: str  # "dice", "confirm", "cancel", "seat-1" to "seat-8"
    at_ms: int


@dataclass(frozen=True, slots=True)
class ButtonHeld:
    """Still down after two seconds. Sent once per press."""

    button: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class TagPlaced:
    """A tag that was not there before lies alone on a reader. Sent once, however long it stays."""

    reader: str
    uid: Uid
    at_ms: int


@dataclass(frozen=True, slots=True)
class TagRemoved:
    reader: str
    uid: Uid
    at_ms: int


@dataclass(frozen=True, slots=True)
class TagsCrowded:
    """Several tags at once, so none of them counts as a tap."""

    reader: str
    uids: tuple[Uid, ...]
    at_ms: int


@dataclass(frozen=True, slots=True)
class TagsRead:
    """One poll of a reader, sent only while somebody wants every poll. No `uids` and not garbled: nothing there."""

    reader: str
    uids: tuple[Uid, ...]
    is_garbled: bool
    at_ms: int


@dataclass(frozen=True, slots=True)
class TokenSeen:
    """Something stands on a space. A board that only senses presence leaves `uid` empty."""

    space: int
    uid: Uid
    at_ms: int


@dataclass(frozen=True, slots=True)
class TokenLifted:
    space: int
    uid: Uid
    at_ms: int


@dataclass(frozen=True, slots=True)
class SpotCovered:
    """Something came to a spot of the board, whichever space that is under. Sent only while the board is walked."""

    spot: str
    uid: Uid
    at_ms: int


@dataclass(frozen=True, slots=True)
class DeviceLost:
    device: str
    why: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class DeviceFound:
    device: str
    at_ms: int


Signal = (
    ButtonPressed
    | ButtonHeld
    | TagPlaced
    | TagRemoved
    | TagsCrowded
    | TagsRead
    | TokenSeen
    | TokenLifted
    | SpotCovered
    | DeviceLost
    | DeviceFound
)
Emit = Callable[[Signal], None]


def ignore_signal(signal: Signal) -> None:
    """The `emit` of a device that is closed."""
    del signal


@dataclass(frozen=True, slots=True)
class DeviceHealth:
    """`absent`: not fitted to this table. `lost`: fitted but not answering; `why` says more."""

    name: str
    state: Literal["present", "absent", "lost"]
    last_seen_ms: int | None = None  # when it last sensed or did something; None: never
    why: str = ""
    counters: tuple[tuple[str, int], ...] = ()
