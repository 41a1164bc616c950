"""Whom a move concerns: everybody who pays, is paid, throws, owns or is asked in it. Read from the events alone."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from companion.play.acts import DoneAgain, RecordedMove, TakenBack
from companion.rules.events import (
    BuildingsRemoved,
    Built,
    DeedConveyed,
    DeedMortgaged,
    Event,
    MortgageLifted,
)
from companion.rules.ids import PlayerId
from companion.rules.pending_steps import Offer

ONE = ("player", "payer", "payee", "owner", "giver", "receiver", "debtor", "creditor", "bidder")
MANY = ("players", "winners")
INSIDE = ("matter", "offer", "rent")
ON_A_LOT = (DeedConveyed, DeedMortgaged, MortgageLifted, Built, BuildingsRemoved)


def concerned(taken: RecordedMove, moves: Sequence[RecordedMove]) -> frozenset[PlayerId]:
    """`moves` are all of the game: what takes a move back concerns whom that one did."""
    return frozenset(seat for seat in _seats(taken, moves) if seat >= 0)


def _seats(taken: RecordedMove, moves: Sequence[RecordedMove]) -> Iterator[PlayerId]:
    for event in taken.events:
        if isinstance(event, TakenBack | DoneAgain):
            yield from _seats(moves[event.number - 1], moves)
            continue
        yield from _named(event)
        if isinstance(event, ON_A_LOT):
            yield taken.before.titles[event.deed].owner


def _named(fact: Event | Struct) -> Iterator[PlayerId]:
    yield from (seat for name in ONE if isinstance(seat := getattr(fact, name, None), int))
    if isinstance(fact, Offer):
        yield fact.to
    for name in MANY:
        yield from getattr(fact, name, ())
    for name in INSIDE:
        inner = getattr(fact, name, None)
        if isinstance(inner, Struct):
            yield from _named(inner)
