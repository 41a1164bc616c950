"""What a record says after its head, as data: positions, acts, acts that must be refused, and checks."""

from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct

from companion.record.errors import RecordLine
from companion.record.header import Header
from companion.record.name_resolution import StatedAct
from companion.record.start_position import Given
from companion.rules.refusal import Code
from companion.rules.state import Game


class Moment(NamedTuple):
    """What a check looks at: the game, and the clauses of the last accepted statement."""

    game: Game
    clauses: frozenset[str]


Check = Callable[[Moment], str]
"""Empty if it holds; otherwise what holds instead."""


def unless(holds: bool, instead: str) -> str:
    """A check's answer."""
    return "" if holds else instead


class Done(Struct, frozen=True):
    line: RecordLine
    act: StatedAct


class Refused(Struct, frozen=True):
    """An act that must be refused, with this code and under this clause where they are given."""

    line: RecordLine
    act: StatedAct
    code: Code | None
    clause: str


class Checked(Struct, frozen=True):
    line: RecordLine
    check: Check


Statement = Done | Refused | Checked


class Record(Struct, frozen=True):
    header: Header
    givens: tuple[Given, ...]
    statements: tuple[Statement, ...]
