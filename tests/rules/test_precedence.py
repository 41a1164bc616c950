"""Where two refusals apply, the one listed first is given.

Each row is a table at which both apply, and the same table with the first put right, at which the second is given:
so the second was there all along. Two codes of a row are in the order of `Code`.
"""

from typing import NamedTuple

import pytest

from companion.rules import Code, new_game
from companion.rules.commands import (
    AnyCommand,
    AuctionBuilding,
    Bid,
    Build,
    BuyDeed,
    CallTime,
    ClaimRent,
    CorrectDeed,
    DealDeeds,
    DrawCard,
    EndGame,
    EndTurn,
    GoBankrupt,
    Mortgage,
    OfferDeal,
    PayFine,
    PlaceBuilding,
    Redeem,
    Roll,
    SellBuilding,
    SellGroup,
    SetHouseRule,
    UseJailCard,
)
from companion.rules.deeds import Group
from companion.rules.matters import HOTEL, HOUSE, Auction, Buying, Debt, Goods, Placing
from companion.rules.refusal import PRECEDENCE
from companion.rules.state import Game
from tests.kit import ANN, BEN, CY, deed, game, play, refusal, rules_of

BALTIC, ORIENTAL, VERMONT, READING = deed("Baltic"), deed("Oriental"), deed("Vermont"), deed("Reading")
ANN_OWES = Debt(ANN, BEN, 300, ("RENT-1",), "rent")
BEN_OWES = Debt(BEN, CY, 300, ("RENT-1",), "rent")
BEN_BUYS = (Buying(BEN, READING),)  # it waits for Ben, and Ann may do nothing
BLUES = {"Ann": ["light-blue"]}
BENS_BLUES = {"Ben": ["light-blue"]}
TWO_BLUES = {"Ann": ["Oriental", "Vermont"]}
SHORTAGE = {"Ann": ["light-blue"], "Ben": ["pink"]}
WANT_HOTELS = {"light-blue": 4, "pink": 4}


class Pair(NamedTuple):
    first: Code
    second: Code
    both: Game
    only_second: Game
    command: AnyCommand
    instead: AnyCommand | None = None  # the command itself put right, where the fault is in it


def offer(*, deeds: tuple[int, ...] = (), cash: int = 0, jail_cards: int = 0, to: int = BEN) -> OfferDeal:
    return OfferDeal(ANN, to, Goods(deeds, cash, jail_cards), Goods())


