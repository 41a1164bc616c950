"""Owning, buying and money."""

from companion.rules import Code
from companion.rules.commands import (
    AuctionBuilding,
    Bid,
    Build,
    BuyDeed,
    CorrectCash,
    CorrectDeed,
    DealDeeds,
    OfferDeal,
    PayFine,
    Redeem,
    Roll,
    SellGroup,
    Settle,
)
from companion.rules.deeds import Group
from companion.rules.pending_steps import HOUSE, Buying, Goods
from tests.kit import ANN, BEN, CY, game, new_game, play, rules_of
from tests.rules.refused.case import (
    BALTIC,
    BLUES,
    BOARDWALK,
    ELECTRIC,
    ORIENTAL,
    READING,
    SHORTAGE,
    Case,
    bidding,
    fresh,
    in_debt,
)

PURCHASES = [
    # owning and buying
    Case(
        Code.NOT_OWNER,
        fresh,
        Build(ANN, BALTIC),
        "Baltic Avenue belongs to the Bank, not Ann.",
        ("BUILD-1",),
    ),
    Case(
        Code.NOT_OWNER,
        game(owns={"Ben": ["Reading"]}, mortgaged=["Reading"]),
        Redeem(ANN, READING),
        "Reading Railroad belongs to Ben, not Ann.",
        ("MORT-4", "MORT-3"),
    ),
    Case(Code.NOT_OWNER, fresh, SellGroup(ANN, Group.BROWN), "Ann holds no brown lot.", ("SELL-1",)),
    Case(
        Code.NOT_OWNER,
        fresh,
        OfferDeal(ANN, BEN, Goods((READING,)), Goods()),
        "Reading Railroad is not Ann's.",
        ("DEAL-1",),
    ),
    Case(
        Code.NOT_OWNER,
        fresh,
        CorrectDeed(READING, "miscounted", mortgaged=True),
        "That cannot be on a real table: Reading Railroad is mortgaged and nobody owns it.",
        ("CORRECT-1",),
    ),
    Case(
        Code.NOT_FOR_SALE,
        play(game(options={"first-lap-no-buying": True, "no-auctions": True}), Roll(ANN, (2, 4))),
        BuyDeed(ANN),
        "Ann may not buy before passing GO.",
        ("BUY-1", "HOUSE-1"),
    ),
    Case(
        Code.NOT_FOR_SALE,
        play(game(options={"first-lap-no-buying": True}, lapped=["Ben"]), Roll(ANN, (2, 4))),
        Bid(ANN, 10),
        "Ann may not bid here.",
        ("BUY-2", "HOUSE-1"),
    ),
    Case(
        Code.NOT_FOR_SALE,
        play(game(owns=SHORTAGE, bank_houses=1), AuctionBuilding(HOUSE)),
        Bid(CY, 10),
        "Cy may not bid here.",
        ("STOCK-2",),
    ),
    Case(
        Code.NOT_FOR_SALE,
        play(new_game(rules_of(variants=["timed"]), ("Ann", "Ben")), DealDeeds(ANN, (BALTIC, READING))),
        DealDeeds(BEN, (READING, ORIENTAL)),
        "Reading Railroad is Ann's.",
        ("TIMED-2",),
    ),
    # money
    Case(
        Code.NO_CASH,
        game(cash={"Ann": 355}, pending=(Buying(ANN, BOARDWALK),), thrown=True),
        BuyDeed(ANN),
        "Boardwalk costs $400 and Ann has $355: $45 short.",
        ("BUY-1",),
    ),
    Case(
        Code.NO_CASH,
        game(cash={"Ann": 20}, owns=BLUES),
        Build(ANN, ORIENTAL),
        "A building on Oriental Avenue costs $50 and Ann has $20: $30 short.",
        ("BUILD-1",),
    ),
    Case(
        Code.NO_CASH,
        game(cash={"Ann": 100}, owns={"Ann": ["Reading"]}, mortgaged=["Reading"]),
        Redeem(ANN, READING),
        "Paying off Reading Railroad costs $110 and Ann has $100: $10 short.",
        ("MORT-3",),
    ),
    Case(
        Code.NO_CASH,
        game(cash={"Ann": 82}, owns={"Ann": ["Electric"]}, mortgaged=["Electric"]),
        Redeem(ANN, ELECTRIC),
        "Paying off Electric Company costs $83 and Ann has $82: $1 short.",
        ("MORT-3", "ROUND-1"),
    ),
    Case(
        Code.NO_CASH,
        game(cash={"Ann": 49}, jailed={"Ann": 0}),
        PayFine(ANN),
        "The fine is $50 and Ann has $49: $1 short.",
        ("JAIL-4",),
    ),
    Case(Code.NO_CASH, in_debt, Settle(ANN), "Ann owes $300 and has $10: $290 short.", ("DEBT-1",)),
    Case(
        Code.NO_CASH,
        game(cash={"Ben": 149}, owns={"Ann": ["Reading"]}),
        OfferDeal(ANN, BEN, Goods((READING,)), Goods(cash=150)),
        "Ben is $1 short of $150.",
        ("DEAL-1",),
    ),
    Case(
        Code.NO_CASH,
        fresh,
        CorrectCash(ANN, -1501, "miscounted"),
        "Ann has $1,500: $1,501 cannot be taken away.",
        ("CORRECT-1",),
    ),
    Case(Code.BID_TOO_LOW, bidding, Bid(ANN, 20), "The next bid is $21 or more.", ("AUCTION-1",)),
    Case(
        Code.BID_TOO_LOW,
        play(game("keys-2010", owns=SHORTAGE, bank_houses=1), AuctionBuilding(HOUSE)),
        Bid(ANN, 49),
        "The next bid is $50 or more.",
        ("STOCK-2", "AUCTION-1"),
    ),
    Case(Code.BID_OVER_CASH, bidding, Bid(ANN, 1501), "Ann bids $1,501 and has $1,500: $1 short.", ("AUCTION-2",)),
]
