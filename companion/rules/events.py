"""What happened: every event there is. Events are the only truth, and each applies itself."""

from companion.rules.event import (
    Event,
    Noted,
)
from companion.rules.event_goods import (
    BuildingsRemoved,
    Built,
    CardDrawn,
    DeedConveyed,
    DeedMortgaged,
    HouseRuleSet,
    JailCardMoved,
    MortgageLifted,
    Paid,
)
from companion.rules.event_matters import (
    BidMade,
    BidPassed,
    InterestAnswered,
    MatterClosed,
    MatterOpened,
    OfferClosed,
    OfferMade,
    RentClaimed,
    RentIncurred,
    RentLapsed,
)
from companion.rules.event_turns import (
    DiceRolled,
    DiceThrown,
    GameEnded,
    JailEntered,
    JailLeft,
    JailThrowFailed,
    PlayerLeft,
    StartDecided,
    StartThrown,
    StartTied,
    TokenMoved,
    TurnPassed,
)

AnyEvent = (
    Noted
    | StartThrown
    | StartTied
    | StartDecided
    | DiceRolled
    | DiceThrown
    | TokenMoved
    | JailEntered
    | JailThrowFailed
    | JailLeft
    | Paid
    | DeedConveyed
    | DeedMortgaged
    | MortgageLifted
    | Built
    | BuildingsRemoved
    | CardDrawn
    | JailCardMoved
    | MatterOpened
    | MatterClosed
    | InterestAnswered
    | BidMade
    | BidPassed
    | OfferMade
    | OfferClosed
    | RentIncurred
    | RentClaimed
    | RentLapsed
    | TurnPassed
    | PlayerLeft
    | HouseRuleSet
    | GameEnded
)
Events = tuple[Event, ...]

__all__ = [
    "AnyEvent",
    "BidMade",
    "BidPassed",
    "BuildingsRemoved",
    "Built",
    "CardDrawn",
    "DeedConveyed",
    "DeedMortgaged",
    "DiceRolled",
    "DiceThrown",
    "Event",
    "Events",
    "GameEnded",
    "HouseRuleSet",
    "InterestAnswered",
    "JailCardMoved",
    "JailEntered",
    "JailLeft",
    "JailThrowFailed",
    "MatterClosed",
    "MatterOpened",
    "MortgageLifted",
    "Noted",
    "OfferClosed",
    "OfferMade",
    "Paid",
    "PlayerLeft",
    "RentClaimed",
    "RentIncurred",
    "RentLapsed",
    "StartDecided",
    "StartThrown",
    "StartTied",
    "TokenMoved",
    "TurnPassed",
]
