"""The five rule books as values: one `Rules` record, and what each later book changes in it.

Variants are changes to the same record, and so are house rules (`house_rules.py`). No other module names an edition.
The values of the enums are codes that journals keep; the sentences are in `texts`.
"""

from enum import Enum

from msgspec import Struct
from msgspec.structs import replace


class Banker(Enum):
    """Who keeps the Bank [SETUP-5]."""

    MAY_ONLY_BANK = "may-only-bank"  # with more than five players
    PLAYS = "plays"


class Lending(Enum):
    """What players must not lend each other [BANK-2]."""

    NO_MONEY = "no-money"
    NO_PROPERTY = "no-property"  # and no money
    DEEDS_FOR_DEBTS = "deeds-for-debts"  # no money, but a deed may help to pay a debt to a player
    NO_PROMISES = "no-promises"  # about later rent, and no money


class Cards(Enum):
    """Where the instructions of Chance and Community Chest come from [CARD-1]."""

    DECK = "deck"
    TASK = "task"  # chosen by a roll of three dice


class DoubleRent(Enum):
    """When a lot without buildings in a complete group costs double [RENT-2]."""

    COMPLETE = "complete-group"  # also while another lot of the group is mortgaged
    UNMORTGAGED = "unmortgaged-group"


class UtilityThrow(Enum):
    """Which roll a utility's rent multiplies [RENT-5]."""

    MOVING = "moving-throw"
    FRESH = "fresh-throw"


class RentAskedBy(Enum):
    """Until when an owner may ask for rent [RENT-6]."""

    NEXT_THROW = "next-throw"
    NEXT_PLAYER = "next-player-throw"
    SECOND_PLAYER = "second-next-throw"


class When(Enum):
    """When an owner may build, sell or deal [BUILD-6, SELL-1, DEAL-5]."""

    ANY_TIME = "any-time"
    OWN_TURN = "own-turn"
    OWN_OR_BETWEEN = "own-turn-or-between"


class FineLeads(Enum):
    """What happens after paying the fine to leave Jail [JAIL-4]."""

    TO_THROW = "to-throw"
    TO_NEXT_TURN = "to-next-turn"


class MortgageNeeds(Enum):
    """Where no building may stand when a lot is mortgaged [MORT-1]."""

    BARE_GROUP = "bare-group"
    BARE_LOT = "bare-lot"


class BankruptDeeds(Enum):
    """How the creditor gets a bankrupt player's unmortgaged deeds [BANKRUPT-1]."""

    PASS_CLEAR = "pass-clear"
    MORTGAGED_FIRST = "mortgaged-first"  # the creditor gets the cash


class FirstBid(Enum):
    """The lowest first bid for a scarce building [STOCK-2]."""

    ANY = "any"
    DEED_PRICE = "deed-price"  # the lowest building price on the deeds that want one


class Deal(Struct, frozen=True, forbid_unknown_fields=True):
    """Deeds dealt before the game starts [SHORT-1, TIMED-2]."""

    count: int
    paid: bool


class ShortGame(Struct, frozen=True, forbid_unknown_fields=True):
    """What a book's short game changes [SHORT-1 to SHORT-5]."""

    deal: Deal
    ends_at: int
    one_jail_turn: bool = False
    flat_tax: bool = False
    last_buildings_stand: bool = False


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything the engine asks of an edition, its variants and the table's house rules."""

    key: str
    title: str
    board: str = "atlantic-city"  # the one that usually comes with it
    players_max: int = 8
    starting_cash: int = 1500
    salary: int = 200
    houses: int = 32
    hotels: int = 12
    banker: Banker = Banker.MAY_ONLY_BANK
    lending: Lending = Lending.NO_MONEY
    jail_keys: int = 0  # plastic keys in place of cards to leave Jail; 0 where the decks have such cards
    cards: Cards = Cards.DECK
    double_rent: DoubleRent = DoubleRent.COMPLETE
    utility_throw: UtilityThrow = UtilityThrow.MOVING
    rent_asked_by: RentAskedBy = RentAskedBy.SECOND_PLAYER
    income_tax_percent: int = 10  # 0: no choice
    fine: int = 50
    fine_leads: FineLeads = FineLeads.TO_THROW
    fine_turns: int = 2  # on how many turns in Jail the fine may be paid before the roll
    jail_turns: int = 3
    build_when: When = When.ANY_TIME
    sell_when: When = When.ANY_TIME
    deal_when: When = When.ANY_TIME
    scarce_hotels: bool = True  # are hotels auctioned in a shortage, too
    scarce_first_bid: FirstBid = FirstBid.ANY
    mortgage_needs: MortgageNeeds = MortgageNeeds.BARE_GROUP
    bankrupt_deeds: BankruptDeeds = BankruptDeeds.PASS_CLEAR
    # the variants a book has, and what they bring
    short_game: ShortGame | None = None
    timed_game: bool = True
    timed_deal: Deal | None = Deal(2, paid=True)
    speed_cash: int = 0  # 0: no Speed Die in the box
    # what the chosen variants have set
    variants: tuple[str, ...] = ()
    deal: Deal | None = None
    houses_for_hotel: int = 4
    ends_at: int = 0  # bankruptcies; 0: when one player is left
    last_buildings_stand: bool = False
    timed: bool = False
    speed_die: bool = False
    # what the table has chosen
    rent_claimed: bool = False
    pot: int | None = None  # what Free Parking starts with; None: no pot
    double_on_go: bool = False
    auctions: bool = True
    rent_in_jail: bool = True
    unlimited_buildings: bool = False
    first_lap_buying: bool = True
    odds: bool = False  # may be looked at before the game is over


