"""A file of the household in the data folder: read at the start, written whole, never lost though it cannot be read."""

from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from companion.journal import RealDisk

T = TypeVar("T")
R = TypeVar("R", bound="Record")
SCHEMA = 1


class Unreadable(ValueError):
    """The message says where and why."""


class Format(NamedTuple, Generic[T]):
    """`decode` raises Unreadable."""

    file: str
    bytes_most: int
    empty: T
    encode: Callable[[T], bytes]
    decode: Callable[[bytes], T]


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """What most of these files hold: a JSON object that says which schema it has."""

    schema: int = SCHEMA


def record_file(file: str, bytes_most: int, empty: R) -> Format[R]:
    return Format(file, bytes_most, empty, _encoded, lambda content: _decoded(content, type(empty)))


def _encoded(record: Record) -> bytes:
    return msgspec.json.format(msgspec.json.encode(record)) + b"\n"


def _decoded(content: bytes, kind: type[R]) -> R:
    try:
        record = msgspec.json.decode(content, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Unreadable(str(error)) from None
    if record.schema != SCHEMA:
        raise Unreadable(f"it has schema {record.schema}, and this program reads {SCHEMA}")
    return record


class KeptFile(Generic[T]):
    """`trouble` says why the file cannot be read. It is left as it is, and put aside once there is more to keep."""

    def __init__(self, data: Path, format: Format[T]) -> None:
        self._folder = RealDisk(data)
        self._format = format
        self.path = data / format.file
        self.trouble = ""
        self.value = self._read()

    def _read(self) -> T:
        try:
            return self._format.decode(self._content())
        except FileNotFoundError:
            return self._format.empty
        except (Unreadable, OSError) as error:
            self.trouble = str(getattr(error, "strerror", None) or error).rstrip(".")
            return self._format.empty

    def _content(self) -> bytes:
        most = self._format.bytes_most
        with self.path.open("rb") as file:
            content = file.read(most + 1)
        if len(content) > most:
            raise Unreadable(f"it has more than {most:,} bytes")
        return content

    def keep(self, value: T) -> str:
        """On the disk when this returns. Raises OSError, and then the old value stands.

        Returns the name of the old file if it could not be read, and so had to be put aside.
        """
        aside = self._put_aside() if self.trouble else ""
        try:
            self._folder.replace(self._format.file, self._format.encode(value))
        except OSError:
            if aside:
                with suppress(OSError):
                    self._folder.rename(aside, self._format.file)
            raise
        self.value, self.trouble = value, ""
        return aside

    def _put_aside(self) -> str:
        """Under a name that nothing has yet."""
        names = (f"{self._format.file}.damaged{f'-{number}' if number > 1 else ''}" for number in count(1))
        aside = next(name for name in names if not self._folder.exists(name))
        self._folder.rename(self._format.file, aside)
        return aside
