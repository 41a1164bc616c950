"""What a journal holds: one head, then entries numbered from 1 without gaps; and each of them as a line of text.

A line is a JSON object with the hash of the line before it and a checksum. It is parsed strictly or not at all. The
database keeps the same fields, so a line can be rebuilt from a row and its hash compared. Bodies are not looked into.
"""

import hashlib
import zlib
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct

FORMAT = 2  # of heads and bodies; the framing of lines never changes
NO_HASH = "0" * 32  # in the first line, in place of the hash of the line before
CRC = b',"crc":"%08x"}'
CRC_LENGTH = 18
T = TypeVar("T")
Milliseconds = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Name = Annotated[str, Meta(min_length=1, max_length=200)]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


class JournalHead(Struct, frozen=True):
    """How the game began. `body` is canonical JSON in UTF-8: see `codec.py`."""

    format: int
    game: str
    made_at_ms: int
    app: str
    body: bytes


class JournalEntry(Struct, frozen=True):
    """One command with its events. Numbers give the order: clocks can jump."""

    number: int
    id: str  # made by whoever gave the command
    at_ms: int
    body: bytes


class TapeLine(Struct, frozen=True):
    """A sound line. Equal lines have equal hashes."""

    number: int  # 0 for the head
    record: JournalHead | JournalEntry
    prev: str
    text: bytes  # as on the tape, without the newline
    hash: str


class Unsound(ValueError):
    """Not a line that we wrote."""


class _HeadFields(Struct, frozen=True, forbid_unknown_fields=True):
    format: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    game: Name
    made_at_ms: Milliseconds
    app: str
    body: Raw
    prev: Hash


class _EntryFields(Struct, frozen=True, forbid_unknown_fields=True):
    number: Annotated[int, Meta(ge=1, le=2**53)]
    id: Name
    at_ms: Milliseconds
    body: Raw
    prev: Hash


class _AnyHeadFields(Struct, frozen=True):
    """What a head of any version has."""

    format: int


_encoder = msgspec.json.Encoder()
_head_decoder = msgspec.json.Decoder(_HeadFields)
_entry_decoder = msgspec.json.Decoder(_EntryFields)
_any_head_decoder = msgspec.json.Decoder(_AnyHeadFields)


def head_line(head: JournalHead) -> TapeLine:
    """Raises Unsound for a head that could not be read back."""
    fields = _HeadFields(head.format, head.game, head.made_at_ms, head.app, Raw(head.body), NO_HASH)
    text = render_checked(fields)
    _require_readable(fields, _decode(text[:-CRC_LENGTH], _head_decoder))
    return TapeLine(0, head, NO_HASH, text, _hash(text))


def entry_line(entry: JournalEntry, prev: str) -> TapeLine:
    """Raises Unsound for an entry that could not be read back."""
    fields = _EntryFields(entry.number, entry.id, entry.at_ms, Raw(entry.body), prev)
    text = render_checked(fields)
    _require_readable(fields, _decode(text[:-CRC_LENGTH], _entry_decoder))
    return TapeLine(entry.number, entry, prev, text, _hash(text))


def parse_line(text: bytes) -> TapeLine:
    """A line without its newline. Raises Unsound if a single bit of it has changed since it was written."""
    if text.startswith(b'{"number":'):
        entry = checked_fields(text, _entry_decoder)
        _require_canonical(entry, text)
        record = JournalEntry(entry.number, entry.id, entry.at_ms, bytes(entry.body))
        return TapeLine(entry.number, record, entry.prev, text, _hash(text))
    head = checked_fields(text, _head_decoder)
    _require_canonical(head, text)
    if head.prev != NO_HASH:
        raise Unsound("nothing stands before a head")
    start = JournalHead(head.format, head.game, head.made_at_ms, head.app, bytes(head.body))
    return TapeLine(0, start, NO_HASH, text, _hash(text))


def format_of(text: bytes) -> int | None:
    """The format of a head of any version, even if its other fields are unknown here; None for any other line."""
    try:
        return checked_fields(text, _any_head_decoder).format
    except Unsound:
        return None


def _hash(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()[:32]


def render_checked(fields: Struct) -> bytes:
    """As a JSON object whose last field is a checksum of the others. Raises Unsound."""
    try:
        inner = _encoder.encode(fields)[:-1]
    except (msgspec.MsgspecError, UnicodeError, OverflowError) as error:
        raise Unsound(str(error)) from None
    return inner + CRC % zlib.crc32(inner)


def _require_readable(fields: _HeadFields | _EntryFields, read: _HeadFields | _EntryFields) -> None:
    """A body might not be JSON, or more than one value, or more than one line."""
    if fields != read or b"\n" in bytes(fields.body):
        raise Unsound("it would read back differently")


def _require_canonical(fields: _HeadFields | _EntryFields, text: bytes) -> None:
    if render_checked(fields) != text:
        raise Unsound("we would write it differently")


def checked_fields(text: bytes, decoder: "msgspec.json.Decoder[T]") -> T:
    """What `render_checked` has written. Raises Unsound."""
    inner = text[:-CRC_LENGTH]
    if text[-CRC_LENGTH:] != CRC % zlib.crc32(inner):
        raise Unsound("the checksum is wrong")
    return _decode(inner, decoder)


def _decode(inner: bytes, decoder: "msgspec.json.Decoder[T]") -> T:
    try:
        inner.decode()  # the decoder does not look into bodies
        return decoder.decode(inner + b"}")
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise Unsound(str(error)) from None
