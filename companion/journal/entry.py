"""What a journal holds: one head, then entries counted from 1 without gaps. Bodies are opaque here."""

from msgspec import Struct

SCHEMA = 1  # of heads and bodies; how lines are framed (`line.py`) never changes


class Head(Struct, frozen=True):
    """How the game began. `body` is canonical JSON in UTF-8: see `codec.py`."""

    schema: int
    game: str
    made_at_ms: int
    app: str
    body: bytes


class Entry(Struct, frozen=True):
    """One command with its events. The order is that of the numbers: clocks jump."""

    number: int
    id: str  # made by who gave the command
    at_ms: int
    body: bytes
