"""Houses and hotels."""

from companion.rules import Code
from companion.rules.commands import (
    AuctionBuilding,
    Build,
    CorrectDeed,
    Mortgage,
    OfferDeal,
    PlaceBuilding,
    SellBuilding,
    SellGroup,
    SetHouseRule,
)
from companion.rules.deeds import Group
from companion.rules.pending_steps import HOTEL, HOUSE, Goods, Placing
from tests.kit import ANN, BEN, game
from tests.rules.refused.case import BALTIC, BLUES, CITY, ORIENTAL, READING, SHORTAGE, VERMONT, Case

BUILDINGS = [
    # building
    Case(
        Code.INCOMPLETE_GROUP,
        game(owns={"Ann": ["Oriental", "Vermont"]}),
        Build(ANN, ORIENTAL),
        "Ann holds 2 of the 3 light blue lots.",
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
        game(owns={"Ann": ["brown", "dark-blue"]}, buildings={"dark-blue": 4}, pending=(Placing(ANN, HOTEL),)),
        PlaceBuilding(ANN, BALTIC),
        "The next building on Baltic Avenue is a house.",
        ("STOCK-2", "BUILD-2"),
    ),
    Case(
        Code.UNEVEN,
        game(owns={"Ann": ["brown", "dark-blue"]}, buildings={"brown": 4}, pending=(Placing(ANN, HOUSE),)),
        PlaceBuilding(ANN, BALTIC),
        "The next building on Baltic Avenue is a hotel.",
        ("STOCK-2", "BUILD-2"),
    ),
    Case(
        Code.UNEVEN,
        game(owns=BLUES),
        CorrectDeed(ORIENTAL, "miscounted", buildings=6),
        "That cannot be on a real table: 6 houses cannot stand on Oriental Avenue.",
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
        "The Bank has 3 of the 4 houses a hotel goes back to: sell all buildings of the group.",
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
        "There are more houses on the board than in the box.",
        ("HOUSE-1",),
    ),
    Case(
        Code.NO_HOTELS,
        game(owns=CITY, buildings=dict.fromkeys(CITY["Ann"], 5), options={"unlimited-buildings": True}),
        SetHouseRule("unlimited-buildings", value=False, reason="agreed"),
        "There are more hotels on the board than in the box.",
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
        "There is no building on the light blue lots.",
        ("SELL-1",),
    ),
]
