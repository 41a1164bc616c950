"""What each box prints: two written down here, the others read from their files by nothing that the engine uses."""

import tomllib
from pathlib import Path
from typing import Any

from companion.rules.state import Game
from tests.oracle.tables import LOTS, NEWER, OLDER, Lot, Order, Print

_ROOT = Path(__file__).parents[2]
FOLDERS = (_ROOT / "companion" / "boards", _ROOT / "tests" / "boards")
_KNOWN = {"atlantic-city": OLDER, "atlantic-city-2010": NEWER}
_ORDERS = {
    "advance": "go to",
    "jail": "go to jail",
    "jail-free": "keep",
    "back": "go back",
    "collect": "take",
    "pay": "pay",
    "collect-each": "take from each",
    "pay-each": "pay each",
    "repairs": "repair",
}


def print_of(game: Game) -> Print:
    key = game.board.key
    if key not in _KNOWN:
        (path,) = (path for folder in FOLDERS if (path := folder / f"{key}.toml").exists())
        remember_print(key, path.read_text("utf-8"))
    return _KNOWN[key]


def remember_print(key: str, text: str) -> None:
    """From now on a board of this key has the numbers in this text of a board file."""
    _KNOWN[key] = read_print(text)


def read_print(text: str) -> Print:
    box = tomllib.loads(text)
    names = [box["spaces"][str(space)]["name"] for space in range(40)]
    return Print(
        tuple(_lot(lot, box["spaces"][str(lot.space)]) for lot in LOTS),
        {
            deck: tuple(order for name, card in box[deck].items() for order in _orders(name, card, names))
            for deck in ("chance", "chest")
        },
        tuple(box["rents"]["railroads"]),
        tuple(box["rents"]["utilities"]),
        box["taxes"]["income"],
        box["taxes"]["luxury"],
    )


def _lot(lot: Lot, found: dict[str, Any]) -> Lot:
    return Lot(
        lot.space, lot.group, found["price"], found.get("house", 0), tuple(found.get("rent", ())), found["mortgage"]
    )


def _orders(name: str, card: dict[str, Any], names: list[str]) -> list[Order]:
    """The card, once for each of its task numbers."""
    tasks = card["task"] if isinstance(card["task"], list) else [card["task"]]
    if "nearest" in card:
        return [Order(name, f"nearest {card['nearest']}", task) for task in tasks]
    (does,) = card.keys() & _ORDERS.keys()
    value = card[does]
    if does == "advance":
        return [
            Order(name, "go to", task, to=value if isinstance(value, int) else names.index(value)) for task in tasks
        ]
    if does == "repairs":
        return [Order(name, "repair", task, house=value["house"], hotel=value["hotel"]) for task in tasks]
    amount = 0 if value is True else value
    return [Order(name, _ORDERS[does], task, amount) for task in tasks]
