"""One command before the oracle: the events it must bring, those it brought, and what follows from each."""

from collections.abc import Callable, Iterable

from companion.rules.commands import AnyCommand
from companion.rules.events import Event, Noted, OfferClosed, Paid, StepClosed, StepOpened
from companion.rules.pending_steps import (
    Auction,
    AuctionsDue,
    Debt,
    PendingStep,
    Placing,
    SpeedAdvance,
    TurnEnds,
    WaitingMove,
)
from companion.rules.state import Game
from tests.oracle.facts import Fact, closed, fact_of, step_fact

Then = Callable[["Case"], None]
STEPS = (WaitingMove, SpeedAdvance, AuctionsDue, TurnEnds)  # taken automatically once they come first


class Disagreement(AssertionError):
    """The engine and the oracle read the rules differently."""


def nothing(_: "Case") -> None:
    return


class Case:
    """Holds the game as far as it was heard, and the facts still expected.

    Every event must be expected, and every expectation met. An expectation may carry what follows once it is met.
    """

    def __init__(self, game: Game, command: AnyCommand, go_on: Callable[["Case", PendingStep], None]) -> None:
        self.game = game
        self.command = command
        self._go_on = go_on
        self._expected: list[tuple[Fact, Then]] = []
        self._steps: list[PendingStep] = []

    def expect(self, fact: Fact, then: Then = nothing) -> None:
        self._expected.append((fact, then))

    def expect_step(self, step: PendingStep) -> None:
        """A step to take as soon as nothing else is open. It becomes a pending step, or is taken at once."""
        self._steps.append(step)

    def cancel_step(self, step: PendingStep) -> None:
        if step in self.game.pending:
            self.expect(closed(step))
        elif step in self._steps:
            self._steps.remove(step)

    def require(self, holds: bool, rule: str) -> None:
        if not holds:
            raise self._disagreement(f"refused by {rule}", "was allowed")

    def hear(self, event: Event) -> None:
        """One event: expected or permitted, then applied, then its consequences."""
        then = self._meet(event)
        if isinstance(event, Paid) and event.payer >= 0:
            self.require(self.game.players[event.payer].cash >= event.amount, "DEBT-1: more paid than the cash in hand")
        self.game = event.apply(self.game)
        then(self)

    def close(self) -> None:
        """Nothing may be missing, and nothing may wait that could go on."""
        left_out = [fact for fact, _ in self._expected]
        if not self.game.over:
            left_out += [step_fact(step) for step in self._steps]
        if left_out:
            raise self._disagreement(_list(left_out), "nothing of the kind")
        if self.game.pending and isinstance(self.game.pending[0], STEPS):
            raise self._disagreement("the game to go on", f"{self.game.pending[0]} waiting for nobody")

    def _meet(self, event: Event) -> Then:
        """What follows from this event, which must be expected, or permitted at this moment."""
        fact, pending = fact_of(event), self.game.pending
        for index, (expected, then) in enumerate(self._expected):
            if expected == fact:
                del self._expected[index]
                if isinstance(event, StepOpened) and isinstance(event.step, Debt):
                    debtor = event.step.debtor
                    waits = any(isinstance(step, Debt) and step.debtor == debtor for step in pending)
                    short = self.game.players[debtor].cash < event.step.amount
                    self.require(short or waits, "DEBT-1, DEBT-3: owed though the cash is in hand")
                return then
        for step in self._steps:
            if isinstance(event, StepOpened) and step_fact(step) == fact:
                self._steps.remove(step)
                return nothing
        if isinstance(event, Noted) or (isinstance(event, OfferClosed) and event.offer == self.game.offer):
            return nothing
        first = pending[0] if pending else None
        if isinstance(event, StepClosed) and event.step == first and isinstance(first, (*STEPS, Placing, Auction)):
            return lambda case: self._go_on(case, event.step)
        if self._steps and not self._expected and first is None:
            self._go_on(self, self._steps.pop(0))
            return self._meet(event)
        raise self._disagreement(_list(expected for expected, _ in self._expected) or "no more", f"{fact} in {event}")

    def _disagreement(self, expected: str, found: str) -> Disagreement:
        rules = self.game.rules
        title = "+".join((rules.key, *rules.variants))
        return Disagreement(f"{title}, {self.command}: expected {expected}; found {found}")


def _list(facts: Iterable[Fact]) -> str:
    return " and ".join(str(fact) for fact in facts)
