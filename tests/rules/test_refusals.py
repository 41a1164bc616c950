"""Every way the engine says no: the position, the command, the sentence for people, and the clauses it rests on.

Which refusal wins where two apply is in `test_precedence`.
"""

from typing import NamedTuple

import pytest

from companion.rules import Code, new_game
from companion.rules.commands import (
    AcceptDeal,
    AnyCommand,
    AuctionBuilding,
    Bid,
    Build,
    BuyDeed,
    CallTime,
    ChooseSteps,
    ClaimRent,
    CloseAuction,
    CorrectCash,
    CorrectDeed,
    CorrectPlace,
    DealDeeds,
    DeclineDeed,
    DrawCard,
    EndGame,
    EndTurn,
    GoBankrupt,
    KeepMortgage,
    Mortgage,
    OfferDeal,
    PassBid,
    PayFine,
    PlaceBuilding,
    Redeem,
    RejectDeal,
    RetirePlayer,
    Roll,
    SellBuilding,
    SellGroup,
    SetHouseRule,
    Settle,
    Throw,
    UseJailCard,
    WithdrawDeal,
)
from companion.rules.deeds import Group
from companion.rules.matters import HOTEL, HOUSE, Auction, Buying, Debt, Goods, Interest, Placing
from companion.rules.state import Game
from tests.kit import ANN, BEN, CY, deed, deeds, game, play, refusal, rules_of


class Case(NamedTuple):
    code: Code
    game: Game
    command: AnyCommand
    words: str
    clauses: tuple[str, ...]


BALTIC, ORIENTAL, VERMONT, READING = deed("Baltic"), deed("Oriental"), deed("Vermont"), deed("Reading")
BOARDWALK, PARK_PLACE, ELECTRIC = deed("Boardwalk"), deed("Park"), deed("Electric")
RENT_OWED = Debt(ANN, BEN, 300, ("RENT-1",), "rent")
BLUES = {"Ann": ["light-blue"]}
CITY = {"Ann": ["light-blue", "pink", "orange", "red", "yellow"]}
SHORTAGE = {"Ann": ["light-blue"], "Ben": ["pink"]}

fresh = game()
thrown = game(thrown=True)
in_debt = game(cash={"Ann": 10}, owns={"Ann": ["Reading"]}, agenda=(RENT_OWED,))
buying = game(agenda=(Buying(ANN, ORIENTAL),), thrown=True)
bidding = game(cash={"Cy": 30}, agenda=(Auction(ORIENTAL, high=20, bidder=BEN, passed=(CY,)),), thrown=True)
jailed = game(jailed={"Ann": 0})
offered = play(game(owns={"Ann": ["Reading"]}), OfferDeal(ANN, BEN, Goods((READING,)), Goods(cash=150)))
claimed = play(game(options={"rent": "claim"}, owns={"Ben": ["Oriental"]}), Roll(ANN, (2, 4)))