NOT_YOUR_TURN = [
    Pair(
        Code.NOT_YOUR_TURN,
        Code.WRONG_MOMENT,
        game(agenda=(Buying(ANN, ORIENTAL),), thrown=True),
        game(agenda=(Buying(ANN, ORIENTAL),), thrown=True, turn="Ben"),
        EndTurn(BEN),
    ),
    Pair(
        Code.NOT_YOUR_TURN,
        Code.DEBT_FIRST,
        game(cash={"Ben": 0}, agenda=(BEN_OWES,)),
        game(cash={"Ben": 0}, agenda=(BEN_OWES,), turn="Ben"),
        Roll(BEN, (1, 2)),
    ),
    Pair(Code.NOT_YOUR_TURN, Code.BAD_DICE, game(), game(turn="Ben"), Roll(BEN, (1, 2, 3))),
    Pair(Code.NOT_YOUR_TURN, Code.NOT_OWNER, game("parker-2001"), game("parker-2001", turn="Ben"), Build(BEN, BALTIC)),
    Pair(
        Code.NOT_YOUR_TURN,
        Code.NO_CASH,
        game("parker-2001", cash={"Ben": 10}, owns=BENS_BLUES),
        game("parker-2001", cash={"Ben": 10}, owns=BENS_BLUES, turn="Ben"),
        Build(BEN, ORIENTAL),
    ),
    Pair(
        Code.NOT_YOUR_TURN,
        Code.INCOMPLETE_GROUP,
        game("parker-2001", owns={"Ben": ["Oriental"]}),
        game("parker-2001", owns={"Ben": ["Oriental"]}, turn="Ben"),
        Build(BEN, ORIENTAL),
    ),
    Pair(
        Code.NOT_YOUR_TURN,
        Code.NOTHING_TO_SELL,
        game("keys-2010", owns=BENS_BLUES, thrown=True),
        game("keys-2010", owns=BENS_BLUES, thrown=True, turn="Ben"),
        SellBuilding(BEN, ORIENTAL),
    ),
    Pair(Code.NOT_YOUR_TURN, Code.NOT_IN_JAIL, game(), game(turn="Ben"), PayFine(BEN)),
    Pair(
        Code.NOT_YOUR_TURN,
        Code.NO_JAIL_CARD,
        game(jailed={"Ben": 0}),
        game(jailed={"Ben": 0}, turn="Ben"),
        UseJailCard(BEN),
    ),
    Pair(
        Code.NOT_YOUR_TURN,
        Code.FINE_TOO_LATE,
        game(jailed={"Ben": 2}),
        game(jailed={"Ben": 2}, turn="Ben"),
        PayFine(BEN),
    ),
    Pair(Code.NOT_YOUR_TURN, Code.MUST_THROW, game(), game(turn="Ben"), EndTurn(BEN)),
    Pair(
        Code.NOT_YOUR_TURN,
        Code.BAD_OFFER,
        game("keys-2010", turn="Ben", thrown=True),
        game("keys-2010", thrown=True),
        offer(cash=10),
    ),
]

