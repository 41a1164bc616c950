"""From the tables of a document to settings: every key must be known, and every value must fit its type."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import fields

from companion.config.document import ConfigError, Document, Key, dotted, nearest, one_of
from companion.config.settings import Config

S = TypeVar("S", bound=Struct)
NONE = "none"


def settings(document: Document, section: type[S], at: Key = ()) -> S:
    table = document.value(at)
    if not isinstance(table, dict):
        raise document.wrong(at, f"expected a section [{dotted(at)}]")
    known = {field.encode_name: field for field in fields(section)}
    values = {}
    for name in table:
        if name not in known:
            raise _unknown(document, (*at, name), known)
        values[known[name].name] = _setting(document, known[name].type, (*at, name))
    return section(**values)


def _setting(document: Document, kind: Any, at: Key) -> object:
    if _is_section(kind):
        return settings(document, kind, at)
    if get_origin(kind) is dict:
        return _named(document, get_args(kind)[1], at)
    return _value(document, kind, at)


def _named(document: Document, kind: Any, at: Key) -> dict[str, object]:
    table = document.value(at)
    if not isinstance(table, dict):
        raise document.wrong(at, f"expected a section [{dotted(at)}]")
    return {name: _setting(document, kind, (*at, name)) for name in table}


def _value(document: Document, kind: Any, at: Key) -> object:
    value = document.value(at)
    if value == NONE and type(None) in get_args(kind):
        return None
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        meant = nearest(value, _choices(kind)) if isinstance(value, str) else ""
        why = f"expected {_expected(kind)}" + (f'; did you mean "{meant}"?' if meant else "")
        raise document.wrong(at, why) from None


def _is_section(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)


# In words


def _expected(kind: Any) -> str:
    if get_origin(kind) is Annotated:
        return next(meta.description or "" for meta in kind.__metadata__ if isinstance(meta, Meta))
    if type(None) in get_args(kind):
        return f'{_expected(get_args(kind)[0])}, or "{NONE}"'
    if choices := _choices(kind):
        return one_of(f'"{choice}"' for choice in choices)
    return _PLAIN[kind]


def _choices(kind: Any) -> tuple[str, ...]:
    return get_args(kind) if get_origin(kind) is Literal else ()


_PLAIN: dict[Any, str] = {
    bool: "true or false",
    str: "a text in quotes",
    bool | int | str: "true, false, a number or a text in quotes",
}


# Unknown keys


def _unknown(document: Document, key: Key, known: Iterable[str]) -> ConfigError:
    names = tuple(known)
    if own := [name for name in names if key[-1] in (f"{name}s", name.removesuffix("s"))]:
        meant = own[0]  # one or several of the same
    elif elsewhere := [one for one in _all_keys() if one[-1] == key[-1]]:
        meant = one_of(map(dotted, elsewhere))
    else:
        meant = nearest(key[-1], names)
    what = "section" if isinstance(document.value(key), dict) else "key"
    hint = f"did you mean {meant}?" if meant else f"there are {', '.join(names)}"
    return document.wrong(key, f"there is no such {what}; {hint}")


def _all_keys(section: type[Struct] = Config, at: Key = ()) -> Iterator[Key]:
    """Of everything that may be set; of the readers, those of the deed reader stand for all."""
    for field in fields(section):
        key, kind = (*at, field.encode_name), field.type
        if get_origin(kind) is dict and _is_section(get_args(kind)[1]):
            key, kind = (*key, "deeds"), get_args(kind)[1]
        if _is_section(kind):
            yield from _all_keys(kind, key)
        else:
            yield key
