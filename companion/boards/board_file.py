"""A board file: TOML with the layout of the title deeds."""

import tomllib
from typing import Any

from companion.rules.board import GROUPS, Board, GroupPrint, PieceWords, make_spaces
from companion.rules.cards import Card, Does
from companion.rules.currency import Currency
from companion.rules.deeds import DEED_SPACES, Group, make_deed


def parse_board(key: str, text: str) -> Board:
    found = tomllib.loads(text)
    names = tuple(found["spaces"][str(space)]["name"] for space in range(40))
    deeds = []
    for id, space in enumerate(DEED_SPACES):
        printed = found["spaces"][str(space)]
        rents = tuple(printed.get("rent", ()))
        deeds.append(
            make_deed(id, printed["name"], printed["price"], printed["mortgage"], printed.get("house", 0), rents)
        )
    return Board(
        key,
        found["title"],
        Currency(**found["money"]),
        PieceWords(**found["words"]),
        tuple(GroupPrint(**found["groups"][group.value]) for group in GROUPS),
        make_spaces(names),
        tuple(deeds),
        tuple(card for id, it in found["chance"].items() for card in _cards(id, it, names)),
        tuple(card for id, it in found["chest"].items() for card in _cards(id, it, names)),
        tuple(found["rents"]["railroads"]),
        tuple(found["rents"]["utilities"]),
        found["taxes"]["income"],
        found["taxes"]["luxury"],
    )


def _cards(id: str, found: dict[str, Any], names: tuple[str, ...]) -> list[Card]:
    tasks = found["task"] if isinstance(found["task"], list) else [found["task"]]
    does = next(does for does in Does if does.value in found)
    value = found[does.value]
    facts: dict[str, Any] = {}
    match does:
        case Does.ADVANCE:
            facts["target"] = names.index(value)
        case Does.NEAREST:
            facts["nearest"] = Group(value)
        case Does.REPAIRS:
            facts["per_house"], facts["per_hotel"] = value["house"], value["hotel"]
        case Does.JAIL | Does.JAIL_FREE:
            pass
        case _:
            facts["amount"] = value
    return [Card(id, task, does, found["name"], search=found.get("search", ""), **facts) for task in tasks]