WRONG_MOMENT = [
    Pair(
        Code.WRONG_MOMENT,
        Code.DEBT_FIRST,
        game(cash={"Ann": 10}, owns=BLUES, agenda=(Auction(READING), ANN_OWES)),
        game(cash={"Ann": 10}, owns=BLUES, agenda=(ANN_OWES,)),
        Build(ANN, ORIENTAL),
    ),
    Pair(
        Code.WRONG_MOMENT,
        Code.DEBT_FIRST,
        game(cash={"Ann": 10}, agenda=(ANN_OWES,), thrown=True),
        game(cash={"Ann": 10}, agenda=(ANN_OWES,)),
        Roll(ANN, (1, 2)),
    ),
    Pair(
        Code.WRONG_MOMENT,
        Code.UNKNOWN_NAME,
        game(),
        play(game(), Roll(ANN, (3, 4))),
        DrawCard(ANN, "chance/advance-to-bed"),
    ),
    Pair(
        Code.WRONG_MOMENT,
        Code.UNKNOWN_NAME,
        game(agenda=BEN_BUYS),
        game(),
        SetHouseRule("gold-on-go", value=True, reason="agreed"),
    ),
    Pair(Code.WRONG_MOMENT, Code.BAD_DICE, game(thrown=True), game(), Roll(ANN, (1, 2, 3))),
    Pair(Code.WRONG_MOMENT, Code.NOT_OWNER, game(agenda=BEN_BUYS), game(), Mortgage(ANN, READING)),
    Pair(
        Code.WRONG_MOMENT,
        Code.NOT_FOR_SALE,
        game(owns=SHORTAGE, agenda=(Auction(building=HOUSE, passed=(CY,)),)),
        game(owns=SHORTAGE, agenda=(Auction(building=HOUSE),)),
        Bid(CY, 10),
    ),
    Pair(
        Code.WRONG_MOMENT,
        Code.NO_CASH,
        game(cash={"Ann": 10}, owns=BLUES, agenda=BEN_BUYS),
        game(cash={"Ann": 10}, owns=BLUES),
        Build(ANN, ORIENTAL),
    ),
    Pair(
        Code.WRONG_MOMENT,
        Code.BID_TOO_LOW,
        game(agenda=(Auction(READING, high=50, bidder=BEN, passed=(CY,)),)),
        game(agenda=(Auction(READING, high=50, bidder=BEN),)),
        Bid(CY, 10),
    ),
    Pair(
        Code.WRONG_MOMENT,
        Code.BID_OVER_CASH,
        game(agenda=(Auction(READING, passed=(CY,)),)),
        game(agenda=(Auction(READING),)),
        Bid(CY, 1501),
    ),
    Pair(
        Code.WRONG_MOMENT,
        Code.GROUP_HAS_BUILDINGS,
        game(owns=BLUES, buildings={"Oriental": 1}, agenda=BEN_BUYS),
        game(owns=BLUES, buildings={"Oriental": 1}),
        Mortgage(ANN, VERMONT),
    ),
    Pair(
        Code.WRONG_MOMENT,
        Code.NO_HOUSES,
        game(owns=SHORTAGE, bank_houses=0, agenda=BEN_BUYS),
        game(owns=SHORTAGE, bank_houses=0),
        AuctionBuilding(HOUSE),
    ),
    Pair(Code.WRONG_MOMENT, Code.NO_SHORTAGE, game(agenda=BEN_BUYS), game(), AuctionBuilding(HOUSE)),
    Pair(
        Code.WRONG_MOMENT,
        Code.NOTHING_TO_SELL,
        game(owns=BLUES, agenda=BEN_BUYS),
        game(owns=BLUES),
        SellGroup(ANN, Group.LIGHT_BLUE),
    ),
    Pair(
        Code.WRONG_MOMENT,
        Code.ALREADY_MORTGAGED,
        game(owns=BLUES, mortgaged=["Vermont"], agenda=BEN_BUYS),
        game(owns=BLUES, mortgaged=["Vermont"]),
        Mortgage(ANN, VERMONT),
    ),
    Pair(
        Code.WRONG_MOMENT,
        Code.NOT_MORTGAGED,
        game(owns=BLUES, agenda=BEN_BUYS),
        game(owns=BLUES),
        Redeem(ANN, VERMONT),
    ),
    Pair(
        Code.WRONG_MOMENT,
        Code.NO_JAIL_CARD,
        play(game(jailed={"Ann": 0}), Roll(ANN, (1, 2))),
        game(jailed={"Ann": 0}),
        UseJailCard(ANN),
    ),
    Pair(
        Code.WRONG_MOMENT,
        Code.FINE_TOO_LATE,
        game(jailed={"Ann": 2}, cash={"Ben": 0}, agenda=(BEN_OWES,)),
        game(jailed={"Ann": 2}),
        PayFine(ANN),
    ),
    Pair(
        Code.WRONG_MOMENT,
        Code.MUST_THROW,
        game(agenda=(Buying(ANN, ORIENTAL),), doubles=1),
        game(doubles=1),
        EndTurn(ANN),
    ),
    Pair(Code.WRONG_MOMENT, Code.NO_RENT_DUE, game(bankrupt=["Cy"]), game(), ClaimRent(CY)),
    Pair(
        Code.WRONG_MOMENT,
        Code.CAN_STILL_PAY,
        game(cash={"Ann": 300}, agenda=(Auction(READING), ANN_OWES)),
        game(cash={"Ann": 300}, agenda=(ANN_OWES,)),
        GoBankrupt(ANN),
    ),
    Pair(Code.WRONG_MOMENT, Code.BAD_OFFER, game(agenda=BEN_BUYS), game(), offer(cash=10, to=CY)),
    Pair(Code.WRONG_MOMENT, Code.NOT_IN_EDITION, game(agenda=BEN_BUYS), game(), CallTime()),
    Pair(
        Code.WRONG_MOMENT,
        Code.NOT_IN_EDITION,
        play(game(), Roll(ANN, (4, 6))),
        new_game(rules_of(), ("Ann", "Ben", "Cy")),
        DealDeeds(ANN, (BALTIC, READING)),
    ),
]

