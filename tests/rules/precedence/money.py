"""Then money."""

from companion.rules import Code
from companion.rules.commands import (
    Bid,
    Build,
    BuyDeed,
    DealDeeds,
    PayFine,
    Roll,
)
from companion.rules.pending_steps import HOUSE, Auction
from tests.kit import ANN, BEN, CY, game, new_game, play, rules_of
from tests.rules.precedence.pair import (
    BALTIC,
    BLUES,
    ORIENTAL,
    READING,
    SHORTAGE,
    TWO_BLUES,
    VERMONT,
    Pair,
    offer,
)

NO_BUYING_YET = {"first-lap-no-buying": True, "no-auctions": True}
MONEY = [
    Pair(
        Code.NOT_FOR_SALE,
        Code.NO_CASH,
        play(game(options=NO_BUYING_YET, cash={"Ann": 10}), Roll(ANN, (2, 4))),
        play(game(options=NO_BUYING_YET, cash={"Ann": 10}, lapped=["Ann"]), Roll(ANN, (2, 4))),
        BuyDeed(ANN),
    ),
    Pair(
        Code.NOT_FOR_SALE,
        Code.BID_TOO_LOW,
        game(owns=SHORTAGE, pending=(Auction(building=HOUSE),)),
        game(owns={**SHORTAGE, "Cy": ["red"]}, pending=(Auction(building=HOUSE),)),
        Bid(CY, 0),
    ),
    Pair(
        Code.NOT_FOR_SALE,
        Code.BID_OVER_CASH,
        game(owns=SHORTAGE, pending=(Auction(building=HOUSE),)),
        game(owns={**SHORTAGE, "Cy": ["red"]}, pending=(Auction(building=HOUSE),)),
        Bid(CY, 1501),
    ),
    Pair(
        Code.NOT_FOR_SALE,
        Code.BAD_OFFER,
        play(new_game(rules_of(variants=["timed"]), ("Ann", "Ben")), DealDeeds(BEN, (READING, BALTIC))),
        new_game(rules_of(variants=["timed"]), ("Ann", "Ben")),
        DealDeeds(ANN, (READING,)),
    ),
    Pair(
        Code.NO_CASH,
        Code.INCOMPLETE_GROUP,
        game(cash={"Ann": 49}, owns=TWO_BLUES),
        game(cash={"Ann": 50}, owns=TWO_BLUES),
        Build(ANN, ORIENTAL),
    ),
    Pair(
        Code.NO_CASH,
        Code.UNEVEN,
        game(cash={"Ann": 49}, owns=BLUES, buildings={"Oriental": 1}),
        game(cash={"Ann": 50}, owns=BLUES, buildings={"Oriental": 1}),
        Build(ANN, ORIENTAL),
    ),
    Pair(
        Code.NO_CASH,
        Code.GROUP_MORTGAGED,
        game(cash={"Ann": 49}, owns=BLUES, mortgaged=["Vermont"]),
        game(cash={"Ann": 50}, owns=BLUES, mortgaged=["Vermont"]),
        Build(ANN, ORIENTAL),
    ),
    Pair(
        Code.NO_CASH,
        Code.GROUP_HAS_BUILDINGS,
        game(owns=BLUES, cash={"Ann": 9}, buildings={"Oriental": 1}),
        game(owns=BLUES, cash={"Ann": 10}, buildings={"Oriental": 1}),
        offer(deeds=(VERMONT,), cash=10),
    ),
    Pair(
        Code.NO_CASH,
        Code.NO_HOUSES,
        game(cash={"Ann": 49}, owns=BLUES, bank_houses=0),
        game(cash={"Ann": 50}, owns=BLUES, bank_houses=0),
        Build(ANN, ORIENTAL),
    ),
    Pair(
        Code.NO_CASH,
        Code.NO_HOTELS,
        game(cash={"Ann": 49}, owns=BLUES, buildings={"light-blue": 4}, bank_hotels=0),
        game(cash={"Ann": 50}, owns=BLUES, buildings={"light-blue": 4}, bank_hotels=0),
        Build(ANN, ORIENTAL),
    ),
    Pair(Code.NO_CASH, Code.NO_JAIL_CARD, game(cash={"Ann": 9}), game(cash={"Ann": 10}), offer(cash=10, jail_cards=1)),
    Pair(
        Code.NO_CASH,
        Code.FINE_TOO_LATE,
        game(cash={"Ann": 49}, jailed={"Ann": 2}),
        game(cash={"Ann": 50}, jailed={"Ann": 2}),
        PayFine(ANN),
    ),
    Pair(Code.NO_CASH, Code.BAD_OFFER, game(cash={"Ann": 9}), game(cash={"Ann": 10}), offer(cash=10)),
    Pair(
        Code.BID_TOO_LOW,
        Code.BID_OVER_CASH,
        game(cash={"Cy": 10}, pending=(Auction(READING, high=20, bidder=BEN),)),
        game(cash={"Cy": 10}, pending=(Auction(READING),)),
        Bid(CY, 20),
    ),
]
