"""The printed facts, written down a second time from the books and shared with nothing the engine uses."""

from typing import Final, NamedTuple

BANK: Final = -1
POT: Final = -2
HOTEL: Final = 5
GO, INCOME_TAX, JAIL, FREE_PARKING, GO_TO_JAIL, LUXURY_TAX = 0, 4, 10, 20, 30, 38
CHANCES, CHESTS = (7, 22, 36), (2, 17, 33)
BUILDINGS_IN_THE_BOX = (32, 12)


class Lot(NamedTuple):
    space: int
    group: str
    price: int
    house: int = 0
    rents: tuple[int, ...] = ()
    mortgage: int = 0


# fmt: off
_PRICED: Final = (
    Lot(1, "brown", 60, 50, (2, 10, 30, 90, 160, 250)),
    Lot(3, "brown", 60, 50, (4, 20, 60, 180, 320, 450)),
    Lot(5, "railroad", 200),
    Lot(6, "light-blue", 100, 50, (6, 30, 90, 270, 400, 550)),
    Lot(8, "light-blue", 100, 50, (6, 30, 90, 270, 400, 550)),
    Lot(9, "light-blue", 120, 50, (8, 40, 100, 300, 450, 600)),
    Lot(11, "pink", 140, 100, (10, 50, 150, 450, 625, 750)),
    Lot(12, "utility", 150),
    Lot(13, "pink", 140, 100, (10, 50, 150, 450, 625, 750)),
    Lot(14, "pink", 160, 100, (12, 60, 180, 500, 700, 900)),
    Lot(15, "railroad", 200),
    Lot(16, "orange", 180, 100, (14, 70, 200, 550, 750, 950)),
    Lot(18, "orange", 180, 100, (14, 70, 200, 550, 750, 950)),
    Lot(19, "orange", 200, 100, (16, 80, 220, 600, 800, 1000)),
    Lot(21, "red", 220, 150, (18, 90, 250, 700, 875, 1050)),
    Lot(23, "red", 220, 150, (18, 90, 250, 700, 875, 1050)),
    Lot(24, "red", 240, 150, (20, 100, 300, 750, 925, 1100)),
    Lot(25, "railroad", 200),
    Lot(26, "yellow", 260, 150, (22, 110, 330, 800, 975, 1150)),
    Lot(27, "yellow", 260, 150, (22, 110, 330, 800, 975, 1150)),
    Lot(28, "utility", 150),
    Lot(29, "yellow", 280, 150, (24, 120, 360, 850, 1025, 1200)),
    Lot(31, "green", 300, 200, (26, 130, 390, 900, 1100, 1275)),
    Lot(32, "green", 300, 200, (26, 130, 390, 900, 1100, 1275)),
    Lot(34, "green", 320, 200, (28, 150, 450, 1000, 1200, 1400)),
    Lot(35, "railroad", 200),
    Lot(37, "dark-blue", 350, 200, (35, 175, 500, 1100, 1300, 1500)),
    Lot(39, "dark-blue", 400, 200, (50, 200, 600, 1400, 1700, 2000)),
)
LOTS: Final = tuple(lot._replace(mortgage=lot.price // 2) for lot in _PRICED)
AT: Final = {lot.space: number for number, lot in enumerate(LOTS)}
GROUPS: Final = {
    name: tuple(number for number, lot in enumerate(LOTS) if lot.group == name) for name in {lot.group for lot in LOTS}
}


class Order(NamedTuple):
    """A card's order. `sum` is its amount, or how many spaces back."""

    name: str
    does: str
    task: int
    sum: int = 0
    to: int = -1
    house: int = 0
    hotel: int = 0


_CARDS: Final[dict[str, tuple[Order, ...]]] = {
    "chance": (
        Order("advance-go", "go to", 3, to=0),
        Order("illinois", "go to", 4, to=24),
        Order("st-charles", "go to", 5, to=11),
        Order("nearest-utility", "nearest utility", 6),
        Order("nearest-railroad", "nearest railroad", 7),
        Order("nearest-railroad", "nearest railroad", 12),
        Order("bank-dividend", "take", 9, 50),
        Order("jail-free", "keep", 10),
        Order("back-three", "go back", 11, 3),
        Order("go-to-jail", "go to jail", 8),
        Order("general-repairs", "repair", 13, house=25, hotel=100),
        Order("small-fine", "pay", 14, 15),
        Order("reading", "go to", 15, to=5),
        Order("boardwalk", "go to", 16, to=39),
        Order("chairman", "pay each", 17, 50),
        Order("building-loan", "take", 18, 150),
    ),
    "chest": (
        Order("advance-go", "go to", 3, to=0),
        Order("bank-error", "take", 4, 200),
        Order("doctor", "pay", 5, 50),
        Order("stock-sale", "take", 6, 45),
        Order("jail-free", "keep", 7),
        Order("go-to-jail", "go to jail", 8),
        Order("players-pay-you", "take from each", 9, 50),
        Order("savings-fund", "take", 10, 100),
        Order("tax-refund", "take", 11, 20),
        Order("life-insurance", "take", 12, 100),
        Order("hospital", "pay", 13, 100),
        Order("school", "pay", 14, 150),
        Order("services", "take", 15, 25),
        Order("street-repairs", "repair", 16, house=40, hotel=115),
        Order("beauty-contest", "take", 17, 10),
        Order("inherit", "take", 18, 100),
    ),
}
# fmt: on


class Print(NamedTuple):
    """The numbers that a box prints. `prints` has those of the other boxes."""

    lots: tuple[Lot, ...]
    cards: dict[str, tuple[Order, ...]]
    railroads: tuple[int, ...]
    utilities: tuple[int, ...]
    income_tax: int
    luxury_tax: int


_NEWER_SUMS: Final = {"stock-sale": 50, "players-pay-you": 10, "school": 50}
OLDER: Final = Print(LOTS, _CARDS, (25, 50, 100, 200), (4, 10), 200, 75)
NEWER: Final = OLDER._replace(
    luxury_tax=100,
    cards={
        deck: tuple(card._replace(sum=_NEWER_SUMS.get(card.name, card.sum)) for card in cards)
        for deck, cards in _CARDS.items()
    },
)


class Short(NamedTuple):
    """A book's short game."""

    dealt: int
    paid: bool
    ends_at: int
    one_jail_turn: bool
    flat_tax: bool
    last_buildings_stand: bool


class Book(NamedTuple):
    """Where the five books differ."""

    double_beside_a_mortgage: bool
    fresh_utility_throw: bool
    tasks: bool
    keys: int
    tax_by_percent: bool
    fine_turns: int
    fine_ends_turn: bool
    lone_lot_mortgaged: bool
    mortgaged_before_passing: bool
    rent_lost_at: str
    build_when: str
    sell_when: str
    hotels_auctioned: bool
    first_bid_is_price: bool
    short: Short | None
    timed_deal: int


CLASSIC: Final = Book(
    double_beside_a_mortgage=True,
    fresh_utility_throw=False,
    tasks=False,
    keys=0,
    tax_by_percent=True,
    fine_turns=2,
    fine_ends_turn=False,
    lone_lot_mortgaged=False,
    mortgaged_before_passing=False,
    rent_lost_at="second following player",
    build_when="any time",
    sell_when="any time",
    hotels_auctioned=True,
    first_bid_is_price=False,
    short=Short(3, False, 1, one_jail_turn=True, flat_tax=True, last_buildings_stand=False),
    timed_deal=2,
)
BOOKS: Final = {
    "classic": CLASSIC,
    "rulebook": CLASSIC._replace(
        short=Short(2, True, 2, one_jail_turn=False, flat_tax=False, last_buildings_stand=True),
    ),
    "parker-2001": CLASSIC._replace(
        lone_lot_mortgaged=True,
        rent_lost_at="next roll",
        build_when="own turn",
        hotels_auctioned=False,
    ),
    "keys-2010": CLASSIC._replace(
        tasks=True,
        keys=6,
        tax_by_percent=False,
        fine_ends_turn=True,
        rent_lost_at="next player",
        build_when="own turn or between turns",
        sell_when="own turn or between turns",
        hotels_auctioned=False,
        first_bid_is_price=True,
        short=Short(2, True, 2, one_jail_turn=False, flat_tax=False, last_buildings_stand=False),
        timed_deal=0,
    ),
    "platinum-2010": CLASSIC._replace(
        double_beside_a_mortgage=False,
        fresh_utility_throw=True,
        tax_by_percent=False,
        fine_turns=3,
        mortgaged_before_passing=True,
        rent_lost_at="next player",
        short=None,
        timed_deal=0,
    ),
}
