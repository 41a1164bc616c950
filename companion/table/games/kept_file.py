"""A small file in the data folder that survives restarts: read at the start, written whole, kept even if unreadable.

Each has a checksum, and the previous good one is kept beside it: see `companion/journal/kept.py`.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from companion.journal import RealDisk
from companion.journal.kept import Unreadable, read_kept, write_kept
from companion.plain_text import is_visible_json

T = TypeVar("T")
R = TypeVar("R", bound="KeptRecord")
FORMAT = 1


class FileFormat(NamedTuple, Generic[T]):
    """`decode` raises Unreadable."""

    file: str
    max_bytes: int
    empty: T
    encode: Callable[[T], bytes]
    decode: Callable[[bytes], T]


class KeptRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """What most of these files hold: a JSON object that says which format it has."""

    format: int = FORMAT


def record_format(file: str, max_bytes: int, empty: R, check: Callable[[R], str] = lambda _: "") -> FileFormat[R]:
    """`check` says what is out of its range, if anything is."""

    def encode(record: R) -> bytes:
        return msgspec.json.format(msgspec.json.encode(record)) + b"\n"

    def decode(content: bytes) -> R:
        try:
            record = msgspec.json.decode(content, type=type(empty))
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise Unreadable(str(error)) from None
        if not is_visible_json(msgspec.json.encode(record)):
            raise Unreadable("it has characters that cannot be seen")
        if record.format != FORMAT:
            raise Unreadable(f"it has format {record.format}, and this program reads {FORMAT}")
        if wrong := check(record):
            raise Unreadable(wrong)
        return record

    return FileFormat(file, max_bytes, empty, encode, decode)


class KeptFile(Generic[T]):
    """`trouble` says why the file cannot be read; then its previous copy is used, if there is one. The file is left
    alone, and put aside when there is a new value to keep.
    """

    def __init__(self, data: Path, format: FileFormat[T]) -> None:
        self._folder = RealDisk(data)
        self._format = format
        self.path = data / format.file
        kept = read_kept(self._folder, format.file, format.max_bytes, format.decode)
        self.trouble, self.is_previous = kept.trouble, kept.is_previous
        self.value = format.empty if kept.value is None else kept.value

    def describe_trouble(self, what: str, otherwise: str) -> str:
        """A sentence for people, or nothing: `what` cannot be read, and what happens if there is no copy of it."""
        if not self.trouble:
            return ""
        then = "The copy from before its last change is used." if self.is_previous else otherwise
        return f"{what} in {self.path} cannot be read ({self.trouble}). {then}"

    def keep(self, value: T) -> str:
        """On the disk when this returns. Raises OSError, and then the old value stays.

        Returns the new name of the old file if that could not be read and had to be put aside.
        """
        format = self._format
        aside = write_kept(self._folder, format.file, format.max_bytes, format.encode(value), format.decode)
        self.value, self.trouble, self.is_previous = value, "", False
        return aside
