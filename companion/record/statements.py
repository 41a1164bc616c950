"""What a record says after its head and position, as data: acts, acts that must be refused, and checks."""

from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct

from companion.play.acts import Redo, Undo
from companion.record.errors import Line
from companion.record.given import Given
from companion.record.header import Header
from companion.rules.commands import AnyCommand
from companion.rules.refusal import Code, Refusal
from companion.rules.state import Game


class Unclear(Struct, frozen=True):
    """A name that is unknown or ambiguous: every command that could have been meant, and what to answer."""

    meanings: tuple[AnyCommand, ...]
    code: Code
    clause: str
    message: str

    def refusal(self) -> Refusal:
        return Refusal(self.code, self.clause, self.message)


StatedAct = AnyCommand | Undo | Redo | Unclear


class Moment(NamedTuple):
    """What a check looks at: the table, and the clauses of the last accepted statement."""

    game: Game
    clauses: frozenset[str]


Check = Callable[[Moment], str]
"""Empty when it holds; otherwise what holds instead."""


def unless(holds: bool, instead: str) -> str:
    """A check's answer."""
    return "" if holds else instead


class Done(Struct, frozen=True):
    line: Line
    act: StatedAct


class Refused(Struct, frozen=True):
    """An act that must be refused, with this code and under this clause where they are given."""

    line: Line
    act: StatedAct
    code: Code | None
    clause: str


class Checked(Struct, frozen=True):
    line: Line
    check: Check


Statement = Done | Refused | Checked


class Record(Struct, frozen=True):
    header: Header
    givens: tuple[Given, ...]
    statements: tuple[Statement, ...]
