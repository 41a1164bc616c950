"""The household's tags as one JSON file, one tag per line. Reading is strict, and an error names the line.

A deed is written as the number of its space, and so the file holds for every board. Older files name the deeds of
Atlantic City. If the board was walked, the file also says which of its spots is under which space.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

from companion.boards import shipped_board
from companion.journal.kept import Unreadable, unseal
from companion.rules.deeds import DEED_SPACES
from companion.rules.naming import nearest, quoted
from companion.table.games.kept_file import FileFormat, KeptFile
from companion.table.gestures.tags import (
    SEATS,
    Bindings,
    CannotBind,
    CardTag,
    DeedTag,
    JailTag,
    PlayerTag,
    TaggedThing,
    TokenTag,
    bind,
    bind_spot,
    other_tag,
)

FILE = "tags.json"
FORMAT = 3
NAMED_DEEDS = (1, 2)  # older formats, which name the deeds; the first has no spots
MAX_BYTES = 100_000  # a household has a few hundred tags, of eighty bytes each
_KEYS: dict[type[TaggedThing], str] = {
    DeedTag: "deed",
    TokenTag: "token",
    PlayerTag: "player",
    CardTag: "card",
    JailTag: "jail",
}
_NAMED: dict[str, Callable[[str], TaggedThing]] = {"token": TokenTag, "card": CardTag, "jail": JailTag}


class BindingsUnreadable(Unreadable):
    """This is not a file of tags, or it is damaged. The message says where and why; nothing of it was used."""


class KeptTags:
    """The tags in the data folder. `trouble` says why the file cannot be read; it is put aside when tags are kept."""

    def __init__(self, data: Path) -> None:
        self._file = KeptFile(data, FileFormat(FILE, MAX_BYTES, Bindings(), encode_tags, decode_tags))

    @property
    def bindings(self) -> Bindings:
        return self._file.value

    @property
    def folder(self) -> Path:
        return self._file.path.parent

    @property
    def trouble(self) -> str:
        return self._file.describe_trouble("The tags", "Repair the file, or enrol the tags again.")

    def keep(self, bindings: Bindings) -> str:
        """On the disk when this returns. Raises OSError, and then the old tags are kept.

        Returns the new name of the old file if that could not be read and had to be put aside.
        """
        return self._file.keep(bindings)


# Writing


def encode_tags(bindings: Bindings) -> bytes:
    rows = list[str]()
    for uid, what in bindings.tags:
        match what:
            case DeedTag(deed):
                value: str | int = DEED_SPACES[deed]
            case TokenTag(value) | PlayerTag(value) | CardTag(value) | JailTag(value):
                pass
        rows.append(json.dumps({"uid": uid, _KEYS[type(what)]: value}, ensure_ascii=False))
    spots = (json.dumps({"spot": spot, "space": space}) for spot, space in bindings.spots)
    parts = {"format": str(FORMAT), "tags": _list(rows), "spots": _list(spots)}
    return "{{\n{}\n}}\n".format(",\n".join(f'  "{name}": {part}' for name, part in parts.items())).encode()


def _list(rows: Iterable[str]) -> str:
    lines = ",\n".join(f"    {row}" for row in rows)
    return f"[\n{lines}\n  ]" if lines else "[]"


# Reading


def decode_tags(content: bytes) -> Bindings:
    """Raises BindingsUnreadable."""
    if len(content) > MAX_BYTES:
        raise BindingsUnreadable(f"A file of tags has at most {MAX_BYTES:,} bytes; this one has {len(content):,}.")
    try:
        content = unseal(content)
    except Unreadable as error:
        raise BindingsUnreadable(str(error)) from None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise BindingsUnreadable(f"Line {line}: this is not text.") from None
    format, tags, spots = _parts(_parse(text))
    bindings = Bindings()
    for number, row in enumerate(tags):
        with _placed(text, "uid", number):
            uid, what = read_tag(row) if format == FORMAT else read_tag(_with_space(row))
            if bindings.what(uid) is not None:
                raise CannotBind(f"Tag {uid} is there twice.")
            if other := other_tag(bindings, uid, what):
                raise CannotBind(f"Tag {other} is the same {_KEYS[type(what)]} already.")
            bindings = bind(bindings, uid, what)
    for number, row in enumerate(spots):
        with _placed(text, "spot", number):
            spot, space = _read_spot(row)
            if spot in dict(bindings.spots):
                raise CannotBind(f"Spot {spot} is there twice.")
            if other := bindings.spot_of(space):
                raise CannotBind(f"Spot {other} is under space {space} already.")
            bindings = bind_spot(bindings, spot, space)
    return bindings


@contextmanager
def _placed(text: str, key: str, number: int) -> Iterator[None]:
    """Adds the line to a complaint about the tag or spot of this number."""
    try:
        yield
    except CannotBind as error:
        rows = [found.start() for found in re.finditer(rf'"{key}"\s*:', text)]
        if number < len(rows):
            place = f"Line {text.count(chr(10), 0, rows[number]) + 1}"
        else:
            place = f"{'Tag' if key == 'uid' else 'Spot'} {number + 1}"
        raise BindingsUnreadable(f"{place}: {error}") from None


def _parse(text: str) -> object:
    def without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found: dict[str, object] = {}
        for name, value in pairs:
            if name in found:
                raise ValueError(f"{quoted(name)} is there twice in one place")
            found[name] = value
        return found

    def refuse_constant(word: str) -> NoReturn:
        raise ValueError(f"{word} is not a number")

    try:
        return json.loads(text, object_pairs_hook=without_repeats, parse_constant=refuse_constant)
    except json.JSONDecodeError as error:
        raise BindingsUnreadable(f"Line {error.lineno}: this cannot be read ({error.msg}).") from None
    except ValueError as error:
        raise BindingsUnreadable(f"This cannot be read ({error}).") from None
    except RecursionError:
        raise BindingsUnreadable("This is not a file of tags: there are too many brackets in brackets.") from None


def _parts(content: object) -> tuple[int, list[object], list[object]]:
    """The format, the tags and the spots."""
    format = content.get("format") if isinstance(content, dict) else None
    if not isinstance(content, dict) or not isinstance(format, int) or isinstance(format, bool):
        raise BindingsUnreadable("This is not a file of tags: it does not say which format it has.")
    if format > FORMAT:
        newer = f"This file was written by a newer program (format {format}; this one reads up to {FORMAT})."
        raise BindingsUnreadable(f"{newer} Update the program first.")
    if format not in (*NAMED_DEEDS, FORMAT):
        raise BindingsUnreadable(f"There was never a file of tags with format {format}.")
    has_spots = format != NAMED_DEEDS[0]
    tags, spots = content.get("tags"), content.get("spots") if has_spots else []
    names = {"format", "tags", "spots"} if has_spots else {"format", "tags"}
    if content.keys() != names or not isinstance(tags, list) or not isinstance(spots, list):
        has = "a format, a list of tags and one of the board's spots" if has_spots else "a format and a list of tags"
        raise BindingsUnreadable(f"A file of tags with format {format} has {has}, and nothing else.")
    return format, tags, spots


def _read_spot(row: object) -> tuple[str, int]:
    """Raises CannotBind."""
    if not isinstance(row, dict) or row.keys() != {"spot", "space"}:
        raise CannotBind("A spot of the board has its name, and the space above it.")
    spot, space = row["spot"], row["space"]
    if not isinstance(spot, str) or type(space) is not int:
        raise CannotBind("A spot of the board is written in quotation marks, and its space is a number.")
    return spot, space


def read_tag(row: object) -> tuple[str, TaggedThing]:
    """Raises CannotBind."""
    if not isinstance(row, dict) or "uid" not in row or len(row) != 2:
        raise CannotBind("A tag has its uid, and one word for what it is.")
    uid, kind = row["uid"], next(key for key in row if key != "uid")
    value = row[kind]
    if not isinstance(uid, str):
        raise CannotBind("The number of a tag is written in quotation marks.")
    if kind not in _KEYS.values():
        raise CannotBind(f"A tag cannot be a {quoted(kind)}{nearest(kind, tuple(_KEYS.values()))}.")
    if kind == "player":
        if type(value) is not int:
            raise CannotBind(f"A seat is a number from 0 to {SEATS - 1}.")
        return uid, PlayerTag(value)
    if kind == "deed":
        if type(value) is not int:
            raise CannotBind(f"A deed is the number of its space, such as 39, not {quoted(str(value))}.")
        if value not in DEED_SPACES:
            raise CannotBind(f"Space {value} has no deed.")
        return uid, DeedTag(DEED_SPACES.index(value))
    if not isinstance(value, str):
        raise CannotBind("What a tag is must be written in quotation marks.")
    return uid, _NAMED[kind](value)


def _with_space(row: object) -> object:
    """A row of an older file, which names a deed, with the number of its space. Raises CannotBind."""
    if not isinstance(row, dict) or "deed" not in row:
        return row
    names, value = shipped_board("atlantic-city").deed_naming.names, row["deed"]
    if not isinstance(value, str):
        raise CannotBind("What a tag is must be written in quotation marks.")
    if value not in names:
        raise CannotBind(f"No deed is called {quoted(value)}{nearest(value, names)}.")
    return {**row, "deed": DEED_SPACES[names.index(value)]}
