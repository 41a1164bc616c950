"""A move's act as JSON: what it is, and the same act with something filled in. Knows no rules."""

from typing import Any

import msgspec

from companion.table.messages.views import MoveView


def act_of(move: MoveView) -> dict[str, Any]:
    return msgspec.json.decode(move.act, type=dict[str, Any])


def filled(move: MoveView, **fields: object) -> bytes:
    return msgspec.json.encode(act_of(move) | fields)


def undo(number: int) -> bytes:
    return msgspec.json.encode({"type": "Undo", "number": number})


def redo(number: int) -> bytes:
    return msgspec.json.encode({"type": "Redo", "number": number})


def rename(seat: int, name: str) -> bytes:
    return msgspec.json.encode({"type": "Rename", "player": seat, "name": name})
