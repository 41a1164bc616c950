"""Everything players and the Banker can ask for. A command is a request; only events are facts."""

from enum import StrEnum

from msgspec import Struct

from companion.rules.deeds import Group
from companion.rules.house_rules import Value
from companion.rules.ids import Account, DeedId, PlayerId, SpaceId
from companion.rules.pending_steps import Goods

SPEED_FACES = ("1", "2", "3", "bus", "mr")


class Command(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Something a player or the Banker asks for."""


class Roll(Command, frozen=True):
    """A turn's roll: to move, or to leave Jail. Ends the turn before it if nothing is open."""

    player: PlayerId
    dice: tuple[int, ...]
    speed: str = ""  # one of SPEED_FACES if the Speed Die is rolled too


class Throw(Command, frozen=True):
    """Any other roll: to go first, for a utility's rent, for a task."""

    player: PlayerId
    dice: tuple[int, ...]
    speed: str = ""


class EndTurn(Command, frozen=True):
    player: PlayerId


class BuyDeed(Command, frozen=True):
    player: PlayerId


class DeclineDeed(Command, frozen=True):
    player: PlayerId


class Bid(Command, frozen=True):
    player: PlayerId
    amount: int


class PassBid(Command, frozen=True):
    player: PlayerId


class CloseAuction(Command, frozen=True):
    """The Banker closes the auction: sold to the highest bidder."""


class SellLotTo(Command, frozen=True):
    """An auction held aloud, entered in one step."""

    player: PlayerId
    amount: int


class DrawCard(Command, frozen=True):
    """The card that was drawn from the real deck, or without a name the next one of the companion's deck."""

    player: PlayerId
    card: str = ""  # as in records: "chance/advance-go"


class PayTax(Command, frozen=True):
    player: PlayerId
    percent: bool


class PayFine(Command, frozen=True):
    player: PlayerId


class UseJailCard(Command, frozen=True):
    player: PlayerId
    deck: str = ""  # whose card goes back; without it, that of Chance if the player has both


class ChooseSteps(Command, frozen=True):
    player: PlayerId
    steps: int


class MoveTo(Command, frozen=True):
    player: PlayerId
    space: SpaceId


class ClaimRent(Command, frozen=True):
    player: PlayerId
    payer: PlayerId | None = None  # None: every rent the player may ask for


class Build(Command, frozen=True):
    player: PlayerId
    deed: DeedId


class SellBuilding(Command, frozen=True):
    player: PlayerId
    deed: DeedId


class SellGroup(Command, frozen=True):
    player: PlayerId
    group: Group


class BuildSeveral(Command, frozen=True):
    """Buildings on several lots in one act, all of them or none."""

    player: PlayerId
    deeds: tuple[DeedId, ...]  # each as often as it gets a building, in any order


class SellSeveral(Command, frozen=True):
    """Buildings from several lots in one act, all of them or none."""

    player: PlayerId
    deeds: tuple[DeedId, ...]  # each as often as it loses a building, in any order


class Mortgage(Command, frozen=True):
    player: PlayerId
    deed: DeedId


class Redeem(Command, frozen=True):
    player: PlayerId
    deed: DeedId


class KeepMortgage(Command, frozen=True):
    """Pay the interest on a mortgaged deed just received, and leave it mortgaged."""

    player: PlayerId
    deed: DeedId


class OfferDeal(Command, frozen=True):
    player: PlayerId
    to: PlayerId
    gives: Goods
    gets: Goods


class AcceptDeal(Command, frozen=True):
    player: PlayerId


class RejectDeal(Command, frozen=True):
    player: PlayerId


class WithdrawDeal(Command, frozen=True):
    player: PlayerId


class Settle(Command, frozen=True):
    player: PlayerId


class GoBankrupt(Command, frozen=True):
    player: PlayerId


class AuctionBuilding(Command, frozen=True):
    building: str  # pending_steps.HOUSE or HOTEL


class PlaceBuilding(Command, frozen=True):
    player: PlayerId
    deed: DeedId


class DealDeeds(Command, frozen=True):
    """The deeds dealt to one player before the game."""

    player: PlayerId
    deeds: tuple[DeedId, ...]


class CallTime(Command, frozen=True):
    """The agreed time is up [TIMED-1]."""


class CorrectCash(Command, frozen=True):
    player: PlayerId
    by: int
    reason: str


class SetCash(Command, frozen=True):
    """The cash as it was counted on the real table."""

    player: PlayerId
    cash: int
    reason: str


class MoveMoney(Command, frozen=True):
    """From one account to another in one act: players, the Bank, and the pot where there is one."""

    giver: Account
    receiver: Account
    amount: int
    reason: str


class CorrectJailCards(Command, frozen=True):
    """How many cards or keys to leave Jail a player holds."""

    player: PlayerId
    count: int
    reason: str
    deck: str = ""  # of the only one, where it matters which


class CorrectPlace(Command, frozen=True):
    player: PlayerId
    space: SpaceId
    reason: str
    in_jail: bool = False


class CorrectDeed(Command, frozen=True):
    """A deed's owner, its buildings and whether it is mortgaged, as on the real table."""

    deed: DeedId
    reason: str
    owner: Account | None = None
    buildings: int | None = None  # 0 to 4 houses, 5 a hotel
    mortgaged: bool | None = None


class RetirePlayer(Command, frozen=True):
    player: PlayerId
    reason: str


class EndGame(Command, frozen=True):
    reason: str = ""


class SetHouseRule(Command, frozen=True):
    name: str
    value: Value
    reason: str


AnyCommand = (
    Roll
    | Throw
    | EndTurn
    | BuyDeed
    | DeclineDeed
    | Bid
    | PassBid
    | CloseAuction
    | SellLotTo
    | DrawCard
    | PayTax
    | PayFine
    | UseJailCard
    | ChooseSteps
    | MoveTo
    | ClaimRent
    | Build
    | SellBuilding
    | SellGroup
    | BuildSeveral
    | SellSeveral
    | Mortgage
    | Redeem
    | KeepMortgage
    | OfferDeal
    | AcceptDeal
    | RejectDeal
    | WithdrawDeal
    | Settle
    | GoBankrupt
    | AuctionBuilding
    | PlaceBuilding
    | DealDeeds
    | CallTime
    | CorrectCash
    | SetCash
    | MoveMoney
    | CorrectJailCards
    | CorrectPlace
    | CorrectDeed
    | RetirePlayer
    | EndGame
    | SetHouseRule
)

AnyRoll = Roll | Throw
DeedCommand = Build | SellBuilding | PlaceBuilding | Mortgage | Redeem | KeepMortgage  # what is done to one `deed`
DealAnswer = AcceptDeal | RejectDeal | WithdrawDeal


class Needs(StrEnum):
    """What has to be filled in before the command can be given. The value is the code used in messages."""

    NOTHING = ""
    DICE = "dice"  # `most` dice; the third may be the Speed Die
    CARD = "card"  # the card drawn from the real deck
    DEEDS = "deeds"  # `most` deeds of the Bank
    AMOUNT = "amount"  # from `least` to `most`
    CHANGE = "change"  # of cash, from `least` to `most`, not 0
    CASH = "cash"  # the whole sum, from `least` to `most`
    MONEY = "money"  # from which account, to which, and from `least` to `most`
    JAIL_CARDS = "jail-cards"  # how many and, if it is one, of which deck
    GOODS = "goods"  # some of the goods listed
    BUILDINGS = "buildings"  # lots of those listed, each as often as it gets or loses a building
    PLACE = "place"
    TITLE = "title"  # what to correct about the deed
    VALUE = "value"  # of the house rule
    REASON = "reason"

    @property
    def fills(self) -> tuple[str, ...]:
        """The fields of the command that it fills."""
        return _FILLS[self]


_FILLS: dict[Needs, tuple[str, ...]] = {
    Needs.NOTHING: (),
    Needs.DICE: ("dice",),
    Needs.CARD: ("card",),
    Needs.DEEDS: ("deeds",),
    Needs.AMOUNT: ("amount",),
    Needs.CHANGE: ("by", "reason"),
    Needs.CASH: ("cash", "reason"),
    Needs.MONEY: ("giver", "receiver", "amount", "reason"),
    Needs.JAIL_CARDS: ("count", "deck", "reason"),
    Needs.GOODS: ("gives", "gets"),
    Needs.BUILDINGS: ("deeds",),
    Needs.PLACE: ("space", "in_jail", "reason"),
    Needs.TITLE: ("deed", "owner", "buildings", "mortgaged", "reason"),
    Needs.VALUE: ("name", "value", "reason"),
    Needs.REASON: ("reason",),
}


class Legal(Struct, frozen=True):
    """A command that would be accepted now, or a family of them: `needs` says what is still open.

    `example` is the member of the family that the engine is asked about, where it is not `command` itself. What
    `is_sure` need not be asked about: its topic knows that it would be accepted, and what it changes of the player's
    cash.
    """

    command: AnyCommand
    needs: Needs = Needs.NOTHING
    least: int = 0
    most: int = 0
    example: AnyCommand | None = None
    is_sure: bool = False
    change: int = 0