IN_DEBT = {"Ann": 10}
DEBT_FIRST = [
    Pair(Code.DEBT_FIRST, Code.BAD_DICE, game(cash=IN_DEBT, agenda=(ANN_OWES,)), game(), Roll(ANN, (1, 2, 3))),
    Pair(Code.DEBT_FIRST, Code.NOT_OWNER, game(cash=IN_DEBT, agenda=(ANN_OWES,)), game(), Build(ANN, ORIENTAL)),
    Pair(
        Code.DEBT_FIRST,
        Code.NO_CASH,
        game(cash=IN_DEBT, owns=BLUES, agenda=(ANN_OWES,)),
        game(cash=IN_DEBT, owns=BLUES),
        Build(ANN, ORIENTAL),
    ),
    Pair(
        Code.DEBT_FIRST,
        Code.INCOMPLETE_GROUP,
        game(cash={"Ann": 299}, owns=TWO_BLUES, agenda=(ANN_OWES,)),
        game(cash={"Ann": 299}, owns=TWO_BLUES),
        Build(ANN, ORIENTAL),
    ),
    Pair(
        Code.DEBT_FIRST,
        Code.NOT_MORTGAGED,
        game(cash={"Ann": 299}, owns=TWO_BLUES, agenda=(ANN_OWES,)),
        game(cash={"Ann": 299}, owns=TWO_BLUES),
        Redeem(ANN, ORIENTAL),
    ),
    Pair(
        Code.DEBT_FIRST,
        Code.NO_JAIL_CARD,
        game(cash=IN_DEBT, jailed={"Ann": 0}, agenda=(ANN_OWES,)),
        game(cash=IN_DEBT, jailed={"Ann": 0}),
        UseJailCard(ANN),
    ),
    Pair(Code.DEBT_FIRST, Code.MUST_THROW, game(cash=IN_DEBT, agenda=(ANN_OWES,)), game(), EndTurn(ANN)),
]

