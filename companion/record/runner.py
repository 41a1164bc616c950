"""Plays a record statement by statement, and stops at the first that does not hold."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from companion.play.acts import Redo, Undo
from companion.play.dice import DiceSource
from companion.play.left_open import decide_move, with_note
from companion.play.timeline import UndoStack, UndoStep
from companion.record.doubt import refusal_of
from companion.record.errors import Line
from companion.record.start import set_table, to_be_dealt
from companion.record.statements import Checked, Done, Moment, Record, Refused, StatedAct, Statement, Unclear
from companion.rules import InvariantBroken, check, evolve
from companion.rules.commands import AnyCommand
from companion.rules.events import Events
from companion.rules.refusal import Refusal
from companion.rules.state import Game


class Failed(Exception):
    """A line that does not hold: what it expected, and what holds."""

    def __init__(self, line: Line, expected: str, holds: str) -> None:
        super().__init__(f"line {line.number}: expected {expected}; {holds}")
        self.line = line
        self.expected = expected
        self.holds = holds


class Told(NamedTuple):
    """A statement in the history: its line, and the clauses of its events."""

    line: Line
    clauses: frozenset[str]


class Played(Struct, frozen=True):
    """An accepted statement."""

    line: Line
    before: Game
    events: Events
    after: Game


class TakenBack(Struct, frozen=True):
    line: Line
    entry: UndoStep[Told]


class DoneAgain(Struct, frozen=True):
    line: Line
    entry: UndoStep[Told]


class TurnedDown(Struct, frozen=True):
    """A statement that was refused, as its line said it would be."""

    line: Line
    refusal: Refusal


class Held(Struct, frozen=True):
    """A check that holds."""

    line: Line


Accepted = Played | TakenBack | DoneAgain
Outcome = Accepted | TurnedDown | Held


class Runner:
    """A record being played. `game` is the table as it stands now."""

    def __init__(self, record: Record, chance: DiceSource | None = None) -> None:
        self.game = set_table(record.header, record.givens, chance, to_be_dealt(record))
        self._record = record
        self._chance = chance
        self._history = UndoStack[Told]()
        self._clauses: frozenset[str] = frozenset()

    def play(self) -> Iterator[Outcome]:
        """Raises Failed at the first line that does not hold."""
        for statement in self._record.statements:
            try:
                yield self._step(statement)
            except InvariantBroken as broken:
                raise Failed(statement.line, "a sound table", f"our mistake, please report it: {broken}") from broken

    def _step(self, statement: Statement) -> Outcome:
        match statement:
            case Done():
                return self._done(statement)
            case Refused():
                return self._refused(statement)
            case Checked():
                return self._checked(statement)

    def _done(self, statement: Done) -> Outcome:
        try:
            return self._accept(statement.line, statement.act)
        except Refusal as refusal:
            raise Failed(statement.line, "accepted", _said(refusal)) from refusal

    def _refused(self, statement: Refused) -> Outcome:
        expected = " ".join(("refused", statement.code.value if statement.code else "", statement.clause)).strip()
        try:
            self._accept(statement.line, statement.act)
        except Refusal as refusal:
            if statement.code not in (None, refusal.code) or statement.clause not in ("", *refusal.clauses):
                raise Failed(statement.line, expected, _said(refusal)) from refusal
            return TurnedDown(statement.line, refusal)
        raise Failed(statement.line, expected, "accepted")

    def _checked(self, statement: Checked) -> Outcome:
        if instead := statement.check(Moment(self.game, self._clauses)):
            raise Failed(statement.line, statement.line.spoken.removeprefix("?").strip(), instead)
        return Held(statement.line)

    def _accept(self, line: Line, act: StatedAct) -> Accepted:
        """The statement done, and the table as it then stands."""
        if isinstance(act, Undo):
            entry = self._history.undo()
            self.game, self._clauses = entry.before, frozenset({"UNDO-1"})
            return TakenBack(line, entry)
        if isinstance(act, Redo):
            entry = self._history.redo()
            self.game, self._clauses = entry.after, entry.what.clauses | {"UNDO-1"}
            return DoneAgain(line, entry)
        return self._play(line, act)

    def _play(self, line: Line, act: AnyCommand | Unclear) -> Played:
        before = self.game
        if isinstance(act, Unclear):
            raise refusal_of(before, act)
        events = decide_move(before, act, self._chance)
        companions = self._history.companions_own(act, events)
        if companions is not None:
            events = with_note(events, companions)
        after = evolve(before, events)
        check(after)
        self.game, self._clauses = after, frozenset(clause for event in events for clause in event.clauses)
        self._history.add(UndoStep(Told(line, self._clauses), before, after, companions))
        return Played(line, before, events, after)


def _said(refusal: Refusal) -> str:
    return f"refused {refusal.code.value} {', '.join(refusal.clauses)}: {refusal.message}"
