"""The books, variants and house rules one can choose for a new game: a copy of what the rules know.

The console may not ask the rules themselves; a test holds this table against them.
"""

from typing import Literal

from msgspec import Struct

Takes = Literal["switch", "amount", "switch or amount", "rent mode"]
Value = bool | int | str
AMOUNT_MOST = 999_999_999


class Book(Struct, frozen=True):
    key: str
    title: str
    players_most: int
    variants: tuple[str, ...]
    has_decks: bool = True


class HouseRule(Struct, frozen=True):
    name: str
    takes: Takes
    label: str
    meaning: str
    is_for_start: bool = False


# fmt: off
BOOKS = (
    Book("classic", "Parker Brothers, the classic edition", 8, ("short", "timed")),
    Book("rulebook", "the rule book as printed, web copy", 8, ("short", "timed")),
    Book("parker-2001", "Parker Brothers 2001, two to six players", 6, ("short", "timed")),
    Book("keys-2010", "2010, with plastic keys and dice-rolled tasks", 6, ("short", "timed"), has_decks=False),
    Book("platinum-2010", "Platinum Edition 2010, with the Speed Die", 8, ("speed",)),
)
VARIANTS = {
    "short": "Short game: some deeds are dealt, and it ends sooner",
    "timed": "Timed game: until an agreed hour",
    "speed": "Speed Die: a third die, and 1,000 more to start with",
}
HOUSE_RULES = (
    HouseRule("rent", "rent mode", "Rent", "rent moves by itself, or must be asked for in time"),
    HouseRule("free-parking-pot", "switch or amount", "Free Parking pot", "taxes and fines wait under Free Parking"),
    HouseRule("double-on-go", "switch", "Double on GO", "twice the salary for landing exactly on GO"),
    HouseRule("no-auctions", "switch", "No auctions", "what is not bought stays with the Bank"),
    HouseRule("no-rent-in-jail", "switch", "No rent in Jail", "an owner in Jail collects nothing"),
    HouseRule("cash-at-start", "amount", "Cash at the start", "another sum to start with", is_for_start=True),
    HouseRule("salary", "amount", "Salary", "another salary"),
    HouseRule("unlimited-buildings", "switch", "Unlimited buildings", "the Bank never runs out of houses or hotels"),
    HouseRule("first-lap-no-buying", "switch", "First lap: no buying",
              "no buying or bidding before having passed GO once"),
)
# fmt: on
PLAYERS_LEAST = 2
NAME_MOST = 24
TITLE_MOST = 60


def book_of(key: str) -> Book:
    return next(book for book in BOOKS if book.key == key)


def house_rule_of(name: str) -> HouseRule | None:
    """None for one that a newer table knows and this console does not."""
    return next((rule for rule in HOUSE_RULES if rule.name == name), None)
