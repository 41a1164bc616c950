"""Then debts, names and owners."""

from companion.rules import Code
from companion.rules.commands import (
    Build,
    EndGame,
    EndTurn,
    Mortgage,
    Redeem,
    Roll,
    SellBuilding,
    SellGroup,
    UseJailCard,
)
from companion.rules.deeds import Group
from tests.kit import ANN, CY, game, play
from tests.rules.precedence.pair import ANN_OWES, BENS_BLUES, BLUES, ORIENTAL, READING, TWO_BLUES, VERMONT, Pair, offer

IN_DEBT = {"Ann": 10}
DEBT_FIRST = [
    Pair(Code.DEBT_FIRST, Code.BAD_DICE, game(cash=IN_DEBT, pending=(ANN_OWES,)), game(), Roll(ANN, (1, 2, 3))),
    Pair(Code.DEBT_FIRST, Code.NOT_OWNER, game(cash=IN_DEBT, pending=(ANN_OWES,)), game(), Build(ANN, ORIENTAL)),
    Pair(
        Code.DEBT_FIRST,
        Code.NO_CASH,
        game(cash=IN_DEBT, owns=BLUES, pending=(ANN_OWES,)),
        game(cash=IN_DEBT, owns=BLUES),
        Build(ANN, ORIENTAL),
    ),
    Pair(
        Code.DEBT_FIRST,
        Code.INCOMPLETE_GROUP,
        game(cash={"Ann": 299}, owns=TWO_BLUES, pending=(ANN_OWES,)),
        game(cash={"Ann": 299}, owns=TWO_BLUES),
        Build(ANN, ORIENTAL),
    ),
    Pair(
        Code.DEBT_FIRST,
        Code.NOT_MORTGAGED,
        game(cash={"Ann": 299}, owns=TWO_BLUES, pending=(ANN_OWES,)),
        game(cash={"Ann": 299}, owns=TWO_BLUES),
        Redeem(ANN, ORIENTAL),
    ),
    Pair(
        Code.DEBT_FIRST,
        Code.NO_JAIL_CARD,
        game(cash=IN_DEBT, jailed={"Ann": 0}, pending=(ANN_OWES,)),
        game(cash=IN_DEBT, jailed={"Ann": 0}),
        UseJailCard(ANN),
    ),
    Pair(Code.DEBT_FIRST, Code.MUST_THROW, game(cash=IN_DEBT, pending=(ANN_OWES,)), game(), EndTurn(ANN)),
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
