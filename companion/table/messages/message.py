"""What every message has in common: a frozen record tagged with its type, with limits on the length of its texts.

A client says `Hello` first. The table answers with `Welcome` and a `Snapshot`, and then reports every move as `Changed`
or `Moved`, numbered without gaps; a client that misses one asks to `Resync`. Screens show what they are sent and work
out nothing. These modules import nothing else of ours.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

PROTOCOL = 4
MAX_LINE_BYTES = 64 * 1024  # of a line from a client
Id = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[!-~]+$")]
Text = Annotated[str, Meta(max_length=2_000)]
RoleName = Literal["banker", "player", "viewer"]
Outcome = Literal["done", "refused", "forbidden", "mistake", "not-saved", "unknown"]


class Message(Struct, frozen=True, tag_field="type", tag=True, forbid_unknown_fields=True, omit_defaults=True):
    """One JSON object on one line."""
