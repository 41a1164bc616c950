"""What the terminal's script in the browser sends: small lists in JSON, read strictly."""

import json
from typing import NamedTuple

COLUMNS, ROWS = (20, 300), (10, 120)  # a terminal beyond these is nobody's tablet, and would cost memory
STDIN_MOST = 4_000


class Typed(NamedTuple):
    content: bytes


class Sized(NamedTuple):
    width: int
    height: int


class Pinged(NamedTuple):
    word: str


class Focused(NamedTuple):
    is_focused: bool


Envelope = Typed | Sized | Pinged | Focused


class BadEnvelope(ValueError):
    pass


def read(text: str) -> Envelope:
    """Raises BadEnvelope."""
    try:
        envelope = json.loads(text)
    except (ValueError, RecursionError):
        raise BadEnvelope from None
    match envelope:
        case ["stdin", str(content)] if len(content) <= STDIN_MOST:
            return Typed(content.encode("utf-8", "replace"))
        case ["resize", {"width": int(width), "height": int(height)}] if bool not in (type(width), type(height)):
            return Sized(clamped(width, COLUMNS), clamped(height, ROWS))
        case ["ping", str(word)] if len(word) <= 64:
            return Pinged(word)
        case ["blur"] | ["focus"]:
            return Focused(envelope == ["focus"])
    raise BadEnvelope


def clamped(value: int, bounds: tuple[int, int]) -> int:
    return max(bounds[0], min(bounds[1], value))


def asked_size(width: str | None, height: str | None) -> Sized:
    """Of a terminal that is being opened, as its address says."""
    return Sized(clamped(_number(width, 80), COLUMNS), clamped(_number(height, 24), ROWS))


def _number(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 6 else otherwise
