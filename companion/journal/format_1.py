"""Journals of release 0.1.0. Their games had no board of their own: all were played in Atlantic City, on one of two
printings, and the taxes stood in the rules. Both boards are kept here as they were then, whatever is corrected later.
Nobody could say which of two jail cards is meant.
"""

import json
from functools import cache
from importlib import resources
from typing import Any

BOARDS = "format_1_boards.json"
_OLDER, _NEWER = "atlantic-city", "atlantic-city-2010"


Json = dict[str, Any]


def head_with_board(head: Json) -> Json:
    """The head with the board of its edition, and without what is the board's now."""
    game = head["body"]["game"]
    rules = dict(game["rules"])
    key = _NEWER if rules.pop("later_amounts") else _OLDER
    board = {**_boards()[key], "income_tax": rules.pop("income_tax"), "luxury_tax": rules.pop("luxury_tax")}
    # The order of the fields counts: a head is read only if we would write it the same.
    rules = {"key": rules.pop("key"), "title": rules.pop("title"), "board": key, **rules}
    others = {field: value for field, value in game.items() if field != "rules"}
    return {**head, "body": {**head["body"], "game": {"rules": rules, "board": board, **others}}}


def entry_with_decks(_: Json, entry: Json) -> Json:
    """The entry with the deck of each jail card left open, as it was."""
    body = _with_decks(entry["body"])
    if body["act"]["type"] == "UseJailCard":
        body["act"]["deck"] = ""
    return {**entry, "body": body}


def _with_decks(value: Any) -> Any:
    if isinstance(value, list):
        return [_with_decks(one) for one in value]
    if not isinstance(value, dict):
        return value
    inside = {field: _with_decks(one) for field, one in value.items()}
    return {**inside, "decks": []} if inside.keys() == {"deeds", "cash", "jail_cards"} else inside


@cache
def _boards() -> Json:
    found: Json = json.loads(resources.files(__package__).joinpath(BOARDS).read_text("utf-8"))
    return found
