"""The forty spaces, clockwise from GO."""

from enum import Enum

from msgspec import Struct

from companion.rules.cards import Deck
from companion.rules.deeds import DEEDS
from companion.rules.ids import DeedId, SpaceId


class Kind(Enum):
    GO = "go"
    DEED = "deed"
    CHANCE = "chance"
    CHEST = "chest"
    INCOME_TAX = "income-tax"
    LUXURY_TAX = "luxury-tax"
    JAIL = "jail"
    FREE_PARKING = "free-parking"
    GO_TO_JAIL = "go-to-jail"


class Space(Struct, frozen=True, gc=False):
    id: SpaceId
    name: str
    kind: Kind
    deed: DeedId = -1  # only where `kind` is DEED
    deck: Deck | None = None  # only where a card is drawn


_CORNERS_AND_CARDS = {
    0: ("GO", Kind.GO),
    2: ("Community Chest", Kind.CHEST),
    4: ("Income Tax", Kind.INCOME_TAX),
    7: ("Chance", Kind.CHANCE),
    10: ("Jail", Kind.JAIL),
    17: ("Community Chest", Kind.CHEST),
    20: ("Free Parking", Kind.FREE_PARKING),
    22: ("Chance", Kind.CHANCE),
    30: ("Go To Jail", Kind.GO_TO_JAIL),
    33: ("Community Chest", Kind.CHEST),
    36: ("Chance", Kind.CHANCE),
    38: ("Luxury Tax", Kind.LUXURY_TAX),
}
_DECKS = {Kind.CHANCE: Deck.CHANCE, Kind.CHEST: Deck.CHEST}
_SPACES = {
    space: Space(space, name, kind, deck=_DECKS.get(kind)) for space, (name, kind) in _CORNERS_AND_CARDS.items()
} | {deed.space: Space(deed.space, deed.name, Kind.DEED, deed.id) for deed in DEEDS}

BOARD: tuple[Space, ...] = tuple(_SPACES[space] for space in range(40))
GO: SpaceId = 0
JAIL: SpaceId = 10


def ahead(start: SpaceId, target: SpaceId) -> int:
    """How many spaces forward from one space to another; once around to the same one."""
    return (target - start - 1) % 40 + 1
