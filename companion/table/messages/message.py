"""What every message is: a frozen record with its type, whose texts are bounded."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

PROTOCOL = 1
LINE_MOST = 64 * 1024  # bytes in a line from a client
Id = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[!-~]+$")]
Text = Annotated[str, Meta(max_length=2_000)]
RoleName = Literal["banker", "player", "viewer"]
Outcome = Literal["done", "refused", "forbidden", "mistake", "not-saved", "unknown"]


class Message(Struct, frozen=True, tag_field="type", tag=True, forbid_unknown_fields=True, omit_defaults=True):
    """The root of all of these."""