NAMES_AND_OWNERS = [
    Pair(Code.GAME_OVER, Code.UNKNOWN_NAME, play(game(), EndGame()), game(), Build(ANN, 28)),
    Pair(Code.GAME_OVER, Code.BAD_DICE, play(game(), EndGame()), game(), Roll(ANN, (1, 2, 3))),
    Pair(Code.UNKNOWN_NAME, Code.BAD_DICE, game(), game(), Roll(7, (1, 2, 3)), Roll(ANN, (1, 2, 3))),
    Pair(
        Code.UNKNOWN_NAME,
        Code.NOT_OWNER,
        game(),
        game(),
        offer(deeds=(READING, 28)),
        offer(deeds=(READING,)),
    ),
    Pair(Code.UNKNOWN_NAME, Code.NO_CASH, game(), game(), offer(deeds=(28,), cash=9000), offer(cash=9000)),
    Pair(
        Code.NOT_OWNER,
        Code.NO_CASH,
        game(cash={"Ann": 10}, owns=BENS_BLUES),
        game(cash={"Ann": 10}, owns=BLUES),
        Build(ANN, ORIENTAL),
    ),
    Pair(
        Code.NOT_OWNER,
        Code.NO_CASH,
        game(owns={"Ben": ["Reading"]}),
        game(owns={"Ann": ["Reading"]}),
        offer(deeds=(READING,), cash=9000, to=CY),
    ),
    Pair(
        Code.NOT_OWNER,
        Code.INCOMPLETE_GROUP,
        game(owns={"Ben": ["Oriental"]}),
        game(owns={"Ann": ["Oriental"]}),
        Build(ANN, ORIENTAL),
    ),
    Pair(
        Code.NOT_OWNER,
        Code.UNEVEN,
        game(owns=BENS_BLUES, buildings={"Oriental": 1}),
        game(owns=BLUES, buildings={"Oriental": 1}),
        Build(ANN, ORIENTAL),
    ),
    Pair(
        Code.NOT_OWNER,
        Code.GROUP_HAS_BUILDINGS,
        game(owns=BENS_BLUES, buildings={"Oriental": 1}),
        game(owns=BLUES, buildings={"Oriental": 1}),
        Mortgage(ANN, VERMONT),
    ),
    Pair(
        Code.NOT_OWNER,
        Code.GROUP_HAS_BUILDINGS,
        game(owns=BENS_BLUES, buildings={"Oriental": 1}),
        game(owns=BLUES, buildings={"Oriental": 1}),
        offer(deeds=(VERMONT,), to=CY),
    ),
    Pair(
        Code.NOT_OWNER,
        Code.NO_HOUSES,
        game(owns=BENS_BLUES, bank_houses=0),
        game(owns=BLUES, bank_houses=0),
        Build(ANN, ORIENTAL),
    ),
    Pair(Code.NOT_OWNER, Code.NOTHING_TO_SELL, game(), game(owns=BLUES), SellBuilding(ANN, ORIENTAL)),
    Pair(Code.NOT_OWNER, Code.NOTHING_TO_SELL, game(), game(owns=BLUES), SellGroup(ANN, Group.LIGHT_BLUE)),
    Pair(
        Code.NOT_OWNER,
        Code.ALREADY_MORTGAGED,
        game(owns=BENS_BLUES, mortgaged=["Vermont"]),
        game(owns=BLUES, mortgaged=["Vermont"]),
        Mortgage(ANN, VERMONT),
    ),
    Pair(Code.NOT_OWNER, Code.NOT_MORTGAGED, game(owns=BENS_BLUES), game(owns=BLUES), Redeem(ANN, VERMONT)),
    Pair(
        Code.NOT_OWNER,
        Code.NO_JAIL_CARD,
        game(),
        game(owns={"Ann": ["Reading"]}),
        offer(deeds=(READING,), jail_cards=1),
    ),
    Pair(Code.NOT_OWNER, Code.BAD_OFFER, game(), game(owns={"Ann": ["Reading"]}), offer(deeds=(READING,), to=ANN)),
]

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
        game(owns=SHORTAGE, agenda=(Auction(building=HOUSE),)),
        game(owns={**SHORTAGE, "Cy": ["red"]}, agenda=(Auction(building=HOUSE),)),
        Bid(CY, 0),
    ),
    Pair(
        Code.NOT_FOR_SALE,
        Code.BID_OVER_CASH,
        game(owns=SHORTAGE, agenda=(Auction(building=HOUSE),)),
        game(owns={**SHORTAGE, "Cy": ["red"]}, agenda=(Auction(building=HOUSE),)),
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
        game(cash={"Cy": 10}, agenda=(Auction(READING, high=20, bidder=BEN),)),
        game(cash={"Cy": 10}, agenda=(Auction(READING),)),
        Bid(CY, 20),
    ),
]

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
        game(owns={"Ann": ["brown", "dark-blue"]}, mortgaged=["Med"], agenda=(Placing(ANN, HOTEL),)),
        game(owns={"Ann": ["brown", "dark-blue"]}, mortgaged=["Med"], agenda=(Placing(ANN, HOUSE),)),
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

PAIRS = [*NOT_YOUR_TURN, *WRONG_MOMENT, *DEBT_FIRST, *NAMES_AND_OWNERS, *MONEY, *LOTS]


def name_of(pair: object) -> str | None:
    if not isinstance(pair, Pair):
        return None
    return f"{pair.first.value} before {pair.second.value}: {type(pair.command).__name__}"


@pytest.mark.parametrize("pair", PAIRS, ids=name_of)
def test_the_refusal_listed_first_is_given(pair: Pair) -> None:
    assert PRECEDENCE[pair.first] < PRECEDENCE[pair.second]
    given = refusal(pair.both, pair.command).code
    without_the_first = refusal(pair.only_second, pair.instead or pair.command).code
    assert (given, without_the_first) == (pair.first, pair.second)
