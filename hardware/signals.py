"""What devices felt, never what it means. Times are milliseconds of a clock that never jumps."""

from dataclasses import dataclass

Uid = str  # a tag's whole number as hexadecimal digits, such as "04A2B3C4D5E680"; never a part of it


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    button: str  # "dice", "confirm", "cancel", "seat-1" to "seat-8"
    at_ms: int


@dataclass(frozen=True, slots=True)
class ButtonHeld:
    """Still down after two seconds; told once a press."""

    button: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class TagPlaced:
    """A tag that lay alone on its reader and was not there before. However long it rests, this is told once."""

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
    """Several at once, so that none was read for itself."""

    reader: str
    uids: tuple[Uid, ...]
    at_ms: int


@dataclass(frozen=True, slots=True)
class TagsRead:
    """One look at a reader, told only while that is asked for. Without `uids` and not garbled, nothing answered."""

    reader: str
    uids: tuple[Uid, ...]
    is_garbled: bool
    at_ms: int


@dataclass(frozen=True, slots=True)
class TokenSeen:
    """Something stands on a space. A board that only senses presence does not know what: its `uid` is empty."""

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
    """Told only while the board is walked: something came to one of its spots, under whatever space that may be."""

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
