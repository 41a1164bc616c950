"""The two decks of sixteen cards. One edition has tasks numbered 3 to 18 instead."""

from enum import Enum

from msgspec import Struct

from companion.rules.deeds import GROUP_DEEDS, Group
from companion.rules.ids import DeedId, SpaceId


class Deck(Enum):
    CHANCE = "chance"
    CHEST = "chest"


class Does(Enum):
    """What a card tells the player to do."""

    ADVANCE = "advance"
    NEAREST = "nearest"
    BACK = "back"
    JAIL = "jail"
    JAIL_FREE = "jail-free"
    COLLECT = "collect"
    PAY = "pay"
    COLLECT_EACH = "collect-each"
    PAY_EACH = "pay-each"
    REPAIRS = "repairs"


class Card(Struct, frozen=True, gc=False):
    """A card. Only what its `does` needs is filled in; `later` is the amount of the 2010 printing."""

    id: str
    task: int
    does: Does
    meaning: str
    amount: int = 0
    later: int = 0
    target: SpaceId = -1
    nearest: tuple[DeedId, ...] = ()  # to whichever of these comes first
    per_house: int = 0
    per_hotel: int = 0


def _money(id: str, task: int, does: Does, meaning: str, amount: int, later: int | None = None) -> Card:
    return Card(id, task, does, meaning, amount=amount, later=amount if later is None else later)


def _advance(id: str, task: int, target: SpaceId, name: str) -> Card:
    return Card(id, task, Does.ADVANCE, f"forward to {name}", target=target)


def _nearest(id: str, task: int, group: Group, meaning: str) -> Card:
    return Card(id, task, Does.NEAREST, meaning, nearest=GROUP_DEEDS[group])


_RAILROAD = "forward to the nearest railroad, double rent"

CHANCE: tuple[Card, ...] = (
    _advance("advance-go", 3, 0, "GO"),
    _advance("illinois", 4, 24, "Illinois Avenue"),
    _advance("st-charles", 5, 11, "St. Charles Place"),
    _nearest("nearest-utility", 6, Group.UTILITY, "forward to the nearest utility, ten times a new roll"),
    _nearest("nearest-railroad", 7, Group.RAILROAD, _RAILROAD),
    _nearest("nearest-railroad", 12, Group.RAILROAD, _RAILROAD),
    _money("bank-dividend", 9, Does.COLLECT, "a dividend", 50),
    Card("jail-free", 10, Does.JAIL_FREE, "Get out of Jail card"),
    _money("back-three", 11, Does.BACK, "Go back 3 spaces", 3),
    Card("go-to-jail", 8, Does.JAIL, "to Jail"),
    Card("general-repairs", 13, Does.REPAIRS, "repairs of houses and hotels", per_house=25, per_hotel=100),
    _money("small-fine", 14, Does.PAY, "a small fine", 15),
    _advance("reading", 15, 5, "Reading Railroad"),
    _advance("boardwalk", 16, 39, "Boardwalk"),
    _money("chairman", 17, Does.PAY_EACH, "Pay every player", 50),
    _money("building-loan", 18, Does.COLLECT, "a building loan", 150),
)
CHEST: tuple[Card, ...] = (
    _advance("advance-go", 3, 0, "GO"),
    _money("bank-error", 4, Does.COLLECT, "Bank error", 200),
    _money("doctor", 5, Does.PAY, "the doctor's bill", 50),
    _money("stock-sale", 6, Does.COLLECT, "shares sold", 45, 50),
    Card("jail-free", 7, Does.JAIL_FREE, "Get out of Jail card"),
    Card("go-to-jail", 8, Does.JAIL, "to Jail"),
    _money("players-pay-you", 9, Does.COLLECT_EACH, "a show everyone pays for", 50, 10),
    _money("savings-fund", 10, Does.COLLECT, "savings paid out", 100),
    _money("tax-refund", 11, Does.COLLECT, "tax paid back", 20),
    _money("life-insurance", 12, Does.COLLECT, "a life policy", 100),
    _money("hospital", 13, Does.PAY, "the hospital's bill", 100),
    _money("school", 14, Does.PAY, "the school's bill", 150, 50),
    _money("services", 15, Does.COLLECT, "a fee for services", 25),
    Card("street-repairs", 16, Does.REPAIRS, "street works by house and hotel", per_house=40, per_hotel=115),
    _money("beauty-contest", 17, Does.COLLECT, "a prize for looks", 10),
    _money("inherit", 18, Does.COLLECT, "an inheritance", 100),
)
CARDS: dict[Deck, tuple[Card, ...]] = {Deck.CHANCE: CHANCE, Deck.CHEST: CHEST}
_BY_ID = {card.id: card for cards in CARDS.values() for card in cards}
JAIL_FREE: dict[Deck, int] = {
    deck: next(index for index, card in enumerate(cards) if card.does is Does.JAIL_FREE)
    for deck, cards in CARDS.items()
}
TASKS: dict[Deck, dict[int, int]] = {
    deck: {card.task: index for index, card in enumerate(cards)} for deck, cards in CARDS.items()
}

assert all(sorted(tasks) == list(range(3, 19)) for tasks in TASKS.values()), "a task's number is wrong"


def card_named(id: str) -> Card:
    """Cards with one id say the same in both decks."""
    return _BY_ID[id]