CASES = [
    # whose turn, and which moment
    Case(Code.NOT_YOUR_TURN, fresh, EndTurn(BEN), "It is Ann's turn, not Ben's.", ("TURN-1",)),
    Case(Code.NOT_YOUR_TURN, fresh, Roll(BEN, (1, 2)), "It is Ann's turn: Ann is to throw.", ("TURN-1",)),
    Case(
        Code.NOT_YOUR_TURN,
        buying,
        Roll(BEN, (1, 2)),
        "It is Ann's turn: Ann is to buy or decline Oriental Avenue.",
        ("TURN-1",),
    ),
    Case(Code.NOT_YOUR_TURN, fresh, Throw(BEN, (1, 2)), "It is Ann's turn: Ann is to throw.", ("TURN-1",)),
    Case(
        Code.NOT_YOUR_TURN,
        game("parker-2001", owns={"Ben": ["brown"]}),
        Build(BEN, BALTIC),
        "Ben may do that in the player's own turn; it is Ann's turn.",
        ("BUILD-6",),
    ),
    Case(
        Code.NOT_YOUR_TURN,
        game("keys-2010", owns={"Ben": ["brown"]}, buildings={"brown": 1}, thrown=True),
        SellBuilding(BEN, BALTIC),
        "Ben may do that in the player's own turn or between turns; it is Ann's turn.",
        ("SELL-1",),
    ),
    Case(
        Code.NOT_YOUR_TURN,
        game("keys-2010", owns={"Ben": ["Reading"]}, thrown=True),
        OfferDeal(BEN, CY, Goods((READING,)), Goods()),
        "Ben may do that in the player's own turn or between turns; it is Ann's turn.",
        ("DEAL-5",),
    ),
    Case(Code.WRONG_MOMENT, thrown, Roll(ANN, (1, 2)), "Ann has thrown already.", ("TURN-1", "TURN-2")),
    Case(
        Code.WRONG_MOMENT, thrown, Throw(ANN, (1, 2)), "No such throw is due: nothing of the kind is open.", ("TURN-1",)
    ),
    Case(
        Code.WRONG_MOMENT,
        buying,
        EndTurn(ANN),
        "Not now: Ann is to buy or decline Oriental Avenue.",
        ("TURN-1",),
    ),
    Case(
        Code.WRONG_MOMENT,
        buying,
        Mortgage(BEN, READING),
        "Not now: Ann is to buy or decline Oriental Avenue.",
        ("MORT-5",),
    ),
    Case(Code.WRONG_MOMENT, thrown, BuyDeed(ANN), "GO is not for sale.", ("BUY-1",)),
    Case(
        Code.WRONG_MOMENT,
        game(owns={"Ben": ["Reading"]}, at={"Ann": 5}),
        BuyDeed(ANN),
        "Reading Railroad belongs to Ben.",
        ("BUY-1",),
    ),
    Case(
        Code.WRONG_MOMENT,
        game(at={"Ann": 5}),
        DeclineDeed(ANN),
        "Ann did not just land on Reading Railroad.",
        ("BUY-1",),
    ),
    Case(
        Code.WRONG_MOMENT,
        game(),
        CorrectPlace(ANN, 30, "slipped"),
        "No token rests on Go To Jail: say that it is in Jail.",
        ("CORRECT-1",),
    ),
    Case(
        Code.WRONG_MOMENT,
        thrown,
        Bid(BEN, 10),
        "There is no auction now: nothing of the kind is open.",
        ("AUCTION-3", "BUY-2"),
    ),
    Case(
        Code.WRONG_MOMENT,
        thrown,
        CloseAuction(),
        "There is no auction now: nothing of the kind is open.",
        ("AUCTION-3", "BUY-2"),
    ),
    Case(Code.WRONG_MOMENT, bidding, Bid(CY, 25), "Cy has passed and is out of this auction.", ("AUCTION-3",)),
    Case(Code.WRONG_MOMENT, bidding, PassBid(BEN), "Ben holds the highest bid.", ("AUCTION-3",)),
    Case(
        Code.WRONG_MOMENT,
        game(bankrupt=["Cy"]),
        Mortgage(CY, READING),
        "Cy is out of the game.",
        ("MORT-5",),
    ),
    Case(
        Code.WRONG_MOMENT,
        play(new_game(rules_of(), ("Ann", "Ben")), Throw(ANN, (3, 4))),
        Roll(ANN, (1, 2)),
        "First the throws for who starts.",
        ("SETUP-4", "TURN-1"),
    ),
    Case(
        Code.WRONG_MOMENT,
        play(new_game(rules_of(), ("Ann", "Ben")), Throw(ANN, (3, 4))),
        Throw(ANN, (3, 4)),
        "Ann has no throw for the start now.",
        ("SETUP-4",),
    ),
    Case(Code.WRONG_MOMENT, thrown, DealDeeds(ANN, (1, 2)), "Ann is not dealt deeds now.", ("TIMED-2",)),
    Case(Code.WRONG_MOMENT, fresh, Settle(ANN), "Ann owes nothing.", ("DEBT-1",)),
    Case(Code.WRONG_MOMENT, fresh, AcceptDeal(BEN), "There is no such offer for Ben to answer.", ("DEAL-1",)),
    Case(Code.WRONG_MOMENT, offered, RejectDeal(CY), "There is no such offer for Cy to answer.", ("DEAL-1",)),
    Case(Code.WRONG_MOMENT, offered, WithdrawDeal(BEN), "There is no such offer for Ben to answer.", ("DEAL-1",)),
    Case(Code.WRONG_MOMENT, offered, Roll(ANN, (1, 2)), "Ann's own offer is still open.", ("DEAL-1",)),
    Case(
        Code.WRONG_MOMENT,
        offered,
        OfferDeal(CY, BEN, Goods(), Goods(cash=1)),
        "Ann's offer is still open.",
        ("DEAL-1",),
    ),
    Case(Code.WRONG_MOMENT, offered, RetirePlayer(CY, "bedtime"), "Not now: an offer is open.", ("LEAVE-1",)),
    Case(Code.WRONG_MOMENT, offered, CallTime(), "Not now: an offer is open.", ("TIMED-1",)),
    Case(
        Code.WRONG_MOMENT,
        buying,
        AuctionBuilding(HOUSE),
        "Not now: Ann is to buy or decline Oriental Avenue.",
        ("STOCK-2",),
    ),
    Case(
        Code.WRONG_MOMENT,
        game(at={"Ann": 7}),
        KeepMortgage(ANN, READING),
        "Not now: Ann is to throw.",
        ("DEAL-4", "BANKRUPT-2"),
    ),
    Case(
        Code.WRONG_MOMENT,
        play(game(), Roll(ANN, (3, 4))),
        DrawCard(ANN),
        "Say which card was drawn: the deck is a real one.",
        ("CARD-1", "SETUP-6"),
    ),
    Case(
        Code.WRONG_MOMENT,
        play(game(), Roll(ANN, (3, 4))),
        DrawCard(ANN, "chest/doctor"),
        "The card is due from the chance deck.",
        ("CARD-1",),
    ),
    Case(
        Code.WRONG_MOMENT,
        play(game(jail_cards={"Ben": 1}), Roll(ANN, (3, 4))),
        DrawCard(ANN, "chance/jail-free"),
        "That card is in a player's hand, not in the deck.",
        ("CARD-2", "CARD-1"),
    ),
    Case(
        Code.WRONG_MOMENT,
        play(jailed, Roll(ANN, (1, 2))),
        PayFine(ANN),
        "Ann has thrown: too late this turn.",
        ("JAIL-4", "JAIL-6"),
    ),
    Case(
        Code.WRONG_MOMENT,
        fresh,
        SetHouseRule("cash-at-start", 2000, "agreed"),
        "Not now: cash-at-start is for the start of a game.",
        ("HOUSE-1",),
    ),
    Case(
        Code.WRONG_MOMENT,
        buying,
        CorrectDeed(ORIENTAL, "miscounted", owner=BEN),
        "Oriental Avenue is in question now: Ann is to buy or decline Oriental Avenue.",
        ("CORRECT-1",),
    ),
    Case(
        Code.WRONG_MOMENT,
        game(cash={"Ann": 10}, agenda=(Auction(ORIENTAL), RENT_OWED)),
        Settle(ANN),
        "Not now: Oriental Avenue is being auctioned.",
        ("DEBT-1",),
    ),
    Case(
        Code.WRONG_MOMENT,
        game(jailed={"Ann": 0}, cash={"Ben": 0}, agenda=(Debt(BEN, CY, 50, ("RENT-1",), "rent"),)),
        PayFine(ANN),
        "Not now: Ben owes Cy 50.",
        ("JAIL-4",),
    ),
    Case(
        Code.WRONG_MOMENT,
        game(owns=BLUES, agenda=(Buying(BEN, READING),), turn="Ben", thrown=True),
        Build(ANN, ORIENTAL),
        "Not now: Ben is to buy or decline Reading Railroad.",
        ("BUILD-6",),
    ),
    Case(
        Code.WRONG_MOMENT,
        game(owns=BLUES, agenda=(Buying(BEN, READING),), turn="Ben", thrown=True),
        OfferDeal(ANN, CY, Goods((ORIENTAL,)), Goods(cash=10)),
        "Not now: Ben is to buy or decline Reading Railroad.",
        ("DEAL-5",),
    ),
    Case(
        Code.WRONG_MOMENT,
        game(owns={"Ann": ["Reading"]}, mortgaged=["Reading"], agenda=(Interest(((ANN, READING),), ("DEAL-4",)),)),
        OfferDeal(ANN, BEN, Goods((READING,)), Goods(cash=10)),
        "First keep or lift the mortgage that came with the deed.",
        ("DEAL-4",),
    ),
    Case(
        Code.WRONG_MOMENT,
        play(game(), Roll(ANN, (3, 4))),
        CorrectPlace(ANN, 10, "miscounted", in_jail=True),
        "Ann's move is not over: Ann is to draw a card.",
        ("CORRECT-1",),
    ),
    Case(Code.DEBT_FIRST, in_debt, Roll(ANN, (1, 2)), "First the debt: Ann owes Ben 300.", ("DEBT-1", "TURN-1")),
    Case(Code.DEBT_FIRST, in_debt, Build(ANN, READING), "First the debt: Ann owes Ben 300.", ("DEBT-1", "BUILD-6")),
    Case(Code.GAME_OVER, play(fresh, EndGame()), Roll(ANN, (1, 2)), "The game is over.", ("WIN-1",)),
    # names, by number here; names in words are the record's, and so is `ambiguous-name`
    Case(Code.UNKNOWN_NAME, fresh, Build(ANN, 28), "There is no such deed.", ("SETUP-1",)),
    Case(Code.UNKNOWN_NAME, fresh, Roll(3, (1, 2)), "There is no such player.", ("SETUP-1",)),
    Case(Code.UNKNOWN_NAME, fresh, AuctionBuilding("castle"), "There is no such building.", ("SETUP-1",)),
    Case(
        Code.UNKNOWN_NAME,
        play(game(), Roll(ANN, (3, 4))),
        DrawCard(ANN, "chance/advance-to-bed"),
        "There is no card chance/advance-to-bed.",
        ("CARD-1",),
    ),
    Case(
        Code.UNKNOWN_NAME,
        fresh,
        SetHouseRule("gold-on-go", value=True, reason="agreed"),
        "There is no house rule gold-on-go.",
        ("HOUSE-1",),
    ),
    Case(
        Code.UNKNOWN_NAME,
        fresh,
        SetHouseRule("salary", value=True, reason="agreed"),
        "Salary takes an amount.",
        ("HOUSE-1",),
    ),
    Case(
        Code.UNKNOWN_NAME,
        fresh,
        SetHouseRule("salary", value=-1, reason="agreed"),
        "Salary takes an amount.",
        ("HOUSE-1",),
    ),
    Case(
        Code.UNKNOWN_NAME,
        fresh,
        SetHouseRule("double-on-go", value=5, reason="agreed"),
        "Double-on-go takes on or off.",
        ("HOUSE-1",),
    ),
    # dice
    Case(Code.BAD_DICE, fresh, Roll(ANN, (1, 2, 3)), "Ann throws 2 dice here, with faces 1 to 6.", ("TURN-1",)),
    Case(Code.BAD_DICE, fresh, Roll(ANN, (7, 2)), "Ann throws 2 dice here, with faces 1 to 6.", ("TURN-1",)),
    Case(Code.BAD_DICE, fresh, Roll(ANN, (2, 7)), "Ann throws 2 dice here, with faces 1 to 6.", ("TURN-1",)),
    Case(Code.BAD_DICE, jailed, Roll(ANN, (1, 7)), "Ann throws 2 dice here, with faces 1 to 6.", ("JAIL-3",)),
    Case(
        Code.BAD_DICE,
        game("platinum-2010", variants=["speed"]),
        Roll(ANN, (1, 2), "bus"),
        "Ann does not throw the Speed Die here.",
        ("SPEED-2", "TURN-1"),
    ),
    Case(
        Code.BAD_DICE,
        game("platinum-2010", variants=["speed"], lapped=["Ann"]),
        Roll(ANN, (1, 2)),
        "Ann throws the Speed Die, too.",
        ("SPEED-2", "TURN-1"),
    ),
    Case(
        Code.BAD_DICE,
        game("platinum-2010", variants=["speed"], lapped=["Ann"], jailed={"Ann": 0}),
        Roll(ANN, (1, 2), "bus"),
        "The Speed Die is not thrown to leave Jail.",
        ("SPEED-9",),
    ),
    Case(
        Code.BAD_DICE,
        play(game("platinum-2010", variants=["speed"], lapped=["Ann"]), Roll(ANN, (2, 5), "bus")),
        ChooseSteps(ANN, 3),
        "The Bus goes 2, 5 or 7 spaces.",
        ("SPEED-4",),
    ),
    Case(
        Code.BAD_DICE,
        play(game("keys-2010"), Roll(ANN, (3, 4))),
        Throw(ANN, (1, 2)),
        "Ann throws 3 dice here, with faces 1 to 6.",
        ("CARD-1",),
    ),
    Case(
        Code.BAD_DICE,
        play(game("keys-2010"), Roll(ANN, (3, 4))),
        Throw(ANN, (1, 2, 3), "bus"),
        "A task is thrown for with three plain dice.",
        ("CARD-1",),
    ),
    Case(
        Code.BAD_DICE,
        new_game(rules_of("platinum-2010", ["speed"]), ("Ann", "Ben")),
        Throw(ANN, (1, 2), "bus"),
        "The throw for the start is made with two dice.",
        ("SETUP-4",),
    ),
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
        "That cannot stand on a table: Reading Railroad is mortgaged and nobody owns it.",
        ("CORRECT-1",),
    ),
    Case(
        Code.NOT_FOR_SALE,
        play(game(options={"first-lap-no-buying": True, "no-auctions": True}), Roll(ANN, (2, 4))),
        BuyDeed(ANN),
        "Ann may not buy before having passed GO.",
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
        game(cash={"Ann": 355}, agenda=(Buying(ANN, BOARDWALK),), thrown=True),
        BuyDeed(ANN),
        "Boardwalk costs 400 and Ann has 355: 45 short.",
        ("BUY-1",),
    ),
    Case(
        Code.NO_CASH,
        game(cash={"Ann": 20}, owns=BLUES),
        Build(ANN, ORIENTAL),
        "A building on Oriental Avenue costs 50 and Ann has 20: 30 short.",
        ("BUILD-1",),
    ),
    Case(
        Code.NO_CASH,
        game(cash={"Ann": 100}, owns={"Ann": ["Reading"]}, mortgaged=["Reading"]),
        Redeem(ANN, READING),
        "Lifting Reading Railroad costs 110 and Ann has 100: 10 short.",
        ("MORT-3",),
    ),
    Case(
        Code.NO_CASH,
        game(cash={"Ann": 82}, owns={"Ann": ["Electric"]}, mortgaged=["Electric"]),
        Redeem(ANN, ELECTRIC),
        "Lifting Electric Company costs 83 and Ann has 82: 1 short.",
        ("MORT-3", "ROUND-1"),
    ),
    Case(
        Code.NO_CASH,
        game(cash={"Ann": 49}, jailed={"Ann": 0}),
        PayFine(ANN),
        "The fine is 50 and Ann has 49: 1 short.",
        ("JAIL-4",),
    ),
    Case(Code.NO_CASH, in_debt, Settle(ANN), "Ann owes 300 and has 10: 290 short.", ("DEBT-1",)),
    Case(
        Code.NO_CASH,
        game(cash={"Ben": 149}, owns={"Ann": ["Reading"]}),
        OfferDeal(ANN, BEN, Goods((READING,)), Goods(cash=150)),
        "Ben is 1 short of 150.",
        ("DEAL-1",),
    ),
    Case(
        Code.NO_CASH,
        fresh,
        CorrectCash(ANN, -1501, "miscounted"),
        "Ann has 1,500: 1,501 cannot be taken away.",
        ("CORRECT-1",),
    ),
    Case(Code.BID_TOO_LOW, bidding, Bid(ANN, 20), "The next bid is 21 or more.", ("AUCTION-1",)),
    Case(
        Code.BID_TOO_LOW,
        play(game("keys-2010", owns=SHORTAGE, bank_houses=1), AuctionBuilding(HOUSE)),
        Bid(ANN, 49),
        "The next bid is 50 or more.",
        ("STOCK-2", "AUCTION-1"),
    ),
    Case(Code.BID_OVER_CASH, bidding, Bid(ANN, 1501), "Ann bids 1,501 and has 1,500: 1 short.", ("AUCTION-2",)),
    # building
    Case(
        Code.INCOMPLETE_GROUP,
        game(owns={"Ann": ["Oriental", "Vermont"]}),
        Build(ANN, ORIENTAL),
        "Ann holds 2 of the 3 light-blue lots.",
        ("BUILD-1",),
    ),
    Case(
        Code.INCOMPLETE_GROUP,
        game(owns={"Ann": ["Reading"]}),
        Build(ANN, READING),
        "Nothing is built on Reading Railroad: it is not a street.",
        ("BUILD-1",),
    ),
    Case(
        Code.UNEVEN,
        game(owns=BLUES, buildings={"Oriental": 1}),
        Build(ANN, ORIENTAL),
        "Build evenly: another lot of the group has fewer than Oriental Avenue.",
        ("BUILD-2",),
    ),
    Case(
        Code.UNEVEN,
        game(owns=BLUES, buildings={"Oriental": 4, "Vermont": 3, "Connecticut": 4}),
        Build(ANN, ORIENTAL),
        "Build evenly: another lot of the group has fewer than Oriental Avenue.",
        ("BUILD-2", "BUILD-4"),
    ),
    Case(
        Code.UNEVEN,
        game(owns=BLUES, buildings={"light-blue": 5}),
        Build(ANN, ORIENTAL),
        "Oriental Avenue has its hotel: nothing goes above it.",
        ("BUILD-5", "BUILD-2"),
    ),
    Case(
        Code.UNEVEN,
        game(owns=BLUES, buildings={"Oriental": 2, "Vermont": 1, "Connecticut": 1}),
        SellBuilding(ANN, VERMONT),
        "Sell evenly: another lot has more than Vermont Avenue.",
        ("SELL-1", "BUILD-2"),
    ),
    Case(
        Code.UNEVEN,
        game(owns={"Ann": ["brown", "dark-blue"]}, buildings={"dark-blue": 4}, agenda=(Placing(ANN, HOTEL),)),
        PlaceBuilding(ANN, BALTIC),
        "The next building on Baltic Avenue is a house.",
        ("STOCK-2", "BUILD-2"),
    ),
    Case(
        Code.UNEVEN,
        game(owns=BLUES),
        CorrectDeed(ORIENTAL, "miscounted", buildings=6),
        "That cannot stand on a table: 6 houses cannot stand on Oriental Avenue.",
        ("CORRECT-1",),
    ),
    Case(
        Code.GROUP_MORTGAGED,
        game(owns=BLUES, mortgaged=["Vermont"]),
        Build(ANN, ORIENTAL),
        "A lot of Oriental Avenue's group is mortgaged.",
        ("BUILD-3",),
    ),
    Case(
        Code.GROUP_HAS_BUILDINGS,
        game(owns=BLUES, buildings={"Oriental": 1}),
        Mortgage(ANN, VERMONT),
        "First sell the buildings on Vermont Avenue's group.",
        ("MORT-1",),
    ),
    Case(
        Code.GROUP_HAS_BUILDINGS,
        game(owns=BLUES, buildings={"Oriental": 1}),
        OfferDeal(ANN, BEN, Goods((VERMONT,)), Goods(cash=100)),
        "There are buildings on Vermont Avenue's group: sell them first.",
        ("DEAL-2", "DEAL-3"),
    ),
    Case(
        Code.NO_HOUSES,
        game(owns=BLUES, bank_houses=0),
        Build(ANN, ORIENTAL),
        "The Bank has no house left: wait until one comes back.",
        ("STOCK-1",),
    ),
    Case(
        Code.NO_HOUSES,
        game(owns=BLUES, buildings={"light-blue": 5}, bank_houses=3),
        SellBuilding(ANN, ORIENTAL),
        "The Bank has 3 of the 4 houses a hotel steps down to: sell the whole group's buildings at once.",
        ("SELL-3", "SELL-2"),
    ),
    Case(
        Code.NO_HOUSES,
        game(owns=SHORTAGE, bank_houses=0),
        AuctionBuilding(HOUSE),
        "The Bank has no house left to auction.",
        ("STOCK-1", "STOCK-2"),
    ),
    Case(
        Code.NO_HOUSES,
        game(owns=CITY, buildings=dict.fromkeys(CITY["Ann"][:3], 4), options={"unlimited-buildings": True}),
        SetHouseRule("unlimited-buildings", value=False, reason="agreed"),
        "More houses stand on the board than the box holds.",
        ("HOUSE-1",),
    ),
    Case(
        Code.NO_HOTELS,
        game(owns=CITY, buildings=dict.fromkeys(CITY["Ann"], 5), options={"unlimited-buildings": True}),
        SetHouseRule("unlimited-buildings", value=False, reason="agreed"),
        "More hotels stand on the board than the box holds.",
        ("HOUSE-1",),
    ),
    Case(
        Code.NO_HOTELS,
        game(owns=BLUES, buildings={"light-blue": 4}, bank_hotels=0),
        Build(ANN, ORIENTAL),
        "The Bank has no hotel left: wait until one comes back.",
        ("STOCK-1",),
    ),
    Case(
        Code.NO_HOTELS,
        game(owns=SHORTAGE, buildings={"light-blue": 4, "pink": 4}, bank_hotels=0),
        AuctionBuilding(HOTEL),
        "The Bank has no hotel left to auction.",
        ("STOCK-1", "STOCK-2"),
    ),
    Case(
        Code.NO_SHORTAGE,
        game(owns=SHORTAGE, bank_houses=24),
        AuctionBuilding(HOUSE),
        "No shortage: the Bank has 24 and there is room for 24.",
        ("STOCK-2",),
    ),
    Case(
        Code.NO_SHORTAGE,
        game(owns=BLUES, bank_houses=1),
        AuctionBuilding(HOUSE),
        "No shortage: the Bank has 1 and there is room for 12.",
        ("STOCK-2",),
    ),
    Case(
        Code.NOTHING_TO_SELL,
        game(owns=BLUES),
        SellBuilding(ANN, ORIENTAL),
        "There is no building on Oriental Avenue.",
        ("SELL-1",),
    ),
    Case(
        Code.NOTHING_TO_SELL,
        game(owns=BLUES),
        SellGroup(ANN, Group.LIGHT_BLUE),
        "There is no building on the light-blue lots.",
        ("SELL-1",),
    ),
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
        "The fine may be paid on the first 2 turns only.",
        ("JAIL-4",),
    ),
    # the rest
    Case(Code.MUST_THROW, fresh, EndTurn(ANN), "Ann has still to throw.", ("TURN-1",)),
    Case(Code.MUST_THROW, game(doubles=1), EndTurn(ANN), "Ann has doubles and throws again.", ("TURN-2",)),
    Case(
        Code.RENT_WINDOW_CLOSED,
        play(claimed, Roll(BEN, (1, 2)), BuyDeed(BEN), Roll(CY, (1, 2))),
        ClaimRent(BEN, ANN),
        "Too late: that rent had to be asked for before the second following player's throw.",
        ("RENT-6",),
    ),
    Case(Code.NO_RENT_DUE, claimed, ClaimRent(CY), "Nobody owes Cy rent.", ("RENT-6",)),
    Case(
        Code.CAN_STILL_PAY,
        game(cash={"Ann": 200}, owns={"Ann": ["Reading"]}, agenda=(RENT_OWED,)),
        GoBankrupt(ANN),
        "Ann owes 300 and can still raise 300.",
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
        "Each thing can be offered once.",
        ("DEAL-1",),
    ),
    Case(
        Code.BAD_OFFER,
        game(owns={"Ann": ["Reading"]}),
        OfferDeal(ANN, BEN, Goods((READING,), cash=-1), Goods()),
        "Each thing can be offered once.",
        ("DEAL-1",),
    ),
    Case(
        Code.BAD_OFFER,
        game(owns={"Ann": ["Reading"]}),
        OfferDeal(ANN, BEN, Goods((READING,)), Goods(cash=-1)),
        "Each thing can be offered once.",
        ("DEAL-1",),
    ),
    Case(
        Code.BAD_OFFER,
        game(owns={"Ann": ["Reading"]}),
        OfferDeal(ANN, BEN, Goods((READING,), jail_cards=-1), Goods()),
        "Each thing can be offered once.",
        ("DEAL-1",),
    ),
    Case(
        Code.BAD_OFFER,
        game(owns={"Ann": ["Reading"]}),
        OfferDeal(ANN, BEN, Goods((READING,)), Goods(jail_cards=-1)),
        "Each thing can be offered once.",
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
        "A correction of nothing changes nothing.",
        ("CORRECT-1",),
    ),
    Case(
        Code.BAD_OFFER,
        fresh,
        CorrectCash(ANN, 999_998_500, "miscounted"),
        "Nobody can hold more than 999,999,999.",
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
# Deeds named in words, and what is taken back, belong to the record; the engine knows numbers and single commands.
OF_THE_RECORD = {Code.AMBIGUOUS_NAME, Code.NOTHING_TO_UNDO}


def name_of(case: object) -> str | None:
    return f"{case.code.value}-{type(case.command).__name__}" if isinstance(case, Case) else None


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_the_engine_says_no_and_why(case: Case) -> None:
    refused = refusal(case.game, case.command)
    assert (refused.code, refused.message, refused.clauses) == (case.code, case.words, case.clauses)


def test_every_refusal_the_engine_can_give_is_in_the_table() -> None:
    assert {case.code for case in CASES} == set(Code) - OF_THE_RECORD


def test_the_codes_stand_in_the_order_of_their_precedence() -> None:
    assert [code.value for code in Code] == [
        "not-your-turn", "wrong-moment", "debt-first", "game-over", "unknown-name", "ambiguous-name", "bad-dice",
        "not-owner", "not-for-sale", "no-cash", "bid-too-low", "bid-over-cash", "incomplete-group", "uneven",
        "group-mortgaged", "group-has-buildings", "no-houses", "no-hotels", "no-shortage", "nothing-to-sell",
        "already-mortgaged", "not-mortgaged", "not-in-jail", "no-jail-card", "fine-too-late", "must-throw",
        "rent-window-closed", "no-rent-due", "can-still-pay", "bad-offer", "nothing-to-undo", "not-in-edition",
    ]  # fmt: skip
