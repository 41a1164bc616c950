"""What is open in a game: questions that somebody has to answer, and steps that wait for the answers."""

from typing import Final

from msgspec import Struct

from companion.rules.cards import Deck
from companion.rules.ids import Account, DeedId, PlayerId
from companion.rules.reasons import Reason

HOUSE: Final = "house"
HOTEL: Final = "hotel"


class PendingStep(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Something that is open in a game."""


class Dealing(PendingStep, frozen=True):
    """Players who have not been dealt their deeds yet [SHORT-1, TIMED-2]."""

    waiting: tuple[PlayerId, ...]


class Buying(PendingStep, frozen=True):
    player: PlayerId
    deed: DeedId


class Auction(PendingStep, frozen=True):
    """A deed or a scarce building being auctioned. `bidder` is the Bank until somebody bids."""

    deed: DeedId = -1
    building: str = ""
    least: int = 1
    high: int = 0
    bidder: Account = -1
    passed: tuple[PlayerId, ...] = ()


class Debt(PendingStep, frozen=True):
    debtor: PlayerId
    creditor: Account
    amount: int
    clauses: tuple[str, ...]
    why: Reason


class Interest(PendingStep, frozen=True):
    """Mortgaged deeds that changed hands. The new owner keeps or pays off each mortgage."""

    owed: tuple[tuple[PlayerId, DeedId], ...]
    clauses: tuple[str, ...]


class CardDue(PendingStep, frozen=True):
    player: PlayerId
    deck: Deck


class TaskDue(PendingStep, frozen=True):
    """Three dice for a numbered task [CARD-1]."""

    player: PlayerId
    deck: Deck


class UtilityThrowDue(PendingStep, frozen=True):
    """A new roll; its total times `factor` is the rent [RENT-5, CARD-4]."""

    player: PlayerId
    owner: PlayerId
    deed: DeedId
    factor: int
    clauses: tuple[str, ...]


class TaxChoice(PendingStep, frozen=True):
    player: PlayerId


class BusChoice(PendingStep, frozen=True):
    """Move by one white die, the other, or both [SPEED-4]."""

    player: PlayerId
    dice: tuple[int, ...]


class SpaceChoice(PendingStep, frozen=True):
    """Three of a kind: forward to any space [SPEED-7]."""

    player: PlayerId


class Placing(PendingStep, frozen=True):
    """A scarce building, paid for and still to be put on a lot [STOCK-2]."""

    player: PlayerId
    building: str


class WaitingMove(PendingStep, frozen=True):
    """The move out of Jail, which may wait for the fine [JAIL-3, JAIL-6]."""

    player: PlayerId
    steps: int
    clauses: tuple[str, ...]


class SpeedAdvance(PendingStep, frozen=True):
    """The second half of a roll with Mr. M [SPEED-5]."""

    player: PlayerId


class AuctionsDue(PendingStep, frozen=True):
    """Deeds of a player bankrupt to the Bank, still to be auctioned [BANKRUPT-3]."""

    deeds: tuple[DeedId, ...]


class TurnEnds(PendingStep, frozen=True):
    """The turn passes when everything before this is settled."""

    player: PlayerId


AnyPendingStep = (
    Dealing
    | Buying
    | Auction
    | Debt
    | Interest
    | CardDue
    | TaskDue
    | UtilityThrowDue
    | TaxChoice
    | BusChoice
    | SpaceChoice
    | Placing
    | WaitingMove
    | SpeedAdvance
    | AuctionsDue
    | TurnEnds
)


OWED = Debt, Interest  # these are open side by side


class Goods(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One side of a deal."""

    deeds: tuple[DeedId, ...] = ()
    cash: int = 0
    jail_cards: int = 0
    decks: tuple[str, ...] = ()  # of the jail cards, as far as it is said


class Offer(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    player: PlayerId
    to: PlayerId
    gives: Goods
    gets: Goods


class Rent(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A rent not yet asked for [RENT-6]. With a `factor`, the payer rolls for the amount when it is claimed."""

    payer: PlayerId
    owner: PlayerId
    deed: DeedId
    amount: int
    factor: int
    turn: int  # the number of the turn it was incurred in
    clauses: tuple[str, ...]
    why: Reason
    lapsed: bool = False
