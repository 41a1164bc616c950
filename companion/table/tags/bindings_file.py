"""The tags of a household as one JSON file, one tag a line: read strictly, and with the line where it goes wrong.

Where the board was walked, the file also says which of its spots is under which space.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from companion.rules.deeds import DEEDS
from companion.rules.naming import nearest, quoted
from companion.table.games.kept_file import Unreadable
from companion.table.tags.bindings import (
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
    bind_spot,
)

SCHEMA = 2
WITHOUT_SPOTS = 1  # still written where there are none, and read by older programs too
BYTES_MOST = 100_000  # a household has some hundred tags, of eighty bytes each
_KEYS = {DeedTag: "deed", TokenTag: "token", PlayerTag: "player", CardTag: "card", JailTag: "jail"}
_DEED_NAMES = tuple(deed.name for deed in DEEDS)


class BindingsUnreadable(Unreadable):
    """Not a file of tags, or a damaged one. The message says where and why; nothing of it was taken."""


def encode(bindings: Bindings) -> bytes:
    rows = (json.dumps({"uid": uid, **_row(what)}, ensure_ascii=False) for uid, what in bindings.tags)
    parts = {"schema": str(SCHEMA if bindings.spots else WITHOUT_SPOTS), "tags": _listed(rows)}
    if bindings.spots:
        parts["spots"] = _listed(json.dumps({"spot": spot, "space": space}) for spot, space in bindings.spots)
    return "{{\n{}\n}}\n".format(",\n".join(f'  "{name}": {part}' for name, part in parts.items())).encode()


def _listed(rows: Iterable[str]) -> str:
    listed = ",\n".join(f"    {row}" for row in rows)
    return f"[\n{listed}\n  ]" if listed else "[]"


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
    parts, bindings = _parts(_parsed(text)), Bindings()
    for number, row in enumerate(parts["tags"]):
        with _placed(text, "uid", number):
            bindings = _with_tag(bindings, *read_tag(row))
    for number, row in enumerate(parts.get("spots", ())):
        with _placed(text, "spot", number):
            bindings = _with_spot(bindings, *_read_spot(row))
    return bindings


@contextmanager
def _placed(text: str, key: str, number: int) -> Iterator[None]:
    """A complaint says where."""
    try:
        yield
    except CannotBind as error:
        raise BindingsUnreadable(f"{_place(text, key, number)}: {error}") from None


def _with_tag(bindings: Bindings, uid: str, what: What) -> Bindings:
    if bindings.what(uid) == what:
        raise CannotBind(f"Tag {uid} is there twice.")
    return bind(bindings, uid, what)


def _with_spot(bindings: Bindings, spot: str, space: int) -> Bindings:
    if (spot, space) in bindings.spots:
        raise CannotBind(f"Spot {spot} is there twice.")
    return bind_spot(bindings, spot, space)


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


def _parts(content: object) -> dict[str, list[object]]:
    schema = content.get("schema") if isinstance(content, dict) else None
    if not isinstance(content, dict) or not isinstance(schema, int) or isinstance(schema, bool):
        raise BindingsUnreadable("This is no file of tags: it does not say which schema it has.")
    if schema > SCHEMA:
        newer = f"This file was written by a newer program (schema {schema}; this one reads up to {SCHEMA})."
        raise BindingsUnreadable(f"{newer} Update the program first.")
    if schema not in _PARTS:
        raise BindingsUnreadable(f"There was never a file of tags with schema {schema}.")
    parts = {name: content.get(name) for name in _PARTS[schema]}
    if content.keys() != {"schema", *parts} or not all(isinstance(part, list) for part in parts.values()):
        raise BindingsUnreadable(f"A file of tags has {_HAS[schema]}, and nothing else.")
    return {name: part for name, part in parts.items() if isinstance(part, list)}


_PARTS = {WITHOUT_SPOTS: ("tags",), SCHEMA: ("tags", "spots")}
_HAS = {
    WITHOUT_SPOTS: "a schema and a list of tags",
    SCHEMA: "a schema, a list of tags and one of the board's spots",
}


def _place(text: str, key: str, number: int) -> str:
    """Where the tag or spot of this number stands."""
    rows = [found.start() for found in re.finditer(rf'"{key}"\s*:', text)]
    if number >= len(rows):
        return f"{'Tag' if key == 'uid' else 'Spot'} {number + 1}"
    return f"Line {text.count(chr(10), 0, rows[number]) + 1}"


# One of the board's spots


def _read_spot(row: object) -> tuple[str, int]:
    """Raises CannotBind."""
    if not isinstance(row, dict) or row.keys() != {"spot", "space"}:
        raise CannotBind("A spot of the board has its name, and the space above it.")
    spot, space = row["spot"], row["space"]
    if not isinstance(spot, str) or type(space) is not int:
        raise CannotBind("A spot of the board stands in quotation marks, and its space is a number.")
    return spot, space


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
