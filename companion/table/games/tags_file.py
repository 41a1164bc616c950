"""The household's tags as one JSON file, one tag per line. Reading is strict, and an error names the line.

If the board was walked, the file also says which of its spots is under which space.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

from companion.rules.naming import nearest, quoted
from companion.table.games.kept_file import FileFormat, KeptFile, Unreadable
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
)

FILE = "tags.json"
FORMAT = 2
WITHOUT_SPOTS = 1  # written if the board was never walked
MAX_BYTES = 100_000  # a household has a few hundred tags, of eighty bytes each
_KEYS: dict[type[TaggedThing], str] = {
    DeedTag: "deed",
    TokenTag: "token",
    PlayerTag: "player",
    CardTag: "card",
    JailTag: "jail",
}
_NAMED: dict[str, Callable[[str], TaggedThing]] = {"token": TokenTag, "card": CardTag, "jail": JailTag}
_DEED_NAMES = tuple(deed.name for deed in game.board.deeds)
_PARTS = {WITHOUT_SPOTS: ("tags",), FORMAT: ("tags", "spots")}
_HAS = {
    WITHOUT_SPOTS: "a format and a list of tags",
    FORMAT: "a format, a list of tags and one of the board's spots",
}


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
        if not (why := self._file.trouble):
            return ""
        return f"The tags in {self._file.path} cannot be read ({why}). Repair the file, or enrol the tags again."

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
                value: str | int = game.board.deeds[deed].name
            case TokenTag(value) | PlayerTag(value) | CardTag(value) | JailTag(value):
                pass
        rows.append(json.dumps({"uid": uid, _KEYS[type(what)]: value}, ensure_ascii=False))
    parts = {"format": str(FORMAT if bindings.spots else WITHOUT_SPOTS), "tags": _list(rows)}
    if bindings.spots:
        parts["spots"] = _list(json.dumps({"spot": spot, "space": space}) for spot, space in bindings.spots)
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
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise BindingsUnreadable(f"Line {line}: this is not text.") from None
    parts, bindings = _parts(_parse(text)), Bindings()
    for number, row in enumerate(parts["tags"]):
        with _placed(text, "uid", number):
            uid, what = read_tag(row)
            if bindings.what(uid) == what:
                raise CannotBind(f"Tag {uid} is there twice.")
            bindings = bind(bindings, uid, what)
    for number, row in enumerate(parts.get("spots", ())):
        with _placed(text, "spot", number):
            spot, space = _read_spot(row)
            if (spot, space) in bindings.spots:
                raise CannotBind(f"Spot {spot} is there twice.")
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


def _parts(content: object) -> dict[str, list[object]]:
    format = content.get("format") if isinstance(content, dict) else None
    if not isinstance(content, dict) or not isinstance(format, int) or isinstance(format, bool):
        raise BindingsUnreadable("This is not a file of tags: it does not say which format it has.")
    if format > FORMAT:
        newer = f"This file was written by a newer program (format {format}; this one reads up to {FORMAT})."
        raise BindingsUnreadable(f"{newer} Update the program first.")
    if format not in _PARTS:
        raise BindingsUnreadable(f"There was never a file of tags with format {format}.")
    parts = {name: content.get(name) for name in _PARTS[format]}
    if content.keys() != {"format", *parts} or not all(isinstance(part, list) for part in parts.values()):
        raise BindingsUnreadable(f"A file of tags has {_HAS[format]}, and nothing else.")
    return {name: part for name, part in parts.items() if isinstance(part, list)}


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
        if not isinstance(value, int) or isinstance(value, bool):
            raise CannotBind(f"A seat is a number from 0 to {SEATS - 1}.")
        return uid, PlayerTag(value)
    if not isinstance(value, str):
        raise CannotBind("What a tag is must be written in quotation marks.")
    if kind != "deed":
        return uid, _NAMED[kind](value)
    if value not in _DEED_NAMES:
        raise CannotBind(f"No deed is called {quoted(value)}{nearest(value, _DEED_NAMES)}.")
    return uid, DeedTag(_DEED_NAMES.index(value))
