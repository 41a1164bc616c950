"""Plays a record statement by statement, and stops at the first that does not hold."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from companion.play.acts import Redo, Undo
from companion.play.dice import DiceSource, decide_move, with_note
from companion.play.timeline import UndoStack, UndoStep
from companion.record.checks import Moment
from companion.record.errors import RecordLine
from companion.record.parser import Checked, Done, Record, Refused, Statement
from companion.record.start_position import set_table
from companion.record.statements import StatedAct, Unclear, refuse_unclear
from companion.rules import InvariantBroken, check, evolve
from companion.rules.commands import DealDeeds
from companion.rules.events import Events
from companion.rules.ids import PlayerId
from companion.rules.refusal import Refusal
from companion.rules.state import Game


class Failed(Exception):
    """A line that does not hold: what it expected, and what holds instead."""

    def __init__(self, line: RecordLine, expected: str, holds: str) -> None:
        super().__init__(f"line {line.number}: expected {expected}; {holds}")
        self.line = line
        self.expected = expected
        self.holds = holds


class DoneLine(NamedTuple):
    """A statement that can be taken back: its line, and the clauses of its events."""

    line: RecordLine
    clauses: frozenset[str]


class Accepted(Struct, frozen=True):
    line: RecordLine
    before: Game
    events: Events
    after: Game


class StepUndone(Struct, frozen=True):
    line: RecordLine
    step: UndoStep[DoneLine]


class StepRedone(Struct, frozen=True):
    line: RecordLine
    step: UndoStep[DoneLine]


class RefusedAsExpected(Struct, frozen=True):
    line: RecordLine
    refusal: Refusal


class Held(Struct, frozen=True):
    """A check that holds."""

    line: RecordLine


Outcome = Accepted | StepUndone | StepRedone | RefusedAsExpected | Held


class Runner:
    """A record being played. `game` is the game as it stands now."""

    def __init__(self, record: Record, dice: DiceSource | None = None) -> None:
        to_deal: list[PlayerId] = []  # everybody, if the record leaves the deal to chance
        for statement in record.statements:
            match statement:
                case Done(_, DealDeeds(_, ())):
                    to_deal += range(len(record.header.names))
                case Done(_, DealDeeds(player)) | Done(_, Unclear((DealDeeds(player), *_))):
                    to_deal.append(player)
        self.game = set_table(record.header, record.givens, dice, to_deal)
        self._record = record
        self._dice = dice
        self._undo = UndoStack[DoneLine]()
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
            case Checked(line, holds):
                if instead := holds(Moment(self.game, self._clauses)):
                    raise Failed(line, line.statement.removeprefix("?").strip(), instead)
                return Held(line)
            case Done(line, act):
                try:
                    return self._accept(line, act)
                except Refusal as refusal:
                    raise Failed(line, "accepted", _describe_refusal(refusal)) from refusal
            case Refused(line, act, code, clause):
                expected = " ".join(filter(None, ("refused", code.value if code else "", clause)))
                try:
                    self._accept(line, act)
                except Refusal as refusal:
                    if code not in (None, refusal.code) or clause not in ("", *refusal.clauses):
                        raise Failed(line, expected, _describe_refusal(refusal)) from refusal
                    return RefusedAsExpected(line, refusal)
                raise Failed(line, expected, "accepted")

    def _accept(self, line: RecordLine, act: StatedAct) -> Outcome:
        match act:
            case Undo():
                step = self._undo.undo()
                self.game, self._clauses = step.before, frozenset({"UNDO-1"})
                return StepUndone(line, step)
            case Redo():
                step = self._undo.redo()
                self.game, self._clauses = step.after, step.what.clauses | {"UNDO-1"}
                return StepRedone(line, step)
            case Unclear():
                raise refuse_unclear(self.game, act)
        before = self.game
        events = decide_move(before, act, self._dice)
        companions = self._undo.companions_own(act, events)
        if companions is not None:
            events = with_note(before, events, companions)
        after = evolve(before, events)
        check(after)
        self.game, self._clauses = after, frozenset(clause for event in events for clause in event.clauses)
        self._undo.add(UndoStep(DoneLine(line, self._clauses), before, after, companions))
        return Accepted(line, before, events, after)


def _describe_refusal(refusal: Refusal) -> str:
    return f"refused {refusal.code.value} {', '.join(refusal.clauses)}: {refusal.message}"
