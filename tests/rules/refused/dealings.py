"""Mortgages, Jail, and the rest."""

from companion.rules import Code
from companion.rules.commands import (
    AuctionBuilding,
    BuyDeed,
    CallTime,
    ClaimRent,
    CorrectCash,
    DealDeeds,
    EndTurn,
    GoBankrupt,
    Mortgage,
    OfferDeal,
    PayFine,
    Redeem,
    Roll,
    UseJailCard,
)
from companion.rules.pending_steps import HOTEL, Goods
from tests.kit import ANN, BEN, CY, deeds, game, new_game, play, rules_of
from tests.rules.refused.case import (
    READING,
    RENT_OWED,
    SHORTAGE,
    Case,
    claimed,
    fresh,
    jailed,
)

DEALINGS = [
    # mortgages
    Case(
        Code.ALREADY_MORTGAGED,
        game(owns={"Ann": ["Reading"]}, mortgaged=["Reading"]),
        Mortgage(ANN, READING),
        "Reading Railroad is mortgaged already.",
        ("MORT-2", "MORT-1"),
    ),
    Case(
        Code.NOT_MORTGAGED,
        game(owns={"Ann": ["Reading"]}),
        Redeem(ANN, READING),
        "Reading Railroad is not mortgaged.",
        ("MORT-3",),
    ),
    # Jail
    Case(Code.NOT_IN_JAIL, fresh, PayFine(ANN), "Ann is not in Jail.", ("JAIL-4",)),
    Case(Code.NOT_IN_JAIL, game(jail_cards={"Ann": 1}), UseJailCard(ANN), "Ann is not in Jail.", ("JAIL-5",)),
    Case(Code.NO_JAIL_CARD, jailed, UseJailCard(ANN), "Ann has no card to leave Jail.", ("JAIL-5", "CARD-2")),
    Case(
        Code.NO_JAIL_CARD,
        fresh,
        OfferDeal(ANN, BEN, Goods(jail_cards=1), Goods(cash=10)),
        "Ann has no such jail card.",
        ("DEAL-1", "CARD-2"),
    ),
    Case(
        Code.FINE_TOO_LATE,
        game(jailed={"Ann": 2}),
        PayFine(ANN),
        "The fine can be paid only on the first 2 turns.",
        ("JAIL-4",),
    ),
    # the rest
    Case(Code.MUST_THROW, fresh, EndTurn(ANN), "Ann has still to roll.", ("TURN-1",)),
    Case(Code.MUST_THROW, game(doubles=1), EndTurn(ANN), "Ann has doubles and rolls again.", ("TURN-2",)),
    Case(
        Code.RENT_WINDOW_CLOSED,
        play(claimed, Roll(BEN, (1, 2)), BuyDeed(BEN), Roll(CY, (1, 2))),
        ClaimRent(BEN, ANN),
        "Too late: ask for rent before the second player after the payer rolls.",
        ("RENT-6",),
    ),
    Case(Code.NO_RENT_DUE, claimed, ClaimRent(CY), "Nobody owes Cy rent.", ("RENT-6",)),
    Case(
        Code.CAN_STILL_PAY,
        game(cash={"Ann": 200}, owns={"Ann": ["Reading"]}, pending=(RENT_OWED,)),
        GoBankrupt(ANN),
        "Ann owes $300 and can still raise $300.",
        ("DEBT-2",),
    ),
    Case(
        Code.BAD_OFFER,
        fresh,
        OfferDeal(ANN, BEN, Goods(cash=100), Goods()),
        "A deed or a jail card must change hands: players do not lend or give money.",
        ("DEAL-1", "BANK-2"),
    ),
    Case(
        Code.BAD_OFFER,
        game(owns={"Ann": ["Reading"]}),
        OfferDeal(ANN, BEN, Goods((READING, READING)), Goods()),
        "Each thing can be offered only once, and no amount can be below 0.",
        ("DEAL-1",),
    ),
    Case(
        Code.BAD_OFFER,
        game(owns={"Ann": ["Reading"]}),
        OfferDeal(ANN, BEN, Goods((READING,), cash=-1), Goods()),
        "Each thing can be offered only once, and no amount can be below 0.",
        ("DEAL-1",),
    ),
    Case(
        Code.BAD_OFFER,
        game(owns={"Ann": ["Reading"]}),
        OfferDeal(ANN, BEN, Goods((READING,)), Goods(cash=-1)),
        "Each thing can be offered only once, and no amount can be below 0.",
        ("DEAL-1",),
    ),
    Case(
        Code.BAD_OFFER,
        game(owns={"Ann": ["Reading"]}),
        OfferDeal(ANN, BEN, Goods((READING,), jail_cards=-1), Goods()),
        "Each thing can be offered only once, and no amount can be below 0.",
        ("DEAL-1",),
    ),
    Case(
        Code.BAD_OFFER,
        game(owns={"Ann": ["Reading"]}),
        OfferDeal(ANN, BEN, Goods((READING,)), Goods(jail_cards=-1)),
        "Each thing can be offered only once, and no amount can be below 0.",
        ("DEAL-1",),
    ),
    Case(
        Code.BAD_OFFER,
        game(owns={"Ann": ["Reading"]}),
        OfferDeal(ANN, ANN, Goods((READING,)), Goods()),
        "A deal needs two players who are in the game.",
        ("DEAL-1",),
    ),
    Case(
        Code.BAD_OFFER,
        new_game(rules_of(variants=["short"]), ("Ann", "Ben")),
        DealDeeds(ANN, deeds("brown")),
        "Ann is dealt 3 different deeds.",
        ("SHORT-1",),
    ),
    Case(
        Code.BAD_OFFER,
        fresh,
        CorrectCash(ANN, 0, "miscounted"),
        "The correction must change something.",
        ("CORRECT-1",),
    ),
    Case(
        Code.BAD_OFFER,
        fresh,
        CorrectCash(ANN, 999_998_500, "miscounted"),
        "Nobody can hold more than $999,999,999.",
        ("CORRECT-1",),
    ),
    Case(Code.NOT_IN_EDITION, fresh, CallTime(), "No time was agreed for this game.", ("TIMED-1",)),
    Case(
        Code.NOT_IN_EDITION,
        new_game(rules_of(), ("Ann", "Ben")),
        DealDeeds(ANN, deeds("brown")),
        "No deeds are dealt in this game.",
        ("SHORT-1", "TIMED-2"),
    ),
    Case(
        Code.NOT_IN_EDITION,
        game("parker-2001", owns=SHORTAGE, buildings={"light-blue": 4, "pink": 4}, bank_hotels=1),
        AuctionBuilding(HOTEL),
        "This book auctions scarce houses, not hotels.",
        ("STOCK-2",),
    ),
]
