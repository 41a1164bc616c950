"""One command before the oracle: what must be told of it, what was told, and what follows from each."""

from collections.abc import Callable, Iterable

from companion.rules.commands import AnyCommand
from companion.rules.events import Event, MatterClosed, MatterOpened, Noted, OfferClosed, Paid
from companion.rules.pending_steps import (
    Auction,
    AuctionsDue,
    Debt,
    Matter,
    Placing,
    SpeedAdvance,
    TurnEnds,
    WaitingMove,
)
from companion.rules.state import Game
from tests.oracle.facts import Fact, closed, fact_of, matter_fact

Then = Callable[["Case"], None]
STEPS = (WaitingMove, SpeedAdvance, AuctionsDue, TurnEnds)  # go on by themselves once they are first


class Disagreement(AssertionError):
    """The engine and the oracle read the rules differently."""


def nothing(_: "Case") -> None:
    return


class Case:
    """Holds the game as told so far and the facts still to be told. Every event must be expected, and every
    expectation met; an expectation may carry what follows once it is met."""

    def __init__(self, game: Game, command: AnyCommand, go_on: Callable[["Case", Matter], None]) -> None:
        self.game = game
        self.command = command
        self._go_on = go_on
        self._expected: list[tuple[Fact, Then]] = []
        self._steps: list[Matter] = []

    def expect(self, fact: Fact, then: Then = nothing) -> None:
        self._expected.append((fact, then))

    def expect_step(self, matter: Matter) -> None:
        """To be taken as soon as nothing else is open: put on the agenda to wait, or taken at once."""
        self._steps.append(matter)

    def cancel_step(self, matter: Matter) -> None:
        if matter in self.game.agenda:
            self.expect(closed(matter))
        elif matter in self._steps:
            self._steps.remove(matter)

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
        """Nothing may be left out, and nothing may wait that could go on."""
        left_out = [fact for fact, _ in self._expected]
        if not self.game.over:
            left_out += [matter_fact(matter) for matter in self._steps]
        if left_out:
            raise self._disagreement(_list(left_out), "nothing of the kind")
        if self.game.agenda and isinstance(self.game.agenda[0], STEPS):
            raise self._disagreement("the game to go on", f"{self.game.agenda[0]} waiting for nobody")

    def _meet(self, event: Event) -> Then:
        fact = fact_of(event)
        for index, (expected, then) in enumerate(self._expected):
            if expected == fact:
                del self._expected[index]
                self._check_debt(event)
                return then
        for matter in self._steps:
            if isinstance(event, MatterOpened) and matter_fact(matter) == fact:
                self._steps.remove(matter)
                return nothing
        return self._permitted(event, fact)

    def _permitted(self, event: Event, fact: Fact) -> Then:
        if isinstance(event, Noted) or (isinstance(event, OfferClosed) and event.offer == self.game.offer):
            return nothing
        first = self.game.agenda[0] if self.game.agenda else None
        if isinstance(event, MatterClosed) and event.matter == first and isinstance(first, (*STEPS, Placing, Auction)):
            return lambda case: self._go_on(case, event.matter)
        if self._steps and not self._expected and first is None:
            self._go_on(self, self._steps.pop(0))
            return self._meet(event)
        raise self._disagreement(_list(expected for expected, _ in self._expected) or "no more", f"{fact} in {event}")

    def _check_debt(self, event: Event) -> None:
        """A debt for want of cash, or behind another of the same player.  [DEBT-1, DEBT-3]"""
        if isinstance(event, MatterOpened) and isinstance(event.matter, Debt):
            debt = event.matter
            waits = any(isinstance(matter, Debt) and matter.debtor == debt.debtor for matter in self.game.agenda)
            short = self.game.players[debt.debtor].cash < debt.amount
            self.require(short or waits, "DEBT-1: owed though the cash is in hand")

    def _disagreement(self, expected: str, found: str) -> Disagreement:
        rules = self.game.rules
        title = "+".join((rules.key, *rules.variants))
        return Disagreement(f"{title}, {self.command}: expected {expected}; found {found}")


def _list(facts: Iterable[Fact]) -> str:
    return " and ".join(str(fact) for fact in facts)
