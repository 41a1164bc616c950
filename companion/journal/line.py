"""One line of the tape: a JSON object with the hash of the line before and a checksum. Parsed strictly or not at all.

The database keeps the same fields, so that a line can be made again from a row, and its hash compared.
"""

import hashlib
import zlib
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct

from companion.journal.entry import Entry, Head

NO_HASH = "0" * 32  # stands before the first line
_CRC = b',"crc":"%08x"}'
_CRC_LENGTH = 18
T = TypeVar("T")
Milliseconds = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Name = Annotated[str, Meta(min_length=1, max_length=200)]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


class Unsound(ValueError):
    """Not a line that was written here."""


class Line(Struct, frozen=True):
    """A sound line. Equal lines have equal hashes."""

    number: int  # 0 for the head
    record: Head | Entry
    prev: str
    text: bytes  # as on the tape, without the newline
    hash: str


class _HeadText(Struct, frozen=True, forbid_unknown_fields=True):
    schema: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    game: Name
    made_at_ms: Milliseconds
    app: str
    body: Raw
    prev: Hash


class _EntryText(Struct, frozen=True, forbid_unknown_fields=True):
    number: Annotated[int, Meta(ge=1, le=2**53)]
    id: Name
    at_ms: Milliseconds
    body: Raw
    prev: Hash


class _AnyHead(Struct, frozen=True):
    """The least that a head of any version has."""

    schema: int


_encoder = msgspec.json.Encoder()
_head_decoder = msgspec.json.Decoder(_HeadText)
_entry_decoder = msgspec.json.Decoder(_EntryText)
_any_head_decoder = msgspec.json.Decoder(_AnyHead)


def head_line(head: Head) -> Line:
    """Raises Unsound for a head that could not be read again."""
    fields = _HeadText(head.schema, head.game, head.made_at_ms, head.app, Raw(head.body), NO_HASH)
    text = _render(fields)
    _require_same(fields, _decoded(text[:-_CRC_LENGTH], _head_decoder))
    return Line(0, head, NO_HASH, text, _hash(text))


def entry_line(entry: Entry, prev: str) -> Line:
    """Raises Unsound for an entry that could not be read again."""
    fields = _EntryText(entry.number, entry.id, entry.at_ms, Raw(entry.body), prev)
    text = _render(fields)
    _require_same(fields, _decoded(text[:-_CRC_LENGTH], _entry_decoder))
    return Line(entry.number, entry, prev, text, _hash(text))


def _render(fields: _HeadText | _EntryText) -> bytes:
    try:
        inner = _encoder.encode(fields)[:-1]
    except (msgspec.MsgspecError, UnicodeError, OverflowError) as error:
        raise Unsound(str(error)) from None
    return inner + _CRC % zlib.crc32(inner)


def _require_same(fields: _HeadText | _EntryText, read: _HeadText | _EntryText) -> None:
    """A body could be no JSON, or more than one value, or in more than one line."""
    if fields != read or b"\n" in bytes(fields.body):
        raise Unsound("it would be read otherwise than it is written")


def _hash(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()[:32]


def parse(text: bytes) -> Line:
    """The line this is, without its newline. Raises Unsound if a single bit of it is not as it was written."""
    if text.startswith(b'{"number":'):
        entry = _fields(text, _entry_decoder)
        _require_canonical(entry, text)
        record = Entry(entry.number, entry.id, entry.at_ms, bytes(entry.body))
        return Line(entry.number, record, entry.prev, text, _hash(text))
    head = _fields(text, _head_decoder)
    _require_canonical(head, text)
    if head.prev != NO_HASH:
        raise Unsound("nothing stands before a head")
    return Line(
        0, Head(head.schema, head.game, head.made_at_ms, head.app, bytes(head.body)), NO_HASH, text, _hash(text)
    )


def _require_canonical(fields: _HeadText | _EntryText, text: bytes) -> None:
    if _render(fields) != text:
        raise Unsound("written otherwise than it would be written here")


def schema_of(text: bytes) -> int | None:
    """The schema of a head of any version, also of one whose other fields are not known here."""
    try:
        return _fields(text, _any_head_decoder).schema
    except Unsound:
        return None


def _fields(text: bytes, decoder: "msgspec.json.Decoder[T]") -> T:
    inner = text[:-_CRC_LENGTH]
    if text[-_CRC_LENGTH:] != _CRC % zlib.crc32(inner):
        raise Unsound("the checksum does not fit")
    return _decoded(inner, decoder)


def _decoded(inner: bytes, decoder: "msgspec.json.Decoder[T]") -> T:
    try:
        inner.decode()  # a body is not looked into otherwise
        return decoder.decode(inner + b"}")
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise Unsound(str(error)) from None
