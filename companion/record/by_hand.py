"""Throws and draws that the companion had made, and others entered by hand in their place.  [UNDO-1]"""

from collections.abc import Iterable

from companion.record.statements import Act, Order
from companion.rules import catalogue
from companion.rules.cards import CARDS
from companion.rules.events import CardDrawn, DiceRolled, DiceThrown, Event, Events, Noted, StartThrown

Fall = DiceRolled | DiceThrown | StartThrown | CardDrawn


def is_electronic(act: Act) -> bool:
    return isinstance(act, Order) and catalogue.is_left_open(act.command)


def is_by_hand(act: Act) -> bool:
    return isinstance(act, Order) and catalogue.is_by_hand(act.command)


def fall(events: Iterable[Event]) -> Fall | None:
    """What fell or was drawn."""
    return next((event for event in events if isinstance(event, Fall)), None)


def with_note(events: Events, companions: Fall) -> Events:
    """The same events, with a word in front of the throw or draw if it is another than the companion's."""
    by_hand = fall(events)
    if by_hand is None or not _is_of_one_kind(by_hand, companions) or _faces(by_hand) == _faces(companions):
        return events
    at = events.index(by_hand)
    why = f"entered by hand; the companion had {_told(companions)}"
    return (*events[:at], Noted(("UNDO-1",), by_hand.player, why), *events[at:])


def _is_of_one_kind(one: Fall, other: Fall) -> bool:
    return type(one) is type(other) and one.player == other.player


def _faces(event: Fall) -> tuple[object, ...]:
    """What makes two throws or draws the same: not the order of the white dice, nor which of two equal cards."""
    if isinstance(event, CardDrawn):
        return event.deck, CARDS[event.deck][event.card].id
    return tuple(sorted(event.dice)), _speed(event)


def _told(event: Fall) -> str:
    if isinstance(event, CardDrawn):
        return f"drawn {CARDS[event.deck][event.card].meaning}"
    return "thrown " + " + ".join(filter(None, (*map(str, event.dice), _speed(event))))


def _speed(event: DiceRolled | DiceThrown | StartThrown) -> str:
    return "" if isinstance(event, StartThrown) else event.speed
