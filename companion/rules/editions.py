"""The five books as values: one `Rules` record, and what each later book changes in it.

A variant and a house rule are changes to the same record (`variants.py`, `house_rules.py`). No other module names
an edition.
"""

from enum import Enum

from msgspec import Struct
from msgspec.structs import replace


class Banker(Enum):
    """Who keeps the Bank [SETUP-5]."""

    MAY_ONLY_BANK = "with more than five players the Banker may choose only to bank"
    PLAYS = "one of the players is the Banker"


class Lending(Enum):
    """What players must not lend each other [BANK-2]."""

    NO_MONEY = "no money"
    NO_PROPERTY = "neither money nor property"
    DEEDS_FOR_DEBTS = "no money, but a deed may help to meet a debt to a player"
    NO_PROMISES = "no money, and promise nothing about later rent"


class Cards(Enum):
    """Where the orders of Chance and Community Chest come from [CARD-1]."""

    DECK = "the top card of the deck, put back underneath"
    TASK = "the task numbered by a throw of three dice"


class DoubleRent(Enum):
    """When a bare lot of a complete group costs double [RENT-2]."""

    COMPLETE = "also while another lot of the group is mortgaged"
    UNMORTGAGED = "only while no lot of the group is mortgaged"


class UtilityThrow(Enum):
    """Which throw a utility's rent multiplies [RENT-5]."""

    MOVING = "the throw that moved the token"
    FRESH = "a fresh throw by the player who landed"


class RentAskedBy(Enum):
    """Until when an owner may ask for rent [RENT-6]."""

    NEXT_THROW = "the next throw of the dice"
    NEXT_PLAYER = "the next player's throw"
    SECOND_PLAYER = "the second following player's throw"


class When(Enum):
    """When an owner may build, sell or deal [BUILD-6, SELL-1, DEAL-5]."""

    ANY_TIME = "any time"
    OWN_TURN = "in the player's own turn"
    OWN_OR_BETWEEN = "in the player's own turn or between turns"


class FineLeads(Enum):
    """What follows the fine paid to leave Jail [JAIL-4]."""

    TO_THROW = "then throw and move"
    TO_NEXT_TURN = "the turn ends; throw as usual in the next one"


class MortgageNeeds(Enum):
    """What must be free of buildings before a lot is mortgaged [MORT-1]."""

    BARE_GROUP = "every lot of the group"
    BARE_LOT = "that lot"


class BankruptDeeds(Enum):
    """How a bankrupt's clear deeds reach the creditor [BANKRUPT-1]."""

    PASS_CLEAR = "clear deeds pass clear"
    MORTGAGED_FIRST = "clear deeds are mortgaged first, for the creditor's cash"


class FirstBid(Enum):
    """The lowest first bid for a scarce building [STOCK-2]."""

    ANY = "1"
    DEED_PRICE = "the lowest price on the deeds concerned"


class Deal(Struct, frozen=True, forbid_unknown_fields=True):
    """Deeds handed out before play [SHORT-1, TIMED-2]."""

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
    players_max: int = 8
    starting_cash: int = 1500
    salary: int = 200
    houses: int = 32
    hotels: int = 12
    banker: Banker = Banker.MAY_ONLY_BANK
    lending: Lending = Lending.NO_MONEY
    jail_keys: int = 0  # plastic keys in place of cards to leave Jail; 0 where the decks have such cards
    cards: Cards = Cards.DECK
    later_amounts: bool = False
    double_rent: DoubleRent = DoubleRent.COMPLETE
    utility_throw: UtilityThrow = UtilityThrow.MOVING
    rent_asked_by: RentAskedBy = RentAskedBy.SECOND_PLAYER
    income_tax: int = 200
    income_tax_percent: int = 10  # 0: no choice
    luxury_tax: int = 75
    fine: int = 50
    fine_leads: FineLeads = FineLeads.TO_THROW
    fine_turns: int = 2  # on how many turns in Jail the fine may be paid before the throw
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
    players_max=6,
    banker=Banker.PLAYS,
    lending=Lending.DEEDS_FOR_DEBTS,
    jail_keys=6,
    cards=Cards.TASK,
    later_amounts=True,
    rent_asked_by=RentAskedBy.NEXT_PLAYER,
    income_tax_percent=0,
    luxury_tax=100,
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
    banker=Banker.PLAYS,
    lending=Lending.NO_PROMISES,
    later_amounts=True,
    double_rent=DoubleRent.UNMORTGAGED,
    utility_throw=UtilityThrow.FRESH,
    rent_asked_by=RentAskedBy.NEXT_PLAYER,
    income_tax_percent=0,
    luxury_tax=100,
    fine_turns=3,
    bankrupt_deeds=BankruptDeeds.MORTGAGED_FIRST,
    short_game=None,
    timed_game=False,
    timed_deal=None,
    speed_cash=1000,
)
DEFAULT = CLASSIC
EDITIONS: dict[str, Rules] = {rules.key: rules for rules in (CLASSIC, RULEBOOK, PARKER_2001, KEYS_2010, PLATINUM_2010)}
