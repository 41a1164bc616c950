"""A small file in the data folder that survives restarts: read at the start, written whole, kept even if unreadable."""

from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from companion.journal import RealDisk

T = TypeVar("T")
R = TypeVar("R", bound="KeptRecord")
FORMAT = 1


class Unreadable(ValueError):
    """The message says where and why."""


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


def record_format(file: str, max_bytes: int, empty: R) -> FileFormat[R]:
    def encode(record: R) -> bytes:
        return msgspec.json.format(msgspec.json.encode(record)) + b"\n"

    def decode(content: bytes) -> R:
        try:
            record = msgspec.json.decode(content, type=type(empty))
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise Unreadable(str(error)) from None
        if record.format != FORMAT:
            raise Unreadable(f"it has format {record.format}, and this program reads {FORMAT}")
        return record

    return FileFormat(file, max_bytes, empty, encode, decode)


class KeptFile(Generic[T]):
    """`trouble` says why the file cannot be read. It is left alone, and put aside when there is a new value to keep."""

    def __init__(self, data: Path, format: FileFormat[T]) -> None:
        self._folder = RealDisk(data)
        self._format = format
        self.path = data / format.file
        self.trouble = ""
        self.value = format.empty
        try:
            with self.path.open("rb") as file:
                content = file.read(format.max_bytes + 1)
            if len(content) > format.max_bytes:
                raise Unreadable(f"it has more than {format.max_bytes:,} bytes")
            self.value = format.decode(content)
        except FileNotFoundError:
            pass
        except (Unreadable, OSError) as error:
            self.trouble = str(getattr(error, "strerror", None) or error).rstrip(".")

    def keep(self, value: T) -> str:
        """On the disk when this returns. Raises OSError, and then the old value stays.

        Returns the new name of the old file if that could not be read and had to be put aside.
        """
        file, aside = self._format.file, ""
        if self.trouble:
            names = (f"{file}.damaged{f'-{number}' if number > 1 else ''}" for number in count(1))
            aside = next(name for name in names if not self._folder.exists(name))
            self._folder.rename(file, aside)
        try:
            self._folder.replace(file, self._format.encode(value))
        except OSError:
            if aside:
                with suppress(OSError):
                    self._folder.rename(aside, file)
            raise
        self.value, self.trouble = value, ""
        return aside
