"""One way of keeping small JSON files: written whole, with a checksum, and the previous good one kept beside it.

The checksum is the last field of the object. A file without one was written by hand or by an older version; it is read
if it can be. A file with a wrong one is not used, and the previous one stands in for it.
"""

import hashlib
import re
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Final, Generic, NamedTuple, TypeVar

from companion.journal.disk import Disk

T = TypeVar("T")
PREVIOUS: Final = ".previous"
NOT_AS_WRITTEN: Final = 'it is not as it was written; if you changed it yourself, remove its line "check"'
_CHECK = re.compile(rb',\n  "check": "([0-9a-f]{16})"\n\}\n')


class Unreadable(ValueError):
    """The message says where and why."""


class KeptValue(NamedTuple, Generic[T]):
    """`trouble` says why the file itself cannot be read; `is_previous`, that the value is that of the copy before."""

    value: T | None
    trouble: str = ""
    is_previous: bool = False


def seal(content: bytes) -> bytes:
    """A JSON object on several lines, with a checksum as its last field."""
    body = content.rstrip().removesuffix(b"}").rstrip()
    return body + b',\n  "check": "%s"\n}\n' % _checksum(body)


def unseal(content: bytes) -> bytes:
    """The object without its checksum. Raises Unreadable if that is wrong."""
    match = next((match for match in _CHECK.finditer(content) if match.end() == len(content)), None)
    if match is None:
        if b'"check"' in content[-60:]:
            raise Unreadable(NOT_AS_WRITTEN)
        return content
    body = content[: match.start()]
    if match[1] != _checksum(body):
        raise Unreadable(NOT_AS_WRITTEN)
    return body + b"\n}\n"


def _checksum(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest()[:16].encode()


def read_kept(disk: Disk, name: str, max_bytes: int, decode: Callable[[bytes], T]) -> KeptValue[T]:
    """Never raises for a bad file. The value is None if there is none and never was, or neither copy can be read."""
    kept = _read(disk, name, max_bytes, decode)
    if isinstance(kept, KeptValue):
        return kept
    previous = _read(disk, name + PREVIOUS, max_bytes, decode)
    if isinstance(previous, KeptValue):
        return KeptValue(previous.value, kept or "it is missing", is_previous=True)
    return KeptValue(None, kept or previous)


def _read(disk: Disk, name: str, max_bytes: int, decode: Callable[[bytes], T]) -> KeptValue[T] | str:
    """Or why it cannot be read; empty if it is not there."""
    try:
        if disk.size(name) > max_bytes:
            return f"it has more than {max_bytes:,} bytes"
        return KeptValue(decode(unseal(disk.read(name))))
    except FileNotFoundError:
        return ""
    except (Unreadable, OSError) as error:
        return str(getattr(error, "strerror", None) or error).rstrip(".") or "it cannot be read"


def write_kept(disk: Disk, name: str, max_bytes: int, content: bytes, decode: Callable[[bytes], object]) -> str:
    """On the disk when this returns. Raises OSError, and then the old value can still be read.

    A sound old file becomes the previous one. Of one that cannot be read, returns the name under which it is put aside.
    """
    old, aside = _read(disk, name, max_bytes, decode), ""
    if isinstance(old, KeptValue):
        disk.copy(name, name + PREVIOUS)
    elif old:
        names = (f"{name}.damaged{f'-{number}' if number > 1 else ''}" for number in count(1))
        aside = next(free for free in names if not disk.exists(free))
        disk.rename(name, aside)
    try:
        disk.replace(name, seal(content))
    except OSError:
        if aside:
            with suppress(OSError):
                disk.rename(aside, name)
        raise
    return aside
