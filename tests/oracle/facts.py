"""What an event says, as a plain tuple: the oracle expects tuples, and an event must be one of those expected."""

from collections.abc import Callable, Hashable
from typing import Any

from companion.rules import events as said
from companion.rules import pending_steps as open_
from companion.rules.events import Event
from companion.rules.pending_steps import PendingStep

Fact = tuple[Hashable, ...]


def money(payer: int, payee: int, amount: int, clause: str) -> Fact:
    return ("money", payer, payee, amount, clause)


def moved(player: int, to: int, past_go: bool) -> Fact:
    return ("moved", player, to, past_go)


def noted(player: int, clause: str) -> Fact:
    return ("noted", player, clause)


def closed(step: PendingStep) -> Fact:
    return ("closed", step)


_MATTERS: dict[type[PendingStep], Callable[[Any], Fact]] = {
    open_.Debt: lambda m: money(m.debtor, m.creditor, m.amount, m.clauses[0]),
    open_.UtilityThrowDue: lambda m: ("throw for", m.player, m.owner, m.deed, m.factor, m.clauses[0]),
    open_.Auction: lambda m: ("auction", m.deed, m.building, m.least, m.high, m.bidder, m.passed),
    open_.Interest: lambda m: ("interest", frozenset(m.owed), m.clauses[0]),
    open_.CardDue: lambda m: ("card due", m.player, m.deck.value),
    open_.TaskDue: lambda m: ("task due", m.player, m.deck.value),
    open_.WaitingMove: lambda m: ("waiting move", m.player, m.steps),
}
_EVENTS: dict[type[Event], Callable[[Any], Fact]] = {
    said.Noted: lambda e: noted(e.player, e.clauses[0]),
    said.DiceRolled: lambda e: ("rolled", e.player, e.dice, e.speed, e.doubles, e.again),
    said.TokenMoved: lambda e: moved(e.player, e.to, e.past_go),
    said.Paid: lambda e: money(e.payer, e.payee, e.amount, e.clauses[0]),
    said.CardDrawn: lambda e: ("drawn", e.player, e.deck.value, e.card),
    said.StepOpened: lambda e: matter_fact(e.step),
    said.StepClosed: lambda e: closed(e.step),
    said.RentIncurred: lambda e: rent_fact(e.rent),
    said.HouseRuleSet: lambda e: ("HouseRuleSet", e.name, e.value),
}


def rent_fact(rent: open_.Rent) -> Fact:
    sum_due = (rent.payer, rent.owner, rent.deed, rent.amount, rent.factor)
    return ("rent incurred", *sum_due, rent.turn, rent.clauses[0])


def matter_fact(step: PendingStep) -> Fact:
    told = _MATTERS.get(type(step))
    return told(step) if told else ("opened", step)


def fact_of(event: Event) -> Fact:
    """Money is money whether it moves at once or becomes a debt; most events simply say all they hold."""
    told = _EVENTS.get(type(event))
    if told:
        return told(event)
    return (type(event).__name__, *(getattr(event, name) for name in event.__struct_fields__ if name != "clauses"))
