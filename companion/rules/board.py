"""A board: all that a box prints and another box may print differently. The ring itself is the same in every box."""

from enum import Enum
from functools import cached_property

from msgspec import Struct
from msgspec.structs import asdict

from companion.rules.cards import Card, Deck, Does
from companion.rules.currency import Currency
from companion.rules.deeds import DEED_SPACES, GROUP_DEEDS, Deed, Group
from companion.rules.ids import DeedId, SpaceId
from companion.rules.lists import a
from companion.rules.naming import Naming

GO: SpaceId = 0
INCOME_TAX: SpaceId = 4
JAIL: SpaceId = 10
FREE_PARKING: SpaceId = 20
GO_TO_JAIL: SpaceId = 30
LUXURY_TAX: SpaceId = 38
_CHEST = Deck.CHEST  # looking up an enum's member is slow in Python 3.11


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


KINDS: tuple[Kind, ...] = tuple(
    {
        GO: Kind.GO,
        INCOME_TAX: Kind.INCOME_TAX,
        JAIL: Kind.JAIL,
        FREE_PARKING: Kind.FREE_PARKING,
        GO_TO_JAIL: Kind.GO_TO_JAIL,
        LUXURY_TAX: Kind.LUXURY_TAX,
        **dict.fromkeys((7, 22, 36), Kind.CHANCE),
        **dict.fromkeys((2, 17, 33), Kind.CHEST),
    }.get(space, Kind.DEED)
    for space in range(40)
)
_DECKS = {Kind.CHANCE: Deck.CHANCE, Kind.CHEST: Deck.CHEST}


class Space(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    id: SpaceId
    name: str
    kind: Kind
    deed: DeedId = -1  # only where `kind` is DEED
    deck: Deck | None = None  # only where a card is drawn


class GroupPrint(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What this box calls a group, and its colour as #rrggbb."""

    name: str
    colour: str


class PieceWords(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What this box calls its pieces, for one and for several."""

    house: str = "house"
    houses: str = "houses"
    hotel: str = "hotel"
    hotels: str = "hotels"
    railroad: str = "railroad"
    railroads: str = "railroads"
    utility: str = "utility"
    utilities: str = "utilities"


class Board(Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """What one box prints. `check_board` says whether it can be played on; a game is played on no other."""

    key: str
    title: str
    currency: Currency
    words: PieceWords
    groups: tuple[GroupPrint, ...]  # in the order of `Group`
    spaces: tuple[Space, ...]
    deeds: tuple[Deed, ...]
    chance: tuple[Card, ...]
    chest: tuple[Card, ...]
    railroad_rents: tuple[int, ...]  # by how many the owner holds  [RENT-4]
    utility_factors: tuple[int, ...]  # by how many the owner holds  [RENT-5]
    income_tax: int
    luxury_tax: int

    def cards(self, deck: Deck) -> tuple[Card, ...]:
        return self.chest if deck is _CHEST else self.chance

    def card_named(self, id: str) -> Card:
        """Cards with one id say the same in both decks."""
        return self._cards_by_id[id]

    def jail_free(self, deck: Deck) -> int:
        """The place in its deck of the card to leave Jail."""
        return self._jail_free[deck is _CHEST]

    def task(self, deck: Deck, number: int) -> int:
        """The place in its deck of the card with this number on the list of tasks."""
        return next(index for index, card in enumerate(self.cards(deck)) if card.task == number)

    def task_list(self, deck: Deck) -> tuple[Card, ...]:
        """The cards of a deck as a list of tasks, by their numbers."""
        return tuple(sorted(self.cards(deck), key=lambda card: card.task))

    def place_name(self, space: SpaceId) -> str:
        """Spaces as people tell them apart: three are called Chance, three Community Chest, and Jail is two places."""
        name = self.spaces[space].name
        if space == JAIL:
            return f"{name}, just visiting"
        is_only = sum(other.name == name for other in self.spaces) == 1
        return name if is_only else f"{name} (after {self.spaces[space - 1].name})"

    def deck_name(self, deck: Deck) -> str:
        return self.spaces[2 if deck is _CHEST else 7].name

    def group_name(self, group: Group) -> str:
        return self.groups[GROUPS.index(group)].name

    def money(self, amount: int) -> str:
        """As written at this table. A game record writes plain digits instead."""
        return self.currency.show(amount)

    @cached_property
    def names(self) -> dict[str, str]:
        """What fills the places of these names in a sentence."""
        spaces = {"go": GO, "jail": JAIL, "parking": FREE_PARKING, "go_to_jail": GO_TO_JAIL}
        spaces |= {"income_tax": INCOME_TAX, "luxury_tax": LUXURY_TAX}
        places = {word: self.spaces[space].name for word, space in spaces.items()}
        decks = {deck.value: self.deck_name(deck) for deck in Deck}
        articles = {f"a_{word}": a(getattr(self.words, word)) for word in ("house", "hotel", "railroad", "utility")}
        return places | decks | asdict(self.words) | articles

    @cached_property
    def _cards_by_id(self) -> dict[str, Card]:
        return {card.id: card for card in (*self.chance, *self.chest)}

    @cached_property
    def _jail_free(self) -> tuple[int, int]:
        chance, chest = (
            next(index for index, card in enumerate(deck) if card.does is Does.JAIL_FREE)
            for deck in (self.chance, self.chest)
        )
        return chance, chest

    @cached_property
    def deed_naming(self) -> Naming:
        return Naming("deed", tuple(deed.name for deed in self.deeds), tuple((deed.space,) for deed in self.deeds))

    @cached_property
    def space_naming(self) -> Naming:
        return space_naming(tuple(space.name for space in self.spaces))

    @cached_property
    def group_naming(self) -> Naming:
        """By what this box calls them, and by the words of game records, which are the same on every board."""
        spaces = tuple(tuple(DEED_SPACES[deed] for deed in GROUP_DEEDS[group]) for group in GROUPS)
        names = tuple(printed.name for printed in self.groups)
        return Naming("group", names, spaces, tuple(group.value for group in GROUPS))

    @cached_property
    def card_names(self) -> tuple[str, ...]:
        """As in `chance/advance-go`."""
        ids = (f"{deck.value}/{card.id}" for deck in Deck for card in self.cards(deck))
        return tuple(dict.fromkeys(ids))


GROUPS: tuple[Group, ...] = tuple(Group)


def make_spaces(names: tuple[str, ...]) -> tuple[Space, ...]:
    """The forty spaces with these names."""
    return tuple(
        Space(id, name, kind, DEED_SPACES.index(id) if kind is Kind.DEED else -1, _DECKS.get(kind))
        for id, (name, kind) in enumerate(zip(names, KINDS, strict=True))
    )


def space_naming(names: tuple[str, ...]) -> Naming:
    return Naming("space", names, tuple((space,) for space in range(len(names))))


def ahead(start: SpaceId, target: SpaceId) -> int:
    """How many spaces forward from one space to another; once around to the same one."""
    return (target - start - 1) % 40 + 1
