"""A move's act as JSON: what kind it is, and the same act with something filled in. Knows no rules."""

from typing import Any

import msgspec
from msgspec import Struct

from companion.table.messages import MoveView


class _Kind(Struct, frozen=True):
    type: str
    card: str = ""


_kinds = msgspec.json.Decoder(_Kind)


def act_of(move: MoveView) -> dict[str, Any]:
    return msgspec.json.decode(move.act, type=dict[str, Any])


def kind_of(move: MoveView) -> str:
    """What tells moves apart: `Roll` is the companion's throw, `Roll+dice` one that was made by hand."""
    kind = _kinds.decode(move.act)
    needs = move.needs or ("card" if kind.card else "")
    return f"{kind.type}+{needs}" if needs else kind.type


def filled(move: MoveView, **fields: object) -> bytes:
    return msgspec.json.encode(act_of(move) | fields)


def undo(number: int) -> bytes:
    return msgspec.json.encode({"type": "Undo", "number": number})


def redo(number: int) -> bytes:
    return msgspec.json.encode({"type": "Redo", "number": number})


def rename(seat: int, name: str) -> bytes:
    return msgspec.json.encode({"type": "Rename", "player": seat, "name": name})