CLASSIC = Rules(
    key="classic",
    title="Parker Brothers, the classic edition",
    short_game=ShortGame(Deal(3, paid=False), ends_at=1, one_jail_turn=True, flat_tax=True),
)
RULEBOOK = replace(
    CLASSIC,
    key="rulebook",
    title="the rule book as printed, web copy",
    short_game=ShortGame(Deal(2, paid=True), ends_at=2, last_buildings_stand=True),
)
PARKER_2001 = replace(
    CLASSIC,
    key="parker-2001",
    title="Parker Brothers 2001, two to six players",
    players_max=6,
    lending=Lending.NO_PROPERTY,
    rent_asked_by=RentAskedBy.NEXT_THROW,
    build_when=When.OWN_TURN,
    scarce_hotels=False,
    mortgage_needs=MortgageNeeds.BARE_LOT,
)
KEYS_2010 = replace(
    CLASSIC,
    key="keys-2010",
    title="2010, with plastic keys and dice-rolled tasks",
    board="atlantic-city-2010",
    players_max=6,
    banker=Banker.PLAYS,
    lending=Lending.DEEDS_FOR_DEBTS,
    jail_keys=6,
    cards=Cards.TASK,
    rent_asked_by=RentAskedBy.NEXT_PLAYER,
    income_tax_percent=0,
    fine_leads=FineLeads.TO_NEXT_TURN,
    build_when=When.OWN_OR_BETWEEN,
    sell_when=When.OWN_OR_BETWEEN,
    deal_when=When.OWN_OR_BETWEEN,
    scarce_hotels=False,
    scarce_first_bid=FirstBid.DEED_PRICE,
    short_game=ShortGame(Deal(2, paid=True), ends_at=2),
    timed_deal=None,
)
PLATINUM_2010 = replace(
    CLASSIC,
    key="platinum-2010",
    title="Platinum Edition 2010, with the Speed Die",
    board="atlantic-city-2010",
    banker=Banker.PLAYS,
    lending=Lending.NO_PROMISES,
    double_rent=DoubleRent.UNMORTGAGED,
    utility_throw=UtilityThrow.FRESH,
    rent_asked_by=RentAskedBy.NEXT_PLAYER,
    income_tax_percent=0,
    fine_turns=3,
    bankrupt_deeds=BankruptDeeds.MORTGAGED_FIRST,
    short_game=None,
    timed_game=False,
    timed_deal=None,
    speed_cash=1000,
)
DEFAULT = CLASSIC
EDITIONS: dict[str, Rules] = {rules.key: rules for rules in (CLASSIC, RULEBOOK, PARKER_2001, KEYS_2010, PLATINUM_2010)}


class BoxSign(Struct, frozen=True):
    """What can be seen on a box, to find its book. An answer without a book leads to the next question."""

    question: str
    answers: tuple[tuple[str, Rules | None], ...]


BOX_SIGNS = (
    BoxSign(
        "What is in your box?",
        (
            ("Plastic keys, and lists of tasks instead of cards", KEYS_2010),
            ("A third die with a bus on it: the Speed Die", PLATINUM_2010),
            ("Two dice and two decks of cards", None),
            ("A machine for the money: here the companion is the Bank", None),
        ),
    ),
    BoxSign(
        "What does the box or its book say?",
        (
            ("2001, or 2 to 6 players", PARKER_2001),
            ("2 to 8 players, or it is older than 2001", CLASSIC),
            ("We have no book, only the rules from the web", RULEBOOK),
            ("None of these", DEFAULT),
        ),
    ),
)

# What a book leaves open, by the clauses. There we play as another book has it, or as our own rule says.
SILENT: dict[str, tuple[Rules, ...]] = {
    "SETUP-1": (CLASSIC, RULEBOOK),
    "SETUP-2": (KEYS_2010,),
    "AUCTION-1": (CLASSIC, RULEBOOK, PARKER_2001),
    "JAIL-3": (KEYS_2010, PLATINUM_2010),
    "JAIL-7": (KEYS_2010,),
    "SELL-2": (PLATINUM_2010,),
    "DEAL-5": (CLASSIC, RULEBOOK, PARKER_2001),
    "MORT-1": (KEYS_2010,),
    "MORT-5": (PARKER_2001, KEYS_2010),
    "BANKRUPT-2": (KEYS_2010,),
    "BANKRUPT-4": (CLASSIC, RULEBOOK, PARKER_2001, KEYS_2010),
    "SHORT-8": (KEYS_2010,),
}


def variants_of(rules: Rules) -> tuple[str, ...]:
    """The variants this book has."""
    has = {"short": rules.short_game is not None, "timed": rules.timed_game, "speed": rules.speed_cash > 0}
    return tuple(name for name, present in has.items() if present)


def with_variant(rules: Rules, name: str) -> Rules:
    """The same rules with a variant the book has; asking for it twice changes nothing."""
    if name in rules.variants:
        return rules
    if name not in variants_of(rules):
        raise ValueError(f"{rules.key} has no {name} game")
    rules = replace(rules, variants=(*rules.variants, name))
    if name == "speed":
        return replace(rules, speed_die=True, starting_cash=rules.starting_cash + rules.speed_cash)
    if name == "timed":  # a short game that is also timed keeps the short game's deal
        return replace(rules, timed=True, deal=rules.deal or rules.timed_deal)
    short = rules.short_game
    assert short is not None
    return replace(
        rules,
        deal=short.deal,
        houses_for_hotel=3,
        ends_at=short.ends_at,
        last_buildings_stand=short.last_buildings_stand,
        jail_turns=1 if short.one_jail_turn else rules.jail_turns,
        income_tax_percent=0 if short.flat_tax else rules.income_tax_percent,
    )
