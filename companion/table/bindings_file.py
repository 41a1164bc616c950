"""The tags of a household as one JSON file, one tag a line: read strictly, and with the line where it goes wrong."""

import json
import re
from collections.abc import Callable
from typing import Any, NoReturn

from companion.record.words import nearest, quoted
from companion.rules.deeds import DEEDS
from companion.table.bindings import (
    SEATS,
    Bindings,
    CannotBind,
    CardTag,
    DeedTag,
    JailTag,
    PlayerTag,
    TokenTag,
    What,
    bind,
)

SCHEMA = 1
BYTES_MOST = 100_000  # a household has some hundred tags, of eighty bytes each
_KEYS = {DeedTag: "deed", TokenTag: "token", PlayerTag: "player", CardTag: "card", JailTag: "jail"}
_DEED_NAMES = tuple(deed.name for deed in DEEDS)


class BindingsUnreadable(ValueError):
    """Not a file of tags, or a damaged one. The message says where and why; nothing of it was taken."""


def encode(bindings: Bindings) -> bytes:
    rows = (json.dumps({"uid": uid, **_row(what)}, ensure_ascii=False) for uid, what in bindings.tags)
    listed = ",\n".join(f"    {row}" for row in rows)
    tags = f"[\n{listed}\n  ]" if listed else "[]"
    return f'{{\n  "schema": {SCHEMA},\n  "tags": {tags}\n}}\n'.encode()


def _row(what: What) -> dict[str, str | int]:
    match what:
        case DeedTag(deed):
            return {"deed": DEEDS[deed].name}
        case TokenTag(value) | PlayerTag(value) | CardTag(value) | JailTag(value):
            return {_KEYS[type(what)]: value}


def decode(content: bytes) -> Bindings:
    """Raises BindingsUnreadable."""
    if len(content) > BYTES_MOST:
        raise BindingsUnreadable(f"A file of tags has at most {BYTES_MOST:,} bytes; this one has {len(content):,}.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise BindingsUnreadable(f"Line {line}: this is not text.") from None
    bindings = Bindings()
    for number, row in enumerate(_tags(_parsed(text))):
        try:
            bindings = _with_tag(bindings, *read_tag(row))
        except CannotBind as error:
            raise BindingsUnreadable(f"{_place(text, number)}: {error}") from None
    return bindings


def _with_tag(bindings: Bindings, uid: str, what: What) -> Bindings:
    if bindings.what(uid) == what:
        raise CannotBind(f"Tag {uid} is there twice.")
    return bind(bindings, uid, what)


def _parsed(text: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise BindingsUnreadable(f"Line {error.lineno}: this cannot be read ({error.msg}).") from None
    except ValueError as error:
        raise BindingsUnreadable(f"This cannot be read ({error}).") from None
    except RecursionError:
        raise BindingsUnreadable("This is no file of tags: there are too many brackets in brackets.") from None


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"{quoted(name)} is there twice in one place")
        found[name] = value
    return found


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


def _tags(content: object) -> list[object]:
    schema = content.get("schema") if isinstance(content, dict) else None
    if not isinstance(content, dict) or not isinstance(schema, int) or isinstance(schema, bool):
        raise BindingsUnreadable("This is no file of tags: it does not say which schema it has.")
    if schema > SCHEMA:
        newer = f"This file was written by a newer program (schema {schema}; this one reads up to {SCHEMA})."
        raise BindingsUnreadable(f"{newer} Update the program first.")
    if schema != SCHEMA:
        raise BindingsUnreadable(f"There was never a file of tags with schema {schema}.")
    tags = content.get("tags")
    if content.keys() != {"schema", "tags"} or not isinstance(tags, list):
        raise BindingsUnreadable("A file of tags has a schema and a list of tags, and nothing else.")
    return tags


def _place(text: str, number: int) -> str:
    """Where the tag of this number stands."""
    rows = [found.start() for found in re.finditer(r'"uid"\s*:', text)]
    if number >= len(rows):
        return f"Tag {number + 1}"
    return f"Line {text.count(chr(10), 0, rows[number]) + 1}"


# One tag


def read_tag(row: object) -> tuple[str, What]:
    """Raises CannotBind."""
    if not isinstance(row, dict) or "uid" not in row or len(row) != 2:
        raise CannotBind("A tag has its uid, and one word for what it is.")
    uid, kind = row["uid"], next(key for key in row if key != "uid")
    if not isinstance(uid, str):
        raise CannotBind("The number of a tag stands in quotation marks.")
    if kind not in _READ:
        raise CannotBind(f"A tag cannot be a {quoted(kind)}{nearest(kind, tuple(_READ))}.")
    return uid, _READ[kind](row[kind])


def _deed(value: object) -> What:
    name = _text(value)
    if name not in _DEED_NAMES:
        raise CannotBind(f"No deed is called {quoted(name)}{nearest(name, _DEED_NAMES)}.")
    return DeedTag(_DEED_NAMES.index(name))


def _seat(value: object) -> What:
    if not isinstance(value, int) or isinstance(value, bool):
        raise CannotBind(f"A seat is a number from 0 to {SEATS - 1}.")
    return PlayerTag(value)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise CannotBind("What a tag is stands in quotation marks.")
    return value


_READ: dict[str, Callable[[Any], What]] = {
    "deed": _deed,
    "token": lambda value: TokenTag(_text(value)),
    "player": _seat,
    "card": lambda value: CardTag(_text(value)),
    "jail": lambda value: JailTag(_text(value)),
}
