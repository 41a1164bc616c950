"""The two copies of a game as they lie on the disk, read as simply as can be: with json and sqlite3 alone."""

import hashlib
import json
import sqlite3
from contextlib import closing, suppress
from typing import Any, NamedTuple


class Written(NamedTuple):
    """One line of the tape."""

    number: int
    id: str
    body: dict[str, Any]
    text: bytes


def tape_lines(tape: bytes) -> list[bytes]:
    """Only those that end: the head first, then the moves."""
    return tape.split(b"\n")[:-1]


def read_line(text: bytes) -> Written | None:
    try:
        line = json.loads(text)
        return Written(line["number"], line["id"], line["body"], text)
    except (ValueError, KeyError, TypeError):
        return None


_HEAD = """
SELECT '{"format":' || format || ',"game":"' || game || '","made_at_ms":' || made_at_ms || ',"app":"' || app ||
       '","body":' || body, hash FROM head
"""
_ENTRIES = """
SELECT '{"number":' || number || ',"id":"' || id || '","at_ms":' || at_ms || ',"body":' || body || ',"prev":"' || prev,
       hash FROM entries NOT INDEXED WHERE number >= ? ORDER BY number
"""


def read_rows(image: bytes, least: int = 0) -> dict[str, bytes]:
    """How every line begins that the database has from this number on, as far as it can be read, by the line's hash."""
    found: dict[str, bytes] = {}
    if not image:  # which SQLite would not even call a database
        return found
    with closing(sqlite3.connect(":memory:")) as connection, suppress(sqlite3.Error, AttributeError, UnicodeError):
        connection.deserialize(image)
        if not least:
            found.update((hash, text.encode()) for text, hash in connection.execute(_HEAD))
        for text, hash in connection.execute(_ENTRIES, (least,)):
            found[hash] = text.encode()
    return found


def is_among(text: bytes, rows: dict[str, bytes]) -> bool:
    """Is this line of the tape one of these rows of the database?"""
    beginning = rows.get(hashlib.sha256(text).hexdigest()[:32])
    return beginning is not None and text.startswith(beginning)


def held(lines: list[bytes], tape: bytes, image: bytes) -> int:
    """How many of these lines, from the first on, at least one of the two copies still has."""
    on_tape, rows = set(tape_lines(tape)), read_rows(image)
    for number, text in enumerate(lines):
        if text not in on_tape and not is_among(text, rows):
            return number
    return len(lines)
