"""Then lots and what stands on them, Jail, and the rest."""

from companion.rules import Code
from companion.rules.commands import (
    AuctionBuilding,
    Build,
    CorrectDeed,
    PlaceBuilding,
    SellBuilding,
    UseJailCard,
)
from companion.rules.pending_steps import HOTEL, HOUSE, Placing
from tests.kit import ANN, game
from tests.rules.precedence.pair import BALTIC, BLUES, ORIENTAL, SHORTAGE, TWO_BLUES, VERMONT, WANT_HOTELS, Pair, offer

LOTS = [
    Pair(
        Code.INCOMPLETE_GROUP,
        Code.UNEVEN,
        game(variants=["short"], owns=TWO_BLUES),
        game(variants=["short"], owns=BLUES),
        CorrectDeed(ORIENTAL, "miscounted", buildings=4),
    ),
    Pair(
        Code.INCOMPLETE_GROUP,
        Code.GROUP_MORTGAGED,
        game(owns=TWO_BLUES, mortgaged=["Vermont"]),
        game(owns=BLUES, mortgaged=["Vermont"]),
        Build(ANN, ORIENTAL),
    ),
    Pair(
        Code.INCOMPLETE_GROUP,
        Code.NO_HOUSES,
        game(owns=TWO_BLUES, bank_houses=0),
        game(owns=BLUES, bank_houses=0),
        Build(ANN, ORIENTAL),
    ),
    Pair(
        Code.UNEVEN,
        Code.GROUP_MORTGAGED,
        game("parker-2001", owns=BLUES, buildings={"Oriental": 1}, mortgaged=["Vermont"]),
        game("parker-2001", owns=BLUES, mortgaged=["Vermont"]),
        Build(ANN, ORIENTAL),
    ),
    Pair(
        Code.UNEVEN,
        Code.GROUP_MORTGAGED,
        game(owns={"Ann": ["brown", "dark-blue"]}, mortgaged=["Med"], pending=(Placing(ANN, HOTEL),)),
        game(owns={"Ann": ["brown", "dark-blue"]}, mortgaged=["Med"], pending=(Placing(ANN, HOUSE),)),
        PlaceBuilding(ANN, BALTIC),
    ),
    Pair(
        Code.UNEVEN,
        Code.NO_HOUSES,
        game(owns=BLUES, buildings={"Oriental": 1}, bank_houses=0),
        game(owns=BLUES, buildings={"light-blue": 1}, bank_houses=0),
        Build(ANN, ORIENTAL),
    ),
    Pair(
        Code.UNEVEN,
        Code.NO_HOTELS,
        game(owns=BLUES, buildings={"light-blue": 4, "Vermont": 3}, bank_hotels=0),
        game(owns=BLUES, buildings={"light-blue": 4}, bank_hotels=0),
        Build(ANN, ORIENTAL),
    ),
    Pair(
        Code.UNEVEN,
        Code.NOTHING_TO_SELL,
        game(owns=BLUES, buildings={"Oriental": 1}),
        game(owns=BLUES),
        SellBuilding(ANN, VERMONT),
    ),
    Pair(
        Code.GROUP_MORTGAGED,
        Code.NO_HOUSES,
        game(owns=BLUES, mortgaged=["Vermont"], bank_houses=0),
        game(owns=BLUES, bank_houses=0),
        Build(ANN, ORIENTAL),
    ),
    Pair(
        Code.GROUP_HAS_BUILDINGS,
        Code.NO_JAIL_CARD,
        game(owns=BLUES, buildings={"Oriental": 1}),
        game(owns=BLUES),
        offer(deeds=(VERMONT,), jail_cards=1),
    ),
    Pair(
        Code.GROUP_HAS_BUILDINGS,
        Code.BAD_OFFER,
        game(owns=BLUES, buildings={"Oriental": 1}),
        game(owns=BLUES),
        offer(deeds=(VERMONT,), to=ANN),
    ),
    Pair(
        Code.NO_HOUSES,
        Code.NO_SHORTAGE,
        game(owns=BLUES, bank_houses=0),
        game(owns=BLUES, bank_houses=1),
        AuctionBuilding(HOUSE),
    ),
    Pair(
        Code.NO_HOTELS,
        Code.NO_SHORTAGE,
        game(owns=BLUES, buildings={"light-blue": 4}, bank_hotels=0),
        game(owns=BLUES, buildings={"light-blue": 4}, bank_hotels=1),
        AuctionBuilding(HOTEL),
    ),
    Pair(
        Code.NO_HOTELS,
        Code.NOT_IN_EDITION,
        game("parker-2001", owns=SHORTAGE, buildings=WANT_HOTELS, bank_hotels=0),
        game("parker-2001", owns=SHORTAGE, buildings=WANT_HOTELS, bank_hotels=1),
        AuctionBuilding(HOTEL),
    ),
    Pair(
        Code.NO_SHORTAGE,
        Code.NOT_IN_EDITION,
        game("keys-2010", owns=SHORTAGE, buildings=WANT_HOTELS, bank_hotels=6),
        game("keys-2010", owns=SHORTAGE, buildings=WANT_HOTELS, bank_hotels=5),
        AuctionBuilding(HOTEL),
    ),
    Pair(Code.NOT_IN_JAIL, Code.NO_JAIL_CARD, game(), game(jailed={"Ann": 0}), UseJailCard(ANN)),
    Pair(Code.NO_JAIL_CARD, Code.BAD_OFFER, game(), game(jail_cards={"Ann": 1}), offer(jail_cards=1, to=ANN)),
]
