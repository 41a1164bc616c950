"""From companion.toml to settings: every key must exist, every value must fit its type, and every rule must exist."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import fields

from companion.household.settings import Config, GameSettings
from companion.toml_document import (
    Key,
    TomlDocument,
    TomlError,
    dotted,
    nearest_name,
    one_of,
    show_value,
)

S = TypeVar("S", bound=Struct)
NONE = "none"
EDITION: Key = ("game", "edition")
BOARD: Key = ("game", "board")
VARIANTS: Key = ("game", "variants")
RENT = "rent"  # a house rule with a key of its own
_PLAIN: dict[Any, str] = {
    bool: "true or false",
    str: "a text in quotes",
    bool | int | str: "true, false, a number or a text in quotes",
}


# Keys and types


def read_section(document: TomlDocument, section: type[S], at: Key = ()) -> S:
    known = {field.encode_name: field for field in fields(section)}
    values = {}
    for name in _table(document, at):
        if name not in known:
            raise _unknown_key(document, (*at, name), tuple(known))
        values[known[name].name] = _read(document, known[name].type, (*at, name))
    return section(**values)


def _table(document: TomlDocument, at: Key) -> dict[str, object]:
    table = document.value(at)
    if not isinstance(table, dict):
        raise document.error(at, f"expected a section [{dotted(at)}]")
    return table


def _read(document: TomlDocument, kind: Any, at: Key) -> object:
    if _is_section(kind):
        return read_section(document, kind, at)
    if get_origin(kind) is dict:
        return {name: _read(document, get_args(kind)[1], (*at, name)) for name in _table(document, at)}
    value = document.value(at)
    if value == NONE and type(None) in get_args(kind):
        return None
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        meant = nearest_name(value, _choices(kind)) if isinstance(value, str) else ""
        why = f"expected {_expected(kind)}" + (f'; did you mean "{meant}"?' if meant else "")
        raise document.error(at, why) from None


def _is_section(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)


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


def _unknown_key(document: TomlDocument, key: Key, names: tuple[str, ...]) -> TomlError:
    if own := [name for name in names if key[-1] in (f"{name}s", name.removesuffix("s"))]:
        meant = own[0]  # singular for plural, or the other way round
    elif elsewhere := [one for one in _all_keys() if one[-1] == key[-1]]:
        meant = one_of(map(dotted, elsewhere))
    else:
        meant = nearest_name(key[-1], names)
    what = "section" if isinstance(document.value(key), dict) else "key"
    hint = f"did you mean {meant}?" if meant else f"there are {', '.join(names)}"
    return document.error(key, f"there is no such {what}; {hint}")


def _all_keys(section: type[Struct] = Config, at: Key = ()) -> Iterator[Key]:
    """Every key there is. The keys of the deed reader stand for those of all readers."""
    for field in fields(section):
        key, kind = (*at, field.encode_name), field.type
        if get_origin(kind) is dict and _is_section(get_args(kind)[1]):
            key, kind = (*key, "deeds"), get_args(kind)[1]
        if _is_section(kind):
            yield from _all_keys(kind, key)
        else:
            yield key


# The rules that new games begin with


def require_game(document: TomlDocument, game: GameSettings) -> None:
    """Raises TomlError. Imports the rules only if something is set. Whether there is such a board, the doctor says."""
    if game.board:
        from companion.boards import SHIPPED
        from companion.rules.board_checks import is_board_key

        if not is_board_key(game.board):
            raise document.error(BOARD, _no_such(game.board, "board", SHIPPED))
    has_edition = document.value(EDITION) is not None
    if not (has_edition or game.variants or game.house_rules):
        return
    from companion.rules.editions import DEFAULT, EDITIONS, variants_of
    from companion.rules.house_rules import HOUSE_RULES, MAX_AMOUNT, Takes, with_house_rule

    if has_edition and game.edition not in EDITIONS:
        raise document.error(EDITION, _no_such(game.edition, "edition", tuple(EDITIONS)))
    rules = EDITIONS[game.edition] if game.edition else DEFAULT
    for name in game.variants:
        if name not in variants_of(rules):
            raise document.error(VARIANTS, _no_such(name, f"variant of {rules.key}", variants_of(rules)))
        if game.variants.count(name) > 1:
            raise document.error(VARIANTS, f"{name} is named twice")
    for name, value in game.house_rules.items():
        key: Key = ("game", "house-rules", name)
        if name == RENT:
            raise document.error(key, 'set it as rent in [game], to "auto" or "claim"')
        if name not in HOUSE_RULES:
            raise document.error(key, _no_such(name, "house rule", tuple(one for one in HOUSE_RULES if one != RENT)))
        try:
            with_house_rule(DEFAULT, name, value)
        except ValueError:
            switch, amount = "true or false", f"an amount from 0 to {MAX_AMOUNT:,}"
            expected = {Takes.SWITCH: switch, Takes.AMOUNT: amount, Takes.SWITCH_OR_AMOUNT: f"{switch}, or {amount}"}
            raise document.error(key, f"expected {expected[HOUSE_RULES[name].takes]}") from None


def _no_such(written: str, what: str, names: tuple[str, ...]) -> str:
    meant = nearest_name(written, names)
    hint = f"did you mean {meant}?" if meant else f"there are {', '.join(names)}" if names else "it has none"
    return f"there is no {what} {show_value(written)}; {hint}"
