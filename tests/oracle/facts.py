"""What an event says, as a plain tuple. The oracle expects such tuples, and every event must match one."""

from collections.abc import Callable, Hashable
from typing import Any

from companion.rules import events as said
from companion.rules import pending_steps as open_
from companion.rules.events import Event
from companion.rules.pending_steps import PendingStep

Fact = tuple[Hashable, ...]


def money(payer: int, payee: int, amount: int, clause: str) -> Fact:
    """A board may print an amount of nothing: that is noted, and not paid."""
    return ("money", payer, payee, amount, clause) if amount else noted(payer, clause)


def moved(player: int, to: int, past_go: bool) -> Fact:
    return ("moved", player, to, past_go)


def noted(player: int, clause: str) -> Fact:
    return ("noted", player, clause)


def closed(step: PendingStep) -> Fact:
    return ("closed", step)


_STEPS: dict[type[PendingStep], Callable[[Any], Fact]] = {
    open_.Debt: lambda s: ("money", s.debtor, s.creditor, s.amount, s.clauses[0]),
    open_.UtilityThrowDue: lambda s: ("throw for", s.player, s.owner, s.deed, s.factor, s.clauses[0]),
    open_.Auction: lambda s: ("auction", s.deed, s.building, s.least, s.high, s.bidder, s.passed),
    open_.Interest: lambda s: ("interest", frozenset(s.owed), s.clauses[0]),
    open_.CardDue: lambda s: ("card due", s.player, s.deck.value),
    open_.TaskDue: lambda s: ("task due", s.player, s.deck.value),
    open_.WaitingMove: lambda s: ("waiting move", s.player, s.steps),
}
_EVENTS: dict[type[Event], Callable[[Any], Fact]] = {
    said.Noted: lambda e: noted(e.player, e.clauses[0]),
    said.DiceRolled: lambda e: ("rolled", e.player, e.dice, e.speed, e.doubles, e.again),
    said.TokenMoved: lambda e: moved(e.player, e.to, e.past_go),
    said.Paid: lambda e: ("money", e.payer, e.payee, e.amount, e.clauses[0]),
    said.CardDrawn: lambda e: ("drawn", e.player, e.deck.value, e.card),
    said.StepOpened: lambda e: step_fact(e.step),
    said.StepClosed: lambda e: closed(e.step),
    said.RentIncurred: lambda e: rent_fact(e.rent),
    said.HouseRuleSet: lambda e: ("HouseRuleSet", e.name, e.value),
}


def rent_fact(rent: open_.Rent) -> Fact:
    sum_due = (rent.payer, rent.owner, rent.deed, rent.amount, rent.factor)
    return ("rent incurred", *sum_due, rent.turn, rent.clauses[0])


def step_fact(step: PendingStep) -> Fact:
    fact = _STEPS.get(type(step))
    return fact(step) if fact else ("opened", step)


def fact_of(event: Event) -> Fact:
    """A payment and a debt are the same fact. Most events are simply all their fields."""
    fact = _EVENTS.get(type(event))
    if fact:
        return fact(event)
    return (type(event).__name__, *(getattr(event, name) for name in event.__struct_fields__ if name != "clauses"))
